import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { countByTone, type Entry, filtered, kitchenChoices, kitchensOf, sorted } from './dashboard.data.ts';

const [example] = listLaboratories.example.reply;
const labs = [
  { ...example, id: 'a', name: 'Kitchen' },
  { ...example, id: 'b', name: 'Pastry' },
];
const entry = (serial: string, change: Partial<Entry> = {}): Entry => ({
  serial,
  labId: 'a',
  labName: 'Kitchen',
  gamma: 'ABBATTITORE',
  family: 'MF',
  tone: 'cold',
  attention: null,
  name: serial,
  model: 'MultiFresh Next L 45',
  words: serial,
  ...change,
});
const serialsOf = (entries: readonly Entry[]): string[] => entries.map(({ serial }) => serial);

describe('what the dashboard shows', () => {
  it('S2.21 keeps empty kitchens while nothing is filtered, and adds those of shared appliances', () => {
    const shared = entry('s2', { labId: 'c', labName: 'Next door' });
    const kitchens = kitchensOf([entry('s1'), shared], labs, {});
    assert.deepEqual(
      kitchens.map(({ name, entries }) => [name, serialsOf(entries)]),
      [
        ['Kitchen', ['s1']],
        ['Pastry', []],
        ['Next door', ['s2']],
      ],
    );
    assert.deepEqual(
      kitchensOf([entry('s1'), shared], labs, { kitchen: ['a'] }).map(({ name }) => name),
      ['Kitchen'],
    );
    assert.deepEqual(
      kitchenChoices([entry('s1'), shared], labs).map(({ name }) => name),
      ['Kitchen', 'Pastry', 'Next door'],
    );
  });

  it('S2.21 finds by name, by the model as it is displayed and as it is stored, and by serial number', () => {
    const chiller = entry('MFL45-26-000123', { name: 'Fish', words: 'MF Next L 45 MFL45-26-000123' });
    const other = entry('CP700-26-000001', { name: 'Frozen', model: 'ColdPantry Next 700', words: 'CP Next 700' });
    for (const q of ['fish', 'multifresh next', 'mf next', '26-0001', ' Fish '])
      assert.deepEqual(serialsOf(filtered([chiller, other], { q })), ['MFL45-26-000123'], q);
    assert.deepEqual(serialsOf(filtered([chiller, other], { q: 'pantry' })), ['CP700-26-000001']);
  });

  it('S2.21 filters by kitchen, category, family, state and need at once', () => {
    const all = [
      entry('s1'),
      entry('s2', { tone: 'alarm', attention: 'alarm' }),
      entry('s3', { tone: 'alarm', attention: 'alarm', labId: 'b' }),
      entry('s4', { gamma: 'CONSERVATORE', family: 'CP', attention: 'anomaly' }),
    ];
    assert.deepEqual(serialsOf(filtered(all, { attention: '1' })), ['s2', 's3', 's4']);
    assert.deepEqual(serialsOf(filtered(all, { attention: '1', kitchen: ['a'], category: 'ABBATTITORE' })), ['s2']);
    assert.deepEqual(serialsOf(filtered(all, { family: 'CP' })), ['s4']);
    assert.equal(countByTone(filtered(all, { kitchen: ['a'] })).alarm, 1);
  });

  it('S2.21 sorted by urgency, the kitchen that needs somebody most comes first; models sort by their numbers', () => {
    const all = [
      entry('calm'),
      entry('silent', { attention: 'offline' }),
      entry('loud', { attention: 'alarm', labId: 'b', labName: 'Pastry' }),
    ];
    assert.deepEqual(
      kitchensOf(all, labs, {}, 'attention').map(({ name, entries }) => [name, serialsOf(entries)]),
      [
        ['Pastry', ['loud']],
        ['Kitchen', ['silent', 'calm']],
      ],
    );
    const models = [entry('a', { model: 'MultiFresh Next L 120' }), entry('b', { model: 'MultiFresh Next L 45' })];
    assert.deepEqual(serialsOf(sorted(models, 'model')), ['b', 'a']);
  });
});
