/** The curve of a record as it is drawn: what counts, and what does not. */

import { warmestOf } from '@brina/domain/haccp/batch';
import type { GapReason } from '@brina/domain/haccp/verdicts';
import type { BatchRecord } from '../calls/record/haccp.ts';

type Stretch = BatchRecord['disbelieved'][number];
type Values = readonly (number | null)[];

/** A point of a probe: its values that count, and those that do not, by the reason. */
export type PointCurve = {
  name: string;
  counted: Values;
  doubtful: readonly { reason: GapReason; values: Values }[];
};

/** What of each point counts, as the judge said. */
export function pointCurves({ samples, disbelieved }: Pick<BatchRecord, 'samples' | 'disbelieved'>): PointCurve[] {
  return samples.points.map((values, place) => {
    const name = samples.pointNames[place] ?? '';
    const stretches = disbelieved.filter(({ point }) => point === place);
    // Both ends of a stretch are samples of it.
    const reasons = samples.at.map((at) => stretches.find(({ from, to }) => at >= from && at <= to)?.reason);
    const where = (is: (reason: GapReason | undefined) => boolean): Values =>
      values.map((value, index) => (is(reasons[index]) ? value : null));
    return {
      name,
      counted: where((reason) => reason === undefined),
      doubtful: [...new Set(stretches.map(({ reason }) => reason))].map((reason) => ({
        reason,
        values: where((one) => one === reason),
      })),
    };
  });
}

/** The warmest of the points that count; of a record that has no points, the one it kept. */
export const warmestCurve = ({ samples }: Pick<BatchRecord, 'samples'>, points: readonly PointCurve[]): Values =>
  points.length === 0
    ? samples.core
    : samples.at.map((_, index) => warmestOf(points.map(({ counted }) => counted[index] ?? null)));

/** Stretches that do not count, with all the points of which it is said: a needle leaves the food with all of them. */
export function doubtedTogether({ disbelieved }: Pick<BatchRecord, 'disbelieved'>) {
  const isSaidOf = (one: Stretch, other: Stretch): boolean =>
    one.from === other.from && one.to === other.to && one.reason === other.reason;
  return disbelieved
    .filter((one, place) => place === disbelieved.findIndex((other) => isSaidOf(one, other)))
    .map((one) => ({
      ...one,
      points: disbelieved.filter((other) => isSaidOf(one, other)).map(({ point }) => point),
    }));
}

/** Moments at which a stage began, was reached for the first time and for good, each with its temperature; null: no temperature began it. */
export function crossingsOf(stages: BatchRecord['stages']): { at: number; temperature: number | null }[] {
  const all = stages.flatMap(({ from, to, startedAt, firstReachedAt, endedAt }) => [
    { at: startedAt, temperature: from },
    { at: firstReachedAt, temperature: to },
    { at: endedAt, temperature: to },
  ]);
  const known = all.flatMap(({ at, temperature }) => (at === null ? [] : [{ at, temperature }]));
  // Where one stage ends another may begin.
  return known.filter(({ at }, place) => place === known.findIndex((one) => one.at === at));
}
