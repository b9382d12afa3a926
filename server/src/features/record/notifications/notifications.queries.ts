import { alarms, liveSectionOf } from '@brina/domain/alarms/alarms';
import { day_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { viewOf } from '#core/access/views.ts';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { unnestColumns } from '#core/db/unnest.ts';

/** What is older is in the lists of its appliance and counts no more. */
const toldFor_ms = 30 * day_ms;

const known = Object.keys(alarms);
const warnings = known.filter((name) => liveSectionOf(name) === 'warnings');

/**
 * The notifications that a caller has not read, by the ids of their alarms (S7.12): alarms, not warnings, that were raised on what it
 * sees, while its company has held it, since it has had its account or place in the company. What is explained by another alarm,
 * or was taken back, is told to nobody; that an alarm is over does not make it read.
 */
export const unreadOf = (db: Db, caller: Caller, now: number) =>
  db
    .selectFrom(viewOf(caller).as('v'))
    .innerJoin('app_user as u', (join) => join.on('u.id', '=', caller.userId))
    .leftJoin('membership as m', (join) => join.on('m.id', '=', caller.member?.id ?? null))
    .innerJoin('alarm_interval as i', (join) =>
      join.on(sql<boolean>`(i.appliance = v.appliance or i.units @> array[v.appliance])`),
    )
    .select('i.id')
    .distinct()
    .where('v.to_at', 'is', null)
    .whereRef('i.raised_at', '>=', 'v.from_at')
    .where('i.state', '<>', 'retracted')
    .where('i.folded_into', 'is', null)
    .where(
      sql<boolean>`greatest(i.found_at, i.raised_at) > greatest(${timestamp(now - toldFor_ms)}, u.created_at, m.accepted_at)`,
    )
    .where(({ eb, not }) => not(eb('i.name', '=', anyOf(warnings))))
    // A name that this version does not know follows its ending.
    .where(({ eb, or }) => or([eb('i.name', 'not like', '%Warning'), eb('i.name', '=', anyOf(known))]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notification_read as r')
            .select('r.user_id')
            .whereRef('r.user_id', '=', 'u.id')
            .whereRef('r.interval_id', '=', 'i.id'),
        ),
      ),
    );

/**
 * Who has read an alarm has read its parts, too, when late data show that it was several: those that were on by then, as they were told as
 * one.
 * @param parts the new alarms, each with one of which it was told as part
 */
export async function readAsPartOf(db: Db, parts: readonly { id: string; whole: string }[]): Promise<void> {
  if (parts.length === 0) return;
  const batch = unnestColumns({
    id: ['uuid', parts.map(({ id }) => id)],
    whole: ['uuid', parts.map(({ whole }) => whole)],
  });
  await sql`
    insert into notification_read (user_id, interval_id, read_at)
    select r.user_id, batch.id, min(r.read_at) from ${batch.rows}
    join notification_read r on r.interval_id = batch.whole
    join alarm_interval i on i.id = batch.id and i.raised_at <= r.read_at
    group by r.user_id, batch.id
    on conflict do nothing`.execute(db);
}
