import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Trial, trialOf } from './testing/trial.ts';

const told = ({ events }: Trial): string[] =>
  events.flatMap((e) => (e.type === 'tray' ? [`${e.tray} ${e.event}${e.needle ? ` ${e.needle}` : ''}`] : []));
const left = ({ appliance }: Trial): Record<string, number> =>
  Object.fromEntries(
    Object.entries(appliance.panel?.timers.left_min ?? {}).map(([tray, min]) => [tray, Math.round(min)]),
  );

describe('timers of trays', () => {
  it('S4.14 B3.7 a start with trays sets a timer for each, which tells when it is done and stays until it is taken away', () => {
    const trial = trialOf({ food: 60, kg: 10 });
    const trays = [
      { tray: 3, min: 30 },
      { tray: 1, min: 10 },
    ];
    assert.equal(trial.start({ function: 13, trays }), null);
    assert.deepEqual(told(trial), ['3 started', '1 started']);
    assert.deepEqual(left(trial), { 1: 10, 3: 30 });
    trial.pass(11);
    assert.deepEqual(told(trial).slice(2), ['1 done']);
    const done = trial.events.findLast((e) => e.type === 'tray');
    assert.ok(done && Math.abs(done.at_min - 10) < 0.2, String(done?.at_min));
    assert.deepEqual(left(trial), { 1: 0, 3: 19 });
    assert.equal(trial.press('setTrayTimer', { tray: 1, min: null }), null);
    assert.deepEqual(told(trial).slice(3), ['1 cleared']);
    assert.equal(trial.press('setTrayTimer', { tray: 1, min: null }), 'not_running');
    const runId = trial.appliance.state.run?.runId;
    assert.ok(trial.events.every((e) => e.type !== 'tray' || e.runId === runId));
  });

  it('S4.14 B3.7 a timer is set anew while the run goes on, and the end of the run clears them all', () => {
    const trial = trialOf();
    trial.start({ function: 13, trays: [{ tray: 2, min: 20 }] });
    trial.pass(10);
    assert.equal(trial.press('setTrayTimer', { tray: 2, min: 60, product: 'Peas', needle: 1 }), null);
    assert.deepEqual(left(trial), { 2: 60 });
    trial.pass(15);
    assert.deepEqual(told(trial), ['2 started', '2 started 1'], 'the first time is over and counts no more');
    assert.deepEqual(
      trial.appliance.panelTold((at) => at).trayTimers?.map(({ tray, min, product }) => [tray, min, product]),
      [[2, 60, 'Peas']],
    );
    assert.equal(trial.stop(), null);
    assert.deepEqual(told(trial).slice(2), ['2 cleared 1']);
    assert.deepEqual(left(trial), {});
    assert.equal(trial.press('setTrayTimer', { tray: 2, min: 60 }), 'not_running');
  });

  it('S4.14 B3.7 a timer counts on while the power is out', () => {
    const trial = trialOf();
    trial.start({
      function: 13,
      trays: [
        { tray: 2, min: 20 },
        { tray: 4, min: 8 },
      ],
    });
    trial.pass(5);
    const { appliance } = trial;
    appliance.powerReturned(appliance.state.true_ms + 6 * 60_000);
    assert.equal(appliance.state.cycleState, 1, 'the run goes on');
    assert.deepEqual(left(trial), { 2: 9, 4: 0 });
    trial.pass(0.5);
    assert.deepEqual(told(trial).slice(2), ['4 done']);
    // A longer cut ends the run, and with it the timers.
    appliance.powerReturned(appliance.state.true_ms + 3 * 3_600_000);
    assert.deepEqual(told(trial).slice(3), ['2 cleared', '4 cleared']);
  });

  it('S4.14 only a function with timers has them; on a trolley unit they are of trolleys', () => {
    const chilling = trialOf({ kg: 10 });
    chilling.start({ function: 0 });
    assert.equal(chilling.press('setTrayTimer', { tray: 1, min: 30 }), 'not_compatible');
    const trolleys = trialOf({ model: 'SF Roll 200 RWL', serial: 'SF26000092' });
    assert.equal(trolleys.start({ function: 12, trays: [{ tray: 2, min: 30 }] }), null);
    assert.deepEqual(told(trolleys), ['2 started']);
  });
});
