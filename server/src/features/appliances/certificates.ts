import type { Bus } from '#core/bus/bus.ts';
import type { Clock } from '#core/clock.ts';
import type { Database } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Appliances } from '#core/edge/edge.ts';

/** Whether an appliance may connect with a certificate: ours, of that serial number, and not revoked. */
export const certificateCheck = (db: Database): Appliances => ({
  mayConnect: (serial, certificateSerial) =>
    db.read(async (tx) => {
      const row = await tx
        .selectFrom('certificate')
        .innerJoin('appliance', 'appliance.id', 'certificate.appliance')
        .select('revoked_at')
        .where('serial_number', '=', certificateSerial)
        .where('appliance.serial', '=', serial)
        .executeTakeFirst();
      if (!row) return 'unknown';
      return row.revoked_at === null ? 'ok' : 'revoked';
    }),
});

/** Revokes every certificate of an appliance; a connection made with one of them ends. */
export async function revokeCertificates(
  { db, bus, clock }: { db: Database; bus: Bus; clock: Clock },
  serial: string,
): Promise<void> {
  await db.write(async (tx) => {
    await tx
      .updateTable('certificate')
      .from('appliance')
      .set({ revoked_at: timestamp(clock.now()) })
      .whereRef('appliance.id', '=', 'certificate.appliance')
      .where('appliance.serial', '=', serial)
      .where('revoked_at', 'is', null)
      .execute();
  });
  await bus.ask(serial, { kind: 'disconnect', reason: 'revoked' }, 5000);
}
