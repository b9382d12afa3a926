import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { families, modelRow, storedNames } from '../appliance/families/families.ts';
import type { ModelRow } from '../appliance/families/family.ts';
import { familyCodes } from '../appliance/families/family-code.ts';
import { firstEnds } from '../appliance/phase-plan.ts';
import {
  checkCommand,
  checkOrder,
  commandsOf,
  isCommandOfPeople,
  needsPanel,
  type Standing,
  settingOf,
  standingOf,
} from './commands.ts';
import { familyCommands } from './family-commands.ts';

const model = (storedName: string): ModelRow => {
  const row = modelRow(storedName);
  assert.ok(row, storedName);
  return row;
};
const large = model('MF Next L 45');
const duo = model('CP Next 700 Duo');
const mya = model('MYA 20');
const prover = model('PL Next 20');
const essential: Standing = { package: 'Essential' };
const faults = (one: ModelRow, name: string, args: Record<string, unknown>, standing?: Standing): string[] =>
  checkCommand(one, name, args, standing).map(({ path, code }) => `${path} ${code}`);

describe('commands', () => {
  it('S8.21 a command the model does not know or is not fitted for is not compatible', () => {
    assert.deepEqual(faults(large, 'setMode', {}), ['name not_compatible']);
    assert.deepEqual(faults(large, 'toString', {}), ['name not_compatible']);
    assert.deepEqual(faults(model('EF Next XS 8'), 'setLight', { on: true }), ['name not_compatible']);
    assert.deepEqual(faults(model('MF Next XS 12'), 'setHumidity', { target: 70 }), ['name not_compatible']);
    assert.deepEqual(faults(model('CP Plus 700'), 'setSanigen', { level: 1 }), ['name not_compatible']);
    assert.deepEqual(faults(duo, 'startCycle', { function: 0 }), ['name not_compatible']);
  });

  it('S4.14–S4.18 each family has its commands', () => {
    const own = familyCodes.map((code) => {
      const names = Object.keys(commandsOf(families[code].models[1] as ModelRow));
      const everywhere = ['setDefrost', 'setPower', 'setLight', 'silenceAlarm', 'identify', 'setClock'];
      for (const name of everywhere) assert.ok(names.includes(name), `${code} ${name}`);
      return [code, names.filter((name) => !everywhere.includes(name)).join(' ')];
    });
    assert.deepEqual(Object.fromEntries(own), {
      MF: 'startCycle stopCycle loadPreset proposeStart withdrawStart setTrayTimer skipPhase setTemperature setHumidity setSanigen',
      EF: 'startCycle stopCycle loadPreset proposeStart withdrawStart setTrayTimer setTemperature',
      SF: 'startCycle stopCycle loadPreset proposeStart withdrawStart setTrayTimer setTemperature setSanigen',
      CP: 'setMode setTemperature setHumidity setSanigen resetDoorCounter',
      MYA: 'setMode stopCycle setTemperature setHumidity setSanigen resetDoorCounter',
      PL: 'setMode stopCycle skipPhase setTemperature setHumidity setProofingPlan cancelProofingPlan',
    });
  });

  it('arguments are checked by their rows', () => {
    assert.deepEqual(checkCommand(large, 'startCycle', { function: 0 }), []);
    assert.deepEqual(checkCommand(large, 'startCycle', { function: 6 }, { package: 'Essential' }), [
      { path: 'function', code: 'not_compatible' },
    ]);
    assert.deepEqual(checkCommand(large, 'stopCycle', {}), []);
    assert.deepEqual(checkCommand(large, 'setLight', {}), [{ path: 'on', code: 'bad_argument' }]);
    assert.deepEqual(checkCommand(large, 'identify', { seconds: 90 }), [
      { path: 'seconds', code: 'out_of_range', min: 5, max: 60 },
    ]);
    assert.deepEqual(checkCommand(large, 'setLight', { on: true, off: 1 }), [{ path: 'off', code: 'bad_argument' }]);
    assert.deepEqual(faults(large, 'setSanigen', { level: 2.5 }), ['level bad_argument']);
  });

  it('a zone or a door that the model has not is not compatible', () => {
    assert.deepEqual(faults(duo, 'setDefrost', { on: true, zone: 2 }), []);
    assert.deepEqual(faults(large, 'setDefrost', { on: true, zone: 2 }), ['zone not_compatible']);
    assert.deepEqual(faults(duo, 'resetDoorCounter', { door: 2 }), []);
    assert.deepEqual(faults(model('CP Next 350'), 'resetDoorCounter', { door: 2 }), ['door not_compatible']);
    assert.deepEqual(faults(duo, 'resetDoorCounter', { door: 3 }), ['door out_of_range', 'door not_compatible']);
  });
});

describe('modes', () => {
  it('S4.16 a cabinet changes between its modes; a defrost comes by a command of its own', () => {
    for (const mode of [0, 1, 2, 3]) assert.deepEqual(faults(duo, 'setMode', { mode, zone: 2 }), []);
    for (const mode of [4, 5, 200]) assert.deepEqual(faults(duo, 'setMode', { mode }), ['mode not_compatible']);
    assert.deepEqual(faults(model('CP Plus 700'), 'setMode', { mode: 3 }), ['mode not_compatible']);
    assert.deepEqual(faults(duo, 'setMode', { mode: 2, program: 1 }), ['program bad_argument']);
  });

  it('S4.17 MYA’s automatic mode needs a program, and its test begins from standby', () => {
    assert.deepEqual(faults(mya, 'setMode', { mode: 2, program: 6 }), []);
    assert.deepEqual(faults(mya, 'setMode', { mode: 2 }), ['program bad_argument']);
    assert.deepEqual(faults(mya, 'setMode', { mode: 1, program: 6 }), ['program inconsistent']);
    assert.deepEqual(faults(mya, 'setMode', { mode: 3 }, { mode: 0 }), []);
    assert.deepEqual(faults(mya, 'setMode', { mode: 3 }, { mode: 1 }), ['mode standby_needed']);
  });

  it('S4.17 a prover takes the values of continuous and direct proving with the mode', () => {
    assert.deepEqual(faults(prover, 'setMode', { mode: 2, air: 30, rh: 80, time_min: 60, fan: 40 }), []);
    assert.deepEqual(faults(prover, 'setMode', { mode: 1, air: 4, time_min: 60 }), ['time_min not_compatible']);
    assert.deepEqual(checkCommand(prover, 'setMode', { mode: 2, air: 10 }), [
      { path: 'air', code: 'out_of_range', min: 20, max: 40 },
    ]);
    for (const mode of [0, 3, 4]) assert.deepEqual(faults(prover, 'setMode', { mode }), ['mode not_compatible']);
  });

  it('somebody confirms at the unit before a cabinet leaves frozen storage, goes to standby or is switched off', () => {
    assert.equal(needsPanel(duo, 'setMode', { mode: 2 }, { mode: 1 }), true);
    assert.equal(needsPanel(duo, 'setMode', { mode: 2 }, { mode: 3 }), false);
    assert.equal(needsPanel(duo, 'setMode', { mode: 2, zone: 2 }, { mode: 1, modeZone2: 2 }), false);
    assert.equal(needsPanel(duo, 'setMode', { mode: 0 }, { mode: 2 }), true);
    assert.equal(needsPanel(mya, 'setMode', { mode: 3 }, { mode: 0 }), true);
    assert.equal(needsPanel(duo, 'setPower', { on: false }), true);
    assert.equal(needsPanel(duo, 'setPower', { on: true }), false);
    assert.equal(needsPanel(large, 'setPower', { on: false }), false);
  });

  it('somebody confirms at the unit before hot air and before the commissioning test', () => {
    assert.equal(needsPanel(large, 'startCycle', { function: 6 }), true);
    assert.equal(needsPanel(large, 'startCycle', { function: 6, air: 55, core: 50, holdAir: 63 }), true);
    assert.equal(needsPanel(large, 'startCycle', { function: 6, air: 55, core: 50 }), false);
    assert.equal(needsPanel(large, 'startCycle', { function: 0 }), false);
    assert.equal(needsPanel(model('SF Roll 100 RWL'), 'startCycle', { function: 22 }), true);
  });
});

describe('set-points', () => {
  it('S4.16 the limits are those of the mode in force in the zone', () => {
    const standing = { mode: 1, modeZone2: 2 };
    assert.deepEqual(settingOf(duo, 'setTemperature', standing), { min: -25, max: -12, default: -20, step: 0.5 });
    assert.deepEqual(settingOf(duo, 'setTemperature', standing, 2), { min: -2, max: 10, default: 2, step: 0.5 });
    assert.equal(settingOf(duo, 'setHumidity', standing), null);
    assert.equal(settingOf(duo, 'setTemperature', { mode: 0 }), null);
    assert.deepEqual(checkCommand(duo, 'setTemperature', { target: 4, zone: 1 }, standing), [
      { path: 'target', code: 'out_of_range', min: -25, max: -12 },
    ]);
    assert.deepEqual(faults(duo, 'setTemperature', { target: 4, zone: 2 }, standing), []);
    assert.deepEqual(faults(duo, 'setHumidity', { target: 70 }, standing), ['target not_compatible']);
    assert.deepEqual(faults(duo, 'setHumidity', { target: null, zone: 2 }, standing), []);
  });

  it('S4.17 in an automatic mode the set-point moves around its program', () => {
    const standing = { mode: 2, program: 2 };
    assert.deepEqual(settingOf(mya, 'setTemperature', standing), { min: 0, max: 4, default: 2, step: 0.5 });
    assert.deepEqual(settingOf(mya, 'setHumidity', standing), { min: 65, max: 80, default: 75, step: 5 });
    assert.deepEqual(settingOf(mya, 'setTemperature', { mode: 1 })?.default, 14);
    assert.deepEqual(settingOf(mya, 'setTemperature', { mode: 2 })?.max, 20);
    assert.deepEqual(faults(mya, 'setSanigen', { level: 2 }, { mode: 2, program: 6 }), ['level not_compatible']);
    assert.deepEqual(faults(mya, 'setSanigen', { level: 0 }, { mode: 2, program: 6 }), []);
  });

  it('a running function is adjusted where it goes on for long, and its holding afterwards', () => {
    const running = (code: number): Standing => ({ function: code, cycleState: 'running' });
    assert.deepEqual(settingOf(large, 'setTemperature', running(13)), { min: -38, max: 5, default: -15, step: 1 });
    assert.equal(settingOf(large, 'setTemperature', running(0)), null);
    assert.equal(settingOf(large, 'setTemperature', { function: 0, cycleState: 'ended' })?.max, 10);
    assert.equal(settingOf(large, 'setTemperature', { function: 2, cycleState: 'standby' }), null);
    assert.equal(settingOf(large, 'setHumidity', running(9))?.default, 75);
    assert.equal(settingOf(large, 'setHumidity', running(10)), null);
    assert.equal(settingOf(model('SF Roll 100 RWL'), 'setTemperature', running(15))?.default, -20);
    assert.deepEqual(faults(large, 'setTemperature', { target: -20 }, running(0)), ['target not_compatible']);
    // Nothing reported yet: the unit judges.
    assert.deepEqual(faults(large, 'setTemperature', { target: -20 }), []);
  });

  it('S4.17 a prover is adjusted in continuous running only', () => {
    assert.equal(settingOf(prover, 'setTemperature', { mode: 1 })?.default, 4);
    for (const mode of [0, 2, 3, 4]) assert.equal(settingOf(prover, 'setTemperature', { mode }), null);
  });

  it('what is in force is read from what the unit reported', () => {
    const reported = { cycleFunction: 13, cycleState: 1, operatingMode: null, cycleId: 'x', TCell: 2 };
    assert.deepEqual(standingOf(reported, 'Essential'), {
      package: 'Essential',
      cycleEnds: firstEnds,
      function: 13,
      cycleState: 'running',
      mode: null,
      modeZone2: null,
      program: null,
    });
    assert.deepEqual(standingOf({ cycleEnds: ['core', 'even'] }).cycleEnds, ['core', 'even']);
  });
});

describe('cycles of the library', () => {
  const h = '9f3c6a01d2e4b785';
  const phases = [{ phase: 3, air: 0, fan: 60, rh: null, end: { by: 'core', target: 3 } }];
  const cycle = { id: 1042, v: 3, h, title: 'Ragù', function: 0, phases };

  it('S1.6 the portal says which cycle a start runs, nobody else does', () => {
    const start = { function: 0, phases, source: { id: 1042, v: 3, h } };
    assert.deepEqual(faults(large, 'startCycle', start), []);
    assert.deepEqual(
      checkOrder(large, 'startCycle', start).map(({ path, code }) => `${path} ${code}`),
      ['source bad_argument'],
    );
    assert.deepEqual(checkOrder(large, 'startCycle', { function: 0 }), []);
    const prover = model('PL Next 20');
    const night = { readyAt: '2026-06-02T06:00', source: start.source };
    assert.deepEqual(faults(prover, 'setProofingPlan', night), []);
    assert.deepEqual(faults(prover, 'setProofingPlan', { ...night, source: { id: 1042 } }), [
      'source.v bad_argument',
      'source.h bad_argument',
    ]);
    assert.deepEqual(
      checkOrder(prover, 'setProofingPlan', night).map(({ path, code }) => `${path} ${code}`),
      ['source bad_argument'],
    );
    assert.deepEqual(faults(large, 'startCycle', { ...start, source: 1042 }), ['source bad_argument']);
    assert.deepEqual(faults(large, 'startCycle', { ...start, source: { id: -1, v: 0, h: 'X', title: 'a' } }), [
      'source.title bad_argument',
      'source.id out_of_range',
      'source.v out_of_range',
      'source.h bad_argument',
    ]);
  });

  it('S1.6 a place of the favourites takes a cycle that the unit can start, or nothing', () => {
    assert.deepEqual(faults(large, 'loadPreset', { slot: 24, ...cycle, replace: true }), []);
    assert.deepEqual(faults(large, 'loadPreset', { slot: 24, ...cycle, replace: true, over: '9f3c6a01d2e4b785' }), []);
    assert.deepEqual(faults(large, 'loadPreset', { slot: 24, ...cycle, replace: true, over: 'it' }), [
      'over bad_argument',
    ]);
    assert.deepEqual(faults(large, 'loadPreset', { slot: 1 }), []);
    assert.deepEqual(faults(large, 'loadPreset', { slot: 1, id: null, replace: true }), []);
    assert.deepEqual(faults(large, 'loadPreset', { slot: 25, ...cycle }), ['slot out_of_range']);
    assert.deepEqual(faults(large, 'loadPreset', { slot: 1, v: 3, title: 'x' }), [
      'v inconsistent',
      'title inconsistent',
    ]);
    assert.deepEqual(faults(large, 'loadPreset', { slot: 1, ...cycle, h: 'H', title: 'x'.repeat(61), colour: 1 }), [
      'colour bad_argument',
      'h bad_argument',
      'title out_of_range',
    ]);
    const colder = [{ ...phases[0], air: -39 }];
    assert.deepEqual(faults(large, 'loadPreset', { slot: 1, ...cycle, phases: colder }), ['phases.0.air out_of_range']);
    const even = [{ ...phases[0], end: { by: 'even', within_K: 2 }, max_min: 90 }];
    assert.deepEqual(faults(large, 'loadPreset', { slot: 1, ...cycle, phases: even }, { cycleEnds: firstEnds }), [
      'phases.0.end not_compatible',
    ]);
    // Its minute is chosen when it is started.
    const planned = [{ ...phases[0], end: { by: 'auto' } }];
    assert.deepEqual(faults(large, 'loadPreset', { slot: 1, ...cycle, phases: planned }), []);
    assert.equal(isCommandOfPeople('loadPreset'), false);
  });

  it('S1.6 a proposal is a start with its title and its minute', () => {
    const proposal = { function: 0, phases, source: { id: 1042, v: 3, h }, title: 'Ragù', at: '2026-06-01T06:30' };
    assert.deepEqual(faults(large, 'proposeStart', proposal), []);
    assert.deepEqual(faults(large, 'proposeStart', { ...proposal, title: 7, at: '06:30', function: 3 }, essential), [
      'title bad_argument',
      'at bad_argument',
      'function not_compatible',
    ]);
    assert.equal(isCommandOfPeople('proposeStart'), false);
  });

  it('S1.6 a tray has a timer in a run that goes on, as long as its function allows', () => {
    const inNonStop: Standing = { function: 13 };
    assert.deepEqual(faults(large, 'setTrayTimer', { tray: 14, min: 90, product: 'Peas' }, inNonStop), []);
    assert.deepEqual(faults(large, 'setTrayTimer', { tray: 1, min: null }, inNonStop), []);
    assert.deepEqual(faults(large, 'setTrayTimer', { tray: 15, min: 301 }, inNonStop), [
      'tray out_of_range',
      'min out_of_range',
    ]);
    assert.deepEqual(faults(large, 'setTrayTimer', { tray: 1, min: 'x' }, inNonStop), ['min bad_argument']);
    assert.deepEqual(faults(large, 'setTrayTimer', { tray: 1, min: 90 }, { function: 0 }), ['name not_compatible']);
    assert.deepEqual(faults(model('SF Roll 200 RWL'), 'setTrayTimer', { tray: 2, min: 60 }, { function: 12 }), []);
    assert.deepEqual(faults(large, 'setTrayTimer', { tray: 1, min: 90 }), [], 'the unit knows what runs');
  });
});

it('S8.21 any JSON as the arguments of any command is judged, never thrown at', () => {
  const names = [...new Set(familyCodes.flatMap((code) => Object.keys(familyCommands[code]))), 'setAnything'];
  const known = fc.constantFrom(
    'function',
    'air',
    'core',
    'phases',
    'trays',
    'readyAt',
    'mode',
    'zone',
    'target',
    'sleeping',
    'proofing',
    'level',
    'on',
    'by',
    'program',
  );
  const deep = fc.oneof(
    fc.jsonValue(),
    fc.integer({ min: -50, max: 260 }),
    fc.array(
      fc.record({
        phase: fc.integer({ min: 0, max: 30 }),
        air: fc.jsonValue(),
        end: fc.record({ by: fc.constantFrom('core', 'time', 'auto', 'stop'), target: fc.jsonValue() }),
      }),
      { maxLength: 9 },
    ),
  );
  const args = fc.dictionary(fc.oneof(known, fc.string()), deep, { maxKeys: 6 });
  const standing = fc.record(
    {
      function: fc.integer({ min: -1, max: 300 }),
      mode: fc.integer({ min: -1, max: 300 }),
      program: fc.integer({ min: -1, max: 9 }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...storedNames),
      fc.constantFrom(...names),
      args,
      standing,
      (storedName, name, given, inForce) => {
        const one = model(storedName);
        const found = checkCommand(one, name, given, inForce);
        for (const { code } of found) assert.match(code, /^(bad_argument|out_of_range|inconsistent|not_compatible)$/);
        if (found.length === 0) assert.equal(typeof needsPanel(one, name, given, inForce), 'boolean');
      },
    ),
    { numRuns: 10_000 },
  );
});
