import type { Gap } from '@brina/contract/telemetry';

/** A closed or open stretch of time, epoch ms; `to` Infinity while it lasts. */
export type Stretch = { from: number; to: number };

/** What is known of a silence. */
export type Evidence = {
  /** When the unit was connected. */
  connected: readonly Stretch[];
  /** When an edge was up and reading. */
  edgeUp: readonly Stretch[];
  /** What the unit itself says it dropped. */
  dropped: readonly Stretch[];
  /** Messages were kept whose moment cannot be told. */
  untimed: readonly Stretch[];
};

/** Samples further apart than this have a gap between them: two and a half times the idle cadence. */
export const gapAfter_ms = 150_000;

/**
 * Says of each silence whose it was (design 6, online): the unit dropped samples, its clock was unset, the portal was
 * down, its link was lost, or it was connected and silent. What most of the gap says, wins; in doubt it is the unit's.
 */
export function explainGaps(silences: readonly Stretch[], evidence: Evidence): Gap[] {
  return silences.map(({ from, to }) => {
    const gap = { from, to };
    const length = to - from;
    const mostly = (stretches: readonly Stretch[]): boolean => overlap(gap, stretches) > length / 2;
    if (overlap(gap, evidence.dropped) > 0) return { ...gap, reason: 'dropped' };
    if (evidence.untimed.some((one) => one.from < to && one.to > from)) return { ...gap, reason: 'untimed' };
    if (length - overlap(gap, evidence.edgeUp) > length / 2) return { ...gap, reason: 'portal_down' };
    return { ...gap, reason: mostly(evidence.connected) ? 'unit_silent' : 'link_lost' };
  });
}

/** Milliseconds of a stretch that others cover; the others may overlap each other. */
export function overlap({ from, to }: Stretch, others: readonly Stretch[]): number {
  let covered = 0;
  let upTo = from;
  for (const other of [...others].sort((a, b) => a.from - b.from)) {
    const start = Math.max(other.from, upTo);
    const end = Math.min(other.to, to);
    if (end <= start) continue;
    covered += end - start;
    upTo = end;
  }
  return covered;
}

/** Silences within a window, from ascending sample moments: between samples, before the first and after the last. */
export function silencesOf(moments: readonly number[], { from, to }: Stretch, longerThan_ms = gapAfter_ms): Stretch[] {
  const edges = [from, ...moments, to];
  return edges.flatMap((moment, i) => {
    const next = edges[i + 1];
    return next !== undefined && next - moment > longerThan_ms ? [{ from: moment, to: next }] : [];
  });
}
