import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { type PersonRows, partWith } from '#core/persons.ts';
import { followPlans } from '#features/record/plans/follow.ts';
import { newActivationCode, openActivation } from './activation.ts';

/** An appliance that a company has let go of, with the code that claims it for the next one. */
export type Released = { serialNumber: string; name: string; activationCode: string };

/**
 * Ends a company's hold of one of its appliances, or of all: what the rows of `persons` say of a release happens to its name, place,
 * shares and wishes; its records stay with the company (docs/SECURITY.md). Package and
 * certificates are the unit's own. Audit and announcement are the caller's. `now` is in epoch milliseconds.
 */
export async function releaseHeld(
  db: Db,
  persons: PersonRows,
  { companyId, now, serial }: { companyId: string; now: number; serial?: string },
): Promise<Released[]> {
  const ended = await db
    .updateTable('tenure')
    .from('appliance')
    // Whoever asked before somebody else's claim was through is not before it; nor does a clock that is set back end what began.
    .set({ to_at: sql`greatest(${timestamp(now)}, tenure.from_at + interval '1 millisecond')` })
    .whereRef('appliance.id', '=', 'tenure.appliance')
    .where('tenure.company_id', '=', companyId)
    .where('to_at', 'is', null)
    .$if(serial !== undefined, (query) => query.where('appliance.serial', '=', serial ?? ''))
    .returning(['appliance.id', 'appliance.serial', 'appliance.name'])
    .execute();
  const released: Released[] = [];
  // Live pictures are locked in the order of their units, as in ingestion: else each would wait for the other.
  for (const { id, serial: serialNumber, name } of ended.sort((a, b) => a.id - b.id)) {
    await partWith(db, persons, 'release', { id, now });
    await followPlans(db, { serial: serialNumber }, now);
    const activationCode = newActivationCode();
    await openActivation(db, id, activationCode, now);
    released.push({ serialNumber, name, activationCode });
  }
  return released;
}
