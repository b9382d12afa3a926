import assert from 'node:assert/strict';
import { it } from 'node:test';
import { searchable } from './searchable.ts';

it('finds ё by е, ß by ss and full-width by half-width', () => {
  assert.equal(searchable('Лёд'), searchable('лед'));
  assert.equal(searchable('Straße'), searchable('STRASSE'));
  assert.equal(searchable('ＭＦ４５'), searchable('mf45'));
});
