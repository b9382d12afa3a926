import { type Interval, isPartOf, reconcile, retold } from '@brina/domain/alarms/engine/interval';
import { canonical } from '@brina/domain/canonical';
import type { Db } from '#core/db/database.ts';
import { derivedId } from '#core/ids.ts';
import { readAsPartOf } from '../../notifications/notifications.queries.ts';
import {
  foldGaps,
  intervalsSince,
  keepRevisions,
  type StoredInterval,
  sameStretches,
  storeIntervals,
  withOwnIds,
} from './intervals.ts';
import { keyOf, type Run } from './run.ts';
import type { Beginning } from './states.ts';

/**
 * Stores what became of the intervals; the same alarm keeps its identity.
 * @returns the units with news
 */
export async function keepIntervals(db: Db, runs: readonly Run[], now: number): Promise<readonly Beginning[]> {
  const changed = runs.filter(({ isChanged }) => isChanged);
  if (changed.length === 0) return [];
  const stored = Map.groupBy(await storedOf(db, changed), ({ appliance }) => appliance);
  const written: StoredInterval[] = [];
  const appeared: StoredInterval[] = [];
  const replaced: StoredInterval[] = [];
  const folded = await foldGaps(db, changed);
  const idOf = ({ serial }: Beginning, { name, zone, startedAt }: Interval): string =>
    derivedId('alarm', serial, name, zone ?? 1, startedAt);
  const told = await toldBefore(
    db,
    changed.flatMap(({ unit: { appliance } }, index) => {
      const ofStretch = new Set(stored.get(appliance)?.map(({ interval }) => keyOf(interval)));
      const others = (folded[index] ?? []).filter((interval) => !ofStretch.has(keyOf(interval)));
      return others.map((interval) => ({ appliance, interval }));
    }),
  );
  for (const [index, { unit }] of changed.entries()) {
    const before = stored.get(unit.appliance) ?? [];
    const ids = new Map(before.map(({ id, interval }) => [interval, id]));
    const { appliance } = unit;
    const others: Interval[] = [];
    for (const interval of folded[index] ?? []) {
      const first = told.get(interval);
      if (!first) others.push(interval);
      else {
        const whole = retold(first.interval, interval);
        if (canonical(whole) !== canonical(first.interval)) written.push({ id: first.id, appliance, interval: whole });
      }
    }
    const { going, stored: former, found } = partGoing(before, others, unit);
    const outcome = reconcile(former, found);
    for (const { old, now: other } of [...going, ...outcome.changed]) {
      const interval = isSettled(old, unit) ? { ...other, startedAt: old.startedAt, raisedAt: old.raisedAt } : other;
      const id = ids.get(old);
      if (id !== undefined && canonical(interval) !== canonical(old)) written.push({ id, appliance, interval });
    }
    for (const interval of outcome.appeared) appeared.push({ id: idOf(unit, interval), appliance, interval });
    for (const old of outcome.retracted) {
      const id = ids.get(old);
      if (id === undefined) continue;
      if (!isSettled(old, unit)) written.push({ id, appliance, interval: { ...old, state: 'retracted' } });
      else if (old.clearedAt === null)
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
  await readAsPartOf(
    db,
    own.flatMap(({ id, appliance, interval }) =>
      (stored.get(appliance) ?? [])
        .filter((told) => told.id !== id && isPartOf(interval, told.interval))
        .map((told) => ({ id, whole: told.id })),
    ),
  );
  return changed.map(({ unit }) => unit);
}

/**
 * What is stored of the stretches of runs: what was told up to a run's beginning is in its state, and over unless it is on there. An alarm that was still on in the state where a run began may have ended a little before
 * that: its end is certain only after a while.
 */
async function storedOf(db: Db, runs: readonly Run[]): Promise<StoredInterval[]> {
  const stretches = new Map(
    runs.map(({ unit, intervals }) => {
      const before = intervals.filter((interval) => endOf(interval) <= unit.at);
      const at = Math.min(unit.at, ...before.map(endOf));
      return [unit.appliance, { at, since: unit.at, ended: new Set(before.map(keyOf)) }];
    }),
  );
  const stored = await intervalsSince(
    db,
    [...stretches].map(([appliance, { at }]) => ({ appliance, at })),
  );
  return stored.filter(({ appliance, interval }) => {
    const stretch = stretches.get(appliance);
    return stretch && (endOf(interval) > stretch.since || stretch.ended.has(keyOf(interval)));
  });
}

/**
 * Of what runs found beyond what is stored of their stretches, what ended before them and is told once more, with what is stored of it: the
 * same alarm, even where another overlaps it longer.
 */
async function toldBefore(
  db: Db,
  found: readonly { appliance: number; interval: Interval }[],
): Promise<Map<Interval, StoredInterval>> {
  const keyIn = (one: { appliance: number; interval: Interval }): string => `${one.appliance} ${keyOf(one.interval)}`;
  const before = new Map((await sameStretches(db, found)).map((one) => [keyIn(one), one]));
  return new Map(
    found.flatMap((one): [Interval, StoredInterval][] => {
      const first = before.get(keyIn(one));
      return first ? [[one.interval, first]] : [];
    }),
  );
}

/** The end of what is to be known of an alarm. */
const endOf = ({ clearedAt, raisedAt }: Interval): number =>
  clearedAt === null ? Number.POSITIVE_INFINITY : Math.max(clearedAt, raisedAt ?? clearedAt);

/**
 * Parts off what was on at the beginning of a run and goes on in its state: it is the one that began when it did, even where it has
 * ended since and another one overlaps it longer.
 */
function partGoing(
  before: readonly StoredInterval[],
  found: readonly Interval[],
  unit: Beginning,
): { going: { old: Interval; now: Interval }[]; stored: Interval[]; found: Interval[] } {
  const beganAt = Map.groupBy(found, keyOf);
  const pairs = before.map(({ interval: old }) => ({
    old,
    now: isSettled(old, unit) ? beganAt.get(keyOf(old))?.[0] : undefined,
  }));
  const going = pairs.flatMap(({ old, now }) => (now ? [{ old, now }] : []));
  const gone = new Set(going.map(({ now }) => now));
  return {
    going,
    stored: pairs.flatMap(({ old, now }) => (now ? [] : [old])),
    found: found.filter((interval) => !gone.has(interval)),
  };
}

/** Whether it was raised before the facts that the run knows: they cannot take it back, but may end it. */
const isSettled = ({ raisedAt }: Interval, { wholeFrom }: Beginning): boolean =>
  raisedAt !== null && raisedAt <= wholeFrom;
