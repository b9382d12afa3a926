import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { familyOf, modelRow } from '@brina/domain/appliance/families/families';
import { planFor, type StartCycleArgs } from '@brina/domain/cycles/cycle-plan';
import { planProofing } from '@brina/domain/cycles/proofing';
import { minute_ms } from '@brina/domain/language/durations';
import { localMinute } from '@brina/domain/language/local-minute';
import { forecastCycle, forecastProofing } from '@brina/domain/thermal/forecast';
import { trialOf, trialStart } from '../testing/trial.ts';

const timeZone = 'Europe/Rome';
const readyIn_min = 300;
const readyAt = localMinute(trialStart + readyIn_min * minute_ms, timeZone);

/** What begins in a run, and after how many minutes, by the events of a unit. */
const beginnings = (events: ReturnType<typeof trialOf>['events']): (readonly [phase: number, at_min: number])[] =>
  events.flatMap((event) =>
    event.type === 'phase' && event.state === 'running' ? [[event.phase, event.at_min] as const] : [],
  );

describe('the forecast of a cycle', () => {
  const rows: readonly { model: string; args: StartCycleArgs; kg: number; food: number; ready?: true }[] = [
    { model: 'MF Next L 45', args: { function: 0 }, kg: 30, food: 70 },
    { model: 'MF Next L 45', args: { function: 0, program: 'soft' }, kg: 12, food: 70 },
    { model: 'MF Next L 45', args: { function: 1 }, kg: 30, food: 70 },
    { model: 'MF Next L 45', args: { function: 4 }, kg: 10, food: -18 },
    { model: 'MF Next L 45', args: { function: 5, by: 'clock', readyAt }, kg: 10, food: 5, ready: true },
    { model: 'MF Next L 45', args: { function: 6 }, kg: 10, food: 5 },
    { model: 'MF Next XS 12', args: { function: 11 }, kg: 5, food: 5 },
    { model: 'EF Next M 25', args: { function: 2 }, kg: 15, food: 70 },
    { model: 'SF Roll 100 RWL', args: { function: 2 }, kg: 70, food: 70 },
  ];
  for (const { model, args, kg, food, ready } of rows) {
    it(`is what a ${model} does with function ${args.function}${args.program ? `, ${args.program}` : ''}`, () => {
      const row = modelRow(model);
      const family = row && familyOf(row.storedName);
      assert.ok(row && family);
      const trial = trialOf({ model, timeZone });
      const { appliance } = trial;
      appliance.hands.load({ mass_kg: kg, depth_mm: 35 }, food, 'settled');
      const start = {
        cell: appliance.readings.air[0] ?? Number.NaN,
        ambient: appliance.ambient + 1,
        ...(ready ? { ready_min: readyIn_min } : {}),
      };
      assert.equal(trial.start(args), null);
      trial.passUntil(() => appliance.state.cycleState !== 1, 3000);
      const load = { kg, depth_mm: 35, from_C: food };
      const { phases } = forecastCycle(row, planFor(family, args, row), load, start);
      const real = beginnings(trial.events);
      assert.deepEqual(
        phases.map(({ phase }) => phase),
        real.map(([phase]) => phase),
      );
      real.forEach(([phase, at_min], i) => {
        const expected = phases[i]?.from_min ?? Number.NaN;
        assert.ok(Math.abs(at_min - expected) <= 1 + at_min * 0.03, `phase ${phase}: ${at_min}, forecast ${expected}`);
      });
    });
  }

  it('S4.17 is what a prover does in a night', () => {
    const model = modelRow('PL Next 20');
    assert.ok(model);
    const night = localMinute(trialStart + 750 * minute_ms, timeZone);
    const schedule = planProofing(model, { readyAt: night }, { now_ms: trialStart, timeZone });
    assert.ok('phases' in schedule);
    const forecast = forecastProofing(model, schedule, { cell: 20, ambient: 25 });
    const trial = trialOf({ model: 'PL Next 20', serial: 'PL26004179', timeZone });
    assert.equal(trial.press('setProofingPlan', { readyAt: night }), null);
    trial.pass(740, 10);
    const real = beginnings(trial.events);
    assert.deepEqual(
      forecast.phases.slice(0, 4).map(({ phase, from_min }) => [phase, from_min]),
      real.map(([phase, at_min]) => [phase, Math.round(at_min)]),
    );
    const last = forecast.points.find(({ at_min }) => at_min === 740);
    assert.ok(Math.abs((last?.air ?? 99) - trial.air) < 1.5);
  });
});
