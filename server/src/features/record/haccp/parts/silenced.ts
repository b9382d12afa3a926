import { type CorePoint, pointNumber } from '@brina/domain/appliance/metrics';
import type { Silenced } from '@brina/domain/haccp/batch';

/** An alarm of a batch's time; `to` null while it is on. */
export type RecordAlarm = { name: string; from: number; to: number | null };

/**
 * The points, by their places in the record, of which an alarm says that they are broken: the one it is named after, all of them for the
 * needle's. No other alarm changes what a value is worth (docs/ALARMS.md).
 */
function pointsOf(name: string, points: readonly CorePoint[]): readonly number[] {
  if (name === 'coreNeedleAlarm') return points.map((_, place) => place);
  const number = /^coreProbe(\d)Alarm$/.exec(name)?.[1];
  const place = points.findIndex((point) => String(pointNumber(point)) === number);
  return place < 0 ? [] : [place];
}

/** What the unit knows of its needles, for the judge. */
export const silencedBy = (alarms: readonly RecordAlarm[], points: readonly CorePoint[]): readonly Silenced[] =>
  alarms.flatMap(({ name, from, to }) => pointsOf(name, points).map((point) => ({ point, from, to })));
