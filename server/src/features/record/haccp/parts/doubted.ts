import { pointsOfNeedle } from '@brina/domain/appliance/metrics';
import { type Doubt, doubtOn, type PastCheck, worstDoubt } from '@brina/domain/haccp/checks/doubts';
import type { Rule } from '@brina/domain/haccp/rules';

/** That a check found the probe wrong which measured a record; `point`: by its place among the record's. */
export type DoubtedPoint = Doubt & { point: number };

/** What of a record is asked for here. */
type Judged = {
  rule: Rule;
  run: { startedAt: number; endedAt: number; tray?: { needle: number | null } };
  pointNames: readonly string[];
};

/** Whether a rule is one for food that is heated: there a probe that reads high hides what is not warm yet. */
export const isHeated = ({ kind }: Rule): boolean => kind === 'reheat';

/** What checks say of the points that a record is judged by. */
export function doubtedPoints(checks: readonly PastCheck[], { rule, run, pointNames }: Judged): DoubtedPoint[] {
  const during = { from: run.startedAt, to: run.endedAt };
  return pointNames.flatMap((_, point) => {
    const needle = Math.floor(point / pointsOfNeedle) + 1;
    if (run.tray && run.tray.needle !== needle) return [];
    const doubt = doubtOn(checks, { needle, point: (point % pointsOfNeedle) + 1 }, during, isHeated(rule));
    return doubt ? [{ ...doubt, point }] : [];
  });
}

/**
 * Sources with what the record was in doubt for already: what is said of checks later takes no doubt from it. Of two of a point the one that
 * is worse for the food stays.
 */
export function stillDoubted<T extends { rule: Rule; probeChecks: readonly DoubtedPoint[] }>(
  sources: T,
  doubted: readonly DoubtedPoint[],
): T {
  if (doubted.length === 0) return sources;
  const all = [...doubted, ...sources.probeChecks];
  const points = [...new Set(all.map(({ point }) => point))].toSorted((a, b) => a - b);
  const probeChecks = points.flatMap(
    (point) =>
      worstDoubt(
        all.filter((one) => one.point === point),
        isHeated(sources.rule),
      ) ?? [],
  );
  return { ...sources, probeChecks };
}
