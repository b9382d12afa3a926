import {
  type BookMonth,
  type BookRecord,
  type CalendarRow,
  calendarUnits_max,
  filterRecords,
  type getBookMonth,
  type UnitOfBook,
} from '@brina/contract/calls/record/book';
import type { Input, Reply } from '@brina/contract/wire/call';
import { isCalendarDay, localDay } from '@brina/domain/language/local-day';
import { compareNames } from '@brina/domain/language/name-order';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { viewOf } from '#core/access/views.ts';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { pagedList } from '#core/db/paged-list.ts';
import { containing } from '#core/db/pattern.ts';
import { asAmended } from '#features/record/remarks/remarks.queries.ts';
import { span } from '#features/record/telemetry/batch-span.ts';

/** Whether the last change of a batch's verdict by a later judge was looked at by nobody. */
const awaitsReview = sql<boolean>`(b.revision > 1 and coalesce((
  select w.batch is null from batch_revision n
  join batch_revision f on f.batch = n.batch and f.revision = n.revision - 1
  left join batch_review w on w.batch = n.batch and w.revision = n.revision
  where n.batch = b.id and n.cause = 'judge' and n.verdict <> f.verdict
  order by n.revision desc limit 1), false))`;

/** Whether nobody has said yet what became of the food of a record that called for it. */
const awaitsAction = sql<boolean>`(w.id is not null)`;

/** The time zone of the kitchen of a record, or of its company. */
export const timeZone = sql<string>`coalesce(l.time_zone, o.time_zone)`;
/** The day of a record by the calendar of its kitchen. */
export const dayOfRecord = sql<string>`coalesce(r.day_of, to_char(r.started_at at time zone ${timeZone}, 'YYYY-MM-DD'))`;

/**
 * Some records of a book: what was recorded in some kitchens, or by some units, on some days of their calendars, both included, and is
 * judged.
 */
export type BookWindow = {
  laboratories: readonly string[];
  appliances: readonly number[];
  from: string;
  to: string;
};

const inWindow = ({ laboratories, appliances, from, to }: BookWindow): RawBuilder<boolean> => sql`(
  (r.laboratory_id = any(${laboratories}::uuid[]) or r.appliance = any(${appliances}::int[]))
  and r.started_at >= ${from}::timestamptz - interval '2 days' and r.started_at < ${to}::timestamptz + interval '3 days'
  and ${dayOfRecord} between ${from} and ${to} and r.verdict is not null)`;

/**
 * Every record that a caller may see, by its last revision, as `r`: batches that began, and days of holding, while its company held the
 * unit; their kitchen as `l`, the unit as `a`, and as `w` whether an action on it waits for somebody. What a former holder said of a run that goes on is not the next one's.
 */
export const records = (caller: Caller): RawBuilder<unknown> => sql`(
    select 'batch' as kind, b.removed_at, b.id, b.appliance, b.started_at, least(${span.ended_at}, s.to_at - interval '1 millisecond') as ended_at,
      s.to_at is null as is_held, null as day_of, null as zone_of, v.verdict, ${awaitsReview} as awaits_review,
      r.function, b.tray, b.needle, b.laboratory_id, b.revision, v.summary,
      ${asAmended('product', sql`coalesce(b.product, case when r.started_at >= s.from_at then r.request->>'product' end)`)} as product,
      ${asAmended('lot', sql`case when r.started_at >= s.from_at then r.request->>'lot' end`)} as lot
    from ${viewOf(caller)} s
    join batch b on b.appliance = s.appliance and b.started_at >= s.from_at and (s.to_at is null or b.started_at < s.to_at)
    join cycle_run r on r.id = b.run
    left join batch_revision v on v.batch = b.id and v.revision = b.revision
    union all
    select 'day', d.removed_at, d.id, d.appliance, d.from_at, d.to_at, s.to_at is null, d.day, d.zone, v.verdict,
      false, null, null, null, d.laboratory_id, d.revision, v.summary, null, null
    from ${viewOf(caller)} s
    join hold_day d on d.appliance = s.appliance and d.from_at >= s.from_at and (s.to_at is null or d.from_at < s.to_at)
      and d.revision > 0
    left join hold_day_revision v on v.hold_day = d.id and v.revision = d.revision) r
  join appliance a on a.id = r.appliance
  left join laboratory l on l.id = r.laboratory_id and l.company_id = ${caller.companyId}
  join company o on o.id = ${caller.companyId}
  left join (
    select distinct u.id from action x join action_subject u on u.action = x.id
    where x.company_id = ${caller.companyId} and x.state in ('open', 'reopened')) w on w.id = r.id`;

/** Records whose day begins so; the moments around it, which an index knows, spare the others. */
const within = (from: string, to: string, beginning: string): RawBuilder<boolean> => sql`(
  r.started_at >= ${from}::timestamptz - interval '2 days' and r.started_at < ${to}::timestamptz + interval '3 days'
  and starts_with(${dayOfRecord}, ${beginning}))`;

const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
const never = sql<boolean>`false`;

/** First and last day of a month; undefined where it is none. */
function daysOf(month: string): { from: string; to: string } | undefined {
  if (!isMonth(month)) return undefined;
  const [year = 0, of = 0] = month.split('-').map(Number);
  return { from: `${month}-01`, to: new Date(Date.UTC(year, of, 0)).toISOString().slice(0, 10) };
}

const inMonth = (month: string): RawBuilder<boolean> => {
  const days = daysOf(month);
  return days ? within(days.from, days.to, month) : never;
};

const pageOfIds = pagedList(filterRecords, {
  filters: {
    labId: (id) => sql`l.id::text = ${id}`,
    serialNumber: (serial) => sql`a.serial = ${serial}`,
    kind: (kind) => sql`r.kind = ${kind}`,
    verdict: (verdict) => sql`r.verdict = ${verdict}`,
    needs: (text) => sql`(${awaitsAction} or r.awaits_review) = ${text === 'true'}`,
    product: (text) => sql`r.product ilike ${containing(text)}`,
    lot: (text) => sql`r.lot ilike ${containing(text)}`,
    day: (text) => (isCalendarDay(text) ? within(text, text, text) : never),
    month: inMonth,
    from: (text) =>
      isCalendarDay(text)
        ? sql`(r.started_at >= ${text}::timestamptz - interval '2 days' and ${dayOfRecord} collate "C" >= ${text})`
        : never,
    to: (text) =>
      isCalendarDay(text)
        ? sql`(r.started_at < ${text}::timestamptz + interval '3 days' and ${dayOfRecord} collate "C" <= ${text})`
        : never,
  },
  orders: { startedAt: sql`r.started_at` },
  ties: sql`r.id`,
});

type UnitRow = { serial: string; name: string; model: string; lab_id: string | null; laboratory: string | null };

type Row = UnitRow & {
  kind: BookRecord['kind'];
  id: string;
  started_at: number;
  ended_at: number | null;
  time_zone: string;
  removed_at: number | null;
  verdict: BookRecord['verdict'];
  awaits_action: boolean;
  awaits_review: boolean;
  revision: number;
  hash: Uint8Array | null;
  function: number | null;
  tray: number | null;
  needle: number | null;
  product: string | null;
  lot: string | null;
  day: string;
  zone_of: number | null;
  summary: Record<string, number | null> | null;
};

const presentUnit = (row: UnitRow): UnitOfBook => ({
  serialNumber: row.serial,
  name: row.name,
  model: row.model,
  labId: row.lab_id,
  laboratory: row.laboratory,
});

const present = (row: Row): BookRecord => ({
  id: row.id,
  ...presentUnit(row),
  kind: row.kind,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  timeZone: row.time_zone,
  ...(row.removed_at !== null && { removedAt: row.removed_at }),
  verdict: row.verdict,
  needs: [...(row.awaits_action ? (['action'] as const) : []), ...(row.awaits_review ? (['review'] as const) : [])],
  seal: row.hash && { revision: row.revision, hash: Buffer.from(row.hash).toString('hex') },
  batch:
    row.kind === 'batch'
      ? {
          function: row.function ?? 0,
          tray: row.tray === null ? null : { number: row.tray, needle: row.needle },
          product: row.product,
          lot: row.lot,
          minutes: row.summary?.['minutes'] ?? null,
          limit_min: row.summary?.['limit_min'] ?? null,
        }
      : null,
  day:
    row.kind === 'day'
      ? {
          day: row.day,
          zone: row.zone_of ?? 1,
          max: row.summary?.['max'] ?? null,
          degree_min: row.summary?.['degree_min'] ?? 0,
          excursions: row.summary?.['excursions'] ?? 0,
        }
      : null,
});

/** How a unit that was given away is called is the next holder's. */
export const unitColumns = sql`a.serial, case when r.is_held then a.name else a.serial end as name, a.model, l.id as lab_id, l.name as laboratory`;

const columnsOfRecord = sql`${unitColumns}, r.kind, r.id, r.started_at, r.ended_at, ${timeZone} as time_zone, r.verdict,
  r.removed_at, ${awaitsAction} as awaits_action, r.awaits_review, r.function, r.tray, r.needle, r.product, r.lot, ${dayOfRecord} as day, r.zone_of, r.summary, r.revision,
  (select e.hash from ledger_entry e join ledger_book k on k.id = e.book and k.company_id = o.id
    where e.id = r.id::text and e.kind = r.kind and e.rev = r.revision) as hash`;

/**
 * A page of the food records that a caller may see. Which they are is found first: what is said of a record costs more than its place.
 * @param only absent: of all of them
 */
export async function filteredRecords(
  db: Db,
  caller: Caller,
  request: Input<typeof filterRecords>['body'],
  only?: BookWindow,
): Promise<Reply<typeof filterRecords>> {
  const { items: ids, total } = await pageOfIds(db, request, {
    columns: sql`r.id`,
    from: records(caller),
    ...(only && { where: inWindow(only) }),
    present: ({ id }: { id: string }) => id,
  });
  const found = new Map((await recordsByIds(db, caller, ids)).map(({ record }) => [record.id, record]));
  return { items: ids.flatMap((id) => found.get(id) ?? []), total };
}

/** By kitchen, those in none last, then by name. */
const byPlace = (one: CalendarRow, other: CalendarRow): number =>
  Number(one.laboratory === null) - Number(other.laboratory === null) ||
  compareNames(one.laboratory ?? '', other.laboratory ?? '') ||
  compareNames(one.unit?.name ?? '', other.unit?.name ?? '');

/** Of which records: of days of their kitchens' calendars, both included; of one kitchen or unit, or of all. */
export type RecordScope = { from: string; to: string; laboratory: string | null; appliance: number | null };

const inScope = ({ from, to, laboratory, appliance }: RecordScope): RawBuilder<boolean> => sql`(
  r.started_at >= ${from}::timestamptz - interval '2 days' and r.started_at < ${to}::timestamptz + interval '3 days'
  and ${dayOfRecord} collate "C" between ${from} and ${to}
  and ${laboratory === null ? sql`true` : sql`l.id = ${laboratory}::uuid`}
  and ${appliance === null ? sql`true` : sql`r.appliance = ${appliance}`})`;

/** Which records that are kept a caller may see of some days, in the order of their time; so many at most. */
export async function idsOfRecords(db: Db, caller: Caller, scope: RecordScope, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from ${records(caller)} where ${inScope(scope)} and r.removed_at is null order by r.started_at, r.id limit ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Records by their ids, as the book lists them, with the day that each is of. */
export async function recordsByIds(
  db: Db,
  caller: Caller,
  ids: readonly string[],
): Promise<{ record: BookRecord; day: string }[]> {
  const { rows } = await sql<Row>`select ${columnsOfRecord} from ${records(caller)} where r.id = ${anyOf(ids)}`.execute(
    db,
  );
  return rows.map((row) => ({ record: present(row), day: row.day }));
}

/** On which days units have any record that a caller may see, whatever kitchen it is of. */
export async function daysWithRecords(
  db: Db,
  caller: Caller,
  units: readonly number[],
  { from, to }: Pick<RecordScope, 'from' | 'to'>,
): Promise<{ appliance: number; day: string }[]> {
  const { rows } = await sql<{ appliance: number; day: string }>`
    select distinct r.appliance, ${dayOfRecord} as day from ${records(caller)}
    where r.appliance = ${anyOf(units)} and ${inScope({ from, to, laboratory: null, appliance: null })}`.execute(db);
  return rows;
}

type CellRow = {
  /** Null: of all units of the kitchen. */
  appliance: number | null;
  lab_id: string | null;
  is_held: boolean;
  day: string;
  verdict: BookRecord['verdict'];
  is_removed: boolean;
  records: number;
  needs: number;
};

/** The calendar of a month, of one kitchen or of all. @param now epoch ms */
export async function monthOf(
  db: Db,
  caller: Caller,
  { labId, month }: Input<typeof getBookMonth>['query'],
  now: number,
): Promise<BookMonth> {
  const place = await db
    .selectFrom('company as c')
    .leftJoin('laboratory as l', (join) => join.onRef('l.company_id', '=', 'c.id').on('l.id', '=', labId ?? null))
    .select(({ fn }) => fn.coalesce('l.time_zone', 'c.time_zone').as('time_zone'))
    .where('c.id', '=', caller.companyId)
    .executeTakeFirst();
  const today = localDay(now, place?.time_zone ?? 'UTC');
  const told = month ?? today.slice(0, 7);
  const by = labId !== undefined || (await hasFewUnits(db, caller, told)) ? 'unit' : 'kitchen';
  const cells = await cellsOf(db, caller, { month: told, labId, by });
  const rowOf = await rowsOf(db, cells);
  const rows = [...Map.groupBy(cells, ({ appliance, lab_id }) => appliance ?? `kitchen ${lab_id}`).values()]
    .flatMap((ofRow) => {
      const row = ofRow[0] && rowOf(ofRow[0]);
      return row ? [{ row, ofRow }] : [];
    })
    .sort((one, other) => byPlace(one.row, other.row));
  return {
    month: told,
    today,
    by,
    rows: rows.map(({ row }) => row),
    cells: rows.flatMap(({ ofRow }, row) =>
      [...Map.groupBy(ofRow, (cell) => cell.day)].map(([on, ofDay]) => ({ row, day: on, ...cellOf(ofDay) })),
    ),
  };
}

/** What stands on each day of a month, counted: names are looked up for rows and not for records, and the day of each is reckoned once. */
async function cellsOf(
  db: Db,
  caller: Caller,
  { month, labId, by }: { month: string; labId: string | undefined; by: BookMonth['by'] },
): Promise<readonly CellRow[]> {
  const days = daysOf(month);
  if (!days) return [];
  const rowColumns = by === 'unit' ? sql`r.appliance, r.is_held` : sql`null::int as appliance, true as is_held`;
  const { rows } = await sql<CellRow>`
    select c.appliance, c.lab_id, c.is_held, to_char(c.day, 'YYYY-MM-DD') as day, c.verdict, c.is_removed, count(*)::int as records,
      count(*) filter (where c.is_waiting)::int as needs
    from (
      select ${rowColumns}, l.id as lab_id, coalesce(r.day_of::date, (r.started_at at time zone ${timeZone})::date) as day, r.verdict,
        r.removed_at is not null as is_removed, ${awaitsAction} or r.awaits_review as is_waiting
      from ${records(caller)}
      where r.started_at >= ${days.from}::timestamptz - interval '2 days' and r.started_at < ${days.to}::timestamptz + interval '3 days'
        and ${labId === undefined ? sql`true` : sql`l.id = ${labId}::uuid`}
      offset 0) c
    where c.day between ${days.from}::date and ${days.to}::date
    group by c.appliance, c.lab_id, c.is_held, c.day, c.verdict, c.is_removed
    order by c.day`.execute(db);
  return rows;
}

/** Whether a caller sees so few units that were held in a month, whatever they did, that each has a row of the calendar. */
async function hasFewUnits(db: Db, caller: Caller, month: string): Promise<boolean> {
  const days = daysOf(month);
  if (!days) return true;
  const { from, to } = days;
  const units = await db
    .selectFrom(viewOf(caller).as('s'))
    .select('s.appliance')
    .distinct()
    .where(sql<boolean>`(s.from_at < ${to}::timestamptz + interval '3 days'
      and (s.to_at is null or s.to_at > ${from}::timestamptz - interval '2 days'))`)
    .limit(calendarUnits_max + 1)
    .execute();
  return units.length <= calendarUnits_max;
}

/** What a row of the calendar is of, as it is called to who holds it, or held it. */
async function rowsOf(db: Db, cells: readonly CellRow[]): Promise<(cell: CellRow) => CalendarRow | undefined> {
  const idsOf = <T>(of: (cell: CellRow) => T | null) =>
    [...new Set(cells.map(of))].flatMap((id) => (id === null ? [] : [id]));
  const units = await db
    .selectFrom('appliance')
    .select(['id', 'serial', 'name', 'model'])
    .where('id', '=', anyOf(idsOf(({ appliance }) => appliance)))
    .execute();
  const kitchens = await db
    .selectFrom('laboratory')
    .select(['id', 'name'])
    .where('id', '=', anyOf(idsOf(({ lab_id }) => lab_id)))
    .execute();
  const unitBy = new Map(units.map((unit) => [unit.id, unit]));
  const nameOf = new Map(kitchens.map(({ id, name }) => [id, name]));
  return ({ appliance, lab_id, is_held }) => {
    const kitchen = { labId: lab_id, laboratory: nameOf.get(lab_id ?? '') ?? null };
    if (appliance === null) return { ...kitchen, unit: null };
    const unit = unitBy.get(appliance);
    return (
      unit && {
        ...kitchen,
        unit: { serialNumber: unit.serial, name: is_held ? unit.name : unit.serial, model: unit.model },
      }
    );
  };
}

function cellOf(ofDay: readonly CellRow[]): Pick<BookMonth['cells'][number], 'counts' | 'needs' | 'removed'> {
  const sum = (rows: readonly CellRow[], of: 'records' | 'needs') => rows.reduce((all, row) => all + row[of], 0);
  const [kept, gone] = [ofDay.filter((row) => !row.is_removed), ofDay.filter((row) => row.is_removed)];
  return {
    counts: kept.map(({ verdict, records: count }) => ({ verdict, records: count })),
    needs: sum(kept, 'needs'),
    ...(gone.length > 0 && { removed: sum(gone, 'records') }),
  };
}

/** How many records of a window say what, and how many of them wait for a person. */
export async function countsWithin(
  db: Db,
  caller: Caller,
  only: BookWindow,
): Promise<{ verdict: BookRecord['verdict']; records: number; needs: number }[]> {
  const { rows } = await sql<{ verdict: BookRecord['verdict']; records: number; needs: number }>`
    select r.verdict, count(*)::int as records, count(*) filter (where ${awaitsAction} or r.awaits_review)::int as needs
    from ${records(caller)} where ${inWindow(only)} group by r.verdict`.execute(db);
  return rows;
}

/** How many records of some days that are kept say what, by their kinds, and of how many a later judge's verdict was looked at by nobody. */
export async function countsOfDays(
  db: Db,
  caller: Caller,
  scope: RecordScope,
): Promise<(Pick<BookRecord, 'kind' | 'verdict'> & { records: number; reviews: number })[]> {
  const { rows } = await sql<Pick<BookRecord, 'kind' | 'verdict'> & { records: number; reviews: number }>`
    select r.kind, r.verdict, count(*)::int as records, count(*) filter (where r.awaits_review)::int as reviews
    from ${records(caller)} where ${inScope(scope)} and r.removed_at is null group by r.kind, r.verdict`.execute(db);
  return rows;
}

/** A record of a window by its id; undefined where the window has none. */
export async function recordWithin(
  db: Db,
  caller: Caller,
  only: BookWindow,
  id: string,
): Promise<Pick<BookRecord, 'kind'> | undefined> {
  const { rows } = await sql<Pick<BookRecord, 'kind'>>`
    select r.kind from ${records(caller)} where r.id = ${id}::uuid and ${inWindow(only)}`.execute(db);
  return rows[0];
}
