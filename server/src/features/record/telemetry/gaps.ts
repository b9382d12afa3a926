import type { SilenceReason } from '@brina/contract/calls/record/telemetry';
import { overdue_ms } from '@brina/domain/appliance/cadence';

/** A closed or open stretch of time, epoch ms; `to` Infinity while it lasts. */
export type Stretch = { from: number; to: number };

/** A stretch in which nothing was measured, and why. */
export type Silence = Stretch & { reason: SilenceReason };

/** What is known of a silence. */
export type Evidence = {
  /** Nothing is missing between the messages around it: the unit measured nothing. */
  complete: boolean;
  /** Messages of it are kept whose moment cannot be told. */
  untimed: boolean;
  /** What the unit itself says it dropped. */
  dropped: readonly Stretch[];
  /** When an edge was up and reading. */
  edgeUp: readonly Stretch[];
  /** When the unit was connected. */
  connected: readonly Stretch[];
};

/**
 * Says of a silence whose it was (docs/DEVICE-PROTOCOL.md, online). The unit knows best: what it dropped, and that it left out no number.
 * Where numbers are missing, or nothing came since, the portal was down, or the link was lost, or the unit was connected
 * and silent: the longest of the three.
 */
export function reasonOf(silence: Stretch, evidence: Evidence): SilenceReason {
  if (overlap(silence, evidence.dropped) > 0) return 'dropped';
  if (evidence.untimed) return 'untimed';
  if (evidence.complete) return 'unit_silent';
  const length = silence.to - silence.from;
  const up = overlap(silence, evidence.edgeUp);
  const connected = overlap(silence, intersection(evidence.edgeUp, evidence.connected));
  const [longest] = [
    { reason: 'unit_silent' as const, length: connected },
    { reason: 'link_lost' as const, length: up - connected },
    { reason: 'portal_down' as const, length: length - up },
  ].sort((a, b) => b.length - a.length);
  return longest?.reason ?? 'unit_silent';
}

/** Milliseconds of a stretch that others cover; the others may overlap each other. */
export function overlap({ from, to }: Stretch, others: readonly Stretch[]): number {
  let covered = 0;
  let upTo = from;
  for (const other of ascending(others)) {
    const start = Math.max(other.from, upTo);
    const end = Math.min(other.to, to);
    if (end <= start) continue;
    covered += end - start;
    upTo = end;
  }
  return covered;
}

const intersection = (some: readonly Stretch[], others: readonly Stretch[]): Stretch[] =>
  some.flatMap((one) =>
    others
      .map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }))
      .filter(({ from, to }) => from < to),
  );

/** Silences of a window: what of it is longer than `longerThan_ms` and lies between the stretches that are covered. */
export function silencesOf(covered: readonly Stretch[], { from, to }: Stretch, longerThan_ms = overdue_ms): Stretch[] {
  const silences: Stretch[] = [];
  let upTo = from;
  for (const one of [...ascending(covered), { from: to, to }]) {
    const end = Math.min(one.from, to);
    if (end - upTo > longerThan_ms) silences.push({ from: upTo, to: end });
    upTo = Math.max(upTo, one.to);
  }
  return silences;
}

const ascending = (stretches: readonly Stretch[]): Stretch[] => stretches.toSorted((a, b) => a.from - b.from);
