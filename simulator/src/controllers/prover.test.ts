import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plModels } from '@brina/domain/appliance/families/pl-models';
import { setFault } from '../faults.ts';
import { type Trial, type TrialOptions, trialOf, trialStart, within } from '../testing/trial.ts';

/** A prover full of dough at 22 °C. */
function given(options: TrialOptions = {}): Trial {
  const trial = trialOf({ model: 'PL Next 20', serial: 'PL26001456', ...options });
  trial.appliance.hands.stock(0.8, 40, 22);
  return trial;
}

const night = { readyAt: '2026-06-11T05:00' } as const;
const minuteOf = (trial: Trial, event: string): number | undefined =>
  trial.events.find((e) => e.type === 'cycle' && e.event === event)?.at_min;

describe('programmed proving', () => {
  it('S4.17 stops, stores, wakes and proves the dough, ready at the minute asked for', () => {
    const trial = given();
    const { appliance } = trial;
    assert.equal(trial.press('setProofingPlan', night), null);
    const started = trial.events.find((e) => e.type === 'cycle');
    assert.ok(started?.type === 'cycle' && started.function === 3 && started.plan?.length === 5);
    trial.pass(6 * 60, 10);
    assert.deepEqual([appliance.view.phaseCode, appliance.view.mode(0)], [2, 3]);
    assert.ok(Math.abs(trial.air - 2) < 3, `stored at ${trial.air}`);
    assert.ok(trial.chamber.nodes.core < 5, 'the dough is cold');
    trial.pass(14.5 * 60, 10);
    assert.equal(appliance.view.phaseCode, 4);
    assert.ok(Math.abs(trial.air - 27) < 3, `proved at ${trial.air}`);
    assert.ok(Math.abs(trial.chamber.humidityShown - 78) < 6, `${trial.chamber.humidityShown} %`);
    trial.pass(60, 10);
    // Eight in the morning to five of the next.
    assert.ok(Math.abs((minuteOf(trial, 'ended') ?? 0) - 21 * 60) < 1);
    assert.deepEqual(trial.cycleEvents(), ['started', 'ended clock']);
    assert.deepEqual(
      trial.phases().filter((text) => text.endsWith('running')),
      ['1/1 running', '2/2 running', '3/3 running', '4/4 running', '5/5 running'],
    );
    assert.deepEqual(trial.raised(), []);
  });

  it('S4.17 rests the dough for its time, then stands by', () => {
    const trial = given();
    trial.press('setProofingPlan', { ...night, sleeping: { time_min: 60 } });
    trial.passUntil(() => trial.appliance.state.cycleState === 2, 22 * 60);
    assert.equal(trial.appliance.view.phaseCode, 5);
    trial.pass(59, 10);
    assert.equal(trial.appliance.view.mode(0), 3);
    trial.pass(3, 10);
    assert.deepEqual([trial.appliance.view.mode(0), trial.appliance.view.set(0)], [0, null]);
  });

  it('S4.17 refuses what cannot be ready in time, or waits too long', () => {
    const trial = given();
    assert.equal(trial.press('setProofingPlan', { readyAt: '2026-06-10T12:00' }), 'ready_too_soon');
    assert.equal(trial.press('setProofingPlan', { readyAt: '2026-06-15T12:00' }), 'ready_too_late');
    setFault(trial.faults, 'waterOff', 1);
    assert.equal(trial.press('setProofingPlan', night), 'no_water');
    setFault(trial.faults, 'waterOff', 0);
    assert.equal(trial.press('setProofingPlan', night), null);
    assert.equal(trial.press('setProofingPlan', night), 'cycle_running');
    assert.equal(trial.press('setMode', { mode: 1 }), 'cycle_running');
    assert.equal(trial.press('cancelProofingPlan'), null);
    assert.equal(trial.press('cancelProofingPlan'), 'not_running');
    assert.deepEqual(trial.cycleEvents(), ['started', 'stopped person']);
  });

  it('S4.17 lets a power cut shorten the storing, not the proving', () => {
    const trial = given();
    trial.press('setProofingPlan', night);
    trial.pass(4 * 60, 10);
    trial.appliance.powerReturned(trial.appliance.state.true_ms + 3 * 3_600_000);
    trial.passUntil(() => trial.appliance.state.cycleState !== 1, 22 * 60);
    assert.ok(Math.abs((minuteOf(trial, 'ended') ?? 0) - 21 * 60) < 1);
  });

  it('S4.17 B3.3 repeats a plan once the dough was taken out, and names its cycle of the library each time', () => {
    const trial = given();
    const source = { id: 1042, v: 3, h: '9f3c6a01d2e4b785' };
    trial.press('setProofingPlan', { ...night, repeat: 'daily', sleeping: false, source });
    trial.passUntil(() => trial.appliance.state.cycleState !== 1, 22 * 60);
    trial.pass(60, 10);
    assert.equal(trial.appliance.view.mode(0), 0, 'nobody has opened the door');
    trial.appliance.hands.openDoor(true);
    trial.pass(1, 10);
    trial.appliance.hands.openDoor(false);
    trial.pass(1, 10);
    assert.equal(trial.appliance.view.mode(0), 3);
    trial.passUntil(() => trial.cycleEvents().length === 4, 30 * 60);
    const ends = trial.events.filter((e) => e.type === 'cycle' && e.event === 'ended').map(({ at_min }) => at_min);
    assert.ok(Math.abs((ends[1] ?? 0) - (21 + 24) * 60) < 1, `${ends}`);
    const begun = trial.events.flatMap((e) => (e.type === 'cycle' && e.event === 'started' ? [e.source] : []));
    assert.deepEqual(begun, [source, source]);
  });

  for (const { storedName, night_kWh } of plModels.filter(({ air_min }) => air_min > -20))
    it(`S3.27 spends in a night about what a ${storedName} declares`, () => {
      const trial = given({ model: storedName });
      trial.press('setProofingPlan', { readyAt: '2026-06-10T21:00', sleeping: false });
      trial.passUntil(() => trial.appliance.state.cycleState !== 1, 14 * 60);
      within(trial.appliance.state.counters.energy_Wh / 1000, night_kWh, 0.15);
    });

  it('S4.17 skips a phase, but not the last', () => {
    const trial = given();
    trial.press('setProofingPlan', { ...night, sleeping: false });
    assert.equal(trial.press('skipPhase', { phase: 2 }), 'inconsistent');
    assert.equal(trial.press('skipPhase', { phase: 1 }), null);
    assert.equal(trial.appliance.view.phaseCode, 2);
    assert.ok(trial.phases().includes('1/1 skipped'));
  });
});

describe('direct and continuous proving', () => {
  it('S4.17 proves directly: conditioned, then for its time', () => {
    const trial = given();
    assert.equal(trial.press('setMode', { mode: 2, air: 30, time_min: 60 }), null);
    assert.deepEqual([trial.appliance.view.phaseCode, trial.appliance.view.set(0)], [6, 30]);
    trial.pass(40, 10);
    assert.ok(Math.abs(trial.air - 30) < 2, `air ${trial.air}`);
    trial.passUntil(() => trial.appliance.state.cycleState !== 1, 60);
    assert.ok(Math.abs((minuteOf(trial, 'ended') ?? 0) - 70) < 1);
    assert.equal(trial.appliance.view.mode(0), 0);
  });

  it('S4.17 holds on and on, follows new set-points, and loses its humidity with the door', () => {
    const trial = given();
    assert.equal(trial.press('setTemperature', { target: 6 }), 'not_running');
    assert.equal(trial.press('setMode', { mode: 1 }), null);
    assert.equal(trial.press('setMode', { mode: 1 }), 'already_so');
    assert.equal(trial.press('setTemperature', { target: 30 }), null);
    assert.equal(trial.press('setHumidity', { target: 85 }), null);
    trial.pass(90, 10);
    assert.ok(Math.abs(trial.air - 30) < 2 && Math.abs(trial.chamber.humidity - 85) < 5);
    trial.appliance.hands.openDoor(true);
    trial.pass(1 / 6, 2);
    assert.ok(Math.abs(trial.chamber.humidity - 50) < 5, `${trial.chamber.humidity} % after ten seconds`);
    trial.appliance.hands.openDoor(false);
    trial.pass(2, 2);
    assert.ok(trial.chamber.humidity > 80, 'steam is quick');
    assert.equal(trial.press('stopCycle'), null);
    assert.equal(trial.appliance.view.mode(0), 0);
  });

  it('S4.17 defrosts while it keeps cold, and by hand', () => {
    const trial = given();
    trial.press('setMode', { mode: 1 });
    trial.pass(24 * 60, 10);
    assert.equal(trial.appliance.state.counters.dailyDefrosts > 0, true);
    assert.equal(trial.zone.defrost.lastEnd, 1);
    trial.passUntil(() => trial.appliance.view.defrost(0) === 0);
    assert.equal(trial.press('setDefrost', { on: true }), null);
    assert.equal(trial.appliance.view.mode(0), 4);
    trial.pass(40, 10);
    assert.equal(trial.appliance.view.mode(0), 1);
    assert.deepEqual(trial.raised(), []);
    assert.ok(trial.appliance.state.true_ms > trialStart);
  });
});
