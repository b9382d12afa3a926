import type { ApplianceDomain } from '@brina/domain/appliance-domains';
import type { Gamma } from '@brina/domain/families/family';
import { gammaOf, modelRow } from '@brina/domain/families/families';
import { heartbeat_ms } from '@brina/contract/devices';
import type { Clock } from '#core/clock.ts';
import type { Database } from '#core/db/database.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { timestamp } from '#core/db/instants.ts';
import type { IssuedAppliance, Pki } from '#core/pki/pki.ts';
import { newActivation } from './activation.ts';

/** What the factory tells of a new appliance (S3.26). */
export type NewAppliance = {
  serialNumber: string;
  brand: string;
  domain: ApplianceDomain;
  gamma: Gamma;
  model: string;
};

/** What is handed out once: identity and activation code. */
export type CreatedAppliance = { serialNumber: string; identity: IssuedAppliance; activationCode: string };

/**
 * Makes an appliance with its certificate and activation code. Key and code are returned here and nowhere again.
 * @throws Error when the model is not registered or of another category
 */
export async function createAppliance(
  { db, pki, clock, heartbeat = heartbeat_ms }: { db: Database; pki: Pki; clock: Clock; heartbeat?: number },
  appliance: NewAppliance,
): Promise<CreatedAppliance> {
  if (!modelRow(appliance.model) || gammaOf(appliance.model) !== appliance.gamma)
    throw new Error(`model ${appliance.model} is not registered in ${appliance.gamma}`);
  const identity = await pki.issueAppliance(appliance.serialNumber);
  const now = clock.now();
  const activationCode = await db.write(async (tx) => {
    const { id } = await tx
      .insertInto('appliance')
      .values({
        serial: appliance.serialNumber,
        brand: appliance.brand,
        domain: appliance.domain,
        gamma: appliance.gamma,
        model: appliance.model,
        created_at: timestamp(now),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('certificate')
      .values({
        serial_number: identity.certificateSerial,
        appliance: id,
        fingerprint: identity.fingerprint256,
        not_before: timestamp(identity.notBefore_ms),
        not_after: timestamp(identity.notAfter_ms),
      })
      .execute();
    await tx
      .insertInto('live_state')
      .values({ appliance: id, desired: jsonb({ heartbeat_s: heartbeat / 1000 }), desired_ver: 1 })
      .execute();
    return newActivation(tx, id, now);
  });
  return { serialNumber: appliance.serialNumber, identity, activationCode };
}
