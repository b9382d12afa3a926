import { advance, openIntervals, startEngine } from '@brina/domain/alarm-engine/engine';
import type { UnitContext } from '@brina/domain/alarm-engine/input';
import { type Interval, reconcile } from '@brina/domain/alarm-engine/interval';
import type { EngineState } from '@brina/domain/alarm-engine/state';
import { liveSectionOf } from '@brina/domain/alarms';
import { modelRow } from '@brina/domain/families/families';
import { storageLimits } from '@brina/domain/haccp/rules';
import { sql } from 'kysely';
import type { Alarm, LiveFrame } from '@brina/contract/live';
import type { Bus } from '#core/bus/bus.ts';
import type { Clock } from '#core/clock.ts';
import type { Database, Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { unnestColumns } from '#core/db/unnest.ts';
import { derivedId } from '#core/ids.ts';
import { loadUnits, saveUnits } from '#core/ingest/unit.ts';
import type { Log } from '#core/log.ts';
import { type AlarmsDue, markDue } from './alarms.ingest.ts';
import { type Taken, takeInputs } from './parts/inputs.ts';
import { intervalsSince, keepRevisions, type StoredInterval, storeIntervals } from './parts/intervals.ts';

type Parts = { db: Database; bus: Bus; clock: Clock; log: Log };

/** Units whose rules run in one round: many statements for one unit cost as much as for a hundred. */
const units_max = 100;
/** States are kept this often: late data run again from the last one before them. */
const checkpointEvery_ms = 3_600_000;

/**
 * Runs the alarm rules over facts they have not seen, for the units that have any; after late data once more from the last
 * kept state before them, so that the intervals are the same in whatever order facts arrive.
 * @returns whether there was anything to do
 */
export async function followAlarms({ db, bus, clock, log }: Parts): Promise<boolean> {
  const outcome = await db.ingest(async (tx) => {
    const now = clock.now();
    const due = await takeDue(tx, now);
    if (due.length === 0) return undefined;
    const began = await beginnings(tx, due);
    const taken = await takeInputs(
      tx,
      began.map(({ appliance, at }) => ({ appliance, after_at: at })),
    );
    const runs = began.flatMap((unit) => {
      const facts = taken.get(unit.appliance);
      if (!facts) return [];
      try {
        return [runRules(unit, facts)];
      } catch (error) {
        // One unit's facts are never another's problem (docs/SECURITY.md): it stays where it was.
        log.error(
          { event: 'alarms.failed', serial: unit.serial, err: error },
          'the alarm rules of an appliance failed',
        );
        return [];
      }
    });
    await keepStates(tx, runs);
    const touched = await keepIntervals(tx, runs, now);
    const unfinished = runs
      .filter(({ complete }) => !complete)
      .map(({ unit, at }): AlarmsDue => ({ appliance: unit.appliance, from_at: at + 1, due_at: now }));
    await markDue(tx, unfinished);
    return showAlarms(tx, touched, now);
  });
  for (const frame of outcome ?? []) bus.publish('live', { serial: frame.serialNumber, frame });
  return outcome !== undefined;
}

/** Any number will do that nobody else locks: of several servers one at a time runs the rules. */
const roundLock = 726_180_003;

/** The units whose turn it is, those that waited longest first. */
async function takeDue(db: Db, now: number): Promise<{ appliance: number; from_at: number }[]> {
  await sql`select pg_advisory_xact_lock(${roundLock})`.execute(db);
  const { rows } = await sql<{ appliance: number; from_at: number }>`
    with turn as (
      select appliance from alarm_due group by appliance having min(due_at) <= ${timestamp(now)}
      order by min(due_at), appliance limit ${units_max}),
    taken as (delete from alarm_due d using turn where d.appliance = turn.appliance returning d.appliance, d.from_at)
    select appliance, min(from_at) as from_at from taken group by appliance`.execute(db);
  return rows;
}

/** A unit at the moment from which its rules run: the state after everything up to `at`. */
type Beginning = {
  appliance: number;
  serial: string;
  context: UnitContext;
  at: number;
  state: EngineState;
  /** Facts were late: stored intervals from `at` on may have been wrong. */
  again: boolean;
  /** The run before took only a part of the facts: this one goes on where it stopped. */
  goesOn: boolean;
  /** Nothing is known of before `at`: the unit's first fact comes next. */
  isFirst: boolean;
};

type BeginningRow = {
  appliance: number;
  serial: string;
  model: string;
  time_zone: string | null;
  from_at: number;
  engine_at: number | null;
  engine_state: EngineState | null;
  kept_at: number | null;
  kept_state: EngineState | null;
};

/** Where the rules of units begin: where they stand, or before late facts, or at the first fact. */
async function beginnings(db: Db, due: readonly { appliance: number; from_at: number }[]): Promise<Beginning[]> {
  const batch = unnestColumns({
    appliance: ['integer', due.map((one) => one.appliance)],
    from_at: ['timestamptz', due.map((one) => one.from_at)],
  });
  const { rows } = await sql<BeginningRow>`
    select batch.appliance, a.serial, a.model, coalesce(l.time_zone, c.time_zone) as time_zone, batch.from_at,
      e.at as engine_at, e.state as engine_state, k.at as kept_at, k.state as kept_state
    from ${batch.rows}
    join appliance a on a.id = batch.appliance
    left join laboratory l on l.id = a.laboratory_id
    left join tenure t on t.appliance = a.id and t.to_at is null
    left join company c on c.id = t.company_id
    left join alarm_engine e on e.appliance = a.id
    -- Only late facts need a state of before.
    left join lateral (
      select at, state from alarm_checkpoint p
      where p.appliance = a.id and p.at < batch.from_at and batch.from_at <= e.at
      order by at desc limit 1) k on true`.execute(db);
  const late = rows.filter((row) => row.engine_at !== null && row.from_at <= row.engine_at);
  await forgetCheckpoints(db, late);
  return rows.flatMap((row): Beginning[] => {
    const context = contextOf(row.model, row.time_zone ?? 'UTC');
    if (!context) return [];
    const { appliance, serial } = row;
    const isLate = row.engine_at !== null && row.from_at <= row.engine_at;
    const unit = { appliance, serial, context, again: isLate, goesOn: row.from_at - 1 === row.engine_at };
    const [at, state] = isLate ? [row.kept_at, row.kept_state] : [row.engine_at, row.engine_state];
    if (at !== null && state !== null) return [{ ...unit, at, state, isFirst: false }];
    const first = row.from_at - 1;
    return [{ ...unit, at: first, state: startEngine(context, first), isFirst: true }];
  });
}

/** States that late facts have made wrong. */
async function forgetCheckpoints(db: Db, late: readonly { appliance: number; from_at: number }[]): Promise<void> {
  if (late.length === 0) return;
  const batch = unnestColumns({
    appliance: ['integer', late.map((one) => one.appliance)],
    from_at: ['timestamptz', late.map((one) => one.from_at)],
  });
  await sql`
    delete from alarm_checkpoint p using ${batch.rows} where p.appliance = batch.appliance and p.at >= batch.from_at`.execute(
    db,
  );
}

const contexts = new Map<string, UnitContext>();

/** What holds for every unit of a model in a time zone; undefined for a model of a later version. */
function contextOf(storedName: string, timeZone: string): UnitContext | undefined {
  const key = `${storedName} ${timeZone}`;
  const known = contexts.get(key);
  const model = modelRow(storedName);
  if (known || !model) return known;
  const context = { model, timeZone, hold: storageLimits };
  contexts.set(key, context);
  return context;
}

/** What the rules of one unit came to. */
type Run = {
  unit: Beginning;
  at: number;
  state: EngineState;
  /** Every interval that was on or began since, as it stands. */
  intervals: readonly Interval[];
  isChanged: boolean;
  /** There are no more facts: `at` is the present, and no stored interval lies beyond it. */
  complete: boolean;
  checkpoints: readonly { at: number; state: EngineState }[];
};

function runRules(unit: Beginning, { inputs, complete }: Taken): Run {
  const { context } = unit;
  const keyOf = ({ name, zone, startedAt }: Interval): string => `${name} ${zone ?? 1} ${startedAt}`;
  let { state, at } = unit;
  const intervals = new Map(openIntervals(state).map((interval) => [keyOf(interval), interval]));
  // The first state is kept too: late facts of the first hour would otherwise begin without what was before them.
  const checkpoints = unit.isFirst ? [{ at, state: structuredClone(state) }] : [];
  let isChanged = unit.again || unit.goesOn;
  let kept = at;
  for (const input of inputs) {
    // A state is kept between two moments, never within one.
    if (input.at_ms > at && at - kept >= checkpointEvery_ms) {
      checkpoints.push({ at, state: structuredClone(state) });
      kept = at;
    }
    const advanced = advance(state, input, context);
    state = advanced.state;
    at = Math.max(at, input.at_ms);
    for (const interval of advanced.changed) intervals.set(keyOf(interval), interval);
    isChanged ||= advanced.changed.length > 0;
  }
  return { unit, at, state, intervals: [...intervals.values()], isChanged, complete, checkpoints };
}

async function keepStates(db: Db, runs: readonly Run[]): Promise<void> {
  const checkpoints = runs.flatMap(({ unit, checkpoints: kept }) => kept.map((one) => ({ unit, ...one })));
  const states = runs.map(({ unit, at, state }) => ({ unit, at, state }));
  for (const [table, rows] of [
    ['alarm_engine', states],
    ['alarm_checkpoint', checkpoints],
  ] as const) {
    if (rows.length === 0) continue;
    const batch = unnestColumns({
      appliance: ['integer', rows.map(({ unit }) => unit.appliance)],
      at: ['timestamptz', rows.map(({ at }) => at)],
      state: ['jsonb', rows.map(({ state }) => state)],
    });
    const key = sql.raw(table === 'alarm_engine' ? '(appliance)' : '(appliance, at)');
    await sql`
      insert into ${sql.table(table)} (${batch.names}) select ${batch.names} from ${batch.rows}
      on conflict ${key} do update set at = excluded.at, state = excluded.state`.execute(db);
  }
}

/**
 * Stores what became of the intervals; the same alarm keeps its identity.
 * @returns the units with news of the present: in the midst of a run nobody is shown what was on long ago
 */
async function keepIntervals(db: Db, runs: readonly Run[], now: number): Promise<readonly Beginning[]> {
  const changed = runs.filter(({ isChanged }) => isChanged);
  if (changed.length === 0) return [];
  const stored = Map.groupBy(
    await intervalsSince(
      db,
      changed.map(({ unit }) => ({ appliance: unit.appliance, at: unit.at })),
    ),
    ({ appliance }) => appliance,
  );
  const written: StoredInterval[] = [];
  const replaced: StoredInterval[] = [];
  for (const { unit, intervals, at, complete } of changed) {
    // What began after a part of a run has not been looked at again yet.
    const before = (stored.get(unit.appliance) ?? []).filter(({ interval }) => complete || interval.startedAt <= at);
    const ids = new Map(before.map(({ id, interval }) => [interval, id]));
    const outcome = reconcile(
      before.map(({ interval }) => interval),
      intervals,
    );
    const write = (id: string | undefined, interval: Interval): void => {
      const { appliance, serial } = unit;
      const { name, zone, startedAt } = interval;
      written.push({ id: id ?? derivedId('alarm', serial, name, zone ?? 1, startedAt), appliance, interval });
    };
    for (const { old, now: other } of outcome.changed) write(ids.get(old), other);
    for (const interval of outcome.appeared) write(undefined, interval);
    // What was stored from this moment on may lie before the run: only what the run has computed can be retracted.
    for (const interval of outcome.retracted) write(idOfRetracted(ids, interval), interval);
    if (unit.again) for (const one of before) replaced.push(one);
  }
  const ids = new Set(written.map(({ id }) => id));
  await keepRevisions(
    db,
    replaced.filter(({ id }) => ids.has(id)),
    now,
  );
  await storeIntervals(db, written, now);
  return changed.filter(({ complete }) => complete).map(({ unit }) => unit);
}

const idOfRetracted = (ids: ReadonlyMap<Interval, string>, { name, zone, startedAt }: Interval): string | undefined =>
  [...ids].find(([one]) => one.name === name && one.zone === zone && one.startedAt === startedAt)?.[1];

/** Brings the live pictures of units up to date with their open alarms. @returns the frames to send after the commit */
export async function showAlarms(
  db: Db,
  touched: readonly { appliance: number; serial: string }[],
  now: number,
): Promise<LiveFrame[]> {
  if (touched.length === 0) return [];
  const { rows } = await sql<{ appliance: number; name: string; since: number }>`
    select u.id as appliance, i.name, min(i.started_at) as since
    from unnest(${touched.map(({ appliance }) => appliance)}::int[]) as u (id)
    join alarm_interval i on i.appliance = u.id or i.units @> array[u.id]
    where i.cleared_at is null and i.raised_at is not null and i.state in ('active', 'suspected')
    group by u.id, i.name order by min(i.started_at) desc, i.name`.execute(db);
  const open = Map.groupBy(rows, ({ appliance }) => appliance);
  const units = [
    ...(
      await loadUnits(
        db,
        touched.map(({ serial }) => serial),
      )
    ).values(),
  ];
  for (const unit of units)
    for (const section of ['alarms', 'warnings'] as const) {
      const ofSection = (open.get(unit.id) ?? []).filter(({ name }) => liveSectionOf(name) === section);
      unit.show(section, withEnded(unit.picture[section], ofSection), now);
    }
  const told = units.filter((unit) => unit.frames().length > 0);
  if (told.length > 0) await saveUnits(db, told);
  return told.flatMap((unit) => unit.frames());
}

/** What is open now, and what was shown before and has ended (S4.10: told once with active false). */
const withEnded = (shown: readonly Alarm[], open: readonly { name: string; since: number }[]): Alarm[] => [
  ...open.map(({ name, since }) => ({ name, active: true, since })),
  ...shown
    .filter((one) => one.active && !open.some(({ name }) => name === one.name))
    .map((one) => ({ ...one, active: false })),
];

const day_ms = 86_400_000;
/** Kept states are thinned out with their age: the later facts are, the further back the rules may have to begin. */
const thinning = [
  { olderThan_ms: 2 * day_ms, keepOneIn: 'day' },
  { olderThan_ms: 40 * day_ms, keepOneIn: 'week' },
] as const;

/** Forgets kept states that nobody will need as finely. */
export async function thinOutStates(db: Db, now: number): Promise<void> {
  for (const { olderThan_ms, keepOneIn } of thinning)
    await sql`
      delete from alarm_checkpoint p using (
        select appliance, at, row_number() over (partition by appliance, date_trunc(${keepOneIn}::text, at) order by at) as n
        from alarm_checkpoint where at < ${timestamp(now - olderThan_ms)}) old
      where p.appliance = old.appliance and p.at = old.at and old.n > 1`.execute(db);
}
