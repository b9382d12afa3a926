import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { newActivation } from './activation.ts';

/** An appliance that a company has let go of, with the code that claims it for the next one. */
export type Released = { serialNumber: string; name: string; activationCode: string };

/**
 * Ends a company's hold of one of its appliances, or of all: its name, place and shares go, its records stay with the
 * company (docs/SECURITY.md). Audit and announcement are the caller's. `now` is in epoch milliseconds.
 */
export async function releaseHeld(db: Db, companyId: string, now: number, serial?: string): Promise<Released[]> {
  const ended = await db
    .updateTable('tenure')
    .from('appliance')
    .set({ to_at: timestamp(now) })
    .whereRef('appliance.id', '=', 'tenure.appliance')
    .where('tenure.company_id', '=', companyId)
    .where('to_at', 'is', null)
    .$if(serial !== undefined, (query) => query.where('appliance.serial', '=', serial ?? ''))
    .returning(['appliance.id', 'appliance.serial', 'appliance.name'])
    .execute();
  const released: Released[] = [];
  for (const { id, serial: serialNumber, name } of ended) {
    await db.deleteFrom('share').where('appliance', '=', id).execute();
    await db.updateTable('appliance').set({ name: '', laboratory_id: null }).where('id', '=', id).execute();
    released.push({ serialNumber, name, activationCode: await newActivation(db, id, now) });
  }
  return released;
}
