import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type BreakableProbe, type FaultName, growFaults, noFaults, setFault, troubleProbe } from './faults.ts';
import { type Trial, type TrialOptions, trialOf, within } from './testing/trial.ts';

const blast: TrialOptions = { model: 'MF Next L 45', kg: 30 };
const large: TrialOptions = { model: 'MF Next XL 70', kg: 40 };
const cabinet: TrialOptions = { model: 'CP Next 700', serial: 'CP26007245' };
const prover: TrialOptions = { model: 'PL Next 20', serial: 'PL26001456' };

const chill = (trial: Trial): void => assert.equal(trial.start({ function: 0 }), null);
const settled = (trial: Trial): void => trial.appliance.hands.settle();
const proves =
  (air: number) =>
  (trial: Trial): void =>
    assert.equal(trial.press('setMode', { mode: 2, air }), null);

type Case = {
  readonly of: TrialOptions;
  readonly doing: (trial: Trial) => void;
  readonly fault: Partial<Record<FaultName, number>>;
  readonly alarm: string;
  /** Minutes after the fault by which it has risen. */
  readonly within_min: number;
};

/** Alarms that a fault raises in a unit, and when at the latest. */
const cases: readonly Case[] = [
  { of: blast, doing: chill, fault: { foul: 1 }, alarm: 'highPressureAlarm', within_min: 5 },
  { of: blast, doing: chill, fault: { condFanLoss: 1 }, alarm: 'condFanAlarm', within_min: 1.2 },
  { of: blast, doing: chill, fault: { fanLoss: 1 }, alarm: 'evapFanAlarm', within_min: 0.7 },
  { of: blast, doing: chill, fault: { charge: 0.3 }, alarm: 'lowPressureAlarm', within_min: 5.5 },
  { of: blast, doing: chill, fault: { compressor: 1 }, alarm: 'compressorAlarm', within_min: 0.3 },
  { of: blast, doing: chill, fault: { gas: 30 }, alarm: 'gasLeakAlarm', within_min: 0.4 },
  { of: blast, doing: chill, fault: { phaseLost: 1 }, alarm: 'phaseAlarm', within_min: 0.2 },
  { of: blast, doing: chill, fault: { volts: -40 }, alarm: 'mainsVoltageLowWarning', within_min: 1.2 },
  { of: blast, doing: chill, fault: { volts: 40 }, alarm: 'mainsVoltageHighWarning', within_min: 1.2 },
  { of: blast, doing: chill, fault: { boardSilent: 1 }, alarm: 'powerBoardCommAlarm', within_min: 0.4 },
  { of: blast, doing: chill, fault: { printer: 5 }, alarm: 'printerFaultWarning', within_min: 5.2 },
  { of: blast, doing: chill, fault: { printer: 3 }, alarm: 'printerPaperWarning', within_min: 1.2 },
  { of: cabinet, doing: settled, fault: { drainFull: 1 }, alarm: 'drainAlarm', within_min: 1.2 },
  { of: cabinet, doing: settled, fault: { waterOff: 1 }, alarm: 'waterSupplyAlarm', within_min: 1.2 },
  { of: cabinet, doing: settled, fault: { humidifierDead: 1 }, alarm: 'humidifierAlarm', within_min: 0.3 },
  { of: cabinet, doing: settled, fault: { fanLoss: 1 }, alarm: 'evapFanAlarm', within_min: 0.7 },
  { of: prover, doing: proves(28), fault: { heaterStuck: 1 }, alarm: 'cellOverTempAlarm', within_min: 45 },
  { of: prover, doing: proves(38), fault: { heaterDead: 1 }, alarm: 'heaterAlarm', within_min: 45 },
];

const probes: readonly (readonly [BreakableProbe, TrialOptions, string, number])[] = [
  ['cell', blast, 'cellProbeAlarm', 0.7],
  ['core2', blast, 'coreProbe2Alarm', 0.7],
  ['coil', blast, 'evapProbe1Alarm', 1.2],
  ['coil2', blast, 'evapProbe2Alarm', 1.2],
  ['condenser', blast, 'condenserProbe1Warning', 1.2],
  ['humidity', blast, 'humidityProbeAlarm', 1.2],
  ['suction', large, 'suctionProbeWarning', 1.2],
  ['discharge', large, 'dischargeProbeWarning', 1.2],
  ['suctionPressure', large, 'suctionPressureSensorAlarm', 0.7],
  ['dischargePressure', large, 'dischargePressureSensorAlarm', 0.7],
];

describe('alarms of a unit', () => {
  for (const { of, doing, fault, alarm, within_min } of cases) {
    const what = Object.entries(fault)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ');
    it(`S3.12 raises ${alarm} within ${within_min} min of ${what}, and ends it when that is mended`, () => {
      const trial = trialOf(of);
      doing(trial);
      trial.pass(4, 5);
      assert.deepEqual(trial.raised(), []);
      for (const [name, value] of Object.entries(fault)) setFault(trial.faults, name as FaultName, value);
      trial.pass(within_min, 5);
      assert.ok(trial.raised().includes(alarm), `${trial.raised()} after ${within_min} min`);
      for (const name of Object.keys(fault) as FaultName[]) setFault(trial.faults, name, noFaults()[name]);
      trial.pass(12 * 60, 10);
      const ended = trial.events.some((e) => e.type === 'alarm' && e.name === alarm && !e.active);
      assert.ok(ended, 'it has ended');
    });
  }

  for (const [probe, of, alarm, within_min] of probes) {
    it(`S3.12 raises ${alarm} when the probe ${probe} breaks`, () => {
      const trial = trialOf(of);
      chill(trial);
      trial.pass(4, 5);
      troubleProbe(trial.faults, probe, 'broken');
      trial.pass(within_min, 5);
      assert.ok(trial.raised().includes(alarm), String(trial.raised()));
      troubleProbe(trial.faults, probe, null);
      trial.pass(5, 5);
      assert.ok(trial.events.some((e) => e.type === 'alarm' && e.name === alarm && !e.active));
    });
  }

  it('S3.12 locks the compressor at the third high pressure in an hour, until it is mended', () => {
    const trial = trialOf({ ...cabinet });
    settled(trial);
    setFault(trial.faults, 'foul', 1);
    setFault(trial.faults, 'hotKitchen', 20);
    trial.press('setMode', { mode: 1 });
    trial.passUntil(() => trial.raised().includes('highPressureLockAlarm'), 90);
    assert.equal(trial.raised().filter((name) => name === 'highPressureAlarm').length, 3);
    assert.equal(trial.appliance.compressorState, 6);
    setFault(trial.faults, 'foul', 0);
    setFault(trial.faults, 'hotKitchen', 0);
    trial.pass(30, 5);
    assert.ok(!Object.entries(trial.appliance.state.alarms).some(([, timer]) => timer?.active));
  });

  it('S3.12 reports an open door of a cabinet after three minutes', () => {
    const trial = trialOf(cabinet);
    settled(trial);
    trial.appliance.hands.openDoor(true);
    trial.pass(2.9, 5);
    assert.deepEqual(trial.raised(), []);
    trial.pass(0.3, 5);
    assert.deepEqual(trial.raised(), ['openDoorAlarm']);
  });

  it('S3.12 has no alarm of a part that it has not', () => {
    const trial = trialOf({ model: 'EF Next XS 8', kg: 5 });
    trial.start({ function: 1 });
    for (const name of ['waterOff', 'humidifierDead', 'phaseLost', 'sanitiser'] as const)
      setFault(trial.faults, name, 1);
    troubleProbe(trial.faults, 'suction', 'broken');
    trial.pass(10, 5);
    assert.deepEqual(trial.raised(), []);
  });
});

describe('slow faults', () => {
  it('grow day by day up to their limit', () => {
    const faults = noFaults();
    assert.equal(setFault(faults, 'foul', 0.1, 0.02), true);
    assert.equal(setFault(faults, 'charge', 1, -0.01), true);
    for (let day = 0; day < 10; day++) growFaults(faults, 86_400);
    within(faults.foul, 0.3, 0.001);
    within(faults.charge, 0.9, 0.001);
    for (let day = 0; day < 100; day++) growFaults(faults, 86_400);
    assert.deepEqual([faults.foul, faults.charge], [1, 0.1]);
    setFault(faults, 'foul', 0);
    growFaults(faults, 86_400);
    assert.equal(faults.foul, 0);
  });

  it('a frozen probe goes on showing what it showed, a drifting one too much', () => {
    const trial = trialOf(cabinet);
    settled(trial);
    trial.pass(10, 5);
    troubleProbe(trial.faults, 'condenser', 'frozen');
    trial.pass(1, 5);
    const [shown] = trial.appliance.readings.condenser;
    trial.pass(60, 5);
    assert.equal(trial.appliance.readings.condenser[0], shown);
    troubleProbe(trial.faults, 'condenser', null);
    trial.pass(20, 5);
    assert.notEqual(trial.appliance.readings.condenser[0], shown);
    setFault(trial.faults, 'probeDrift', 3);
    trial.pass(180, 5);
    assert.ok(trial.chamber.nodes.air < 1.5, 'the controller believes its probe and cools too far');
  });
});
