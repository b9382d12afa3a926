import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom } from '../random.ts';
import { judgeGrowth } from './growth.ts';

const looks = 16;
/** Looks at a heap of 60 MiB with noise of half a MiB. */
const heap = (grown: (i: number) => number, random: () => number): number[] =>
  Array.from({ length: looks }, (_, i) => 60 + grown(i) + (random() - 0.5) / 2);

describe('growth', () => {
  const random = seededRandom('growth');
  const rows = (grown: (i: number) => number): boolean[] =>
    Array.from({ length: 1000 }, () => judgeGrowth(heap(grown, random)).isGrowing);

  it('is not found in noise, however often it is looked for', () => {
    assert.ok(rows(() => 0).every((isGrowing) => !isGrowing));
  });

  it('is found where a little is added at each look', () => {
    assert.ok(rows((i) => i / 3).every((isGrowing) => isGrowing));
  });

  it('is not what fills up and stays', () => {
    assert.ok(rows((i) => 3 * (1 - Math.exp(-i))).every((isGrowing) => !isGrowing));
  });

  it('is told beside the noise, both in the unit of the looks', () => {
    const { growth, noise } = judgeGrowth([10, 13, 10, 13, 10]);
    assert.deepEqual([growth, noise], [0, 3]);
  });
});
