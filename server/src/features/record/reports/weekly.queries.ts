/** Who is told of which week, and what there is to tell of it. */
import type { BookRecord } from '@brina/contract/calls/record/book';
import { periodRecords_max } from '@brina/contract/calls/record/period-reports';
import { closedWeek, type Week, weekTold_clock } from '@brina/domain/haccp/closed-week';
import { dayBefore } from '@brina/domain/haccp/missing/missing';
import { dayAfter, spanOfDay } from '@brina/domain/language/local-day';
import { instantOf } from '@brina/domain/language/local-minute';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { hasRole } from '#core/access/views.ts';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { pageOfActions } from '#features/record/actions/actions.queries.ts';
import { countsOfDays, idsOfRecords } from '#features/record/book/book.queries.ts';
import { missingOf } from '#features/record/missing/missing.queries.ts';
import { actionsWithin, type Period, probesDue, unitsOf } from './period.queries.ts';

/** A company that is to be told of a week. */
export type UntoldWeek = { company: string; timeZone: string } & Week;

/** The first place of the world to have a Monday. */
const earliest = 'Pacific/Kiritimati';

/**
 * Companies that are not told yet of the last week that is over for them, as far as they ever held an appliance. A company has one
 * calendar here, whatever kitchens it has: that of the oldest of them that has an appliance, else of the oldest, else its own. Asked anew
 * each time, so that a week moves with the time zone of that kitchen.
 */
export async function untoldWeeks(db: Db, now: number): Promise<UntoldWeek[]> {
  const { from: newest } = closedWeek(now, earliest);
  const rows = await db
    .selectFrom('company as c')
    .select('c.id')
    .select([
      sql<string>`coalesce((
        select l.time_zone from laboratory l where l.company_id = c.id
        order by exists (select from appliance a where a.laboratory_id = l.id) desc, l.created_at, l.id limit 1), c.time_zone)`.as(
        'timeZone',
      ),
      isTold(dayBefore(newest, 7)).as('isBeforeTold'),
    ])
    .where(sql<boolean>`not ${isTold(newest)}`)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('tenure as t').select('t.appliance').whereRef('t.company_id', '=', 'c.id')),
    )
    .execute();
  // Companies are many, time zones few.
  const weeks = new Map(
    [...new Set(rows.map(({ timeZone }) => timeZone))].map((zone) => [zone, closedWeek(now, zone)]),
  );
  return rows.flatMap(({ id, timeZone, isBeforeTold }) => {
    const week = weeks.get(timeZone);
    // Where it is not Monday yet, it is the week before.
    return week && (week.from === newest || !isBeforeTold) ? [{ company: id, timeZone, ...week }] : [];
  });
}

const isTold = (monday: string) =>
  sql<boolean>`exists (select from told_week w where w.company_id = c.id and w.monday = ${monday})`;

/**
 * Notes that a company is told of a week, and who of its people gets a letter: who was there when it was due, and has not switched them
 * off. A letter about an earlier week that still waits is not made any more. Does nothing where somebody else has noted it.
 */
export async function beginWeek(db: Db, { company, timeZone, from, to }: UntoldWeek, now: number): Promise<void> {
  const noted = await db
    .insertInto('told_week')
    .values({ company_id: company, monday: from, told_at: timestamp(now) })
    .onConflict((on) => on.doNothing())
    .returning('monday')
    .executeTakeFirst();
  if (!noted || !(await hasHeldAny(db, company, spanOf({ from, to }, timeZone)))) return;
  await db.deleteFrom('weekly_letter').where('company_id', '=', company).where('monday', '<', from).execute();
  const due = instantOf(`${dayAfter(to)}T${weekTold_clock}`, timeZone);
  await sql`
    insert into weekly_letter (user_id, company_id, monday, sunday, time_zone, created_at, due_at)
    select u.id, ${company}::uuid, ${from}, ${to}, ${timeZone}, ${timestamp(now)}, ${timestamp(now)}
    from app_user u
    where u.company_id = ${company} and ${getsLetters} and u.created_at <= ${timestamp(due)}
    on conflict do nothing`.execute(db);
}

/** Whether somebody is a USER with a confirmed account and has not switched the letters off; who never chose has them (S3.5). */
export const getsLetters = sql<boolean>`(${hasRole('u', 'USER')} and u.status = 'ACTIVE' and u.erased_at is null
  and coalesce((u.preferences->>'haccp_report')::boolean, true))`;

/** From when to when days of a calendar go, epoch ms. */
const spanOf = ({ from, to }: Week, timeZone: string): Period['span'] => ({
  from: spanOfDay(from, timeZone).from,
  to: spanOfDay(to, timeZone).to,
});

async function hasHeldAny(db: Db, company: string, span: Period['span']): Promise<boolean> {
  const held = await db
    .selectFrom('tenure')
    .select('appliance')
    .where('company_id', '=', company)
    .where('from_at', '<', timestamp(span.to))
    .where(({ eb, or }) => or([eb('to_at', 'is', null), eb('to_at', '>', timestamp(span.from))]))
    .limit(1)
    .executeTakeFirst();
  return held !== undefined;
}

/** What a letter tells of a week, and what is open as it is made. */
export type WeekFacts = {
  company: string;
  counts: readonly { kind: BookRecord['kind']; verdict: BookRecord['verdict']; records: number }[];
  /** Of food that was thrown away, as far as somebody has said so. */
  discarded_kg: number;
  open: {
    actions: number;
    exceptions: number;
    reviews: number;
    missing: number;
    probes: number;
  };
};

/** Records of which somebody should know: as a report of a period draws them. */
const isException = ({ verdict }: Pick<BookRecord, 'verdict'>): boolean =>
  verdict === 'FAIL' || verdict === 'EXCEEDED' || verdict === 'ABORTED' || verdict === 'NOT_PROVEN';

const notClosed = ['open', 'reopened', 'done'] as const;

/** Reads what a letter tells, as its reader may see it. @param now epoch ms */
export async function weekFacts(
  db: Db,
  caller: Caller,
  { timeZone, ...week }: Week & { timeZone: string },
  now: number,
): Promise<WeekFacts> {
  const scope = { ...week, laboratory: null, appliance: null };
  const period: Period = { ...scope, timeZone, span: spanOf(week, timeZone) };
  const counts = await countsOfDays(db, caller, scope);
  const ids = await idsOfRecords(db, caller, scope, 2 * periodRecords_max);
  const filterAttributes = notClosed.map((value) => ({ attribute: 'state' as const, value }));
  const actions = await pageOfActions(db, caller, { body: { page: 0, nRows: 1, filterAttributes } });
  const missing = await missingOf(db, caller, scope, now);
  const held = (await unitsOf(db, caller, period)).filter(({ held_to }) => held_to === null);
  const probes = await probesDue(db, caller, held, now);
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
  return {
    company: await nameOf(db, caller.companyId),
    counts,
    discarded_kg: await discardedBy(db, await actionsWithin(db, caller, period, ids)),
    open: {
      actions: actions.total,
      exceptions: sum(counts.filter(isException).map(({ records }) => records)),
      reviews: sum(counts.map(({ reviews }) => reviews)),
      missing: missing.filter(({ state }) => state === 'open').length,
      probes: probes.filter(({ state }) => state === 'overdue').length,
    },
  };
}

async function nameOf(db: Db, company: string | null): Promise<string> {
  const row = await db.selectFrom('company').select('name').where('id', '=', company).executeTakeFirst();
  return row?.name ?? '';
}

/** How much food was thrown away by some actions, kg. */
async function discardedBy(db: Db, actions: readonly string[]): Promise<number> {
  const { kg } = await db
    .selectFrom('action')
    .select(sql<number>`coalesce(sum(discarded_kg), 0)::float8`.as('kg'))
    .where('id', '=', anyOf(actions))
    .executeTakeFirstOrThrow();
  return kg;
}
