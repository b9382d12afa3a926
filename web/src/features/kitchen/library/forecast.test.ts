import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makersPlan } from '@brina/domain/haccp/plans/food-plan';
import { presets } from '@brina/domain/recipes/presets';
import type { BlastDefinition } from '@brina/domain/recipes/recipe';
import { answerTo, type ForecastAnswer, type ForecastQuestion, minutesOf } from './forecast.ts';
import { ruleOf } from './kitchen-rule.ts';

const now_ms = Date.UTC(2026, 2, 20, 17, 0, 30);

/** The answer about a preset on an MF Next L 45. */
function answerOn(id: number, load: ForecastQuestion['load'], more: Partial<ForecastQuestion> = {}): ForecastAnswer {
  const definition = presets[id]?.definition as BlastDefinition;
  const answer = answerTo({
    definition,
    model: 'MF Next L 45',
    load,
    start: {},
    rule: ruleOf(definition, { plan: makersPlan, now_ms, timeZone: 'Europe/Rome' }),
    now_ms,
    timeZone: 'Europe/Rome',
    ...more,
  });
  assert.ok(answer);
  return answer;
}

describe('what a forecast answers', () => {
  it('B3.1 a cycle ended by the clock tells how far its plan is off: food from the cold room takes longer than the hour it is planned with', () => {
    const { drift_min } = answerOn(69, { kg: 20, depth_mm: 35, from_C: 5 });
    assert.ok(drift_min !== null && drift_min > 20 && drift_min < 45, `${drift_min}`);
  });

  it('B3.1 S3.10 what is served from frozen is planned as long as a usual load takes', () => {
    // A thermostat’s swing decides over twenty minutes of ice cream that softens slowly.
    for (const id of [73, 74, 75]) {
      const drift_min = answerOn(id, { kg: 27, depth_mm: 35, from_C: -18 }).drift_min ?? 0;
      assert.ok(drift_min < 30, `${id}: ${drift_min}`);
    }
  });

  it('B3.1 begins with the chamber and the room as they were measured', () => {
    const load = { kg: 45, depth_mm: 35, from_C: 70 };
    const of = (start: ForecastQuestion['start']) => {
      const { total_min, kWh } = answerOn(0, load, { start }).nominal;
      return [total_min ?? 0, kWh] as const;
    };
    // From the chamber of a unit in a kitchen at 30 °C.
    for (const [cell, ...expected] of [
      [4, 78.8, 2.81],
      [30, 83.8, 3.11],
    ] as const)
      for (const [place, value] of of({ cell, ambient: 30 }).entries())
        assert.ok(Math.abs(value / (expected[place] ?? 0) - 1) < 0.03, `${cell}: ${value}`);
    assert.ok(of({ cell: 4, ambient: 40 })[1] > 1.3 * of({ cell: 4, ambient: 20 })[1], 'a hot room costs energy');
    assert.deepEqual(of({}), of({ cell: 20, ambient: 25 }));
  });

  it('B3.1 a chamber that is cold today does not make former runs quick: those began with one that nobody knows', () => {
    const load = { kg: 45, depth_mm: 35, from_C: 70 };
    const definition = presets[0]?.definition as BlastDefinition;
    const ran = Array.from({ length: 12 }, () => ({ definition, load_kg: 45, real_min: 90 }));
    const minutes = (cell: number) => {
      const { nominal } = answerOn(0, load, { start: { cell }, ran });
      return nominal.total_min ?? 0;
    };
    assert.ok(minutes(-20) < minutes(20), `${minutes(-20)} ${minutes(20)}`);
  });

  it('B3.1 former runs correct it by what each of them did: those of a slower version do not make the present one slow', () => {
    const load = { kg: 30, depth_mm: 35, from_C: 70 };
    const soft = presets[4]?.definition as BlastDefinition;
    const minutes = (ran: ForecastQuestion['ran']) => answerOn(0, load, { ...(ran && { ran }) }).nominal.total_min ?? 0;
    const real_min = minutesOf({ model: 'MF Next L 45', definition: soft, load_kg: 30 }) ?? 0;
    const before = (share: number) =>
      Array.from({ length: 6 }, () => ({ definition: soft, load_kg: 30, real_min: real_min * share }));
    assert.ok(Math.abs(minutes(before(1)) - minutes(undefined)) < 0.01);
    assert.ok(
      Math.abs(minutes(before(1.2)) / minutes(undefined) - 1.2) < 0.01,
      'they took a fifth longer than they should',
    );
  });

  it('B3.1 a chill has no plan by the clock', () => {
    assert.equal(answerOn(0, { kg: 45, depth_mm: 35, from_C: 70 }).drift_min, null);
  });

  it('S2.22 tells for how long the core is where bacteria grow: not at all in frozen food, for hours in a thick piece that is cooked low', () => {
    assert.equal(answerOn(25, { kg: 20, depth_mm: 35, from_C: 5 }).danger_min, 0);
    const quick = answerOn(0, { kg: 45, depth_mm: 35, from_C: 70 });
    assert.ok(quick.danger_min > 30 && quick.danger_min < (quick.nominal.total_min ?? 0), `${quick.danger_min}`);
    const slow = answerOn(0, { kg: 45, depth_mm: 100, from_C: 70 });
    assert.ok(slow.danger_min > 2 * quick.danger_min, `${slow.danger_min}`);
  });

  it('B3.1 names what the maker declares for a full load of such a cycle, and nothing where it declares nothing', () => {
    const load = { kg: 20, depth_mm: 35, from_C: 70 };
    assert.equal(answerOn(0, load).declared_kWh_per_kg, 0.063);
    assert.equal(answerOn(22, load).declared_kWh_per_kg, 0.204);
    assert.equal(answerOn(112, { ...load, from_C: 20 }).declared_kWh_per_kg, null);
  });
});
