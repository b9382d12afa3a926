import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { families } from '../appliance/families/families.ts';
import type { ModelRow, Package } from '../appliance/families/family.ts';
import { phaseEnds } from '../appliance/phase-plan.ts';
import { checkStart } from '../cycles/cycle-plan.ts';
import { type Compatibility, compatibility } from './compatibility.ts';
import { type CycleChange, translateDefinition } from './elsewhere.ts';
import { definitionOf, type Preset, presets } from './presets.ts';
import { type BlastDefinition, packageOf, type RecipeDefinition } from './recipe.ts';

const model = (id: string): ModelRow => {
  const row = Object.values(families)
    .flatMap(({ models }) => models)
    .find((one) => one.id === id);
  assert.ok(row, id);
  return row;
};
const preset = (id: number): Preset => presets[id] as Preset;
const essential = presets.filter(({ definition }) => packageOf(definition) === 'Essential');

/** Whether a unit runs a cycle that has that package, and tells those ends. */
const fitOf = (
  definition: RecipeDefinition,
  row: ModelRow,
  unitPackage?: Package,
  ends: readonly string[] | null = null,
): Compatibility => compatibility(definition, row, { package: unitPackage, ends });

/** What is said of a cycle on an appliance, in a word. */
function said(answer: Compatibility): string {
  if (answer.kind !== 'refused') {
    const { definition } = answer;
    return definition.family === 'PL' ? answer.kind : `${answer.kind} ${definition.family} ${definition.function}`;
  }
  const { reason } = answer;
  return reason.kind === 'air' ? `air ${reason.min}..${reason.max} not ${reason.air}` : reason.kind;
}

const changesOf = (answer: Compatibility): readonly CycleChange[] => (answer.kind === 'adapted' ? answer.changes : []);

describe('presets on other families', () => {
  for (const [family, id, taken, refused] of [
    ['EF', 'EF-M25', 54, [20, 26, 27, 45, 136, 137, 139]],
    ['SF', 'SF-R100', 57, [20, 51, 137, 139]],
  ] as const) {
    it(`S3.10 S3.11 of the 61 Essential presets ${family} takes ${taken}, each one that it can start`, () => {
      assert.equal(essential.length, 61);
      const answers = essential.map((one) => ({ id: one.id, answer: fitOf(one.definition, model(id)) }));
      assert.deepEqual(
        answers.filter(({ answer }) => answer.kind === 'refused').map((one) => one.id),
        refused,
      );
      for (const one of answers) {
        if (one.answer.kind === 'refused') continue;
        const { definition } = one.answer;
        assert.ok(definition.family === family);
        assert.deepEqual(
          checkStart(model(id), { function: definition.function, phases: definition.phases }),
          [],
          String(one.id),
        );
      }
      assert.equal(answers.length - refused.length, taken);
    });

    it(`S3.10 no Excellence preset runs on ${family}`, () => {
      for (const { id: number, definition } of presets) {
        if (packageOf(definition) === 'Essential') continue;
        assert.equal(fitOf(definition, model(id)).kind, 'refused', String(number));
      }
    });
  }

  it('S3.11 functions and phases are in the numbering of the other family', () => {
    const there = (id: number, family: 'EF' | 'SF'): readonly number[] => {
      const translation = translateDefinition(preset(id).definition, family);
      assert.ok('definition' in translation, String(id));
      return [translation.definition.function, ...translation.definition.phases.map(({ phase }) => phase)];
    };
    assert.deepEqual(there(0, 'EF'), [1, 2, 3, 5]);
    assert.deepEqual(there(0, 'SF'), [2, 3, 4, 7]);
    assert.deepEqual(there(8, 'EF'), [1, 3, 5]);
    assert.deepEqual(there(8, 'SF'), [1, 3, 7]);
    assert.deepEqual(there(22, 'EF'), [2, 4, 6]);
    assert.deepEqual(there(22, 'SF'), [5, 5, 8]);
    assert.deepEqual(there(36, 'SF'), [7, 5, 8]);
    assert.deepEqual(there(26, 'SF'), [8, 5, 6, 8]);
    assert.deepEqual(there(27, 'SF'), [9, 5, 6, 8]);
    assert.deepEqual(there(43, 'SF'), [10, 5, 8]);
    assert.deepEqual(there(46, 'SF'), [14, 7]);
    assert.deepEqual(there(50, 'SF'), [15, 8]);
    assert.deepEqual(there(50, 'EF'), [3, 6]);
    assert.deepEqual(there(59, 'SF'), [16, 9, 9, 7]);
    assert.deepEqual(there(135, 'SF'), [12, 11]);
    assert.deepEqual(there(136, 'SF'), [13, 11]);
    assert.deepEqual(there(138, 'EF'), [5, 9, 10]);
    assert.deepEqual(there(138, 'SF'), [19, 12, 13]);
    const hardening = presets.filter(({ definition }) => {
      const translation = translateDefinition(definition, 'SF');
      return 'definition' in translation && translation.definition.function === 10;
    });
    assert.deepEqual(
      hardening.map(({ id }) => id),
      [43],
    );
  });

  it('S3.11 what is chilled or frozen by time has the function of SF that ends by time', () => {
    const functionOf = (definition: BlastDefinition): number | undefined => {
      const translation = translateDefinition(definition, 'SF');
      return 'definition' in translation ? translation.definition.function : undefined;
    };
    assert.equal(functionOf(definitionOf(0, '-14/100/-/90m · H2/40/-')), 4);
    assert.equal(functionOf(definitionOf(0, '0/60/-/90m · H2/40/-')), 3);
    assert.equal(functionOf(definitionOf(1, '-38/100/-/240m · H-20/40/-')), 6);
  });
});

describe('who can run a cycle', () => {
  const [chill, deep, humid, dry] = [
    definitionOf(0, '-14/100/-/s4 · 0/100/-/c3 · H2/40/-'),
    definitionOf(1, '-40/100/-/c-18 · H-20/50/-'),
    definitionOf(2, '2/40/75/stop'),
    definitionOf(12, '57/80/<25/8h'),
  ];
  const columns = [
    ['MF-L45', 'Excellence'],
    ['MF-L45', 'Essential'],
    ['MF-M30P', 'Excellence'],
    ['EF-M25', 'Excellence'],
    ['SF-R100', 'Excellence'],
  ] as const satisfies readonly (readonly [string, Package])[];

  for (const [name, definition, expected] of [
    ['chilling', chill, ['ok MF 0', 'ok MF 0', 'ok MF 0', 'ok EF 1', 'ok SF 2']],
    ['freezing at −40 °C', deep, ['ok MF 1', 'ok MF 1', 'air -38..-10 not -40', 'air -38..-15 not -40', 'ok SF 5']],
    ['humid holding', humid, ['ok MF 2', 'package', 'package', 'humidity', 'humidity']],
    ['drying', dry, ['ok MF 12', 'package', 'package', 'function', 'function']],
  ] as const) {
    it(`S3.10 S3.28 S8.21 ${name}: the first reason by appliance`, () => {
      assert.deepEqual(
        columns.map(([id, unitPackage]) => said(fitOf(definition, model(id), unitPackage))),
        expected,
      );
    });
  }

  it('S3.28 any humidity needs Excellence, a limit too', () => {
    const limited = definitionOf(4, '4/30/<60/c1 · H3/30/-');
    assert.equal(said(fitOf(limited, model('MF-L45'), 'Essential')), 'package');
    assert.equal(said(fitOf(limited, model('MF-L45'))), 'ok MF 4');
    assert.equal(said(fitOf(limited, model('EF-M25'))), 'humidity');
  });

  it('S8.21 a humid cycle needs a humidifier, a dry one does not', () => {
    const answer = fitOf(definitionOf(0, '3/40/80/c5 · H4/40/-'), model('MF-XS12'));
    assert.deepEqual(answer, { kind: 'refused', reason: { kind: 'humidity', phase: 1, rh: 80 } });
    assert.equal(said(fitOf(dry, model('MF-XS12'))), 'ok MF 12');
  });

  it('S3.11 what is clamped on another family is told', () => {
    const thawing = fitOf(definitionOf(4, '3/60/-/c1 · H2/40/-'), model('EF-M25'));
    assert.deepEqual(changesOf(thawing), [{ kind: 'fan', phase: 1, from: 60, to: 80 }]);
    const frozen = fitOf(definitionOf(1, '-36/100/-/c-18 · H-12/50/-'), model('EF-M25'));
    assert.deepEqual(changesOf(frozen), [{ kind: 'holding', phase: 2, from: -12, to: -15 }]);
    const colder = fitOf(definitionOf(1, '-36/100/-/c-18 · H-30/50/-'), model('EF-M25'));
    assert.deepEqual(changesOf(colder), [{ kind: 'holding', phase: 2, from: -30, to: -25 }]);
    const clean = fitOf({ ...definitionOf(2, '2/40/-/stop'), sanigen: 3 }, model('EF-M25'));
    assert.deepEqual(changesOf(clean), [{ kind: 'sanigen' }]);
  });

  it('S3.10 timers of trays that a model has not are left out, and told', () => {
    const trays = [1, 5, 6, 14].map((tray) => ({ tray, min: 45 }));
    const line = { ...definitionOf(13, '-15/100/-/stop'), trays };
    assert.deepEqual(fitOf(line, model('MF-L45')), { kind: 'ok', definition: line });
    const small = fitOf(line, model('MF-S20'));
    assert.deepEqual(changesOf(small), [{ kind: 'timers', count: 2 }]);
    assert.ok(small.kind === 'adapted' && small.definition.family === 'MF');
    assert.deepEqual(
      small.definition.trays?.map(({ tray }) => tray),
      [1, 5],
    );
  });

  it('S3.11 a cycle of EF, SF or PL is none of another family', () => {
    const blast = { ...chill, family: 'EF', function: 1 } as const;
    assert.equal(said(fitOf(blast, model('MF-L45'))), 'family');
    assert.equal(said(fitOf(blast, model('SF-R100'))), 'family');
    assert.equal(said(fitOf({ family: 'PL', plan: {} }, model('MF-L45'))), 'family');
    assert.equal(said(fitOf({ family: 'PL', plan: {} }, model('PL-20'))), 'ok');
    assert.equal(said(fitOf({ family: 'PL', plan: { blocking: { air: -30 } } }, model('PL-20'))), 'faulty');
    assert.equal(said(fitOf(chill, model('PL-20'))), 'family');
    assert.equal(said(fitOf(chill, model('CP-700'))), 'family');
  });

  it('an end that the unit does not tell of is refused; a unit that tells none knows the six', () => {
    assert.equal(said(fitOf(chill, model('MF-L45'), 'Excellence', ['time', 'stop'])), 'end');
    assert.equal(said(fitOf(deep, model('MF-M30P'), 'Excellence', [])), 'air -38..-10 not -40');
    assert.equal(said(fitOf(humid, model('MF-XS12'), 'Excellence', [])), 'humidity');
    assert.deepEqual(fitOf(chill, model('MF-L45'), 'Excellence', ['core', 'stop']), {
      kind: 'refused',
      reason: { kind: 'end', phase: 1, end: 'surface' },
    });
  });

  it('an end of later units runs where the unit tells that it knows it, in another family too', () => {
    const even: BlastDefinition = {
      ...chill,
      phases: chill.phases.map((phase, index) =>
        index === 1 ? { ...phase, end: { by: 'even', within_K: 2 }, max_min: 270 } : phase,
      ),
    };
    assert.deepEqual(fitOf(even, model('MF-L45')), {
      kind: 'refused',
      reason: { kind: 'end', phase: 2, end: 'even' },
    });
    assert.equal(said(fitOf(even, model('MF-L45'), 'Excellence', phaseEnds)), 'ok MF 0');
    assert.equal(said(fitOf(even, model('EF-M25'), 'Excellence', phaseEnds)), 'ok EF 1');
    assert.equal(said(fitOf(even, model('SF-R100'), 'Excellence', phaseEnds)), 'ok SF 2');
    assert.equal(said(fitOf(even, model('EF-M25'))), 'end');
  });

  it('S3.10 what an appliance is said to run, it starts; every preset on every blast chiller and package', () => {
    const models = [families.MF, families.EF, families.SF].flatMap((family) => family.models);
    let started = 0;
    for (const one of models) {
      for (const unitPackage of ['Essential', 'Excellence'] as const) {
        for (const { id, definition } of presets) {
          const answer = fitOf(definition, one, unitPackage);
          if (answer.kind === 'refused') {
            assert.notEqual(answer.reason.kind, 'faulty', `${one.id} ${id}`);
            continue;
          }
          const runs = answer.definition;
          assert.ok(runs.family !== 'PL' && runs.family === one.family);
          const { function: code, phases } = runs;
          const isPlanned = phases.some(({ end }) => end.by === 'auto');
          const args = { function: code, phases, ...(isPlanned ? { readyAt: '2026-11-28T06:30' } : {}) };
          assert.deepEqual(checkStart(one, args, unitPackage), [], `${one.id} ${unitPackage} ${id}`);
          started++;
        }
      }
    }
    assert.ok(started > 1000);
  });

  it('phases that contradict each other are no cycle of any appliance', () => {
    const phases = [...chill.phases].reverse();
    assert.equal(said(fitOf({ ...chill, phases }, model('MF-L45'))), 'faulty');
    assert.equal(said(fitOf({ ...chill, function: 255 }, model('MF-L45'))), 'function');
  });
});
