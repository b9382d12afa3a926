import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventMessage } from '@brina/contract/devices';
import { askedPhases_max, runPhases_max } from '@brina/domain/appliance/phase-plan';
import { classifyValue } from '@brina/domain/appliance/value-class';
import type { Appliance } from '../appliance.ts';
import { setFault, troubleProbe } from '../faults.ts';
import { type Board, readerOf } from '../readings.ts';
import { type Trial, type TrialOptions, trialOf, trialStart, within } from '../testing/trial.ts';

/** An MF with full trays of 35 mm at 70 °C. */
const given = (options: TrialOptions = {}): Trial => trialOf({ kg: 45, ...options });

/** Of every event on the wire. */
const head = { log: '0123456789abcdef', seq: 1, boot: 1, at: 1, sent: 1, up: 1 };

/** Why a start would be refused now. */
const mayStart = (appliance: Appliance, args: Record<string, unknown>): string | null => {
  const prepared = appliance.prepare('startCycle', args);
  return typeof prepared === 'string' ? prepared : null;
};

const cycleOver =
  ({ appliance }: Trial) =>
  (): boolean =>
    appliance.state.cycleState !== 1;
describe('cycles', () => {
  it('S4.14 S3.27 chills through hard, gentle and holding phases, in the time and with the energy of its table', () => {
    const trial = given();
    const { appliance } = trial;
    const before_Wh = appliance.state.counters.energy_Wh;
    assert.equal(trial.start({ function: 0, load_kg: 45, product: 'Ragù', lot: 'L1' }), null);
    const minutes = trial.passUntil(cycleOver(trial));
    within(minutes, 81, 0.1);
    within((appliance.state.counters.energy_Wh - before_Wh) / 1000, 2.82, 0.12);
    assert.deepEqual(trial.cycleEvents(), ['started', 'ended target']);
    assert.deepEqual(trial.phases(), ['1/2 running', '1/2 terminated', '2/3 running', '2/3 terminated', '3/7 running']);
    const started = trial.events.find((e) => e.type === 'cycle');
    assert.ok(started?.type === 'cycle' && started.plan?.length === 3 && started.plan[2]?.hold);
    assert.deepEqual([started.load_kg, started.product, started.lot], [45, 'Ragù', 'L1']);
    // The record needs the reading at which the target was met.
    assert.ok(Math.max(...(trial.turns.at(-1) ?? []).map((point) => point ?? 99)) <= 3);
    trial.pass(60);
    assert.equal(appliance.view.phaseCode, 7);
    assert.ok(Math.abs(trial.air - 2) < 4, 'held at 2 °C');
  });

  it('S4.14 chills softly in gentle air from the start', () => {
    const trial = given({ kg: 18, depth_mm: 20 });
    assert.equal(trial.start({ function: 0, program: 'soft' }), null);
    trial.passUntil(cycleOver(trial));
    assert.deepEqual(trial.phases().slice(0, 2), ['1/3 running', '1/3 terminated']);
    assert.ok(trial.chamber.nodes.surface > -1, 'nothing froze');
  });

  it('S3.27 freezes 75 % of a load in the time of its table and holds it frozen', () => {
    const trial = given({ kg: 34 });
    assert.equal(trial.start({ function: 1 }), null);
    within(trial.passUntil(cycleOver(trial)), 237, 0.1);
    assert.equal(trial.appliance.view.phaseCode, 8);
    assert.equal(trial.appliance.view.set(0), -20);
  });

  it('S3.27 holds cold until a person ends it', () => {
    const trial = given({ food: 4 });
    assert.equal(trial.start({ function: 2 }), null);
    trial.pass(180);
    assert.equal(trial.appliance.state.cycleState, 1);
    assert.equal(trial.stop(), null);
    assert.deepEqual(trial.cycleEvents(), ['started', 'stopped person']);
  });

  it('S3.27 defrosts by the evaporator probe and drips with the fan standing', () => {
    const trial = given({ kg: 20, food: 70 });
    const { appliance } = trial;
    trial.start({ function: 0, hold: false });
    trial.passUntil(cycleOver(trial));
    appliance.hands.unload();
    trial.pass(1);
    assert.equal(trial.start({ function: 14 }), null);
    trial.passUntil(() => appliance.view.phaseCode === 28, 30);
    trial.pass(0.1);
    assert.equal(trial.zone.defrost.lastEnd, 1);
    assert.equal(trial.chamber.fan, 0);
    trial.passUntil(cycleOver(trial), 5);
    assert.equal(appliance.state.counters.dailyDefrosts, 1);
  });

  it('ends a cycle by time when it was asked to', () => {
    const trial = given({ kg: 45, depth_mm: 50 });
    assert.equal(trial.start({ function: 0, by: 'time', time_min: 30 }), null);
    within(trial.passUntil(cycleOver(trial)), 30, 0.02);
    assert.deepEqual(trial.cycleEvents(), ['started', 'ended time']);
  });

  it('S4.14 is stopped by a person, rests, and may then begin anew', () => {
    const trial = given();
    const { appliance } = trial;
    assert.equal(trial.stop(), 'not_running');
    trial.start({ function: 0 });
    assert.equal(trial.start({ function: 1 }), 'cycle_running');
    trial.pass(5);
    assert.equal(trial.stop(), null);
    assert.equal(appliance.state.cycleState, 3);
    trial.pass(0.2);
    assert.equal(appliance.state.cycleState, 0);
    assert.equal(trial.start({ function: 0 }), null);
    assert.deepEqual(trial.cycleEvents(), ['started', 'stopped person', 'started']);
  });

  it('lets a holding end by the next start, and by a stop', () => {
    const trial = given({ kg: 10, food: 20 });
    const { appliance } = trial;
    trial.start({ function: 0 });
    trial.passUntil(cycleOver(trial));
    assert.equal(appliance.state.cycleState, 2);
    assert.equal(trial.start({ function: 0 }), null);
    trial.passUntil(cycleOver(trial));
    assert.equal(trial.stop(), null);
    assert.equal(appliance.state.cycleState, 0);
    assert.deepEqual(trial.cycleEvents(), ['started', 'ended target', 'started', 'ended target']);
  });

  it('goes on by the fallback times without a core probe', () => {
    const trial = given({ kg: 20 });
    trial.start({ function: 0 });
    trial.pass(1);
    for (const probe of ['core1', 'core2', 'core3', 'core4'] as const) troubleProbe(trial.faults, probe, 'broken');
    within(trial.passUntil(cycleOver(trial)) + 1, 90, 0.02);
    assert.deepEqual(trial.cycleEvents(), ['started', 'ended time']);
    assert.ok(trial.events.some((e) => e.type === 'alarm' && e.name === 'coreNeedleAlarm' && e.active));
  });

  it('interrupts a cycle that takes three times its time', () => {
    const trial = given({ kg: 45, depth_mm: 90 });
    setFault(trial.faults, 'ajar', 1);
    setFault(trial.faults, 'charge', 0.4);
    trial.start({ function: 0 });
    within(trial.passUntil(cycleOver(trial)), 270, 0.02);
    assert.deepEqual(trial.cycleEvents(), ['started', 'interrupted maximum']);
  });

  it('runs the process sixty times faster while its stamps stay real', () => {
    const trial = given({ pace: 60 });
    trial.start({ function: 0 });
    within(trial.passUntil(cycleOver(trial)), 81, 0.1);
    assert.ok((trial.appliance.state.true_ms - trialStart) / 1000 < 95, 'in a minute and a half');
  });
});

describe('functions that heat, wait or thaw', () => {
  it('S3.27 cooks to the core, holds it, purges the hot air and chills', () => {
    const trial = given({ kg: 20, food: 5 });
    assert.equal(trial.start({ function: 6, core: 63, coreHold_min: 5 }), null);
    trial.passUntil(() => trial.appliance.view.phaseCode === 16, 300);
    assert.ok(trial.air > 60 && trial.chamber.heat > 0);
    trial.passUntil(cycleOver(trial), 400);
    const codes = trial.phases().flatMap((text) => (text.endsWith('running') ? [text.split(/[/ ]/)[1]] : []));
    assert.deepEqual(codes, ['15', '16', '17', '2', '3', '7']);
    assert.deepEqual(trial.cycleEvents(), ['started', 'ended target']);
    assert.deepEqual(trial.raised(), []);
  });

  it('S3.27 thaws in humid air that drops as soon as the food is warm enough', () => {
    const trial = given({ kg: 10, food: -18 });
    assert.equal(trial.start({ function: 4 }), null);
    trial.pass(60, 10);
    assert.ok(Math.abs(trial.chamber.humidityShown - 85) < 6, `${trial.chamber.humidityShown} %`);
    trial.passUntil(cycleOver(trial), 900);
    assert.equal(trial.appliance.view.set(0), 2);
  });

  it('S3.27 dries below its upper limit of humidity, melts chocolate gently', () => {
    const drying = given({ kg: 8, food: 20 });
    assert.equal(drying.start({ function: 12, time_min: 60 }), null);
    drying.pass(30, 10);
    assert.ok(drying.chamber.humidityShown < 25, `${drying.chamber.humidityShown} %`);
    assert.equal(drying.appliance.view.humiditySet(0), 25);
    const melting = given({ kg: 8, food: 22 });
    assert.equal(melting.start({ function: 10 }), null);
    melting.passUntil(cycleOver(melting), 600);
    assert.ok(melting.chamber.nodes.surface < 51, 'never above 50 °C');
  });

  it('S3.27 keeps food cold until it has to be regenerated for its minute', () => {
    const trial = given({ kg: 6, food: 4, depth_mm: 20 });
    assert.equal(trial.start({ function: 5, readyAt: '2026-06-10T08:30' }), 'ready_too_soon');
    assert.equal(trial.start({ function: 5, readyAt: '2026-06-10T12:00' }), null);
    trial.pass(170, 10);
    assert.ok(trial.appliance.view.phaseCode === 12 && trial.chamber.nodes.core < 6);
    trial.passUntil(() => trial.appliance.view.phaseCode === 13, 30);
    trial.passUntil(cycleOver(trial), 120);
    assert.ok(trial.chamber.nodes.surface > 68);
    assert.deepEqual(trial.raised(), []);
  });

  for (const [model, kg] of [
    ['MF Next XS 12', 11],
    ['MF Next L 45', 41],
    ['MF Next XXL 100 RWL', 90],
  ] as const)
    it(`S3.27 begins early enough to have ${kg} kg in a ${model} ready by its minute`, () => {
      const trial = given({ model, kg, food: 4, depth_mm: 30 });
      trial.start({ function: 5, readyAt: '2026-06-10T12:00' });
      trial.passUntil(cycleOver(trial), 300);
      const minutes = (trial.appliance.state.true_ms - trialStart) / 60_000;
      assert.ok(minutes <= 240 && minutes > 215, `after ${minutes} min`);
      assert.ok(trial.chamber.nodes.surface >= 70);
    });

  it('S4.14 changes the set-point of a running holding, and skips a phase where that makes sense', () => {
    const trial = given({ food: 4 });
    assert.equal(trial.press('setTemperature', { target: 4 }), 'not_running');
    trial.start({ function: 2 });
    assert.equal(trial.press('setTemperature', { target: 6 }), null);
    assert.equal(trial.appliance.view.set(0), 6);
    assert.equal(trial.press('skipPhase', { phase: 1 }), 'not_compatible');
    trial.stop();
    trial.pass(1);
    assert.equal(trial.start({ function: 8, readyAt: '2026-06-10T22:00' }), null);
    assert.equal(trial.press('skipPhase', { phase: 1 }), null);
    assert.equal(trial.appliance.view.phaseCode, 19);
  });

  it('S1.6 runs phases that a person wrote', () => {
    const trial = given({ kg: 10, food: 20 });
    const phases = [
      { phase: 2, air: -10, fan: 80, rh: null, end: { by: 'time', time_min: 10 } },
      { phase: 3, air: 1, fan: 60, rh: null, end: { by: 'core', target: 6 } },
    ];
    assert.equal(trial.start({ function: 0, phases }), null);
    trial.passUntil(cycleOver(trial), 200);
    assert.deepEqual(trial.phases(), ['1/2 running', '1/2 terminated', '2/3 running', '2/3 terminated']);
  });
});

describe('other families', () => {
  it('S3.11 chills and freezes on an EF and an SF in the time of their size', () => {
    const cases = [
      ['EF Next M 25', 25, { function: 1 }, 80],
      ['EF Next M 25', 18, { function: 2 }, 240],
      ['SF Roll 100 RWL', 100, { function: 2 }, 82],
      ['SF Roll 100 RWL', 75, { function: 5 }, 235],
    ] as const;
    for (const [model, kg, start, minutes] of cases) {
      const trial = given({ model, kg });
      assert.equal(trial.start(start), null);
      within(trial.passUntil(cycleOver(trial)), minutes, 0.12);
      assert.deepEqual(trial.cycleEvents(), ['started', 'ended target']);
    }
  });

  it('S3.11 defrosts an SF by hot gas with its fan standing, an EF by time', () => {
    const trolley = given({ model: 'SF Roll 100 RWL', kg: 0 });
    trolley.start({ function: 15 });
    trolley.pass(120, 10);
    trolley.stop();
    trolley.pass(4);
    assert.equal(trolley.press('setDefrost', { on: true }), null);
    trolley.passUntil(() => trolley.appliance.compressorState === 4, 5);
    assert.equal(trolley.chamber.fan, 0);
    trolley.passUntil(cycleOver(trolley), 20);
    assert.equal(trolley.zone.defrost.lastEnd, 1);
    const plain = given({ model: 'EF Next M 25', kg: 0 });
    plain.start({ function: 5 });
    within(plain.passUntil(cycleOver(plain)), 22, 0.02);
    assert.equal(plain.zone.defrost.lastEnd, 1);
    assert.ok(plain.air < 40);
  });

  it('S3.11 has eight points on two needles of an SF, one on an EF', () => {
    assert.equal(given({ model: 'SF Roll 200 RWL' }).appliance.readings.core.length, 8);
    assert.equal(given({ model: 'EF Next XS 8', kg: 5 }).appliance.readings.core.length, 1);
    assert.equal(mayStart(given({ model: 'EF Next M 25' }).appliance, { function: 12 }), 'not_compatible');
    assert.equal(mayStart(given({ model: 'MF Plus M 30' }).appliance, { function: 6 }), 'not_compatible');
  });
});

describe('the most phases', () => {
  it('S2.38 of eight a person wrote nine run, with what cools the hot chamber down, and each is told by its number', () => {
    const end = { by: 'time', time_min: 1 };
    const hot = { phase: 14, air: 70, fan: 60, rh: null, end };
    const cold = { phase: 2, air: -10, fan: 90, rh: null, end };
    const hold = { phase: 7, air: 3, fan: 40, rh: null, end: { by: 'stop' }, hold: true };
    const phases = [hot, ...Array.from({ length: askedPhases_max - 2 }, () => cold), hold];
    const trial = given();
    assert.equal(trial.start({ function: 3, phases }), null);
    const started = eventMessage.parse({ ...head, ...trial.events.find(({ type }) => type === 'cycle') });
    assert.equal(started.type === 'cycle' && started.plan?.length, runPhases_max);
    trial.passUntil(cycleOver(trial));
    assert.equal(trial.phases().at(-1), `${runPhases_max}/7 running`);
    for (const event of trial.events) eventMessage.parse({ ...head, ...event });
    const index = readerOf('cyclePhaseIndex')(trial.appliance, {} as Board);
    assert.equal(index, runPhases_max);
    assert.equal(classifyValue('cyclePhaseIndex', index, 'MF'), 'plausible');
  });
});

describe('two trolleys', () => {
  const warmestOf = (trial: Trial): [first: number, second: number] => {
    const points = trial.appliance.readings.core.map((point) => point ?? Number.NaN);
    return [Math.max(...points.slice(0, 4)), Math.max(...points.slice(4))];
  };
  const loaded = (second?: { depth_mm: number; sheltered: number }): Trial => {
    const trial = given({ model: 'SF Roll 200 RWL', kg: 0 });
    trial.appliance.hands.load({ mass_kg: 200, depth_mm: 35, ...(second && { second }) }, 70);
    assert.equal(trial.start({ function: 2 }), null);
    return trial;
  };

  it('S3.13 the second needle is in food of its own, which goes its own way in the same air', () => {
    const trial = loaded();
    trial.pass(30);
    const [first, second] = warmestOf(trial);
    assert.ok(Math.abs(first - second) > 1 && Math.abs(first - second) < 15, `${first} and ${second} °C`);
  });

  it('S3.13 a trolley of thick food out of the draught lags, and the cycle goes on until it is cold', () => {
    const ordinary = loaded();
    const ordinary_min = ordinary.passUntil(cycleOver(ordinary));
    const trial = loaded({ depth_mm: 50, sheltered: 0.6 });
    trial.pass(ordinary_min);
    const [first, second] = warmestOf(trial);
    assert.ok(first < 8 && second > 20, `${first} and ${second} °C`);
    assert.equal(trial.appliance.state.cycleState, 1);
    const needed_min = ordinary_min + trial.passUntil(cycleOver(trial));
    assert.ok(needed_min > 1.4 * ordinary_min, `${needed_min} against ${ordinary_min} min`);
    assert.ok(Math.max(...warmestOf(trial)) <= 3);
  });

  it('S3.13 what ends by the surface waits for the trolley whose surface lags, be it the first', () => {
    const trial = given({ model: 'SF Roll 200 RWL', kg: 0 });
    trial.appliance.hands.load({ mass_kg: 200, depth_mm: 50, second: { depth_mm: 15, sheltered: 0 } }, 20);
    assert.equal(trial.start({ function: 11, by: 'surface', surface: -6 }), null);
    const outermost = (): (number | null | undefined)[] => [3, 7].map((point) => trial.appliance.readings.core[point]);
    trial.passUntil(() => Number(outermost()[1]) <= -6);
    assert.equal(trial.appliance.state.cycleState, 1, `${outermost().join(' and ')} °C`);
    trial.passUntil(cycleOver(trial));
    assert.deepEqual(trial.cycleEvents(), ['started', 'ended target']);
    assert.ok(outermost().every((surface) => Number(surface) <= -6));
  });

  it('S3.13 warms up with the power out as the first does, and goes on from a state that knew one trolley', () => {
    const trial = loaded({ depth_mm: 50, sheltered: 0.6 });
    trial.pass(60);
    const [, before] = warmestOf(trial);
    const { appliance } = trial;
    appliance.powerReturned(appliance.state.true_ms + 300_000);
    const [, after] = warmestOf(trial);
    assert.ok(Math.abs(after - before) < 3 && after !== before, `${before}, then ${after} °C`);
    const state = structuredClone(appliance.state);
    for (const chamber of state.chambers) delete chamber.second;
    const older = given({ model: 'SF Roll 200 RWL', from: state, kg: 0 });
    older.pass(10);
    assert.ok(warmestOf(older).every((core) => core < 70 && core > -20));
  });
});

describe('refusals of a start', () => {
  it('S4.14 names what stands in the way', () => {
    const trial = given();
    const { appliance, faults } = trial;
    appliance.hands.openDoor(true);
    assert.equal(mayStart(appliance, { function: 0 }), 'door_open');
    appliance.hands.openDoor(false);
    assert.equal(mayStart(appliance, { function: 0, air: -99 }), 'out_of_range');
    assert.equal(mayStart(appliance, { function: 77 }), 'bad_argument');
    assert.equal(mayStart(appliance, { function: 0, core: 3, air: 8 }), 'inconsistent');
    assert.equal(mayStart(appliance, { function: 2, rh: 80, program: 'soft' }), 'not_compatible');
    for (const probe of ['core1', 'core2', 'core3', 'core4'] as const) troubleProbe(faults, probe, 'broken');
    assert.equal(mayStart(appliance, { function: 0 }), 'probe_missing');
    assert.equal(mayStart(appliance, { function: 0, by: 'time' }), null);
    for (const probe of ['core1', 'core2', 'core3', 'core4'] as const) troubleProbe(faults, probe, null);
    trial.start({ function: 14 });
    assert.equal(mayStart(appliance, { function: 0 }), 'defrosting');
  });

  it('refuses while an alarm blocks', () => {
    const trial = given();
    troubleProbe(trial.faults, 'cell', 'broken');
    trial.pass(1);
    assert.equal(mayStart(trial.appliance, { function: 0 }), 'alarm_blocks');
  });
});

describe('alarms and faults', () => {
  const raised = (trial: Trial, name: string): number | undefined =>
    trial.events.find((e) => e.type === 'alarm' && e.name === name && e.active)?.at_min;

  it('reports an open door after a minute in a cycle and after ten otherwise', () => {
    const cycling = given();
    cycling.start({ function: 0 });
    cycling.appliance.hands.openDoor(true);
    cycling.pass(2);
    within(raised(cycling, 'openDoorAlarm') ?? 0, 1, 0.1);
    cycling.appliance.hands.openDoor(false);
    cycling.pass(1);
    assert.ok(cycling.events.some((e) => e.type === 'alarm' && e.name === 'openDoorAlarm' && !e.active));

    const idle = given({ kg: 0 });
    idle.appliance.hands.openDoor(true);
    idle.pass(12);
    within(raised(idle, 'openDoorAlarm') ?? 0, 10, 0.02);
  });

  it('stops the fan while the door is open and counts the opening', () => {
    const trial = given();
    const { appliance } = trial;
    trial.start({ function: 0 });
    trial.pass(0.1);
    assert.equal(trial.chamber.fan, 1);
    appliance.hands.openDoor(true);
    trial.pass(0.1);
    assert.equal(trial.chamber.fan, 0);
    assert.equal(appliance.state.counters.dailyDoorOpenings[0], 1);
  });

  it('interrupts the cycle when a fouled condenser trips the high pressure', () => {
    const trial = given();
    setFault(trial.faults, 'foul', 1);
    trial.start({ function: 0 });
    trial.passUntil(cycleOver(trial), 30);
    assert.deepEqual(trial.cycleEvents(), ['started', 'interrupted alarm']);
    assert.ok(raised(trial, 'highPressureAlarm') !== undefined);
    assert.equal(trial.appliance.compressorState, 5);
    trial.pass(6);
    assert.ok(raised(trial, 'cycleInterruptedAlarm') !== undefined);
    assert.equal(trial.appliance.state.cycleState, 4);
  });

  it('runs through a hot kitchen without tripping', () => {
    const trial = given();
    setFault(trial.faults, 'hotKitchen', 12);
    trial.start({ function: 0 });
    trial.passUntil(cycleOver(trial));
    assert.deepEqual(trial.cycleEvents(), ['started', 'ended target']);
  });

  it('notices a needle left in the air, which ends the cycle far too early', () => {
    const trial = given();
    trial.faults.probeInAir = true;
    trial.start({ function: 0 });
    trial.passUntil(cycleOver(trial), 60);
    assert.ok(trial.chamber.nodes.core > 30, 'the food is still warm');
    assert.ok(raised(trial, 'coreProbeNotInsertedWarning') !== undefined);
  });

  it('reports one broken point of the needle and goes on with the others', () => {
    const trial = given();
    trial.start({ function: 0 });
    trial.pass(1);
    troubleProbe(trial.faults, 'core1', 'broken');
    trial.passUntil(cycleOver(trial));
    assert.ok(raised(trial, 'coreProbe1Alarm') !== undefined);
    assert.equal(raised(trial, 'coreNeedleAlarm'), undefined);
    assert.deepEqual(trial.cycleEvents(), ['started', 'ended target']);
  });

  it('misses its time with too little refrigerant, colder air with a weak fan', () => {
    const starved = given();
    setFault(starved.faults, 'charge', 0.6);
    starved.start({ function: 0 });
    assert.ok(starved.passUntil(cycleOver(starved)) > 90);
    const weak = given();
    setFault(weak.faults, 'fanLoss', 0.3);
    weak.start({ function: 0 });
    within(weak.passUntil(cycleOver(weak)), 94, 0.1);
  });
});

describe('power cuts', () => {
  const cut = (minutes: number): Trial => {
    const trial = given();
    trial.start({ function: 0 });
    trial.pass(40);
    trial.appliance.powerReturned(trial.appliance.state.true_ms + minutes * 60_000);
    return trial;
  };

  it('goes on with the same phase after nine minutes', () => {
    const trial = cut(9);
    assert.equal(trial.appliance.state.cycleState, 1);
    trial.passUntil(cycleOver(trial));
    assert.deepEqual(trial.cycleEvents(), ['started', 'ended target']);
  });

  it('goes on after half an hour when no core point moved back, gives up after two hours', () => {
    assert.equal(cut(30).appliance.state.cycleState, 1);
    const long = cut(120);
    assert.equal(long.appliance.state.cycleState, 4);
    assert.deepEqual(long.cycleEvents(), ['started', 'interrupted power']);
  });

  it('lets the chamber warm up to the kitchen', () => {
    const trial = given({ kg: 0 });
    trial.start({ function: 2 });
    trial.pass(60);
    const before = trial.air;
    trial.appliance.powerReturned(trial.appliance.state.true_ms + 24 * 3_600_000);
    assert.ok(trial.air > before + 10);
  });
});
