import type { Notice } from '@brina/contract/live';
import { type NoticeDetail, type NoticeName, notices } from '@brina/domain/cycles/notices';
import { day_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import type { Db } from './db/database.ts';
import { timestamp } from './db/instants.ts';
import { jsonb } from './db/jsonb.ts';
import { newId } from './ids.ts';
import type { Unit } from './picture/unit.ts';

/** What somebody should be told of an appliance. */
type Told = {
  /** What it is about; the same fact has the same key, however often and when it is told. */
  key: string;
  name: NoticeName;
  detail: NoticeDetail;
  /** When it was, epoch ms. */
  at_ms: number;
};

/** So many are shown of an appliance; of more the newest. */
const shown_max = 20;

/** So many of one name are open of an appliance; with one more the oldest is over. Trays without end hide no start that was missed. */
export const open_max = 10;

/** Who has not been told for so long is not told any more: it is history then. */
export const noticeLasts_ms = day_ms;

/**
 * Writes down what somebody should be told, in the transaction of the fact, and shows it in the live picture of the unit, which the caller
 * saves. What was told before is not told twice; what was before the present holder's time is told to nobody. Where more of its name are
 * open than may be, the oldest is over.
 */
export async function tellNotice(db: Db, unit: Unit, { key, name, detail, at_ms }: Told): Promise<void> {
  if (unit.heldSince_ms === null || at_ms < unit.heldSince_ms) return;
  await db
    .insertInto('notice')
    .columns(['id', 'appliance', 'company_id', 'kind', 'name', 'key', 'detail', 'at'])
    .expression(({ selectFrom, val }) =>
      selectFrom('tenure')
        .select(({ ref }) => [
          val(newId(at_ms)).as('id'),
          ref('tenure.appliance').as('appliance'),
          ref('tenure.company_id').as('company_id'),
          val(notices[name].kind).as('kind'),
          val(name).as('name'),
          val(key).as('key'),
          jsonb(detail).as('detail'),
          timestamp(at_ms).as('at'),
        ])
        .where('appliance', '=', unit.id)
        .where('to_at', 'is', null),
    )
    .onConflict((row) => row.columns(['appliance', 'key']).doNothing())
    .execute();
  await endOldest(db, unit, name, at_ms);
  await showNotices(db, unit, at_ms);
}

const openOf = (db: Db, unit: Unit) =>
  db.selectFrom('notice').where('appliance', '=', unit.id).where('ended_at', 'is', null);

async function endOldest(db: Db, unit: Unit, name: NoticeName, at_ms: number): Promise<void> {
  const newestFirst = openOf(db, unit).where('name', '=', name).orderBy('at', 'desc').orderBy('id', 'desc');
  await db
    .updateTable('notice')
    .set({ ended_at: sql`greatest(at, ${timestamp(at_ms)})` })
    .where('id', 'in', newestFirst.select('id').offset(open_max))
    .execute();
}

/**
 * Ends the notices whose keys begin with this, as what they tell of is over; nothing happens where they are over, or were never told. The
 * caller saves the unit.
 * @param butOf of what begins with this nothing ends
 * @param evenLater what was told later ends, too: late data else end nothing that is newer
 */
export async function endNoticesOf(
  db: Db,
  unit: Unit,
  { start, butOf, at_ms, evenLater = false }: { start: string; butOf?: string; at_ms: number; evenLater?: boolean },
): Promise<void> {
  await db
    .updateTable('notice')
    // By the unit's clock, which may be a little behind: nothing ends before it began.
    .set({ ended_at: sql`greatest(at, ${timestamp(at_ms)})` })
    .where('appliance', '=', unit.id)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`starts_with(key, ${start})`)
    .$if(butOf !== undefined, (query) => query.where(sql<boolean>`not starts_with(key, ${butOf})`))
    .$if(!evenLater, (query) => query.where('at', '<=', timestamp(at_ms)))
    .execute();
  await showNotices(db, unit, at_ms);
}

/** Brings the live picture of a unit up to date with its open notices. The caller saves it. */
export async function showNotices(db: Db, unit: Unit, now_ms: number): Promise<void> {
  const open: Notice[] = await openOf(db, unit)
    .select(['id', 'name', 'at', 'detail'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(shown_max)
    .execute();
  unit.show('notices', open, now_ms);
}
