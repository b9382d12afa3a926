import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Evidence, overlap, reasonOf, type Stretch, silencesOf } from './gaps.ts';

const stretch = fc
  .tuple(fc.nat(500), fc.nat(500))
  .map(([a, b]): Stretch => ({ from: Math.min(a, b), to: Math.max(a, b) }));
const window = { from: 100, to: 400 };
const nothing: Evidence = { complete: false, untimed: false, dropped: [], edgeUp: [], connected: [] };
const silence = { from: 1000, to: 2000 };

describe('a silence', () => {
  it('is what lies between covered stretches and is long enough; both together are the window', () => {
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 8 }), fc.nat(50), (covered, longerThan) => {
        const silences = silencesOf(covered, window, longerThan);
        for (const one of silences) {
          assert.ok(one.to - one.from > longerThan && one.from >= window.from && one.to <= window.to);
          assert.equal(overlap(one, covered), 0);
        }
        const everySilence = silencesOf(covered, window, 0);
        assert.equal(overlap(window, covered) + overlap(window, everySilence), window.to - window.from);
      }),
    );
  });

  it('S3.13 is first what the unit says, then what the ledger proves', () => {
    const all = { edgeUp: [silence], connected: [silence] };
    assert.equal(
      reasonOf(silence, { ...nothing, ...all, dropped: [{ from: 1990, to: 3000 }], complete: true }),
      'dropped',
    );
    assert.equal(reasonOf(silence, { ...nothing, ...all, untimed: true }), 'untimed');
    assert.equal(reasonOf(silence, { ...nothing, complete: true }), 'unit_silent');
  });

  it('where messages are missing is the longest of what kept them away; a connection counts only while an edge was up', () => {
    const up = (to: number): Stretch[] => [{ from: 900, to }];
    assert.equal(reasonOf(silence, nothing), 'portal_down');
    assert.equal(
      reasonOf(silence, { ...nothing, edgeUp: up(1400), connected: [{ from: 0, to: Infinity }] }),
      'portal_down',
    );
    assert.equal(reasonOf(silence, { ...nothing, edgeUp: up(3000) }), 'link_lost');
    assert.equal(reasonOf(silence, { ...nothing, edgeUp: up(3000), connected: [{ from: 0, to: 1400 }] }), 'link_lost');
    assert.equal(
      reasonOf(silence, { ...nothing, edgeUp: up(3000), connected: [{ from: 0, to: Infinity }] }),
      'unit_silent',
    );
  });
});
