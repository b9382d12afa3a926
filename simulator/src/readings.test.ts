import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { families, metricsOf } from '@brina/domain/appliance/families/families';
import { isSentMetric, type MetricName, metrics } from '@brina/domain/appliance/metrics';
import { classifyValue } from '@brina/domain/appliance/value-class';
import type { Routine } from './routines/kitchen-day.ts';
import { factsOf } from './testing/month.ts';

/** What a unit has but may have no word about in an ordinary morning. */
const notInOrdinaryHours = [
  'cycleId',
  'cellSetHumidity',
  'cellSetHumidityZone2',
  'cyclePhaseRemaining',
  'coreSetTemp',
  'cycleRunId',
  'cycleElapsed',
  'cycleRemaining',
  'cyclePhaseElapsed',
];
const routineOf = { blast: 'pastry', cabinet: 'pastry', prover: 'bakery' } as const satisfies Record<string, Routine>;

describe('readings', () => {
  for (const model of Object.values(families).flatMap((family) => family.models)) {
    it(`S3.13 a ${model.storedName} sends every metric it has, no other, with plausible values`, () => {
      const seen = new Set<string>();
      const modes = model.storedName.endsWith('Duo') ? { modes: [2, 1] } : {};
      for (const fact of factsOf({ model: model.storedName, routine: routineOf[model.kind], days: 0.4, ...modes })) {
        if (fact.kind !== 'sample') continue;
        for (const [name, value] of Object.entries(fact.values)) {
          seen.add(name);
          // Null says of a set-point that none is in force.
          if (value === null && metrics[name as MetricName].fault === null) continue;
          assert.equal(classifyValue(name as MetricName, value, model.family), 'plausible', `${name} ${String(value)}`);
        }
      }
      const ordinary = (name: string): boolean => !notInOrdinaryHours.includes(name);
      assert.deepEqual(
        [...seen].filter(ordinary).sort(),
        metricsOf(model).filter(isSentMetric).filter(ordinary).sort(),
      );
    });
  }
});
