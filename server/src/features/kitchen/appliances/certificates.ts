import type { Bus } from '#core/bus/bus.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { IssuedAppliance } from '#core/pki/pki.ts';

/** Keeps a certificate that was issued; its key is kept nowhere. */
export async function storeCertificate(db: Db, appliance: number, identity: IssuedAppliance): Promise<void> {
  await db
    .insertInto('certificate')
    .values({
      serial_number: identity.certificateSerial,
      appliance,
      fingerprint: identity.fingerprint256,
      not_before: timestamp(identity.notBefore_ms),
      not_after: timestamp(identity.notAfter_ms),
      pem: identity.certificatePem,
    })
    .execute();
}

/** Revokes every certificate of an appliance that is in force, and tells how many there were; `endConnection` comes after the commit. */
export async function revokeCertificates(db: Db, serial: string, now: number): Promise<number> {
  const revoked = await db
    .updateTable('certificate')
    .set({ revoked_at: timestamp(now) })
    .where('appliance', '=', ({ selectFrom }) => selectFrom('appliance').select('id').where('serial', '=', serial))
    .where('revoked_at', 'is', null)
    .returning('serial_number')
    .execute();
  return revoked.length;
}

/** Ends the connection of an appliance whose certificate has been revoked. Nobody waits: an edge that is away has no connection. */
export const endConnection = (bus: Bus, serial: string): void =>
  void bus.ask(serial, { kind: 'disconnect', reason: 'revoked' }, 5000);
