import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { modelRow } from '@brina/domain/appliance/families/families';
import type { PhasePlan } from '@brina/domain/appliance/phase-plan';
import { createAlarmWatch } from './alarm-watch.ts';
import { noFaults } from './faults.ts';
import { trialOf } from './testing/trial.ts';

const byCore: PhasePlan = { phase: 3, air: -5, fan: 100, rh: null, end: { by: 'core', target: 3 } };
const marks = Array.from({ length: 10 }, (_, index) => index);

/** What a unit in the fifth minute of a cycle tells of its needles; the air fell from 10 to 1 °C, the second tip stands still or follows. */
function told(second: 'follows' | 'stands' | 'unknown'): string[] {
  const model = modelRow('SF Roll 200 RWL');
  assert.ok(model);
  const { appliance } = trialOf({ model: 'SF Roll 200 RWL', kg: 0 });
  const { state } = appliance;
  const watch = createAlarmWatch(model);
  const timers = {};
  assert.equal(appliance.press('startCycle', { function: 2 }), null);
  state.time_s += 300;
  state.trail = marks.map((mark) => {
    const air = 10 - mark;
    if (second === 'unknown') return { air, tip: air + 0.5 };
    return { air, tip: air + 0.5, second: second === 'follows' ? air + 0.8 : 4 };
  });
  const view = {
    model,
    state,
    faults: noFaults(),
    readings: { air: [1], coil: [0], condenser: [30], core: [1.5, 1.5, 1.5, 1.5, 4, 4, 4, 4], humidity: null },
    view: { ...appliance.view, phase: byCore, set: () => -5 },
    suction_bar: 2,
    discharge: 60,
    doorOpen: false,
    clockIsSet: true,
  };
  const changes = watch.look(timers, view);
  state.time_s += 60;
  return [...changes, ...watch.look(timers, view)].map(({ name }) => name);
}

describe('what a unit says of its needles', () => {
  it('S3.13 a needle hangs in air only when the tips of all needles followed it', () => {
    assert.deepEqual(told('follows'), ['coreProbeNotInsertedWarning']);
    assert.deepEqual(told('stands'), [], 'the second is in thin food that is nearly as cold as the air');
    assert.deepEqual(told('unknown'), ['coreProbeNotInsertedWarning'], 'marks that knew one needle');
  });
});
