import type { Database } from './db/database.ts';
import type { Appliances } from './edge/edge.ts';

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
