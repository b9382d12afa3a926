import { startEngine } from '@brina/domain/alarms/engine/engine';
import type { UnitContext } from '@brina/domain/alarms/engine/input';
import type { Interval } from '@brina/domain/alarms/engine/interval';
import { type EngineState, engineVersion, type PlanFrom } from '@brina/domain/alarms/engine/state';
import { isEngineState } from '@brina/domain/alarms/engine/state-shape';
import { modelRow } from '@brina/domain/appliance/families/families';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { unnestColumns } from '#core/db/unnest.ts';
import { telemetryKeptFrom } from '#core/retention.ts';
import { intervalsSince } from './intervals.ts';

/** The state of a unit at a moment, epoch ms. */
export type KeptState = { at: number; state: EngineState };

/** The same as the database holds it: as text a state takes a third of the memory. */
export type StateText = { at: number; text: string };

export const writeState = ({ at, state }: KeptState): StateText => ({ at, text: JSON.stringify(state) });
export const readState = ({ at, text }: StateText): KeptState => ({ at, state: JSON.parse(text) as EngineState });

/** A unit whose rules are due, as the database knows it. Moments are epoch ms. */
export type Standing = {
  appliance: number;
  serial: string;
  context: UnitContext;
  /** Since when its present owner holds it; null while nobody does. */
  heldSince: number | null;
  /** The earliest fact to be looked at: nothing is of which telemetry holds no more, or that is settled. */
  fromAt: number;
  /** Everything up to then is judged; null: nothing is. */
  engineAt: number | null;
  /** The moment of the state that is kept: facts after it have to be read again by whoever begins from it. */
  stateAt: number | null;
  /** Whether that state is of this version. */
  isReadable: boolean;
  /** Another one whenever somebody has written where the rules are; null: nobody has. */
  stamp: string | null;
  /** Nothing up to then is looked at again; null: everything is. */
  settledAt: number | null;
  /** Telemetry is held from then on. */
  keptFrom: number;
  /** Its rules have not come through since they failed (`alarm_failure`). */
  isFailing: boolean;
};

/** A unit at the moment from which its rules run: the state after everything up to `at`, and how the unit stood then. */
export type Beginning = KeptState &
  Pick<Standing, 'appliance' | 'serial' | 'context' | 'heldSince' | 'engineAt' | 'stateAt' | 'settledAt'> & {
    /** Facts were late, or may have been: stored intervals from `at` on may have been wrong. */
    again: boolean;
    /** No state of before is known: this is the first. */
    isFirst: boolean;
    /** Kept states from then on are wrong, for facts of before were late, or of another version; null: none is. */
    forgetFrom: number | null;
    /** From then on no fact is missing: what was raised before stays as it is. */
    wholeFrom: number;
    /** A state that was to be gone on from is damaged. */
    isDamaged: boolean;
  };

/** Whether facts from a moment on are of before where the rules are, and still looked at. */
export const isLate = (
  { engineAt, isReadable, settledAt, keptFrom }: Standing,
  { from_at }: { from_at: number },
): boolean =>
  engineAt !== null && isReadable && Math.max(from_at, keptFrom, (settledAt ?? from_at - 1) + 1) <= engineAt;

/** Whether facts were judged since the state that is kept: who begins from it reads them again. */
export const isBehind = ({ engineAt, stateAt, isReadable }: Standing): boolean => isReadable && stateAt !== engineAt;

/** How units stand that are due from a moment on. One of a model of a later version is left out. */
export async function standings(
  db: Db,
  due: readonly { appliance: number; from_at: number }[],
  now: number,
): Promise<Standing[]> {
  if (due.length === 0) return [];
  const keptFrom = telemetryKeptFrom(now);
  const rows = await db
    .selectFrom('appliance as a')
    .leftJoin('laboratory as l', 'l.id', 'a.laboratory_id')
    .leftJoin('tenure as t', (join) => join.onRef('t.appliance', '=', 'a.id').on('t.to_at', 'is', null))
    .leftJoin('company as c', 'c.id', 't.company_id')
    .leftJoin('alarm_engine as e', 'e.appliance', 'a.id')
    .leftJoin('alarm_failure as f', (join) => join.onRef('f.appliance', '=', 'a.id').on('f.ends_at', 'is', null))
    .select(({ fn }) => [
      'a.id as appliance',
      'a.serial',
      'a.model',
      fn.coalesce('l.time_zone', 'c.time_zone').as('time_zone'),
      't.from_at as held_since',
      'e.at as engine_at',
      'e.state_at',
      'e.version as engine_version',
      'e.settled_at',
      sql<string | null>`e.xmin::text`.as('stamp'),
      sql<boolean>`f.appliance is not null`.as('is_failing'),
    ])
    .where('a.id', '=', anyOf(due.map(({ appliance }) => appliance)))
    .execute();
  const fromOf = new Map(due.map(({ appliance, from_at }) => [appliance, from_at]));
  return rows.flatMap((row): Standing[] => {
    const context = contextOf(row.model, row.time_zone ?? 'UTC');
    if (!context) return [];
    const settled = row.settled_at === null ? Number.NEGATIVE_INFINITY : row.settled_at + 1;
    return [
      {
        appliance: row.appliance,
        serial: row.serial,
        context,
        heldSince: row.held_since,
        fromAt: Math.max(fromOf.get(row.appliance) ?? now, keptFrom, settled),
        engineAt: row.engine_at,
        stateAt: row.state_at,
        isReadable: row.engine_version === engineVersion,
        stamp: row.stamp,
        settledAt: row.settled_at,
        keptFrom,
        isFailing: row.is_failing,
      },
    ];
  });
}

/** A unit that goes on from a state; `again`: one from before late facts. */
export const goingOn = (
  { keptFrom, fromAt, isFailing: _, ...standing }: Standing,
  { at, state }: KeptState,
  again = false,
): Beginning => ({
  ...standing,
  at,
  state,
  again,
  isFirst: false,
  forgetFrom: again ? Math.max(fromAt, at) : null,
  wholeFrom: Math.max(at, keptFrom),
  isDamaged: false,
});

/** Where rules are to begin: before the earliest late fact, or with the last state. */
export type Start = { standing: Standing; isLate: boolean };

/**
 * Where the rules of units begin of which no state is at hand: at the last state that is kept, or before late facts, or at the first fact.
 * Instead of a damaged one it is the last sound one before. Where a state of another version stands, or none is sound, they begin anew
 * with what is on (docs/decisions/010-alarm-rules-in-a-round.md).
 */
export async function beginnings(db: Db, starts: readonly Start[]): Promise<Beginning[]> {
  if (starts.length === 0) return [];
  const { kept, damaged } = await soundStates(db, starts);
  const isAnew = ({ standing: { appliance, engineAt, isReadable }, isLate }: Start): boolean =>
    engineAt !== null && (!isReadable || (!isLate && damaged.has(appliance) && !kept.has(appliance)));
  const firstAt = (start: Start): number => {
    const { engineAt, fromAt } = start.standing;
    return engineAt !== null && isAnew(start) ? engineAt : fromAt - 1;
  };
  const anew = starts.flatMap((start) => {
    const { appliance } = start.standing;
    return kept.has(appliance) ? [] : [{ appliance, at: firstAt(start) }];
  });
  const open = await openAt(db, anew);
  const plans = await plansFrom(db, anew);
  return starts.map((start): Beginning => {
    const { standing, isLate } = start;
    const { appliance, context, engineAt, fromAt } = standing;
    const at = firstAt(start);
    const known = kept.get(appliance);
    const state = known ?? { at, state: startEngine(context, at, open.get(appliance), plans.get(appliance)) };
    const isDamaged = damaged.has(appliance);
    return {
      // What is read again may hold facts that came late, also such as come while it is read.
      ...goingOn(standing, state, isLate || (!isAnew(start) && (isDamaged || isBehind(standing)))),
      isFirst: !known,
      isDamaged,
      ...(isAnew(start) && { forgetFrom: fromAt, settledAt: engineAt }),
      // Those after a sound one are made again.
      ...(isDamaged && { forgetFrom: known ? known.at + 1 : 0 }),
    };
  });
}

/** The states from which units may go on, as `keptStates` finds them, and the units of which one was damaged. */
async function soundStates(
  db: Db,
  starts: readonly Start[],
): Promise<{ kept: Map<number, KeptState>; damaged: Set<number> }> {
  const kept = new Map<number, KeptState>();
  const damaged = new Set<number>();
  const contextOfUnit = new Map(starts.map(({ standing }) => [standing.appliance, standing.context]));
  let asked = starts.map(({ standing: { appliance, fromAt }, isLate }) => ({ appliance, isLate, fromAt }));
  while (asked.length > 0) {
    const unsound: typeof asked = [];
    for (const { appliance, ...text } of await keptStates(db, asked)) {
      const context = contextOfUnit.get(appliance);
      const sound = context ? soundState(text, context) : null;
      if (sound) kept.set(appliance, sound);
      else {
        damaged.add(appliance);
        unsound.push({ appliance, isLate: true, fromAt: text.at });
      }
    }
    asked = unsound;
  }
  return { kept, damaged };
}

/** A kept state, or null where the text is damaged. */
function soundState({ at, text }: StateText, context: UnitContext): KeptState | null {
  try {
    const state: unknown = JSON.parse(text);
    return isEngineState(state, context) ? { at, state } : null;
  } catch {
    return null;
  }
}

/** The last states that are kept, and of units with late facts the last ones before them; none where nobody can read them. */
async function keptStates(
  db: Db,
  asked: readonly { appliance: number; isLate: boolean; fromAt: number }[],
): Promise<readonly (StateText & { appliance: number })[]> {
  const batch = unnestColumns({
    appliance: ['integer', asked.map(({ appliance }) => appliance)],
    late: ['boolean', asked.map(({ isLate }) => isLate)],
    from_at: ['timestamptz', asked.map(({ fromAt }) => fromAt)],
  });
  const { rows } = await sql<StateText & { appliance: number }>`
    select batch.appliance, s.at, s.state as text from ${batch.rows} cross join lateral (
      select e.state_at as at, e.state from alarm_engine e
      where not batch.late and e.appliance = batch.appliance and e.version = ${engineVersion}
      union all (
        select p.at, p.state from alarm_checkpoint p
        where batch.late and p.appliance = batch.appliance and p.version = ${engineVersion} and p.at < batch.from_at
        order by p.at desc limit 1)) s`.execute(db);
  return rows;
}

/** What had been raised and was on at a moment, by unit. */
async function openAt(db: Db, moments: readonly { appliance: number; at: number }[]): Promise<Map<number, Interval[]>> {
  if (moments.length === 0) return new Map();
  const atOf = new Map(moments.map(({ appliance, at }) => [appliance, at]));
  const open = (await intervalsSince(db, moments)).filter(({ appliance, interval: { raisedAt, clearedAt } }) => {
    const at = atOf.get(appliance) ?? 0;
    return raisedAt !== null && raisedAt <= at && (clearedAt === null || clearedAt > at);
  });
  return new Map(
    [...Map.groupBy(open, ({ appliance }) => appliance)].map(([appliance, stored]) => [
      appliance,
      stored.map(({ interval }) => interval),
    ]),
  );
}

/** The food-safety plans that units go by from a moment on: that of then, and those that follow it. */
async function plansFrom(
  db: Db,
  moments: readonly { appliance: number; at: number }[],
): Promise<Map<number, PlanFrom[]>> {
  if (moments.length === 0) return new Map();
  const batch = unnestColumns({
    appliance: ['integer', moments.map(({ appliance }) => appliance)],
    at: ['timestamptz', moments.map(({ at }) => at)],
  });
  const { rows } = await sql<{ appliance: number } & PlanFrom>`
    select u.appliance, u.from_at as from_ms, p.plan from ${batch.rows}
    join unit_plan u on u.appliance = batch.appliance
      and u.from_at >= coalesce((select max(b.from_at) from unit_plan b where b.appliance = batch.appliance and b.from_at <= batch.at), u.from_at)
    left join food_plan p on p.id = u.food_plan`.execute(db);
  return Map.groupBy(rows, ({ appliance }) => appliance);
}

/** Forgets states that late facts have made wrong, and those of another version. */
async function forgetCheckpoints(db: Db, units: readonly Beginning[]): Promise<void> {
  const wrong = units.flatMap(({ appliance, forgetFrom }) => (forgetFrom === null ? [] : [{ appliance, forgetFrom }]));
  if (wrong.length === 0) return;
  const batch = unnestColumns({
    appliance: ['integer', wrong.map(({ appliance }) => appliance)],
    from_at: ['timestamptz', wrong.map(({ forgetFrom }) => forgetFrom)],
  });
  await sql`
    delete from alarm_checkpoint p using ${batch.rows}
    where p.appliance = batch.appliance and (p.at >= batch.from_at or p.version <> ${engineVersion})`.execute(db);
}

const contexts = new Map<string, UnitContext>();

/** What holds for every unit of a model in a time zone; undefined for a model of a later version. */
function contextOf(storedName: string, timeZone: string): UnitContext | undefined {
  const key = `${storedName} ${timeZone}`;
  const known = contexts.get(key);
  const model = modelRow(storedName);
  if (known || !model) return known;
  const context = { model, timeZone };
  contexts.set(key, context);
  return context;
}

/**
 * The state of a unit that sends all the time is kept this often, by the moments of its facts: a backlog that drains in order keeps one
 * each turn (docs/decisions/016-rules-from-what-is-at-hand.md says what they cost).
 */
const stateEvery_ms = minute_ms;

/** Where the rules of a unit have come to. */
type Reached = KeptState & { unit: Beginning; isChanged: boolean };

/**
 * Whether its state is kept, or only how far it is. What is told of an alarm never goes without the state that led there, and what has
 * been read is not read again by the next server.
 */
const isKept = ({ at, unit, isChanged }: Reached): boolean =>
  isChanged || unit.isFirst || at - (unit.stateAt ?? Number.NEGATIVE_INFINITY) >= stateEvery_ms;

/**
 * Keeps how far the rules of units are and, where `isKept` says so, the state that led there.
 * @returns the stamps of what was written, by unit
 */
export async function keepStates(
  db: Db,
  runs: readonly (Reached & { checkpoints: readonly StateText[] })[],
): Promise<Map<number, string>> {
  if (runs.length === 0) return new Map();
  const { kept = [], moved = [] } = Object.groupBy(runs, (run) => (isKept(run) ? 'kept' : 'moved'));
  // In this order, in one message: what is kept anew is not what is forgotten.
  const [, ofKept, ofMoved] = await Promise.all([
    forgetCheckpoints(
      db,
      runs.map(({ unit }) => unit),
    ),
    keepEngines(db, kept),
    moveEngines(db, moved),
    keepCheckpoints(db, runs),
  ]);
  return new Map([...ofKept, ...ofMoved].map(({ appliance, stamp }) => [appliance, stamp]));
}

type Stamped = { appliance: number; stamp: string };

/** The stamps of units as they stand; of one without there is no state. */
export async function stampsOf(db: Db, appliances: readonly number[]): Promise<Map<number, string>> {
  if (appliances.length === 0) return new Map();
  const rows = await db
    .selectFrom('alarm_engine')
    .select(['appliance', sql<string>`xmin::text`.as('stamp')])
    .where('appliance', '=', anyOf(appliances))
    .execute();
  return new Map(rows.map(({ appliance, stamp }) => [appliance, stamp]));
}

async function keepEngines(db: Db, runs: readonly Reached[]): Promise<readonly Stamped[]> {
  if (runs.length === 0) return [];
  const engines = unnestColumns({
    appliance: ['integer', runs.map(({ unit }) => unit.appliance)],
    at: ['timestamptz', runs.map(({ at }) => at)],
    state: ['text', runs.map((run) => writeState(run).text)],
    settled_at: ['timestamptz', runs.map(({ unit }) => unit.settledAt)],
  });
  const { rows } = await sql<Stamped>`
    insert into alarm_engine (version, state_at, ${engines.names})
    select ${engineVersion}, at, ${engines.names} from ${engines.rows}
    on conflict (appliance) do update set at = excluded.at, version = excluded.version, state = excluded.state,
      state_at = excluded.state_at, settled_at = excluded.settled_at
    returning appliance, xmin::text as stamp`.execute(db);
  return rows;
}

async function moveEngines(db: Db, runs: readonly Reached[]): Promise<readonly Stamped[]> {
  if (runs.length === 0) return [];
  const batch = unnestColumns({
    appliance: ['integer', runs.map(({ unit }) => unit.appliance)],
    at: ['timestamptz', runs.map(({ at }) => at)],
  });
  const { rows } = await sql<Stamped>`
    update alarm_engine e set at = batch.at from ${batch.rows} where e.appliance = batch.appliance
    returning e.appliance, e.xmin::text as stamp`.execute(db);
  return rows;
}

async function keepCheckpoints(
  db: Db,
  runs: readonly { unit: Beginning; checkpoints: readonly StateText[] }[],
): Promise<void> {
  const kept = runs.flatMap(({ unit, checkpoints }) => checkpoints.map((one) => ({ unit, ...one })));
  if (kept.length === 0) return;
  const batch = unnestColumns({
    appliance: ['integer', kept.map(({ unit }) => unit.appliance)],
    at: ['timestamptz', kept.map(({ at }) => at)],
    state: ['text', kept.map(({ text }) => text)],
  });
  await sql`
    insert into alarm_checkpoint (version, ${batch.names}) select ${engineVersion}, ${batch.names} from ${batch.rows}
    on conflict (appliance, at) do update set version = excluded.version, state = excluded.state`.execute(db);
}

/** States are kept this often, by their age: the later facts are, the further back the rules may have to begin. */
const spacings = [
  { olderThan_ms: 40 * day_ms, every_ms: 7 * day_ms },
  { olderThan_ms: 2 * day_ms, every_ms: day_ms },
  { olderThan_ms: Number.NEGATIVE_INFINITY, every_ms: hour_ms },
] as const;

/**
 * Whether the state of a moment is kept, the next fact being of another: the last one of each stretch is. A backlog of years leaves no
 * more of them than the years would have left. Moments in epoch ms.
 */
export function isCheckpoint(at: number, next: number, now: number): boolean {
  const every_ms = spacings.find(({ olderThan_ms }) => now - at > olderThan_ms)?.every_ms ?? hour_ms;
  return Math.floor(at / every_ms) < Math.floor(next / every_ms);
}

/** Forgets kept states that nobody will need as finely, and those to which nothing leads back. */
export async function thinOutStates(db: Db, now: number): Promise<void> {
  for (const { olderThan_ms, every_ms } of spacings.filter((row) => Number.isFinite(row.olderThan_ms)))
    await sql`
      delete from alarm_checkpoint p using (
        select appliance, at,
          row_number() over (partition by appliance, floor(extract(epoch from at) * 1000 / ${every_ms}) order by at) as n
        from alarm_checkpoint where at < ${timestamp(now - olderThan_ms)}) old
      where p.appliance = old.appliance and p.at = old.at and old.n > 1`.execute(db);
  // Of those before the telemetry that is held, the last one is where the rules would begin.
  await db
    .deleteFrom('alarm_checkpoint as p')
    .using(({ fn, selectFrom }) =>
      selectFrom('alarm_checkpoint')
        .select(['appliance', fn.max('at').as('last')])
        .where('at', '<', timestamp(telemetryKeptFrom(now)))
        .groupBy('appliance')
        .as('old'),
    )
    .whereRef('p.appliance', '=', 'old.appliance')
    .whereRef('p.at', '<', 'old.last')
    .execute();
}
