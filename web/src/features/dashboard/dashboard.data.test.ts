import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listLaboratories } from '@brina/contract/laboratories';
import { countsOf, type Entry, kitchensOf, readFilter, searchable } from './dashboard.data.ts';

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
  tone: 'cold',
  words: serial,
  ...change,
});

describe('what the dashboard shows', () => {
  it('S2.21 keeps empty kitchens while nothing is filtered, and adds those of shared appliances', () => {
    const shared = entry('s2', { labId: 'c', labName: 'Next door' });
    const kitchens = kitchensOf([entry('s1'), shared], labs, {});
    assert.deepEqual(
      kitchens.map(({ name, serials }) => [name, serials]),
      [
        ['Kitchen', ['s1']],
        ['Pastry', []],
        ['Next door', ['s2']],
      ],
    );
    assert.deepEqual(
      kitchensOf([entry('s1'), shared], labs, { kitchen: 'a' }).map(({ name }) => name),
      ['Kitchen'],
    );
  });

  it('S2.21 the tiles count what the other filters let through', () => {
    const entries = [entry('s1'), entry('s2', { tone: 'alarm' }), entry('s3', { tone: 'alarm', labId: 'b' })];
    const { all, byTone } = countsOf(entries, { kitchen: 'a', status: 'cold' });
    assert.equal(all, 2);
    assert.equal(byTone.alarm, 1);
  });

  it('finds ё by е, ß by ss and full-width by half-width', () => {
    assert.equal(searchable('Лёд'), searchable('лед'));
    assert.equal(searchable('Straße'), searchable('STRASSE'));
    assert.equal(searchable('ＭＦ４５'), searchable('mf45'));
  });

  it('reads the URL and leaves out what is no filter', () => {
    assert.deepEqual(readFilter({ kitchen: 'a', category: 'ABBATTITORE', status: 'nonsense', q: '45', x: '1' }), {
      kitchen: 'a',
      category: 'ABBATTITORE',
      q: '45',
    });
  });
});
