import type { HoldContent } from '@brina/contract/calls/record/holding';
import { modelRow } from '@brina/domain/appliance/families/families';
import { zonesOf } from '@brina/domain/appliance/families/family';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { localDay, spanOfDay } from '@brina/domain/language/local-day';
import { sql } from 'kysely';
import type { Clock } from '#core/clock.ts';
import { anyOf } from '#core/db/any-of.ts';
import type { Database, Db } from '#core/db/database.ts';
import { isDatabaseTrouble } from '#core/db/database-errors.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { derivedId } from '#core/ids.ts';
import type { Log } from '#core/log.ts';
import { followVerdict } from '#features/record/actions/open.ts';
import { append } from '#features/record/ledger/append.ts';
import { drained_ms, waitForDay_ms } from './holding.ingest.ts';
import { pack, summaryOf } from './parts/content.ts';
import { type DueDay, type MadeDay, makeDay } from './sources.queries.ts';

type Parts = { db: Database; clock: Clock; log: Log };

/** Days further back than this have no record where none was begun; and nobody asks for more of a unit that is silent. */
const back_ms = 31 * day_ms;
/** A day that cannot be made is looked at again after so long. */
const failedAgain_ms = hour_ms;
/** One whose excursion goes on is looked at again after so long. */
const openAgain_ms = 30 * minute_ms;
/** The longest that a day is due ahead: it has 25 hours. */
export const dayAhead_ms = 26 * hour_ms;

/** Units begun in one turn. */
const begun_max = 200;

/** A unit as a day begins. */
type Unit = { appliance: number; model: string; company_id: string; laboratory_id: string | null; time_zone: string };

type Beginning = Unit & {
  held_from: number;
  sample_at: number;
  first_from: number | null;
  last_to: number | null;
};

/**
 * Begins the days of units of which something was measured that no day has: of new ones, of those that were silent for long, and where
 * older data came after newer ones. Each day begins the next one.
 * @returns whether there may be more
 */
export const beginDays = ({ db, clock }: Parts): Promise<boolean> =>
  db.write(async (tx) => {
    const now = clock.now();
    await cutAtZoneChange(tx, now);
    const units = await waiting(tx, now);
    for (const unit of units) {
      const day = localDay(unit.sample_at, unit.time_zone);
      const span = spanOfDay(day, unit.time_zone);
      const isEarlier = unit.first_from !== null && unit.sample_at < unit.first_from;
      // Of what was before the first thing that a unit ever told its company nothing can be said.
      const known = isEarlier ? 0 : (unit.last_to ?? unit.sample_at);
      const from = Math.max(span.from, unit.held_from, known);
      const to = isEarlier ? Math.min(span.to, unit.first_from ?? Infinity) : span.to;
      await insertDay(tx, unit, { day, from, to }, now);
    }
    return units.length === begun_max;
  });

/** Units with a sample that no day has, and when the first of these was. */
async function waiting(db: Db, now: number): Promise<Beginning[]> {
  const since = timestamp(now - back_ms);
  const { rows } = await sql<Beginning>`
    select a.id as appliance, a.model, t.company_id, a.laboratory_id, t.from_at as held_from, coalesce(l.time_zone, c.time_zone) as time_zone,
      coalesce(earlier.at, later.at) as sample_at, known.first_from, known.last_to
    from tenure t
    join appliance a on a.id = t.appliance
    join company c on c.id = t.company_id
    left join laboratory l on l.id = a.laboratory_id
    cross join lateral (
      select min(from_at) as first_from, max(to_at) as last_to from hold_day
      where appliance = t.appliance and from_at >= t.from_at) known
    left join lateral (
      select at from telemetry where appliance = t.appliance and at >= greatest(t.from_at, ${since})
        and at < coalesce(known.first_from, 'infinity') order by at limit 1) earlier
      on known.first_from is null or known.first_from > greatest(t.from_at, ${since})
    left join lateral (
      select at from telemetry where appliance = t.appliance and at >= greatest(known.last_to, ${since}) order by at limit 1) later
      on known.last_to <= ${timestamp(now)}
    where t.to_at is null and coalesce(earlier.at, later.at) <= ${timestamp(now)}
    limit ${begun_max}`.execute(db);
  return rows;
}

/** A day in which the time zone of a kitchen changed is cut there: what is past keeps its zone, what comes has the new one. */
async function cutAtZoneChange(db: Db, now: number): Promise<void> {
  const rows = await db
    .selectFrom('hold_day as d')
    .innerJoin('tenure as t', (join) =>
      join
        .onRef('t.appliance', '=', 'd.appliance')
        .onRef('t.company_id', '=', 'd.company_id')
        .on('t.to_at', 'is', null),
    )
    .innerJoin('appliance as a', 'a.id', 'd.appliance')
    .innerJoin('laboratory as l', 'l.id', 'a.laboratory_id')
    .select(['d.id', 'd.appliance', 'a.model', 'd.company_id', 'a.laboratory_id', 'l.time_zone'])
    .where('d.revision', '=', 0)
    .where('d.from_at', '<', timestamp(now))
    .where('d.to_at', '>', timestamp(now))
    .whereRef('d.time_zone', '<>', 'l.time_zone')
    .execute();
  if (rows.length === 0) return;
  await db
    .updateTable('hold_day')
    .set({ to_at: timestamp(now), due_at: timestamp(now + waitForDay_ms) })
    .where('id', '=', anyOf(rows.map(({ id }) => id)))
    .execute();
  for (const unit of rows) {
    const day = localDay(now, unit.time_zone);
    await insertDay(db, unit, { day, from: now, to: spanOfDay(day, unit.time_zone).to }, now);
  }
}

/** A day of each zone of a unit, due when it is over; of a unit that is behind, one after the other while its backlog is drained. */
async function insertDay(
  db: Db,
  { appliance, model, company_id, laboratory_id, time_zone }: Unit,
  { day, from, to }: { day: string; from: number; to: number },
  now: number,
): Promise<void> {
  const row = modelRow(model);
  if (!row || from >= to) return;
  const newest = await db
    .selectFrom('telemetry')
    .select('at')
    .where('appliance', '=', appliance)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  // One that tells of the past sends more of it: its days have time until it is through.
  const isBehind = (newest?.at ?? 0) < now - waitForDay_ms;
  const due_at = Math.max(to + waitForDay_ms, isBehind ? now + drained_ms : now);
  for (const zone of zonesOf(row) === 2 ? [1, 2] : [1])
    await db
      .insertInto('hold_day')
      .values({
        id: derivedId('holdDay', appliance, zone, from),
        appliance,
        zone,
        company_id,
        laboratory_id,
        day,
        time_zone,
        from_at: timestamp(from),
        to_at: timestamp(to),
        due_at: timestamp(due_at),
      })
      .onConflict((on) => on.doNothing())
      .execute();
}

/**
 * Writes the next revision of one day that is due; only if its content changed. What it is made of is read before the transaction that
 * writes: ingestion does not wait for it.
 * @returns whether a day was due
 */
export async function writeDueDay({ db, clock, log }: Parts): Promise<boolean> {
  const now = clock.now();
  const due = await db.read((tx) =>
    tx
      .selectFrom('hold_day')
      .select([
        'id',
        'appliance',
        'zone',
        'company_id',
        'laboratory_id',
        'day',
        'time_zone',
        'from_at',
        'to_at',
        'revision',
      ])
      .select(['due_at', 'cause'])
      .where('due_at', '<=', timestamp(now))
      .where('removed_at', 'is', null)
      .orderBy('due_at')
      .orderBy('from_at')
      .limit(1)
      .executeTakeFirst(),
  );
  if (!due) return false;
  try {
    const made = await db.read((tx) => makeDay(tx, due, now));
    await db.write((tx) => keep(tx, { ...due, due_at: due.due_at ?? now }, made, now));
  } catch (err) {
    // Of a database in trouble nothing is known of the day.
    if (isDatabaseTrouble(err)) throw err;
    const failing_since = sql<number>`coalesce(failing_since, ${timestamp(now)})`;
    await db.write((tx) =>
      tx
        .updateTable('hold_day')
        .set({ due_at: timestamp(now + failedAgain_ms), failing_since })
        .where('id', '=', due.id)
        .execute(),
    );
    log.error({ event: 'holding.failed', day: due.id, err }, 'the record of a day could not be made: it is put off');
  }
  return true;
}

/** Keeps what was made of a day, unless something of it has come meanwhile. */
async function keep(
  db: Db,
  due: DueDay & { due_at: number; cause: string | null },
  made: MadeDay | undefined,
  now: number,
): Promise<void> {
  const end = made?.heldUntil ? Math.min(due.to_at, made.heldUntil) : due.to_at;
  const isOpen = made?.isOpen === true;
  const loads = made?.warm.loads ?? [];
  const taken = await db
    .updateTable('hold_day')
    .set({
      due_at: isOpen || made?.warm.isOpen ? timestamp(now + openAgain_ms) : null,
      cause: isOpen ? 'late_data' : null,
      failing_since: null,
      to_at: timestamp(end),
      warm_loads: loads.length > 0 ? sql<number[]>`array[${sql.join(loads.map(timestamp))}]::timestamptz[]` : null,
    })
    .where('id', '=', due.id)
    .where('due_at', '=', timestamp(due.due_at))
    .where('revision', '=', due.revision)
    .executeTakeFirst();
  if (taken.numUpdatedRows === 0n) return;
  if (due.revision === 0 && made && made.heldUntil === null) await beginNext(db, due, made, now);
  // What goes on is told once, and again when it is over.
  if (made?.content && !(isOpen && due.revision > 0)) await writeRevision(db, due, made.content, now);
}

async function writeRevision(
  db: Db,
  { id, company_id, appliance, laboratory_id, revision, cause }: DueDay & { cause: string | null },
  made: HoldContent,
  now: number,
): Promise<void> {
  const { content, hash } = pack(made);
  const last = await db
    .selectFrom('hold_day_revision')
    .select(['content_hash', 'verdict'])
    .where('hold_day', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  if (last && hash.equals(last.content_hash)) return;
  await db
    .insertInto('hold_day_revision')
    .values({
      hold_day: id,
      revision: revision + 1,
      created_at: timestamp(now),
      cause: revision === 0 ? 'complete' : (cause ?? 'late_data'),
      verdict: made.verdict,
      summary: jsonb(summaryOf(made)),
      content,
      content_hash: hash,
    })
    .execute();
  await db
    .updateTable('hold_day')
    .set({ revision: revision + 1 })
    .where('id', '=', id)
    .execute();
  const { verdict, reasons } = made;
  const place = { company: company_id, appliance, appliance_name: made.applianceName, laboratory_id };
  await followVerdict(db, { kind: 'day', id, ...place, verdict, reasons, former: last ?? null }, now);
  const isNew = revision === 0;
  await append(db, [{ company: company_id, kind: 'day', id, isNew, rev: revision + 1, at: now, content: made }]);
}

/** The day after a day, in the kitchen's zone by now; of a unit that is silent for long none, before it tells something again. */
async function beginNext(db: Db, due: DueDay, { content }: MadeDay, now: number): Promise<void> {
  const from = due.to_at;
  const unit = await db
    .selectFrom('appliance as a')
    .innerJoin('company as c', (join) => join.on('c.id', '=', due.company_id))
    .leftJoin('laboratory as l', 'l.id', 'a.laboratory_id')
    .select(['a.model', 'a.laboratory_id', sql<string>`coalesce(l.time_zone, c.time_zone)`.as('time_zone')])
    .where('a.id', '=', due.appliance)
    .executeTakeFirst();
  if (!unit) return;
  const silent = await silentAround(db, due);
  if (silent.isSilent && (!content || silent.since <= from - back_ms)) return;
  const day = localDay(from, unit.time_zone);
  const following = await db
    .selectFrom('hold_day')
    .select('from_at')
    .where('appliance', '=', due.appliance)
    .where('zone', '=', due.zone)
    .where('from_at', '>=', timestamp(from))
    .orderBy('from_at')
    .limit(1)
    .executeTakeFirst();
  const to = Math.min(spanOfDay(day, unit.time_zone).to, following?.from_at ?? Infinity);
  await insertDay(db, { ...unit, appliance: due.appliance, company_id: due.company_id }, { day, from, to }, now);
}

/** Whether a unit told nothing in a day, and when it was heard last before its end. */
async function silentAround(
  db: Db,
  { appliance, from_at, to_at }: DueDay,
): Promise<{ isSilent: boolean; since: number }> {
  const last = await db
    .selectFrom('telemetry')
    .select('at')
    .where('appliance', '=', appliance)
    .where('at', '<', timestamp(to_at))
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const since = last?.at ?? 0;
  return { isSilent: since < from_at, since };
}

/** How many days have a next revision that cannot be made. */
export const countFailingDays = (db: Database): Promise<number> =>
  db.read(async (tx) => {
    const { failing } = await tx
      .selectFrom('hold_day')
      .select(({ fn }) => fn.countAll<number>().as('failing'))
      .where('failing_since', 'is not', null)
      .executeTakeFirstOrThrow();
    return failing;
  });
