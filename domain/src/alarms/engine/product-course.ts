/** The food over stored samples by the product channel, as a chart shows it: the same filter the rules judge by (docs/ALARMS.md). */
import { corePoints, type MetricName } from '../../appliance/metrics.ts';
import { hour_ms } from '../../language/durations.ts';
import { productTemperature, startEngine } from './engine.ts';
import type { SampleValues, UnitContext } from './input.ts';
import { takeIn } from './intake.ts';

/** After this time the filter has forgotten where it began: a course is read from so long before it is shown. */
export const courseLead_ms = 4 * hour_ms;

/** What moves the channel: the air of both zones, and what misleads it or begins it anew. */
export const courseMetrics: readonly MetricName[] = [
  'TCell',
  'TCellZone2',
  'cellSetTemp',
  'cellSetTempZone2',
  'door',
  'defrostState',
  'defrostStateZone2',
  'operatingMode',
  'operatingModeZone2',
  'powerState',
  'cyclePhase',
  ...corePoints,
];

/**
 * The food of a zone at the moment of each sample, °C (the metric `TProduct`); null where nobody can say.
 * @param samples ascending; an absent value is no news
 */
export function productCourse(
  context: UnitContext,
  zone: 1 | 2,
  samples: readonly { readonly at_ms: number; readonly values: SampleValues }[],
): { at_ms: number; food: number | null }[] {
  const state = startEngine(context, samples[0]?.at_ms ?? 0);
  return samples.map(({ at_ms, values }) => {
    state.at_ms = at_ms;
    takeIn(state, { kind: 'sample', at_ms, values }, context);
    return { at_ms, food: productTemperature(state, context, zone) };
  });
}
