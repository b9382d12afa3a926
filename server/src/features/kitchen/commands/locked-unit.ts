import type { Db } from '#core/db/database.ts';
import { loadUnits, type Unit } from '#core/picture/unit.ts';

/**
 * The unit of an appliance, locked, and with it whoever would let go of it: what is planned or sent now goes with the others then.
 * @param companyId who has to hold it; absent: whoever does
 * @returns undefined where the company does not hold it, or nobody
 */
export async function lockedUnit(db: Db, serial: string, companyId?: string | null): Promise<Unit | undefined> {
  const held = await db
    .selectFrom('appliance')
    .innerJoin('tenure', 'tenure.appliance', 'appliance.id')
    .select('appliance.id')
    .where('serial', '=', serial)
    .where('tenure.to_at', 'is', null)
    .$if(companyId !== undefined, (query) => query.where('tenure.company_id', '=', companyId ?? null))
    .forShare('tenure')
    .executeTakeFirst();
  return held && (await loadUnits(db, [serial])).get(serial);
}
