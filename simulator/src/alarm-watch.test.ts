import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { modelRow } from '@brina/domain/appliance/families/families';
import type { PhasePlan } from '@brina/domain/appliance/phase-plan';
import { createAlarmWatch } from './alarm-watch.ts';
import { type BreakableProbe, noFaults, troubleProbe } from './faults.ts';
import { type Trial, trialOf } from './testing/trial.ts';

const byCore: PhasePlan = { phase: 3, air: -5, fan: 100, rh: null, end: { by: 'core', target: 3 } };
const marks = Array.from({ length: 10 }, (_, index) => index);

/** Points of the first needle near the air, then of the second. */
const nearby = [1.5, 1.5, 1.5, 1.5, 4, 4, 4, 4];
const dead = [null, null, null, null];

/** What a unit in the fifth minute of a cycle tells of its needles; the air fell from 10 to 1 °C, the second tip stands still or follows. */
function told(second: 'follows' | 'stands' | 'unknown', core: readonly (number | null)[] = nearby): string[] {
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
    readings: { air: [1], coil: [0], condenser: [30], core, humidity: null },
    view: { ...appliance.view, phase: byCore, set: () => -5 },
    suction_bar: 2,
    discharge: 60,
    doorOpen: false,
    openAtWork: false,
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

  it('S3.13 a needle that measures nothing counts for nothing', () => {
    const [first, second] = [nearby.slice(0, 4), nearby.slice(4)];
    assert.ok(told('stands', [...first, ...dead]).includes('coreProbeNotInsertedWarning'));
    assert.ok(!told('stands', [...dead, ...second]).includes('coreProbeNotInsertedWarning'));
    assert.ok(!told('follows', [...dead, ...dead]).includes('coreProbeNotInsertedWarning'));
  });

  it('S3.13 a point hangs in air up to and with the distance that judge and server allow', () => {
    assert.deepEqual(told('follows', [...nearby.slice(0, 7), 5]), ['coreProbeNotInsertedWarning']);
    assert.deepEqual(told('follows', [...nearby.slice(0, 7), 5.1]), []);
  });
});

describe('what a running unit says of its needles', () => {
  const secondNeedle: readonly BreakableProbe[] = ['core5', 'core6', 'core7', 'core8'];

  /** A trolley unit whose first needle hangs in air for ten minutes of a cycle, and the second in warm food or in air as well. */
  function hanging(second: 'inFood' | 'inAir', broken: readonly BreakableProbe[] = []): Trial {
    const trial = trialOf({ model: 'SF Roll 200 RWL', kg: 200 });
    const { appliance, chamber, faults } = trial;
    faults.probeInAir = true;
    for (const probe of broken) troubleProbe(faults, probe, 'broken');
    assert.equal(trial.start({ function: 2 }), null);
    for (let step = 0; step < 300; step++) {
      const { probes } = chamber;
      const core = probes.core.map((shown, i) => (i < 4 || second === 'inAir' ? shown : 20 + 5 * i));
      chamber.probes = { ...probes, core };
      appliance.stepTo(appliance.state.true_ms + 2000);
    }
    return trial;
  }
  const warned = (trial: Trial): boolean => trial.raised().includes('coreProbeNotInsertedWarning');

  it('S3.13 a dead second needle in food does not hide that the first hangs in air', () => {
    assert.ok(warned(hanging('inAir')));
    assert.ok(!warned(hanging('inFood')), 'the second proves the food');
    const trial = hanging('inFood', secondNeedle);
    assert.ok(warned(trial), String(trial.raised()));
    assert.ok(trial.appliance.state.trail.every(({ second }) => second === undefined));
  });

  it('S3.13 a needle whose tip is dead is judged by the next point that measures', () => {
    assert.ok(warned(hanging('inAir', ['core1', 'core5'])));
    const trial = hanging('inFood', ['core5']);
    assert.ok(!warned(trial));
    const { readings, state } = trial.appliance;
    assert.ok(Math.abs((state.trail.at(-1)?.second ?? Number.NaN) - Number(readings.core[5])) < 1);
  });

  it('S3.13 marks are of what is measured: without air there are none, and they begin anew with it', () => {
    const trial = trialOf({ model: 'SF Roll 200 RWL', kg: 200 });
    const { faults, appliance } = trial;
    assert.equal(trial.start({ function: 2 }), null);
    trial.pass(6, 5);
    assert.equal(appliance.state.trail.length, 10);
    troubleProbe(faults, 'cell', 'broken');
    trial.pass(0.6, 5);
    assert.equal(appliance.state.trail.length, 0);
    troubleProbe(faults, 'cell', null);
    faults.probeDrift = 3;
    trial.pass(0.5, 5);
    const mark = appliance.state.trail.at(-1);
    assert.ok(mark?.tip !== undefined && Math.abs(mark.air - trial.chamber.probes.air - 3) < 1, `${mark?.air} °C`);
  });
});

describe('what a unit says of its doors', () => {
  const raised = (trial: Trial): boolean => trial.raised().includes('openDoorAlarm');

  it('S3.12 a prover or cabinet that stands by may be aired; one that works says after 3 minutes that its door is open', () => {
    for (const [model, serial, working] of [
      ['PL Next 20', 'PL26001034', { mode: 1 }],
      ['CP Next 700', 'CP26007245', { mode: 2 }],
      ['MYA 20', 'MY25000614', { mode: 1 }],
    ] as const) {
      const trial = trialOf({ model, serial });
      trial.press('setMode', { mode: 0 });
      trial.appliance.hands.openDoor(true);
      trial.pass(30);
      assert.ok(!raised(trial), model);
      trial.appliance.hands.openDoor(false);
      assert.equal(trial.press('setMode', working), null, model);
      trial.appliance.hands.openDoor(true);
      trial.pass(2.9);
      assert.ok(!raised(trial), model);
      trial.pass(0.2);
      assert.ok(raised(trial), model);
    }
  });
});
