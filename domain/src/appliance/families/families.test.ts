import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkStart, planFor, type StartCycleArgs } from '../../cycles/cycle-plan.ts';
import { translate } from '../../language/messages.ts';
import { functionMessages } from '../functions.messages.ts';
import { functionKeys, functions } from '../functions.ts';
import { metrics } from '../metrics.ts';
import { modeMessages } from '../modes.messages.ts';
import { modeKeys, programKeys } from '../modes.ts';
import type { PhasePlan } from '../phase-plan.ts';
import { phaseMessages } from '../phases.messages.ts';
import { phaseKeys } from '../phases.ts';
import { refusalMessages } from '../refusals.messages.ts';
import { refusals } from '../refusals.ts';
import { familyMessages } from './families.messages.ts';
import {
  corePointsOf,
  displayModel,
  families,
  familyOf,
  gammaOf,
  metricsOf,
  modelRow,
  modesOf,
  needlesOf,
  recordOfRun,
  storedNames,
} from './families.ts';
import { gammas, type Limits, type ModelRow, type Setting } from './family.ts';
import { familyCodes } from './family-code.ts';
import { mf } from './mf.ts';

const model = (storedName: string): ModelRow => {
  const row = modelRow(storedName);
  assert.ok(row, storedName);
  return row;
};
const all = familyCodes.map((code) => families[code]);
const models = all.flatMap((family) => family.models);

describe('models', () => {
  it('S3.23 model names are rewritten for display; unknown names are shown as stored', () => {
    const shown = {
      'MF Next L 45': 'MultiFresh Next L 45',
      'MF Plus M 30': 'MultiFresh Plus M 30',
      'MF Next XXL 100 RWL': 'MultiFresh Next XXL 100 RWL',
      'EF Next XS 8': 'EasyFresh Next XS 8',
      'EF Plus M 25': 'EasyFresh Plus M 25',
      'SF Roll 100 RWL': 'SteadyFrost Roll 100 RWL',
      'SF Plus Roll 150 W': 'SteadyFrost Plus Roll 150 W',
      'CP Next 700 Duo': 'ColdPantry Next 700 Duo',
      'CP Plus 700': 'ColdPantry Plus 700',
      'MYA 10 U': 'Mya 10 U',
      'PL Next 20 F': 'ProofLine Next 20 F',
      'PL Roll 1': 'ProofLine Roll 1',
      'XMF Next 1': 'XMF Next 1',
    };
    for (const [stored, display] of Object.entries(shown)) assert.equal(displayModel(stored), display);
    const beginnings = storedNames.map((stored) => displayModel(stored).split(' ')[0]);
    assert.deepEqual(
      [...new Set(beginnings)],
      ['MultiFresh', 'EasyFresh', 'SteadyFrost', 'ColdPantry', 'Mya', 'ProofLine'],
    );
  });

  it('S3.8 a model’s category is a code of the specification with its own words', () => {
    const gammaBy = Object.fromEntries(all.map(({ code, gamma }) => [code, gamma]));
    assert.deepEqual(gammaBy, {
      MF: 'ABBATTITORE',
      EF: 'ABBATTITORE',
      SF: 'ABBATTITORE',
      CP: 'CONSERVATORE',
      MYA: 'CONSERVATORE',
      PL: 'FERMALIEVITA',
    });
    assert.equal(gammaOf('PL Roll 1'), 'FERMALIEVITA');
    assert.equal(gammaOf('Another 1'), undefined);
    assert.deepEqual(Object.keys(familyMessages.texts), [...gammas]);
  });

  it('33 models, each of its family and kind, with ids, names and trade numbers of their own', () => {
    assert.deepEqual(
      all.map((family) => family.models.length),
      [9, 6, 5, 5, 3, 5],
    );
    for (const key of ['id', 'storedName', 'gtin'] as const) {
      assert.equal(new Set(models.map((row) => row[key])).size, 33, key);
    }
    for (const { code, models: own } of all) {
      assert.equal(new Set(own.map(({ kind }) => kind)).size, 1);
      for (const row of own) assert.equal(familyOf(row.storedName)?.code, code);
    }
  });

  it('a trade number has 14 digits, its family, its place in the family and a right check digit', () => {
    all.forEach((family, index) => {
      family.models.forEach(({ gtin }, place) => {
        assert.equal(
          gtin.slice(0, 13),
          `09521017${String(index + 1).padStart(2, '0')}${String(place + 1).padStart(3, '0')}`,
        );
        const weighted = Array.from(gtin).map((digit, at) => Number(digit) * (at % 2 === 0 ? 3 : 1));
        assert.equal(weighted.reduce((a, b) => a + b) % 10, 0, gtin);
      });
    });
  });

  it('S3.13 a needle has four points or one, and a trolley unit has two needles', () => {
    const needle = ['TCore1', 'TCore2', 'TCore3', 'TCore4'];
    const points = (storedName: string): [points: readonly string[], needles: number] => [
      corePointsOf(model(storedName)),
      needlesOf(model(storedName)),
    ];
    assert.deepEqual(points('MF Next XXL 100 RWL'), [needle, 1]);
    assert.deepEqual(points('EF Next XS 8'), [['TCore1'], 1]);
    assert.deepEqual(points('SF Roll 100 RWL'), [[...needle, 'TCore5', 'TCore6', 'TCore7', 'TCore8'], 2]);
    assert.deepEqual(points('CP Next 350'), [[], 0]);
    assert.deepEqual(corePointsOf(undefined), corePointsOf(model('SF Roll 100 RWL')), 'any, where nobody knows');
  });

  it('S3.13 a model measures what it is fitted with', () => {
    const has = (storedName: string, ...names: string[]): boolean[] => {
      const fitted: readonly string[] = metricsOf(model(storedName));
      return names.map((name) => fitted.includes(name));
    };
    const none = (count: number): boolean[] => Array.from({ length: count }, () => false);
    assert.deepEqual(has('MF Next XS 12', 'TCore4', 'TCell'), [true, true]);
    assert.deepEqual(has('MF Next XS 12', 'levelHumidity', 'TEvap2', 'PSuction', 'TCell2', 'PWater'), none(5));
    assert.deepEqual(has('MF Next XXL 100 RWL', 'levelHumidity', 'PSuction', 'TCell2', 'PWater', 'condFanPercentage'), [
      true,
      true,
      true,
      true,
      false,
    ]);
    assert.deepEqual(has('EF Next XS 8', 'TCore1', 'TCore2', 'TAmbient', 'sanigenLevel', 'heaterPercentage'), [
      true,
      ...none(4),
    ]);
    assert.deepEqual(has('EF Next M 25', 'TAmbient', 'PSuction'), [true, false]);
    assert.deepEqual(has('EF Next XL 60', 'TAmbient', 'PSuction'), [true, true]);
    assert.deepEqual(has('SF Roll 200 RWL', 'TCore8', 'TCell2', 'PDischarge', 'sanigenLevel', 'levelHumidity'), [
      true,
      true,
      true,
      true,
      false,
    ]);
    assert.deepEqual(has('CP Next 350', 'levelHumidity', 'waterLevel', 'sanigenLevel', 'operatingMode', 'TCore1'), [
      true,
      false,
      false,
      true,
      false,
    ]);
    assert.deepEqual(has('CP Next 700 Duo', 'TCellZone2', 'operatingModeZone2', 'dailyOpenDoor2Counter', 'TEvap2'), [
      true,
      true,
      true,
      true,
    ]);
    assert.deepEqual(has('CP Next 1400', 'TCellZone2', 'dailyOpenDoor2Counter', 'sanigenLevel'), [false, true, true]);
    assert.deepEqual(has('CP Plus 700', 'sanigenLevel', 'dailyOpenDoor2Counter'), none(2));
    assert.deepEqual(has('MYA 20', 'waterLevel', 'heaterPercentage', 'sanigenLevel', 'PWater'), [
      true,
      true,
      true,
      false,
    ]);
    assert.deepEqual(has('PL Next 10 U', 'waterLevel', 'PWater', 'sanigenLevel'), [true, false, false]);
    assert.deepEqual(has('PL Next 20', 'waterLevel', 'PWater'), [true, true]);
    for (const row of models) {
      for (const name of metricsOf(row)) assert.ok((metrics[name].families as readonly string[]).includes(row.family));
    }
  });
});

describe('functions, modes and phases', () => {
  it('S3.27 functions 0 to 14 and idle have the specification’s names', () => {
    const named = Object.values(functions).map((key) => translate(functionMessages, 'en-US', key).toLowerCase());
    assert.deepEqual(named, [
      'chilling',
      'freezing',
      'cold holding',
      'hot holding',
      'thawing',
      'ready to serve',
      'low-temperature cooking',
      'direct proofing',
      'programmed proofing',
      'retarded proofing',
      'chocolate melting',
      'pasteurization',
      'drying',
      'non-stop',
      'defrosting',
      'idle',
    ]);
    for (const [code, key] of Object.entries(functions)) assert.equal(mf.functions[Number(code) as 0].key, key);
  });

  it('S3.11 other families number functions and phases in their own way, SF up to 22', () => {
    const codes = (rows: object): number[] => Object.keys(rows).map(Number);
    assert.deepEqual(codes(families.EF.functions), [0, 1, 2, 3, 4, 5, 6]);
    assert.deepEqual(
      codes(families.SF.functions),
      Array.from({ length: 23 }, (_, code) => code),
    );
    assert.equal(families.EF.functions[1]?.key, 'chilling');
    assert.equal(families.SF.functions[19]?.key, 'defrosting');
    assert.equal(families.EF.phases[7], 'thaw');
    assert.equal(families.PL.phases[5], 'sleeping');
  });

  it('S3.11 B2.3 chilling, freezing, heating again, thawing and what kills parasites need a record wherever they are done', () => {
    const recorded = (code: 'MF' | 'EF' | 'SF', record: string): number[] =>
      Object.entries(families[code].functions).flatMap(([number, row]) =>
        row.record === record ? [Number(number)] : [],
      );
    assert.deepEqual([recorded('MF', 'chill'), recorded('MF', 'freeze')], [[0], [1]]);
    assert.deepEqual([recorded('EF', 'chill'), recorded('EF', 'freeze')], [[1], [2]]);
    assert.deepEqual(
      [recorded('SF', 'chill'), recorded('SF', 'freeze'), recorded('SF', 'parasite')],
      [
        [1, 2, 3, 4],
        [5, 6, 7],
        [8, 9],
      ],
    );
    assert.deepEqual([recorded('MF', 'reheat'), recorded('MF', 'thaw')], [[5], [4]]);
    assert.deepEqual([recorded('EF', 'thaw'), recorded('SF', 'thaw')], [[4], [16]]);
  });

  it('B2.3 a freezing that holds the cold against parasites has another record, and nothing else has', () => {
    const { 0: chilling, 1: freezing } = families.MF.functions;
    const [blastFreeze, parasiteHold] = [{ phase: 4 }, { phase: 6 }];
    assert.equal(families.MF.phases[parasiteHold.phase], 'parasiteHold');
    assert.equal(recordOfRun('MF', freezing ?? {}, [blastFreeze, parasiteHold]), 'parasite');
    assert.equal(recordOfRun('MF', freezing ?? {}, [blastFreeze]), 'freeze');
    assert.equal(recordOfRun('MF', freezing ?? {}), 'freeze');
    assert.equal(recordOfRun('MF', chilling ?? {}, [parasiteHold]), 'chill');
  });

  it('S4.16 S4.17 the modes of cabinets and provers', () => {
    const keysOf = (storedName: string): string[] => Object.values(modesOf(model(storedName))).map(({ key }) => key);
    assert.deepEqual(keysOf('CP Next 350'), ['standby', 'negativeCold', 'positiveCold', 'chocolate', 'defrost']);
    assert.deepEqual(keysOf('CP Plus 700'), ['standby', 'negativeCold', 'positiveCold', 'defrost']);
    assert.deepEqual(keysOf('MYA 20'), ['standby', 'manual', 'automatic', 'test']);
    assert.deepEqual(keysOf('PL Roll 1'), ['standby', 'continuous', 'direct', 'programmed', 'defrosting']);
    assert.deepEqual(keysOf('MF Next S 20'), []);
  });

  it('every function, mode, program, phase and reason of refusal has its words, and no words are left over', () => {
    assert.deepEqual(Object.keys(functionMessages.texts), [...functionKeys]);
    assert.deepEqual(Object.keys(phaseMessages.texts), [...phaseKeys]);
    assert.deepEqual(Object.keys(modeMessages.texts), [...modeKeys, ...programKeys]);
    assert.deepEqual(Object.keys(refusalMessages.texts), Object.keys(refusals));
    const used = new Set(all.flatMap((family) => Object.values(family.functions).map(({ key }) => key)));
    assert.deepEqual(
      [...functionKeys].filter((key) => !used.has(key)),
      [],
    );
  });

  it('defaults lie within their limits, in every family', () => {
    const settings = all.flatMap((family): (readonly [string, Setting | null | undefined])[] => [
      ...Object.values(family.functions).flatMap((row) =>
        [
          row.air,
          row.softAir,
          row.core,
          row.coreHold_min,
          row.surface,
          row.time_min,
          row.fan,
          row.rh,
          row.rhMax,
          row.sanigen,
          row.holding,
        ].map((setting) => [`${family.code} ${row.key}`, setting] as const),
      ),
      ...Object.values(family.modes).flatMap((row) =>
        [row.air, row.rh, row.time_min, row.fan].map((setting) => [`${family.code} ${row.key}`, setting] as const),
      ),
    ]);
    for (const [where, setting] of settings) {
      if (!setting) continue;
      assert.ok(setting.min <= setting.max, where);
      if (setting.default === null) continue;
      assert.ok(setting.default >= setting.min && setting.default <= setting.max, where);
    }
  });

  it('every definition uses phases of its family and keeps the set-points of its family', () => {
    const within = (limits: Limits, value: number): boolean => value >= limits.min && value <= limits.max;
    for (const family of all) {
      const definitions: [string, readonly PhasePlan[]][] = [
        ...Object.values(family.functions).flatMap(({ key, definition }) =>
          definition
            ? [definition.hard, definition.soft ?? [], definition.after ?? [], definition.otherwise ?? []].map(
                (plan): [string, readonly PhasePlan[]] => [key, plan],
              )
            : [],
        ),
        ...Object.values(family.modes).map(({ key, definition }): [string, readonly PhasePlan[]] => [key, definition]),
      ];
      for (const [key, plan] of definitions) {
        assert.ok(plan.length <= 8, key);
        for (const phase of plan) {
          const where = `${family.code} ${key} phase ${phase.phase}`;
          assert.notEqual(family.phases[phase.phase] ?? 'none', 'none', where);
          for (const air of [phase.air].flat()) assert.ok(air === null || within(family.air, air), where);
        }
      }
    }
  });

  it('every function that is started starts by its defaults on every model that has it, within its own limits', () => {
    let started = 0;
    for (const family of all) {
      for (const one of family.models) {
        for (const [code, row] of Object.entries(family.functions)) {
          const args: StartCycleArgs = {
            function: Number(code),
            ...(row.ends[0] === 'clock' ? { readyAt: '2026-06-01T06:00' } : {}),
          };
          const faults = checkStart(one, args, 'Excellence');
          const refused = !row.definition || (one.package === 'Essential' && row.package === 'Excellence');
          assert.deepEqual(
            faults.map((fault) => fault.code),
            refused ? ['not_compatible'] : [],
            `${one.storedName} ${row.key}`,
          );
          if (refused) continue;
          started++;
          const plan = planFor(family, args, one);
          assert.ok(plan.length > 0);
          // By default the plan is the definition.
          const whole = [...(row.definition?.hard ?? []), ...(row.definition?.after ?? [])];
          assert.deepEqual(
            plan.map(({ phase, air, end }) => [phase, air, end]),
            whole.map(({ phase, air, end }) => [phase, air, end]),
            `${one.storedName} ${row.key}`,
          );
        }
      }
    }
    assert.equal(started, 7 * 15 + 2 * 6 + 6 * 6 + 5 * 22);
  });
});
