import { advance, openIntervals } from '@brina/domain/alarms/engine/engine';
import { type Interval, reconcile } from '@brina/domain/alarms/engine/interval';
import { canonical } from '@brina/domain/canonical';
import { minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import type { Bus } from '#core/bus/bus.ts';
import type { Clock } from '#core/clock.ts';
import type { Database, Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { locks } from '#core/db/locks.ts';
import { derivedId } from '#core/ids.ts';
import type { Log } from '#core/log.ts';
import { type AlarmsDue, markDue } from './alarms.ingest.ts';
import { type Taken, takeInputs } from './parts/inputs.ts';
import {
  foldGaps,
  intervalsSince,
  keepRevisions,
  type StoredInterval,
  storeIntervals,
  withOwnIds,
} from './parts/intervals.ts';
import { showAlarms } from './parts/shown.ts';
import { type Beginning, beginnings, isCheckpoint, type KeptState, keepStates } from './parts/states.ts';

type Parts = { db: Database; bus: Bus; clock: Clock; log: Log };

/** Units whose rules run in one round: many statements for one unit cost as much as for a hundred. */
const units_max = 100;
/** A unit whose facts the database refused is tried again after this. */
const failedWaits_ms = minute_ms;

/**
 * Runs the alarm rules over facts they have not seen, for the units that have any; after late data once more from the last
 * kept state before them, so that the intervals are the same in whatever order facts arrive.
 * @returns whether there was anything to do
 */
export async function followAlarms(parts: Parts): Promise<boolean> {
  try {
    return (await followTurn(parts, units_max)) > 0;
  } catch (error) {
    parts.log.warn({ event: 'alarms.alone', err: error }, 'the alarm rules of a round failed: its units go one by one');
    return followAlone(parts);
  }
}

/** One unit after the other, so that what the database refuses of one is never another's problem: it waits, the others go on. */
async function followAlone(parts: Parts): Promise<boolean> {
  const { db, clock, log } = parts;
  for (let left = units_max; left > 0; left--) {
    let taken: readonly number[] = [];
    try {
      if ((await followTurn(parts, 1, (appliances) => (taken = appliances))) === 0) break;
    } catch (error) {
      if (taken.length === 0) throw error;
      log.error(
        { event: 'alarms.failed', err: error },
        'the alarm rules of an appliance failed and are tried again later',
      );
      // That one, and not whose turn it is now: another server may have taken this one meanwhile.
      await db.ingest(async (tx) => {
        await sql`select pg_advisory_xact_lock(${locks.alarmRules})`.execute(tx);
        await tx
          .updateTable('alarm_due')
          .set({ due_at: timestamp(clock.now() + failedWaits_ms) })
          .where('appliance', 'in', taken)
          .execute();
      });
    }
  }
  return false;
}

/**
 * @param onTaken is told the units whose turn it is, before anything can fail of them
 * @returns of how many units the rules had anything to do
 */
async function followTurn(
  { db, bus, clock, log }: Parts,
  atMost: number,
  onTaken?: (appliances: readonly number[]) => void,
): Promise<number> {
  let units = 0;
  const frames = await db.ingest(async (tx) => {
    const now = clock.now();
    const due = await takeDue(tx, now, atMost);
    units = due.length;
    onTaken?.(due.map(({ appliance }) => appliance));
    if (due.length === 0) return [];
    const began = await beginnings(tx, due, now);
    const taken = await takeInputs(
      tx,
      began.map(({ appliance, at }) => ({ appliance, after_at: at })),
    );
    const runs = began.flatMap((unit) => {
      const facts = taken.get(unit.appliance);
      if (!facts) return [];
      try {
        return [runRules(unit, facts, now)];
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
  for (const frame of frames) bus.publish('live', { serial: frame.serialNumber, frame });
  return units;
}

/** The units whose turn it is, those that waited longest first. */
async function takeDue(db: Db, now: number, atMost: number): Promise<{ appliance: number; from_at: number }[]> {
  await sql`select pg_advisory_xact_lock(${locks.alarmRules})`.execute(db);
  const rows = await db
    .deleteFrom('alarm_due as d')
    .using(({ fn, selectFrom }) =>
      selectFrom('alarm_due')
        .select('appliance')
        .groupBy('appliance')
        .having(fn.min('due_at'), '<=', timestamp(now))
        .orderBy(fn.min('due_at'))
        .orderBy('appliance')
        .limit(atMost)
        .as('turn'),
    )
    .whereRef('d.appliance', '=', 'turn.appliance')
    .returning(['d.appliance', 'd.from_at'])
    .execute();
  const from = new Map<number, number>();
  for (const { appliance, from_at } of rows) from.set(appliance, Math.min(from_at, from.get(appliance) ?? from_at));
  return Array.from(from, ([appliance, from_at]) => ({ appliance, from_at }));
}

/** What the rules of one unit came to. */
type Run = KeptState & {
  unit: Beginning;
  /** Every interval that was on or began since, as it stands. */
  intervals: readonly Interval[];
  isChanged: boolean;
  /** There are no more facts: `at` is the present, and no stored interval lies beyond it. */
  complete: boolean;
  checkpoints: readonly KeptState[];
};

function runRules(unit: Beginning, { inputs, until }: Taken, now: number): Run {
  const { context } = unit;
  const keyOf = ({ name, zone, startedAt }: Interval): string => `${name} ${zone ?? 1} ${startedAt}`;
  let { state, at } = unit;
  const intervals = new Map(openIntervals(state).map((interval) => [keyOf(interval), interval]));
  // The first state is kept too: late facts of the first hour would otherwise begin without what was before them.
  const checkpoints = new Map(unit.isFirst ? [[at, structuredClone(state)]] : []);
  // What is still on is news to who has claimed the unit since.
  let isChanged = unit.again || unit.goesOn || (unit.heldSince !== null && at < unit.heldSince);
  for (const input of inputs) {
    // A state is kept between two moments, never within one.
    if (input.at_ms > at && isCheckpoint(at, input.at_ms, now)) checkpoints.set(at, structuredClone(state));
    const advanced = advance(state, input, context);
    state = advanced.state;
    at = Math.max(at, input.at_ms);
    for (const interval of advanced.changed) intervals.set(keyOf(interval), interval);
    isChanged ||= advanced.changed.length > 0;
  }
  return {
    unit,
    at: Math.max(at, until ?? at),
    state,
    intervals: [...intervals.values()],
    isChanged,
    complete: until === null,
    checkpoints: [...checkpoints].map(([keptAt, kept]) => ({ at: keptAt, state: kept })),
  };
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
  const appeared: StoredInterval[] = [];
  const replaced: StoredInterval[] = [];
  const folded = await foldGaps(db, changed);
  for (const [index, { unit, at, complete }] of changed.entries()) {
    // What began after a part of a run has not been looked at again yet.
    const before = (stored.get(unit.appliance) ?? []).filter(({ interval }) => complete || interval.startedAt <= at);
    const ids = new Map(before.map(({ id, interval }) => [interval, id]));
    const outcome = reconcile(
      before.map(({ interval }) => interval),
      folded[index] ?? [],
    );
    const { appliance, serial } = unit;
    for (const { old, now: other } of outcome.changed) {
      const interval = isSettled(old, unit) ? { ...other, startedAt: old.startedAt, raisedAt: old.raisedAt } : other;
      const id = ids.get(old);
      if (id !== undefined && canonical(interval) !== canonical(old)) written.push({ id, appliance, interval });
    }
    for (const interval of outcome.appeared) {
      const { name, zone, startedAt } = interval;
      appeared.push({ id: derivedId('alarm', serial, name, zone ?? 1, startedAt), appliance, interval });
    }
    for (const old of outcome.retracted) {
      const id = ids.get(old);
      if (id === undefined) continue;
      if (!isSettled(old, unit)) {
        if (complete || (old.raisedAt ?? 0) <= at)
          written.push({ id, appliance, interval: { ...old, state: 'retracted' } });
      } else if (old.clearedAt === null)
        written.push({ id, appliance, interval: { ...old, state: 'cleared', clearedAt: unit.wholeFrom } });
    }
    if (unit.again) replaced.push(...before);
  }
  const ids = new Set(written.map(({ id }) => id));
  await keepRevisions(
    db,
    replaced.filter(({ id }) => ids.has(id)),
    now,
  );
  const own = await withOwnIds(db, appeared, [...stored.values()].flat(), now);
  await storeIntervals(db, [...written, ...own], now);
  return changed.filter(({ complete }) => complete).map(({ unit }) => unit);
}

/** Whether it was raised before the facts that the run knows: they cannot take it back, but may end it. */
const isSettled = ({ raisedAt }: Interval, { wholeFrom }: Beginning): boolean =>
  raisedAt !== null && raisedAt <= wholeFrom;
