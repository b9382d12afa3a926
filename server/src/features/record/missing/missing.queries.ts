/**
 * What the book of a company lacks (B2.11): nothing of it is stored but what somebody said of it, and when food was put in by what the
 * samples of a day say. It follows from the records that there are now, so that it is the same in whatever order they came, and what comes late takes it away.
 */
import type { ActionOfRecord } from '@brina/contract/calls/record/actions';
import type { MissingRecord } from '@brina/contract/calls/record/missing';
import {
  coverage_min,
  dayBefore,
  daysBetween,
  isKnown,
  type MissingKind,
  type MissingTold,
  missedDays,
  usualDays,
  verifiedWithin_ms,
} from '@brina/domain/haccp/missing/missing';
import { localDay, spanOfDay } from '@brina/domain/language/local-day';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { seesSubject } from '#core/access/scopes.ts';
import { viewOf } from '#core/access/views.ts';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { derivedId } from '#core/ids.ts';
import { dayOfRecord, type RecordScope, records, timeZone, unitColumns } from '#features/record/book/book.queries.ts';
import { doneBy } from '#features/record/signatures/signers.ts';
import { tellingsOf } from './tellings.queries.ts';

/** What is missing, with what an explanation of it is kept under, the number of its unit, and the action that nobody has verified. */
export type Missing = MissingRecord & { subject: string; appliance: number | null; action: ActionOfRecord | null };

/** What is told of it to whom it concerns. */
export const presentMissing = ({ subject: _, appliance: __, action: ___, ...one }: Missing): MissingRecord => one;

/** What is missing, before it is said what was done about it. */
type Found = Omit<Missing, 'id' | 'actions'>;

/** Days of kitchens' calendars, both included; of one kitchen or unit, or of all. */
export type MissingScope = RecordScope;

type Place = { lab_id: string | null; laboratory: string | null; time_zone: string };
type UnitRow = { appliance: number; serial: string; name: string; model: string };

/** Everything that a caller's book lacks of some days, the latest first. @param now epoch ms */
export async function missingOf(db: Db, caller: Caller, scope: MissingScope, now: number): Promise<Missing[]> {
  if (caller.companyId === null) return [];
  const found = [
    ...(await withoutBatch(db, caller, scope, now)),
    ...(await withoutCycle(db, caller, scope)),
    ...(await lacking(db, caller, scope, now)),
    ...(await unverified(db, caller, scope, now)),
  ].filter(({ labId }) => scope.laboratory === null || labId === scope.laboratory);
  const company = caller.companyId;
  const said = await explanationsOf(db, company, scope);
  const named = found.map((one) => ({ ...one, id: derivedId('missing', company, one.kind, one.day, one.subject) }));
  const done = await actionsAbout(
    db,
    named.map(({ id }) => id),
  );
  return named
    .map((one) => {
      const explained = said.get(keyOf(one));
      const actions = [...(one.action ? [one.action] : []), ...(done.get(one.id) ?? [])];
      return explained ? { ...one, actions, state: 'explained' as const, explained } : { ...one, actions };
    })
    .sort((a, b) => (a.day === b.day ? compare(sortKey(a), sortKey(b)) : compare(b.day, a.day)));
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const sortKey = ({ laboratory, unit, kind, subject }: Missing): string =>
  [laboratory ?? '\uffff', unit?.name ?? '', kind, subject].join('\n');
const keyOf = ({ kind, day, subject }: { kind: string; day: string; subject: string }): string =>
  `${kind} ${day} ${subject}`;

const ofUnit = (appliance: number | null, column: string): RawBuilder<boolean> =>
  appliance === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${appliance}`;

/** Records of days of their kitchens' calendars; the moments around them, which an index knows, spare the others. */
const betweenDays = (from: string, to: string): RawBuilder<boolean> => sql<boolean>`(
  r.started_at >= ${from}::timestamptz - interval '2 days' and r.started_at < ${to}::timestamptz + interval '3 days'
  and ${dayOfRecord} collate "C" between ${from} and ${to})`;

type Stay = UnitRow & { held_from: number; held_to: number | null };
/** The days on which batches of a unit began while it stood in a kitchen. */
type Began = Place & { appliance: number; days: string[] };

/** Usual days of units on which they had no batch, held by the company from their begin to their end. */
async function withoutBatch(db: Db, caller: Caller, scope: MissingScope, now: number): Promise<Found[]> {
  const began = await sql<Began>`
    select r.appliance, l.id as lab_id, l.name as laboratory, ${timeZone} as time_zone, array_agg(distinct ${dayOfRecord}) as days
    from ${records(caller)}
    where r.kind = 'batch' and ${betweenDays(dayBefore(scope.from, usualDays), scope.to)} and ${ofUnit(scope.appliance, 'r.appliance')}
    group by r.appliance, l.id, l.name, ${timeZone}`.execute(db);
  const stays = await staysWithin(db, caller, scope);
  const staysOf = Map.groupBy(stays, ({ appliance }) => appliance);
  const days = daysBetween(scope.from, scope.to);
  const found: { missed: Found; appliance: number; end: number }[] = [];
  for (const [appliance, places] of Map.groupBy(began.rows, (row) => row.appliance))
    for (const day of missedDays(new Set(places.flatMap((place) => place.days)), days)) {
      const place = placeBefore(places, day);
      const span = spanOfDay(day, place.time_zone);
      const stay = staysOf
        .get(appliance)
        ?.find(({ held_from, held_to }) => held_from <= span.from && (held_to ?? Infinity) >= span.to);
      if (!stay || span.to > now) continue;
      const missed = { ...missing('batch', day, place, `${appliance}`), ...ofUnitRow(stay) };
      found.push({ missed, appliance, end: span.to });
    }
  const tellings = await tellingsOf(
    db,
    found.filter(({ end }) => !isKnown(end, undefined, now)).map(({ appliance }) => appliance),
  );
  return found.map(({ missed, appliance, end }) =>
    isKnown(end, tellings.get(appliance), now) ? missed : { ...missed, state: 'waiting' },
  );
}

/** When a caller's company held units of the scope. */
const staysWithin = (db: Db, caller: Caller, { appliance }: MissingScope): Promise<Stay[]> =>
  db
    .selectFrom('appliance as a')
    .innerJoin(viewOf(caller).as('s'), 's.appliance', 'a.id')
    .select(['a.id as appliance', 'a.serial', 'a.model', 's.from_at as held_from', 's.to_at as held_to'])
    .select(sql<string>`case when s.to_at is null then a.name else a.serial end`.as('name'))
    .where(ofUnit(appliance, 'a.id'))
    .execute();

/** Where a unit stood on a day without a batch: where the one before it began. */
function placeBefore(places: readonly Began[], day: string): Place {
  const last = ({ days }: Began): string =>
    days.reduce((latest, one) => (one < day && one > latest ? one : latest), '');
  return places.reduce((one, other) => (last(other) > last(one) ? other : one));
}

/** Food that was put into a blast chiller, held by the company, and that no cycle cooled: as was found when its day was looked at. */
async function withoutCycle(db: Db, caller: Caller, { from, to, appliance }: MissingScope): Promise<Found[]> {
  const { rows } = await sql<UnitRow & Place & { appliance: number; day: string; at: number }>`
    select d.appliance, d.day, d.time_zone, w.at, a.serial, a.model, case when s.to_at is null then a.name else a.serial end as name,
      l.id as lab_id, l.name as laboratory
    from ${viewOf(caller)} s
    join hold_day d on d.appliance = s.appliance and d.warm_loads is not null and d.removed_at is null
      and d.from_at >= ${from}::timestamptz - interval '2 days' and d.from_at < ${to}::timestamptz + interval '3 days'
      and d.day collate "C" between ${from} and ${to} and ${ofUnit(appliance, 'd.appliance')}
    cross join lateral unnest(d.warm_loads) w (at)
    join appliance a on a.id = d.appliance
    left join laboratory l on l.id = d.laboratory_id and l.company_id = ${caller.companyId}
    where w.at >= s.from_at and (s.to_at is null or w.at < s.to_at)
    order by w.at`.execute(db);
  return rows.map(({ at, ...row }) => ({
    ...missing('warmLoad', row.day, row, `${row.appliance} ${at}`),
    at,
    ...ofUnitRow(row),
  }));
}

type Lacking = UnitRow &
  Place & {
    kind: 'batch' | 'day';
    id: string;
    day: string;
    zone: number | null;
    look: boolean;
    product: boolean;
    lot: boolean;
    coverage: boolean;
  };

/** The plan that a unit went by as a record began: null, the maker's, which demands nothing. */
const demands = sql`(
  select p.plan->'demands' from unit_plan u left join food_plan p on p.id = u.food_plan
  where u.appliance = r.appliance and u.from_at <= r.started_at order by u.from_at desc limit 1)`;

const demanded = (name: 'dailyLook' | 'product' | 'lot'): RawBuilder<boolean> =>
  sql<boolean>`coalesce((d.demands->>${sql.lit(name)})::boolean, false)`;

/** Of what held nothing nobody has to look; who looks late has not looked after it. */
const lacksLook = sql<boolean>`(r.kind = 'day' and ${demanded('dailyLook')} and l.id is not null and r.verdict <> 'NOT_IN_USE'
  and not exists (select from hold_look w where w.laboratory_id = l.id and w.day = ${dayOfRecord} and not w.is_late))`;
const lacksText = (name: 'product' | 'lot'): RawBuilder<boolean> =>
  sql<boolean>`(r.kind = 'batch' and ${demanded(name)} and ${sql.ref(`r.${name}`)} is null)`;
/** Every other verdict says by itself that too little is known. */
const lacksCoverage = sql<boolean>`(r.verdict = 'EXCEEDED' and (r.summary->>'coverage')::float8 < ${coverage_min})`;

/** What records lack that were judged, and kitchens of which a day is over. */
async function lacking(db: Db, caller: Caller, scope: MissingScope, now: number): Promise<Found[]> {
  const { rows } = await sql<Lacking>`
    select r.appliance, ${unitColumns}, ${timeZone} as time_zone, r.kind, r.id, ${dayOfRecord} as day, r.zone_of as zone,
      ${lacksLook} as look, ${lacksText('product')} as product, ${lacksText('lot')} as lot, coalesce(${lacksCoverage}, false) as coverage
    from ${records(caller)}
    cross join lateral (select ${demands} as demands) d
    where r.verdict is not null and ${betweenDays(scope.from, scope.to)} and ${ofUnit(scope.appliance, 'r.appliance')}
      and (${lacksLook} or ${lacksText('product')} or ${lacksText('lot')} or ${lacksCoverage})
    order by r.started_at, r.id`.execute(db);
  const looks = new Map<string, Found>();
  const ofRecords: Found[] = [];
  for (const row of rows) {
    const { id, kind, zone, day, lab_id } = row;
    if (row.look && lab_id !== null && day < localDay(now, row.time_zone))
      looks.set(`${lab_id} ${day}`, missing('look', day, row, lab_id));
    for (const lack of ['product', 'lot', 'coverage'] as const)
      if (row[lack]) ofRecords.push({ ...missing(lack, day, row, id), ...ofUnitRow(row), record: { id, kind, zone } });
  }
  return [...(await withLateLooks(db, [...looks.values()])), ...ofRecords];
}

type Unverified = Partial<UnitRow> &
  Place &
  Omit<ActionOfRecord, 'createdAt'> & {
    created_at: number;
    done_at: number;
    subject_kind: string;
    subject: string;
    zone: number | null;
    appliance: number | null;
  };

/**
 * What was done more than a day ago, and nobody has verified: where the plan of then, of the kitchen of a record that it is about, demands a
 * second person. It is missing on the day on which it was done. Of what is about anything that the caller may not see nothing is told.
 */
async function unverified(db: Db, caller: Caller, scope: MissingScope, now: number): Promise<Found[]> {
  const { rows } = await sql<Unverified>`
    select a.id, a.revision, a.state, a.cause, a.created_at, d.done_at, f.kind as subject_kind, f.id as subject, f.zone, f.appliance,
      u.serial, u.model, case when f.is_held then u.name else f.appliance_name end as name,
      l.id as lab_id, l.name as laboratory, coalesce(l.time_zone, o.time_zone) as time_zone
    from action a
    join company o on o.id = a.company_id
    cross join lateral (
      select min(v.created_at) as done_at from action_revision v where v.action = a.id and v.state = 'done' and v.revision > coalesce((
        select max(w.revision) from action_revision w where w.action = a.id and w.state <> 'done'), 0)) d
    join lateral (
      select s.kind, s.id, s.appliance, s.appliance_name, s.laboratory_id, h.zone,
        exists (select from tenure t where t.appliance = s.appliance and t.company_id = a.company_id and t.to_at is null) as is_held
      from action_subject s left join hold_day h on s.kind = 'day' and h.id = s.id
      where s.action = a.id and coalesce((
        select (p.plan->'demands'->>'secondPerson')::boolean from food_plan p
        where p.company_id = a.company_id and (p.laboratory_id is null or p.laboratory_id = s.laboratory_id) and p.from_at <= d.done_at
        order by p.laboratory_id is null, p.from_at desc, p.id desc limit 1), false)
      order by s.id limit 1) f on true
    left join appliance u on u.id = f.appliance
    left join laboratory l on l.id = f.laboratory_id and l.company_id = a.company_id
    where a.company_id = ${caller.companyId} and a.state = 'done' and d.done_at <= ${timestamp(now - verifiedWithin_ms)}
      and d.done_at >= ${scope.from}::timestamptz - interval '2 days' and d.done_at < ${scope.to}::timestamptz + interval '3 days'
      and ${ofUnit(scope.appliance, 'f.appliance')}
      and not exists (select from action_subject hidden where hidden.action = a.id and not ${seesSubject(caller, 'hidden')})`.execute(
    db,
  );
  return rows.flatMap(({ id, revision, state, cause, created_at: createdAt, ...row }) => {
    const day = localDay(row.done_at, row.time_zone);
    if (day < scope.from || day > scope.to) return [];
    const { subject_kind: kind, subject, zone, serial, name = '', model = '' } = row;
    return {
      ...missing('verification', day, row, id),
      ...(row.appliance !== null && serial && ofUnitRow({ appliance: row.appliance, serial, name, model })),
      record: kind === 'batch' || kind === 'day' ? { id: subject, kind, zone } : null,
      action: { id, revision, state, cause, createdAt },
    };
  });
}

/** Looks that are missing, with who has looked after all: that stands there, as what explains it, and does not take it away. */
async function withLateLooks(db: Db, looks: readonly Found[]): Promise<Found[]> {
  if (looks.length === 0) return [];
  const rows = await db
    .selectFrom('hold_look as w')
    .leftJoin('signer as p', 'p.id', 'w.signer')
    .innerJoin('app_user as u', 'u.id', 'w.user_id')
    .select(['w.laboratory_id', 'w.day', 'w.at', 'p.role', doneBy.as('by')])
    .where('w.is_late', '=', true)
    .where('w.laboratory_id', '=', anyOf([...new Set(looks.flatMap(({ labId }) => labId ?? []))]))
    .where('w.day', '=', anyOf([...new Set(looks.map(({ day }) => day))]))
    .execute();
  const late = new Map(rows.map((row) => [`${row.laboratory_id} ${row.day}`, row]));
  return looks.map((one) => {
    const look = late.get(`${one.labId} ${one.day}`);
    if (!look) return one;
    const explained = { reason: 'LATE', text: '', by: look.by ?? '–', role: look.role ?? '', at: look.at } as const;
    return { ...one, state: 'explained', explained };
  });
}

const missing = (kind: MissingKind, day: string, place: Place, subject: string): Found => ({
  kind,
  day,
  at: null,
  subject,
  unit: null,
  appliance: null,
  labId: place.lab_id,
  laboratory: place.laboratory,
  timeZone: place.time_zone,
  record: null,
  action: null,
  state: 'open',
  explained: null,
});

const ofUnitRow = ({ appliance, serial, name, model }: UnitRow): Pick<Found, 'appliance' | 'unit'> => ({
  appliance,
  unit: { serialNumber: serial, name: name || serial, model },
});

/** What was done about what is missing, latest first; of what nothing was is absent. */
async function actionsAbout(db: Db, ids: readonly string[]): Promise<Map<string, ActionOfRecord[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('action_subject as s')
    .innerJoin('action as a', 'a.id', 's.action')
    .select(['s.id as about', 'a.id', 'a.revision', 'a.created_at as createdAt'])
    .select([sql<ActionOfRecord['state']>`a.state`.as('state'), sql<ActionOfRecord['cause']>`a.cause`.as('cause')])
    .where('s.id', '=', anyOf(ids))
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .execute();
  const ofMissing = Map.groupBy(rows, ({ about }) => about);
  return new Map(Array.from(ofMissing, ([id, some]) => [id, some.map(({ about: _, ...action }) => action)]));
}

type Explained = NonNullable<MissingRecord['explained']>;

/** What somebody has said of what a company's book lacks. */
async function explanationsOf(
  db: Db,
  company: string,
  { from, to }: Pick<MissingScope, 'from' | 'to'>,
): Promise<Map<string, Explained>> {
  const rows = await db
    .selectFrom('missing_explanation as e')
    .innerJoin('signer as p', 'p.id', 'e.signer')
    .select(['e.kind', 'e.day', 'e.subject', 'e.text', 'e.created_at as at', 'p.role'])
    .select(sql<MissingTold>`e.reason`.as('reason'))
    .select(sql<string>`coalesce(p.name, p.initials)`.as('by'))
    .where('e.company_id', '=', company)
    .where('e.day', '>=', from)
    .where('e.day', '<=', to)
    .execute();
  return new Map(rows.map(({ kind, day, subject, ...said }) => [keyOf({ kind, day, subject }), said]));
}
