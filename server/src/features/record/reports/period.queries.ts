/** What besides its records stands in a report of a period. */
import type { ProbeCheck } from '@brina/contract/calls/record/checks';
import type { PeriodContent, PeriodPerson, ProbeDue } from '@brina/contract/words/period-content';
import { dueState } from '@brina/domain/haccp/checks/check-due';
import { initialsOf } from '@brina/domain/haccp/signing';
import { dayAfter, localDay, spanOfDay } from '@brina/domain/language/local-day';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { seesSubject } from '#core/access/scopes.ts';
import { sharedWith, viewOf } from '#core/access/views.ts';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { RecordScope } from '#features/record/book/book.queries.ts';
import { probesOf } from '#features/record/checks/due.queries.ts';

/** What a report is of: days of a calendar, with the moments between which they lie. */
export type Period = RecordScope & { timeZone: string; span: { from: number; to: number } };

export type PeriodUnit = {
  appliance: number;
  serial: string;
  name: string;
  model: string;
  /** Its kitchen now, as far as that is the company's. */
  laboratory: string | null;
  held_from: number;
  held_to: number | null;
  time_zone: string;
};

/** Whose calendar the days of a report are of: of its kitchen, of its unit's, or of the company. */
export async function placeOf(
  db: Db,
  company: string,
  { laboratory, appliance }: Pick<RecordScope, 'laboratory' | 'appliance'>,
) {
  const row = await db
    .selectFrom('company as c')
    .leftJoin('appliance as a', (join) => join.on('a.id', '=', appliance))
    .leftJoin('laboratory as l', (join) =>
      join
        .onRef('l.company_id', '=', 'c.id')
        .on('l.id', '=', sql<string>`coalesce(${laboratory}::uuid, a.laboratory_id)`),
    )
    .leftJoin('tenure as t', (join) =>
      join.onRef('t.appliance', '=', 'a.id').onRef('t.company_id', '=', 'c.id').on('t.to_at', 'is', null),
    )
    .select(['c.name as company', 'l.name as kitchen', 'a.serial'])
    .select(sql<string | null>`case when t.appliance is null then a.serial else a.name end`.as('name'))
    .select(sql<string>`coalesce(l.time_zone, c.time_zone)`.as('timeZone'))
    .where('c.id', '=', company)
    .executeTakeFirstOrThrow();
  return {
    company: row.company,
    kitchen: laboratory === null ? null : row.kitchen,
    unit: row.serial === null ? null : { serialNumber: row.serial, name: row.name ?? row.serial },
    timeZone: row.timeZone,
  };
}

/** The units that a caller may see of a time, as often as its company took them. */
export const unitsOf = (db: Db, caller: Caller, { laboratory, appliance, span }: Period): Promise<PeriodUnit[]> =>
  db
    .selectFrom('appliance as a')
    .innerJoin(viewOf(caller).as('v'), 'v.appliance', 'a.id')
    .innerJoin('company as c', (join) => join.on('c.id', '=', caller.companyId))
    .leftJoin('laboratory as l', (join) =>
      join.onRef('l.id', '=', 'a.laboratory_id').onRef('l.company_id', '=', 'c.id'),
    )
    .select(['a.id as appliance', 'a.serial', 'a.model', 'v.from_at as held_from', 'v.to_at as held_to'])
    .select('l.id as laboratory')
    .select(sql<string>`case when v.to_at is null then a.name else a.serial end`.as('name'))
    .select(sql<string>`coalesce(l.time_zone, c.time_zone)`.as('time_zone'))
    .where('v.from_at', '<', timestamp(span.to))
    .where(({ eb, or }) => or([eb('v.to_at', 'is', null), eb('v.to_at', '>', timestamp(span.from))]))
    .where(({ eb, lit }) => (appliance === null ? lit(true) : eb('a.id', '=', appliance)))
    .where(({ eb, lit }) => (laboratory === null ? lit(true) : eb('l.id', '=', laboratory)))
    .orderBy('a.serial')
    .orderBy('v.from_at')
    .execute();

/**
 * The days of units of which there is no record, although they were held the whole day, and how many days they were held.
 * @param until when the last day has to be over whose record can be written by now, epoch ms
 */
export function blanksOf(
  units: readonly PeriodUnit[],
  recorded: readonly { appliance: number; day: string }[],
  { from, to }: Pick<Period, 'from' | 'to'>,
  until: number,
): Pick<PeriodContent, 'blanks' | 'heldDays'> {
  const known = new Set(recorded.map(({ appliance, day }) => `${appliance} ${day}`));
  const blanks: { -readonly [K in keyof PeriodContent['blanks'][number]]: PeriodContent['blanks'][number][K] }[] = [];
  let heldDays = 0;
  for (const { appliance, serial, name, held_from, held_to, time_zone } of units) {
    const first = localDay(held_from, time_zone);
    for (let day = first > from ? first : from; day <= to; day = dayAfter(day)) {
      const span = spanOfDay(day, time_zone);
      if (span.to > Math.min(held_to ?? Infinity, until)) break;
      if (span.from < held_from) continue;
      heldDays += 1;
      if (known.has(`${appliance} ${day}`)) continue;
      const last = blanks.at(-1);
      if (last?.serialNumber === serial && dayAfter(last.to) === day) {
        last.to = day;
        last.days += 1;
      } else blanks.push({ serialNumber: serial, name, from: day, to: day, days: 1 });
    }
  }
  return { blanks, heldDays };
}

type Check = PeriodContent['checks'][number];
type KeptCheck = Omit<ProbeCheck, 'id' | 'by' | 'role' | 'enteredAt' | 'hash' | 'records'>;

/** Checks of the probes of units in the time, first one first. */
export async function checksWithin(db: Db, caller: Caller, { span, laboratory, appliance }: Period): Promise<Check[]> {
  const rows = await db
    .selectFrom('probe_check as k')
    .innerJoin('appliance as a', 'a.id', 'k.appliance')
    .innerJoin('signer as p', 'p.id', 'k.signer')
    .select(['k.id', 'k.created_at as enteredAt', 'p.role', 'a.serial as serialNumber'])
    .select([sql<string>`coalesce(p.name, p.initials)`.as('by'), sql<KeptCheck>`k.content`.as('content')])
    .select(
      sql<string>`case when exists (select from tenure t where t.appliance = a.id and t.company_id = k.company_id and t.to_at is null)
        then a.name else a.serial end`.as('applianceName'),
    )
    .where('k.company_id', '=', caller.companyId)
    .where('k.at', '>=', timestamp(span.from))
    .where('k.at', '<', timestamp(span.to))
    .where(sharedWith(caller, 'k.appliance'))
    .where(({ eb, lit }) => (appliance === null ? lit(true) : eb('k.appliance', '=', appliance)))
    .where(({ eb, lit }) => (laboratory === null ? lit(true) : eb('k.laboratory_id', '=', laboratory)))
    .orderBy('k.at')
    .orderBy('k.id')
    .execute();
  return rows.map(({ content, ...row }) => ({ ...content, ...row, hash: null }));
}

/** When each probe of units was checked last before a moment, and until when that holds. */
export async function probesDue(db: Db, caller: Caller, units: readonly PeriodUnit[], at: number): Promise<ProbeDue[]> {
  // Of a unit that was held twice its last time counts.
  const unitOf = new Map(units.map((unit) => [unit.appliance, unit]));
  const held = [...unitOf.values()].map((unit) => ({ ...unit, company: caller.companyId, heldSince: unit.held_from }));
  return (await probesOf(db, held, at)).flatMap(({ appliance, needle, last, dueAt }): ProbeDue[] => {
    const unit = unitOf.get(appliance);
    if (!unit) return [];
    const { serial: serialNumber, name } = unit;
    return [{ serialNumber, name, needle, last, due: dueAt, state: dueState(dueAt, at) }];
  });
}

/** Ids of actions that were opened in the time, or are about records of it, or what is missing in it, first one first. */
export async function actionsWithin(
  db: Db,
  caller: Caller,
  { span, laboratory, appliance }: Period,
  records: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('action as a')
    .select('a.id')
    .where('a.company_id', '=', caller.companyId)
    .where(
      sql<boolean>`(exists (select from action_subject s where s.action = a.id and s.id = any(${records}::uuid[]))
        or a.created_at >= ${timestamp(span.from)} and a.created_at < ${timestamp(span.to)} and not exists (
          select from action_subject s where s.action = a.id
            and (${appliance === null ? sql`false` : sql`s.appliance is distinct from ${appliance}`}
              or ${laboratory === null ? sql`false` : sql`s.laboratory_id is distinct from ${laboratory}::uuid`})))`,
    )
    .where(
      sql<boolean>`not exists (
        select from action_subject s where s.action = a.id and not ${seesSubject(caller, 's')})`,
    )
    .orderBy('a.created_at')
    .orderBy('a.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** By whom records are signed. */
export async function signaturesOn(
  db: Db,
  records: readonly string[],
): Promise<{ id: string; name: string; role: string; at: number }[]> {
  const rows = await db
    .selectFrom('signed_revision as r')
    .innerJoin('signature as s', 's.id', 'r.signature')
    .innerJoin('signer as p', 'p.id', 's.signer')
    .select(['r.id', 'p.role', 's.created_at as at', sql<string>`coalesce(p.name, p.initials)`.as('name')])
    .where('r.id', '=', anyOf(records))
    .orderBy('s.created_at')
    .orderBy('s.id')
    .execute();
  return rows;
}

/** What was measured by hand on records, °C. */
export async function readingsOn(db: Db, records: readonly string[]): Promise<number[]> {
  const rows = await db
    .selectFrom('remark')
    .select(sql<number>`(content->>'value_C')::float8`.as('value'))
    .where('subject', '=', anyOf(records))
    .where('kind', '=', 'reading')
    .execute();
  return rows.map(({ value }) => value);
}

/**
 * Who has access to the company, or for a report of less than all of it to one of its units at least, and since when. Who
 * manages a kitchen reads initials: the people of the company are listed to those who invite them.
 */
export async function peopleOf(
  db: Db,
  caller: Caller,
  units: readonly PeriodUnit[],
  { span }: Period,
): Promise<PeriodPerson[]> {
  const name = sql<string>`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), '–')`;
  const own = await db
    .selectFrom('app_user as u')
    .select([name.as('name'), 'u.role', 'u.created_at as from'])
    .where('u.company_id', '=', caller.companyId)
    .where('u.erased_at', 'is', null)
    .where('u.created_at', '<', timestamp(span.to))
    .execute();
  const invited = await db
    .selectFrom('membership as m')
    .innerJoin('app_user as u', 'u.id', 'm.user_id')
    .select([name.as('name'), 'm.role', sql<number>`m.accepted_at`.as('from')])
    .where('m.company_id', '=', caller.companyId)
    .where('u.erased_at', 'is', null)
    .where('m.accepted_at', '<', timestamp(span.to))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('share as s')
          .select('s.appliance')
          .whereRef('s.membership_id', '=', 'm.id')
          .where('s.appliance', '=', anyOf(units.map(({ appliance }) => appliance))),
      ),
    )
    .execute();
  const all = [...own, ...invited].sort((a, b) => a.from - b.from || (a.name < b.name ? -1 : 1));
  const isManager = caller.member?.role === 'KITCHEN_MANAGER';
  return isManager ? all.map((one) => ({ ...one, name: initialsOf(one.name) })) : all;
}
