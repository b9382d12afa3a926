import { type CorePoint, corePoints, pointNumber } from '@brina/domain/appliance/metrics';
import type { Silenced } from '@brina/domain/haccp/batch';

/** The points of whose probes an alarm says that they are broken. */
const brokenBy: ReadonlyMap<string, readonly CorePoint[]> = new Map([
  ['coreNeedleAlarm', corePoints],
  ...corePoints.map((point): [string, CorePoint[]] => [`coreProbe${pointNumber(point)}Alarm`, [point]]),
]);

/**
 * When the unit knew the probe of a point to be broken.
 * @param pointNames points of the model; `point` of what is returned is the place among them
 */
export function silencedBy(
  alarms: readonly { name: string; from: number; to: number | null }[],
  pointNames: readonly CorePoint[],
): Silenced[] {
  return alarms
    .flatMap(({ name, from, to }) =>
      (brokenBy.get(name) ?? []).map((broken) => ({ point: pointNames.indexOf(broken), from, to })),
    )
    .filter(({ point }) => point >= 0)
    .sort((a, b) => a.point - b.point || a.from - b.from);
}
