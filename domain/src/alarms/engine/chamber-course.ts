/** What the chamber of a blast chiller did over stored samples: whether food that was put into it had a cycle. */
import { inZone, type MetricName } from '../../appliance/metrics.ts';
import { stateCodes } from '../../appliance/states.ts';
import { classifyValue } from '../../appliance/value-class.ts';
import type { ChamberSample } from '../../haccp/missing/warm-loads.ts';
import type { SampleValues, UnitContext } from './input.ts';
import { type Stage, stageOf } from './stage.ts';
import { believed_ms } from './unit-view.ts';

/** A blast chiller that is in one of these has no cycle that cools, or heats, what is put in now. */
const resting: readonly Stage[] = ['off', 'idle', 'holdCold'];

/** What of a zone a course is made of. */
export const chamberMetrics = (zone: 1 | 2): readonly MetricName[] => [
  inZone('TCell', zone),
  inZone('defrostState', zone),
  'powerState',
  'cyclePhase',
  'compressorState',
];

/** From this step of a defrost on the air is no witness; and the compressor cools. */
const defrostsFrom = stateCodes('defrostState').pumpDown;
const { running } = stateCodes('compressorState');

/**
 * The course of a chamber.
 * @param samples ascending, with what was told of it last before them; an absent value is no news
 */
export function chamberCourse(
  context: UnitContext,
  zone: 1 | 2,
  samples: readonly { readonly at_ms: number; readonly values: SampleValues }[],
): readonly ChamberSample[] {
  const [air, defrost] = [inZone('TCell', zone), inZone('defrostState', zone)];
  const names = chamberMetrics(zone);
  const known = new Map<MetricName, number | null>();
  const value = (name: MetricName): number | null => known.get(name) ?? null;
  let airAt = -Infinity;
  return samples.map(({ at_ms, values }): ChamberSample => {
    for (const name of names) {
      const told = values[name];
      if (told === undefined) continue;
      const isFault = typeof told !== 'number' || classifyValue(name, told, context.model.family) === 'fault';
      known.set(name, isFault ? null : told);
      if (name === air) airAt = at_ms;
    }
    const stage = stageOf({ context, isBlast: true, here: { mode: null }, set: null, value });
    const defrosts = (value(defrost) ?? 0) >= defrostsFrom;
    return {
      at: at_ms,
      air: at_ms - airAt <= believed_ms ? value(air) : null,
      state: defrosts ? 'defrosts' : resting.includes(stage) ? 'rests' : 'works',
      cools: value('compressorState') === running,
    };
  });
}
