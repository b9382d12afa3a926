import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { families } from '@brina/domain/appliance/families/families';
import { presets } from '@brina/domain/recipes/presets';
import { checkDefinition, isCreatable } from '@brina/domain/recipes/recipe-check';
import { copyTitle, differencesOf } from './edit-changes.ts';
import { faultsOf, stepOf } from './edit-faults.ts';
import {
  addPhase,
  airLimitsOf,
  bodyOf,
  changePhase,
  definitionOf,
  draftOf,
  duplicatePhase,
  editOf,
  editOfDraft,
  endChoicesOf,
  hasRoom,
  holdOf,
  holdsOf,
  isSame,
  kindsOf,
  movePhase,
  newEdit,
  type RecipeEdit,
  removePhase,
  withAirKind,
  withEnd,
  withHold,
  withHumidityKind,
} from './edit-state.ts';

const begun = { language: 'en_GB', sector: 'gastronomy' } as const;
const chilling = newEdit('MF', 0, begun);
const codes = ({ phases }: RecipeEdit): readonly number[] => phases.map(({ plan }) => plan.phase);
const fields = (edit: RecipeEdit): readonly string[] => faultsOf(edit).map(({ field }) => field);

function ofPreset(id: number): RecipeEdit {
  const preset = presets[id];
  assert.ok(preset);
  const words = { title: 'Of a preset', description: '', language: 'en_GB', texts: {}, laboratoryIds: [] };
  return editOf({ ...preset, ...words });
}

describe('the state of the editor', () => {
  it('S2.22 S2.43 a new cycle of every function that may be made has the phases of the function, and nothing but a title is missing', () => {
    for (const family of ['MF', 'EF', 'SF'] as const) {
      const creatable = Object.keys(families[family].functions)
        .map(Number)
        .filter((code) => isCreatable(family, code));
      assert.ok(creatable.length >= 5, family);
      for (const code of creatable) {
        const edit = newEdit(family, code, begun);
        assert.ok(edit.phases.length > 0, `${family} ${code}`);
        assert.deepEqual(fields(edit), ['title'], `${family} ${code}`);
      }
    }
    assert.deepEqual(fields(newEdit('PL', 0, begun)), ['title']);
  });

  it('S2.22 every preset that may be copied is edited and kept as it is', () => {
    const copied = presets.filter(({ definition }) => isCreatable(definition.family, definition.function));
    assert.ok(copied.length > 130);
    for (const { id, definition } of copied) {
      const edit = ofPreset(id);
      assert.deepEqual(definitionOf(edit), definition, String(id));
      assert.deepEqual(fields(edit), [], String(id));
    }
  });

  it('S2.22 a phase is added with what it usually is, copied, moved and removed', () => {
    assert.deepEqual(codes(chilling), [2, 3]);
    assert.deepEqual(kindsOf(chilling), [2, 3]);
    const more = addPhase(chilling, 2);
    assert.deepEqual(codes(more), [2, 3, 2]);
    assert.deepEqual(more.phases[2]?.plan, chilling.phases[0]?.plan);
    const key = more.phases[2]?.key ?? 0;
    assert.equal(new Set(more.phases.map((phase) => phase.key)).size, 3);
    assert.deepEqual(codes(movePhase(more, key, 0)), [2, 2, 3]);
    assert.equal(movePhase(more, key, 0).phases[0]?.key, key);
    assert.deepEqual(codes(movePhase(more, key, 99)), [2, 3, 2]);
    assert.deepEqual(codes(duplicatePhase(chilling, 1)), [2, 2, 3]);
    assert.deepEqual(codes(removePhase(more, 1)), [3, 2]);
    // The steps that chill what was cooked belong to cooking as well.
    assert.deepEqual(kindsOf(newEdit('MF', 6, begun)), [15, 16, 2, 3]);
  });

  it('S2.22 there are eight phases at most, the holding among them', () => {
    let edit = chilling;
    while (hasRoom(edit)) edit = addPhase(edit, 3);
    assert.equal(edit.phases.length, 7);
    assert.equal(addPhase(edit, 3), edit);
    assert.equal(duplicatePhase(edit, 1), edit);
    assert.deepEqual(fields(withHold(edit, false)), ['title']);
    const full = addPhase(withHold(edit, false), 3);
    assert.equal(full.phases.length, 8);
    assert.equal(withHold(full, true), full);
  });

  it('S2.22 what runs until somebody stops it stays the last when a phase is added', () => {
    const edit = addPhase(newEdit('MF', 13, begun), 26);
    assert.equal(edit.phases.at(-1)?.key, 1);
  });

  it('S2.22 the holding is switched off and on as it was, and only where the function holds', () => {
    const off = withHold(chilling, false);
    assert.equal(off.hold, null);
    assert.deepEqual(withHold(off, true).hold, {
      phase: 7,
      air: 2,
      fan: 40,
      rh: null,
      end: { by: 'stop' },
      hold: true,
    });
    const warmer = { phase: 7, air: 4, fan: 40, rh: null, end: { by: 'stop' }, hold: true } as const;
    assert.deepEqual(withHold(off, true, warmer).hold, warmer);
    assert.deepEqual(holdsOf(chilling), [7]);
    assert.deepEqual(holdsOf(newEdit('MF', 12, begun)), []);
    const served = newEdit('MF', 5, begun);
    assert.deepEqual(
      [...holdsOf(served)].sort((a, b) => a - b),
      [7, 8, 9],
    );
    for (const code of holdsOf(served)) {
      assert.deepEqual(fields({ ...served, hold: holdOf(served, code) }), ['title'], String(code));
    }
    assert.deepEqual(airLimitsOf(chilling, 7, true), { min: 0, max: 10 });
  });

  it('S2.22 a phase gets another air, humidity or end and stays one that may be kept', () => {
    const [first] = chilling.phases;
    assert.ok(first);
    const put = (plan: typeof first.plan) => changePhase(chilling, first.key, plan);
    for (const kind of ['set', 'ramp', 'off'] as const) {
      assert.deepEqual(fields(put(withAirKind(chilling, first.plan, kind))), ['title'], kind);
    }
    assert.deepEqual(withAirKind(chilling, first.plan, 'ramp').air, [-14, -14]);
    // Nothing says which way food goes without an air of its own: the time ends it.
    const rests = withAirKind(chilling, first.plan, 'off');
    assert.deepEqual([rests.air, rests.end], [null, { by: 'time', time_min: 35 }]);
    assert.deepEqual(endChoicesOf(chilling, rests), ['time', 'stop']);
    for (const kind of ['off', 'set', 'max'] as const) {
      assert.deepEqual(fields(put(withHumidityKind(first.plan, kind))), ['title'], kind);
    }
    const choices = endChoicesOf(chilling, first.plan);
    assert.deepEqual(choices, ['core', 'held', 'surface', 'air', 'even', 'time', 'stop']);
    for (const choice of choices.filter((one) => one !== 'stop')) {
      assert.deepEqual(fields(put(withEnd(chilling, first.plan, choice))), ['title'], choice);
    }
    // The needle's time without a needle is the time it took before.
    const timed = withEnd(chilling, first.plan, 'time');
    assert.deepEqual(timed.end, { by: 'time', time_min: 35 });
    assert.equal(withEnd(chilling, timed, 'core').fallback_min, 35);
    assert.ok(endChoicesOf(newEdit('MF', 8, begun), first.plan).includes('auto'));
  });

  it('S2.22 a fault is told at its field and its step', () => {
    const [first, second] = chilling.phases;
    assert.ok(first && second);
    const put = (key: number, plan: object) => changePhase(chilling, key, { ...first.plan, ...plan });
    assert.deepEqual(fields(put(1, { air: 30 })), ['phases.0.air', 'title']);
    assert.deepEqual(fields(put(1, { air: Number.NaN })), ['phases.0.air', 'title']);
    assert.deepEqual(fields(put(1, { end: { by: 'core', target: -13 } })), ['phases.0.end.target', 'title']);
    assert.deepEqual(fields(put(1, { end: { by: 'core', target: 4, hold_min: 0 } })), [
      'phases.0.end.hold_min',
      'title',
    ]);
    assert.deepEqual(fields(put(1, { end: { by: 'core', target: 140, hold_min: 3 } })), [
      'phases.0.end.target',
      'title',
    ]);
    assert.deepEqual(fields(put(1, { end: { by: 'stop' } })), ['phases.0.end.by', 'title']);
    assert.deepEqual(fields(put(2, { end: { by: 'time', time_min: 99_999 } })), ['phases.1.end.time_min', 'title']);
    assert.deepEqual(fields({ ...withHold(chilling, false), phases: [] }), ['phases', 'title']);
    assert.equal(stepOf('phases.0.end.target'), 'phases');
    assert.equal(stepOf('plan.storing.air'), 'phases');
    assert.equal(stepOf('colour'), 'look');
    assert.equal(stepOf('texts.it_IT.title'), 'words');
    const plan = { ...newEdit('PL', 0, begun), plan: { storing: { air: 20 } } };
    assert.deepEqual(fields(plan), ['plan.storing.air', 'title']);
    const texts = { it_IT: { title: 'x', description: 'y'.repeat(501) } };
    assert.deepEqual(fields({ ...chilling, title: 'Ragù', texts }), ['texts.it_IT.title', 'texts.it_IT.description']);
  });

  it('S2.22 B3.6 a draft keeps also what may not be saved yet', () => {
    const [first] = chilling.phases;
    assert.ok(first);
    const half = changePhase({ ...chilling, title: 'R' }, 1, { ...first.plan, air: Number.NaN });
    const content = JSON.parse(JSON.stringify(draftOf(half)));
    const back = editOfDraft(content);
    assert.ok(back);
    assert.ok(Number.isNaN(back.phases[0]?.plan.air));
    assert.equal(back.title, 'R');
    assert.ok(isSame(back, half));
    assert.equal(editOfDraft({ title: 'only words' }), null);
    const plan = { ...newEdit('PL', 0, begun), plan: { sleeping: false, waking: { air: 14 } } } as const;
    assert.deepEqual(editOfDraft(JSON.parse(JSON.stringify(draftOf(plan))))?.plan, plan.plan);
  });

  it('S2.22 what is sent has no space around its words, and no language without a title', () => {
    const texts = { it_IT: { title: ' Ragù ', description: ' ' }, de_DE: { title: '  ', description: 'leer' } };
    const body = bodyOf({ ...chilling, title: ' Ragù of the house ', texts });
    assert.equal(body.title, 'Ragù of the house');
    assert.deepEqual(body.texts, { it_IT: { title: 'Ragù', description: '' } });
    assert.deepEqual(checkDefinition(body.definition), []);
  });

  it('B3.6 two states differ phase by phase', () => {
    assert.deepEqual(differencesOf(chilling, { ...chilling }), []);
    const [, second] = chilling.phases;
    assert.ok(second);
    const warmer = { ...second.plan, end: { by: 'core', target: 4 } } as const;
    const changed = { ...addPhase(changePhase(chilling, 2, warmer), 3), title: 'Ragù', colour: 4, hold: null } as const;
    const found = differencesOf(chilling, changed);
    assert.deepEqual(
      found.map(({ kind }) => kind),
      ['phase', 'phase', 'hold', 'title', 'look'],
    );
    assert.deepEqual(found[0], { kind: 'phase', place: 1, before: second.plan, after: warmer });
    assert.deepEqual(found[1], { kind: 'phase', place: 2, before: null, after: second.plan });
    const plan = newEdit('PL', 0, begun);
    assert.deepEqual(differencesOf(plan, { ...plan, plan: { sleeping: false } }), [
      { kind: 'plan', phase: 'sleeping' },
    ]);
  });

  it('S4.15 a copy is called by the next number, within what a title may be', () => {
    assert.equal(copyTitle('Ragù', 40), 'Ragù 2');
    assert.equal(copyTitle('Ragù 2', 40), 'Ragù 3');
    assert.equal(copyTitle('x'.repeat(40), 40), `${'x'.repeat(38)} 2`);
  });
});
