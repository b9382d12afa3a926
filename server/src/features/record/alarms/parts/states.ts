import { startEngine } from '@brina/domain/alarms/engine/engine';
import type { UnitContext } from '@brina/domain/alarms/engine/input';
import type { Interval } from '@brina/domain/alarms/engine/interval';
import { type EngineState, engineVersion } from '@brina/domain/alarms/engine/state';
import { modelRow } from '@brina/domain/appliance/families/families';
import { storageLimits } from '@brina/domain/haccp/rules';
import { day_ms, hour_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { unnestColumns } from '#core/db/unnest.ts';
import { telemetryKeptFrom } from '#core/retention.ts';
import { intervalsSince } from './intervals.ts';

/** A unit at the moment from which its rules run: the state after everything up to `at`, epoch ms. */
export type Beginning = {
  appliance: number;
  serial: string;
  context: UnitContext;
  at: number;
  state: EngineState;
  /** Since when its present owner holds it; null while nobody does. */
  heldSince: number | null;
  /** Facts were late: stored intervals from `at` on may have been wrong. */
  again: boolean;
  /** The run before took only a part of the facts: this one goes on where it stopped. */
  goesOn: boolean;
  /** No state of before is known: this is the first. */
  isFirst: boolean;
  /** Nothing up to then is looked at again; null: everything is. */
  settledAt: number | null;
  /** From then on no fact is missing: what was raised before stays as it is. */
  wholeFrom: number;
};

type Row = {
  appliance: number;
  serial: string;
  model: string;
  time_zone: string | null;
  held_since: number | null;
  from_at: number;
  engine_at: number | null;
  engine_state: EngineState | null;
  settled_at: number | null;
  kept_at: number | null;
  kept_state: EngineState | null;
};

/**
 * Where the rules of units begin: where they stand, or before late facts, or at the first fact. Nothing is looked at again that
 * telemetry does not hold any more. Where a state of another version stands, they begin anew with what is on
 * (docs/decisions/010-alarm-rules-in-a-round.md).
 */
export async function beginnings(
  db: Db,
  due: readonly { appliance: number; from_at: number }[],
  now: number,
): Promise<Beginning[]> {
  const keptFrom = telemetryKeptFrom(now);
  const batch = unnestColumns({
    appliance: ['integer', due.map((one) => one.appliance)],
    from_at: ['timestamptz', due.map((one) => Math.max(one.from_at, keptFrom))],
  });
  const { rows } = await sql<Row>`
    select batch.appliance, a.serial, a.model, coalesce(l.time_zone, c.time_zone) as time_zone, t.from_at as held_since,
      f.from_at, e.at as engine_at, case when e.version = ${engineVersion} then e.state end as engine_state, e.settled_at,
      k.at as kept_at, k.state as kept_state
    from ${batch.rows}
    join appliance a on a.id = batch.appliance
    left join laboratory l on l.id = a.laboratory_id
    left join tenure t on t.appliance = a.id and t.to_at is null
    left join company c on c.id = t.company_id
    left join alarm_engine e on e.appliance = a.id
    cross join lateral (select greatest(batch.from_at, e.settled_at + interval '1 millisecond') as from_at) f
    -- Only late facts need a state of before.
    left join lateral (
      select at, state from alarm_checkpoint p
      where p.appliance = a.id and p.version = ${engineVersion} and p.at < f.from_at and f.from_at <= e.at
      order by at desc limit 1) k on true`.execute(db);
  const found = rows.flatMap((row) => {
    const context = contextOf(row.model, row.time_zone ?? 'UTC');
    return context ? [{ row, context, standing: standingOf(row) }] : [];
  });
  await forgetCheckpoints(
    db,
    found.flatMap(({ row, standing }) => (standing === 'there' ? [] : [row])),
  );
  const open = await openAt(
    db,
    found.flatMap(({ row, standing }) =>
      known(row, standing) ? [] : [{ appliance: row.appliance, at: firstAt(row) }],
    ),
  );
  return found.map(({ row, context, standing }): Beginning => {
    const { appliance, serial } = row;
    const from = known(row, standing) ?? { at: firstAt(row), state: null };
    return {
      appliance,
      serial,
      context,
      at: from.at,
      state: from.state ?? startEngine(context, from.at, open.get(appliance)),
      heldSince: row.held_since,
      again: standing === 'late',
      goesOn: row.from_at - 1 === row.engine_at,
      isFirst: from.state === null,
      settledAt: standing === 'unreadable' ? row.engine_at : row.settled_at,
      wholeFrom: Math.max(from.at, keptFrom),
    };
  });
}

type Standing = 'there' | 'late' | 'unreadable';

/** How the facts that are due stand to the state that is kept: after it, or before it; or nobody can read it any more. */
function standingOf({ engine_at, engine_state, from_at }: Row): Standing {
  if (engine_at === null) return 'there';
  if (engine_state === null) return 'unreadable';
  return from_at <= engine_at ? 'late' : 'there';
}

/** The state to begin from, if there is one. */
function known(row: Row, standing: Standing): { at: number; state: EngineState } | null {
  const [at, state] = standing === 'late' ? [row.kept_at, row.kept_state] : [row.engine_at, row.engine_state];
  return at === null || state === null ? null : { at, state };
}

/** Where a unit begins of which no state is known. */
const firstAt = ({ engine_at, engine_state, from_at }: Row): number =>
  engine_at !== null && engine_state === null ? engine_at : from_at - 1;

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

/** Forgets states that late facts have made wrong, and those of another version. */
async function forgetCheckpoints(db: Db, late: readonly { appliance: number; from_at: number }[]): Promise<void> {
  if (late.length === 0) return;
  const batch = unnestColumns({
    appliance: ['integer', late.map((one) => one.appliance)],
    from_at: ['timestamptz', late.map((one) => one.from_at)],
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
  const context = { model, timeZone, hold: storageLimits };
  contexts.set(key, context);
  return context;
}

/** The state of a unit at a moment, epoch ms. */
export type KeptState = { at: number; state: EngineState };

/** Keeps where units stand, and states of before. */
export async function keepStates(
  db: Db,
  runs: readonly (KeptState & { unit: Beginning; checkpoints: readonly KeptState[] })[],
): Promise<void> {
  if (runs.length === 0) return;
  const engines = unnestColumns({
    appliance: ['integer', runs.map(({ unit }) => unit.appliance)],
    at: ['timestamptz', runs.map(({ at }) => at)],
    state: ['jsonb', runs.map(({ state }) => state)],
    settled_at: ['timestamptz', runs.map(({ unit }) => unit.settledAt)],
  });
  await sql`
    insert into alarm_engine (version, ${engines.names}) select ${engineVersion}, ${engines.names} from ${engines.rows}
    on conflict (appliance) do update set at = excluded.at, version = excluded.version, state = excluded.state,
      settled_at = excluded.settled_at`.execute(db);
  const kept = runs.flatMap(({ unit, checkpoints }) => checkpoints.map((one) => ({ unit, ...one })));
  if (kept.length === 0) return;
  const batch = unnestColumns({
    appliance: ['integer', kept.map(({ unit }) => unit.appliance)],
    at: ['timestamptz', kept.map(({ at }) => at)],
    state: ['jsonb', kept.map(({ state }) => state)],
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
