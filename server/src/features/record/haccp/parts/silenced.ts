import { pointsSilencedBy } from '@brina/domain/alarms/alarms';
import { type CorePoint, corePoints } from '@brina/domain/appliance/metrics';
import type { Silenced } from '@brina/domain/haccp/batch';

/**
 * When an alarm was on in which the values of a point count for nothing.
 * @param pointNames points of the model; `point` of what is returned is the place among them
 */
export function silencedBy(
  alarms: readonly { name: string; from: number; to: number | null }[],
  pointNames: readonly CorePoint[],
): Silenced[] {
  const places = corePoints.map((name) => pointNames.indexOf(name));
  return alarms
    .flatMap(({ name, from, to }) => pointsSilencedBy(name).map((index) => ({ point: places[index] ?? -1, from, to })))
    .filter(({ point }) => point >= 0)
    .sort((a, b) => a.point - b.point || a.from - b.from);
}
