/** Actions of which nobody has said for a day what was done, and that the owners of their company were not told of: once each (B2.5). */
import { day_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';

/** The kitchen has had its notice for many hours by then; after some days the weekly letter does it alone. */
const toldAfter_ms = day_ms;
const told_ms = 7 * day_ms;

/** An action that waits: since when, epoch ms, by whose clock, and what it is about, a unit, food, or all of a kitchen. */
export type Waiting = { at: number; timeZone: string; name: string; kitchen: string | null };

const waiting = (db: Db, now: number) =>
  db
    .selectFrom('action as a')
    // As the index knows them.
    .where(sql<boolean>`(a.state in ('open', 'reopened'))`)
    .where('a.owners_told_at', 'is', null)
    .where('a.created_at', '<=', timestamp(now - toldAfter_ms))
    .where('a.created_at', '>', timestamp(now - told_ms));

/** A company whose owners are to be told of any. */
export async function companyThatWaits(db: Db, now: number): Promise<string | undefined> {
  const found = await waiting(db, now).select('a.company_id').limit(1).executeTakeFirst();
  return found?.company_id;
}

/** Notes that the owners of a company are told of all that waits there. @returns that, the oldest first */
export async function takeWaiting(db: Db, company: string, now: number): Promise<Waiting[]> {
  // Whoever saves one of them meanwhile waits, or is waited for.
  const actions = await waiting(db, now).select('a.id').where('a.company_id', '=', company).forUpdate().execute();
  const ids = anyOf(actions.map(({ id }) => id));
  await db
    .updateTable('action')
    .set({ owners_told_at: timestamp(now) })
    .where('id', '=', ids)
    .execute();
  return db
    .selectFrom('action as a')
    .innerJoin('company as c', 'c.id', 'a.company_id')
    .innerJoin('action_subject as s', 's.action', 'a.id')
    .leftJoin('laboratory as l', (join) =>
      join.onRef('l.id', '=', 's.laboratory_id').onRef('l.company_id', '=', 'c.id'),
    )
    .distinctOn(['a.created_at', 'a.id'])
    .select(['a.created_at as at', 's.appliance_name as name', 'l.name as kitchen'])
    .select(sql<string>`coalesce(l.time_zone, c.time_zone)`.as('timeZone'))
    .where('a.id', '=', ids)
    .orderBy('a.created_at')
    .orderBy('a.id')
    .orderBy('s.id')
    .execute();
}
