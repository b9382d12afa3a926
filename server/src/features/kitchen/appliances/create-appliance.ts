import type { ApplianceDomain } from '@brina/domain/appliance/appliance-domains';
import { defaultHeartbeat_ms } from '@brina/domain/appliance/connection';
import { gammaOf, modelRow } from '@brina/domain/appliance/families/families';
import type { Gamma } from '@brina/domain/appliance/families/family';
import { parseSerial } from '@brina/domain/appliance/serial-number';
import type { Clock } from '#core/clock.ts';
import type { Database, Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import type { IssuedAppliance, Pki } from '#core/pki/pki.ts';
import { newActivationCode, openActivation } from './activation.ts';
import { storeCertificate } from './certificates.ts';

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

/** Makes what a new appliance is handed out with; nothing is stored yet. Some milliseconds of keys: before the transaction. */
export const makeIdentity = async (pki: Pki, serialNumber: string): Promise<CreatedAppliance> => ({
  serialNumber,
  identity: await pki.issueAppliance(serialNumber),
  activationCode: newActivationCode(),
});

/**
 * Stores a new appliance with its certificate and the hash of its code, and resolves with its number.
 * @param heartbeat what the unit is told, ms
 * @throws the database's error about `appliance_serial_key` when the serial number is taken
 */
export async function storeAppliance(
  db: Db,
  appliance: NewAppliance,
  { identity, activationCode }: CreatedAppliance,
  { heartbeat, now }: { heartbeat: number; now: number },
): Promise<number> {
  const parsed = parseSerial(appliance.serialNumber, new Date(now).getUTCFullYear());
  const { id } = await db
    .insertInto('appliance')
    .values({
      serial: appliance.serialNumber,
      brand: appliance.brand,
      domain: appliance.domain,
      gamma: appliance.gamma,
      model: appliance.model,
      package: modelRow(appliance.model)?.package ?? 'Excellence',
      serial_checked: 'serial' in parsed && parsed.checked,
      created_at: timestamp(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await storeCertificate(db, id, identity);
  await db
    .insertInto('live_state')
    .values({ appliance: id, desired: jsonb({ heartbeat_s: heartbeat / 1000 }), desired_ver: 1 })
    .execute();
  await openActivation(db, id, activationCode, now);
  return id;
}

/**
 * Makes an appliance with its certificate and activation code. Key and code are returned here and nowhere again.
 * @throws Error when the model is not registered or of another category
 */
export async function createAppliance(
  { db, pki, clock, heartbeat = defaultHeartbeat_ms }: { db: Database; pki: Pki; clock: Clock; heartbeat?: number },
  appliance: NewAppliance,
): Promise<CreatedAppliance> {
  if (!modelRow(appliance.model) || gammaOf(appliance.model) !== appliance.gamma)
    throw new Error(`model ${appliance.model} is not registered in ${appliance.gamma}`);
  const made = await makeIdentity(pki, appliance.serialNumber);
  await db.write((tx) => storeAppliance(tx, appliance, made, { heartbeat, now: clock.now() }));
  return made;
}
