import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { families, metricsOf } from '@brina/domain/families/families';
import { classifyValue, isSentMetric, type MetricName, metrics } from '@brina/domain/metrics';
import { createCook } from './routine.ts';
import { createUnit } from './unit.ts';

const present = Date.UTC(2026, 5, 20, 9);
const day_ms = 86_400_000;
/** What an MF has but may have no word about in two ordinary days. */
const notInOrdinaryDays = ['cycleId', 'cellSetHumidity', 'cyclePhaseRemaining'];

describe('readings', () => {
  for (const model of families.MF.models) {
    it(`S3.13 a ${model.storedName} sends every metric it has, no other, with plausible values`, () => {
      const identity = { serial: 'MF26004179', model, timeZone: 'Europe/Rome', seed: 7, pace: 1 } as const;
      const unit = createUnit({ ...identity, clock: { now: () => present }, born_ms: present - 2 * day_ms });
      const kitchen = { ...identity, routine: 'pastry', present_ms: present, lateDay_ms: null } as const;
      const cook = createCook(kitchen, unit);
      while (cook.next_ms <= present) {
        unit.advance(cook.next_ms);
        cook.act();
      }
      unit.advance(present);
      const seen = new Set<string>();
      for (const entry of unit.outbox.entries()) {
        for (const { json } of entry.samples) {
          for (const [name, value] of Object.entries(JSON.parse(json) as Record<string, unknown>)) {
            seen.add(name);
            // Null says of a set-point that none is in force.
            if (value === null && metrics[name as MetricName].fault === null) continue;
            assert.equal(classifyValue(name as MetricName, value, 'MF'), 'plausible', `${name} ${String(value)}`);
          }
        }
      }
      const ordinary = (name: string): boolean => !notInOrdinaryDays.includes(name);
      assert.deepEqual(
        [...seen].filter(ordinary).sort(),
        metricsOf(model).filter(isSentMetric).filter(ordinary).sort(),
      );
    });
  }
});
