import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFault } from '../faults.ts';
import { type Trial, type TrialOptions, trialOf, within } from '../testing/trial.ts';

/** A cabinet in the middle of its life: cold, and filled. */
function given(options: TrialOptions = {}): Trial {
  const trial = trialOf({ model: 'CP Next 700', serial: 'CP26007245', ...options });
  trial.appliance.hands.settle();
  return trial;
}

type Day = { kWh: number; duty: number; starts: number; air: number; food: number };

/** A day in a kitchen of 30 °C on average, its door opened so often in the hours of service. */
function day(trial: Trial, openings: number, open_s: number): Day {
  const { appliance, chamber } = trial;
  const { counters } = appliance.state;
  setFault(trial.faults, 'hotKitchen', 5);
  const before = { ...counters };
  let air = Number.NEGATIVE_INFINITY;
  let food = Number.NEGATIVE_INFINITY;
  const [opens_min, closes_min] = [60, 15 * 60];
  const gap_min = (closes_min - opens_min) / openings;
  for (let minute = 0; minute < 24 * 60; minute++) {
    const turn = (at: number): number => Math.floor((at - opens_min) / gap_min);
    if (minute >= opens_min && minute < closes_min && turn(minute) !== turn(minute - 1)) {
      appliance.hands.openDoor(true);
      trial.pass(open_s / 60, 5);
      air = Math.max(air, chamber.nodes.air);
      appliance.hands.openDoor(false);
      trial.pass(1 - open_s / 60, 10);
    } else trial.pass(1, 10);
    food = Math.max(food, chamber.nodes.surface * 0.55 + chamber.nodes.core * 0.45);
  }
  return {
    kWh: (counters.energy_Wh - before.energy_Wh) / 1000,
    duty: (counters.compressor_s - before.compressor_s) / 86_400,
    starts: counters.compressorStarts - before.compressorStarts,
    air,
    food,
  };
}

describe('consumption of a cabinet of 600 l', () => {
  it('S4.16 keeps +2 °C with 60 openings: duty, starts, energy, and food that stays cold', () => {
    const found = day(given(), 60, 20);
    within(found.duty, 0.22, 0.15);
    within(found.starts, 74, 0.15);
    within(found.kWh, 1.84, 0.15);
    assert.ok(found.air > 8 && found.air < 15, `air ${found.air}`);
    assert.ok(found.food < 4, `food ${found.food}`);
  });

  it('S4.16 works harder in a busy kitchen, and with a torn gasket', () => {
    const busy = day(given(), 150, 30);
    within(busy.duty, 0.36, 0.15);
    within(busy.kWh, 2.58, 0.15);
    assert.ok(busy.food < 4.5, `food ${busy.food}`);
    const torn = given();
    setFault(torn.faults, 'ajar', 0.126);
    const leaking = day(torn, 60, 20);
    within(leaking.duty, 0.32, 0.15);
    within(leaking.kWh, 2.35, 0.15);
  });

  it('S4.16 keeps frozen food for 7.8 kWh a day, and needs more electricity when its condenser is dirty', () => {
    const frozen = given({ modes: [1] });
    within(day(frozen, 60, 20).kWh, 7.8, 0.15);
    assert.ok(frozen.chamber.nodes.core < -17.5);
    const dirty = given();
    setFault(dirty.faults, 'foul', 0.5);
    const [sound, fouled] = [day(given(), 60, 20), day(dirty, 60, 20)];
    within(fouled.duty, sound.duty, 0.05);
    assert.ok(fouled.kWh > sound.kWh * 1.05);
  });
});

describe('defrosts', () => {
  it('S4.16 defrosts four times a day at minutes of its own, ended by temperature, with dripping and fan delay', () => {
    const trial = given({ modes: [1] });
    const codes: number[] = [];
    const starts: number[] = [];
    for (let minute = 0; minute < 24 * 60; minute++) {
      trial.pass(1, 10);
      const code = trial.appliance.view.defrost(0);
      if (code === codes.at(-1)) continue;
      codes.push(code);
      if (code === 3) starts.push(minute);
    }
    assert.equal(starts.length, 4);
    assert.deepEqual(codes.slice(0, 5), [0, 3, 4, 5, 0]);
    assert.equal(trial.zone.defrost.lastEnd, 1);
    assert.deepEqual(trial.raised(), []);
    const other = given({ modes: [1], serial: 'CP24001582' });
    other.passUntil(() => other.appliance.view.defrost(0) === 3);
    assert.ok(
      Math.abs((other.appliance.state.time_s - (starts[0] ?? 0) * 60) / 60) > 5,
      'another unit at another time',
    );
  });

  it('S3.12 says so when a defrost ends by its time, and again when it ends as it should', () => {
    const trial = given({ modes: [1] });
    setFault(trial.faults, 'defrostDead', 1);
    assert.equal(trial.press('setDefrost', { on: true }), null);
    assert.equal(trial.appliance.view.mode(0), 4);
    assert.equal(trial.press('setDefrost', { on: true }), 'already_so');
    trial.pass(40, 10);
    assert.deepEqual(trial.raised(), ['defrostTimeoutWarning']);
    assert.equal(trial.appliance.view.mode(0), 1, 'back to the mode before');
    setFault(trial.faults, 'defrostDead', 0);
    trial.press('setDefrost', { on: true });
    trial.pass(40, 10);
    assert.ok(trial.events.some((e) => e.type === 'alarm' && e.name === 'defrostTimeoutWarning' && !e.active));
  });

  it('S4.16 is stopped by a person', () => {
    const trial = given();
    trial.press('setDefrost', { on: true });
    trial.pass(1, 10);
    assert.equal(trial.press('setDefrost', { on: false }), null);
    assert.deepEqual([trial.appliance.view.mode(0), trial.zone.defrost.lastEnd], [2, 3]);
    trial.appliance.hands.openDoor(true);
    assert.equal(trial.press('setDefrost', { on: true }), 'door_open');
  });
});

describe('modes and set-points', () => {
  it('S4.16 goes from chilled to chocolate to frozen and stands by', () => {
    const trial = given();
    const { appliance } = trial;
    assert.deepEqual([appliance.view.set(0), appliance.view.humiditySet(0)], [2, 80]);
    assert.equal(trial.press('setMode', { mode: 2 }), 'already_so');
    assert.equal(trial.press('setMode', { mode: 3 }), null);
    assert.deepEqual([appliance.view.set(0), appliance.view.humiditySet(0), appliance.view.phaseCode], [14, 55, 1]);
    // Nothing but the kitchen warms it.
    trial.pass(30 * 60, 10);
    assert.ok(Math.abs(trial.air - 14) < 3 && appliance.view.phaseCode === 2, `air ${trial.air}`);
    assert.ok(Math.abs(trial.chamber.humidityShown - 55) < 6, `${trial.chamber.humidityShown} %`);
    assert.equal(trial.press('setMode', { mode: 1 }), null);
    assert.deepEqual([appliance.view.set(0), appliance.view.humiditySet(0)], [-20, null]);
    assert.equal(trial.press('setMode', { mode: 0 }), null);
    assert.deepEqual([appliance.view.set(0), trial.press('setTemperature', { target: 3 })], [null, 'not_running']);
  });

  it('S4.16 follows a new set-point of temperature and humidity, and counts its doors anew', () => {
    const trial = given();
    assert.equal(trial.press('setTemperature', { target: 6 }), null);
    assert.equal(trial.press('setHumidity', { target: 65 }), null);
    trial.pass(300, 10);
    assert.ok(Math.abs(trial.air - 6) < 3, `air ${trial.air}`);
    assert.ok(Math.abs(trial.chamber.humidityShown - 65) < 6, `${trial.chamber.humidityShown} %`);
    assert.equal(trial.press('setHumidity', { target: null }), null);
    assert.equal(trial.appliance.view.humiditySet(0), null);
    const { counters } = trial.appliance.state;
    for (let i = 0; i < 6; i++) trial.appliance.hands.openDoor(i % 2 === 0);
    assert.equal(trial.press('resetDoorCounter', { door: 1 }), null);
    assert.deepEqual([counters.dailyDoorOpenings, counters.doorOpenings], [[0], [3]]);
    assert.equal(trial.press('resetDoorCounter', { door: 2 }), 'not_compatible');
  });

  it('S4.16 warms up more slowly behind an open door when it is full than when it is empty, and its food hardly', () => {
    const [full, empty] = [given({ modes: [1] }), given({ modes: [1] })];
    empty.appliance.hands.unload();
    for (const { appliance, pass } of [full, empty]) {
      appliance.hands.openDoor(true);
      pass(3, 5);
    }
    assert.ok(full.chamber.nodes.air < empty.chamber.nodes.air - 5, `${full.chamber.nodes.air}`);
    assert.ok(full.chamber.nodes.surface < -18.5);
  });

  it('S4.16 keeps two zones at two temperatures, each behind its own door', () => {
    const trial = given({ model: 'CP Next 700 Duo', modes: [2, 1] });
    const { appliance } = trial;
    trial.pass(60, 10);
    const [upper = 99, lower = 99] = appliance.readings.air;
    assert.ok(Math.abs((upper ?? 99) - 2) < 4 && Math.abs((lower ?? 99) + 20) < 5, `${upper} and ${lower}`);
    appliance.hands.openDoor(true, 2);
    trial.pass(0.5, 5);
    assert.ok((appliance.readings.air[1] ?? -99) > -16 && (appliance.readings.air[0] ?? 99) < 6);
    appliance.hands.openDoor(false, 2);
    assert.deepEqual(appliance.state.counters.doorOpenings, [0, 1]);
    assert.equal(trial.press('setTemperature', { zone: 2, target: -22 }), null);
    assert.deepEqual([appliance.view.set(0), appliance.view.set(1)], [2, -22]);
  });

  it('S4.17 runs a pastry cabinet by program, and tests it', () => {
    const trial = given({ model: 'MYA 20', serial: 'MY25000614' });
    const { appliance } = trial;
    assert.equal(trial.press('setMode', { mode: 2, program: 3 }), null);
    assert.deepEqual([appliance.view.set(0), appliance.view.humiditySet(0)], [3, 80]);
    assert.deepEqual([appliance.standing.program, appliance.view.isBusy], [3, true]);
    assert.equal(trial.press('setMode', { mode: 3 }), 'standby_needed');
    trial.press('setMode', { mode: 0 });
    assert.equal(trial.press('setMode', { mode: 3 }), null);
    trial.passUntil(() => appliance.state.cycleState !== 1, 90);
    assert.deepEqual(trial.cycleEvents(), ['started', 'ended time']);
    assert.equal(appliance.view.mode(0), 0);
  });

  it('stands by when it is switched off, and obeys nothing but being switched on', () => {
    const trial = given();
    assert.equal(trial.press('setPower', { on: false }), null);
    assert.equal(trial.press('setTemperature', { target: 4 }), 'switched_off');
    trial.pass(120, 10);
    assert.ok(trial.air > 5, `air ${trial.air}`);
    assert.equal(trial.press('setPower', { on: true }), null);
    assert.equal(trial.press('setPower', { on: true }), 'already_so');
  });
});
