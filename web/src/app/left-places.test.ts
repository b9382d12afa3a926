import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LeftPlaces, leftPlaces_max } from './left-places.ts';

describe('the places that were left', () => {
  it('S2.5 are the last fifty, counted by when each was left last', () => {
    const left = new LeftPlaces();
    for (let entry = 0; entry < leftPlaces_max; entry += 1) left.leave(`entry ${entry}`, entry);
    left.leave('entry 0', 700);
    left.leave('one more', 900);
    assert.equal(left.of('entry 0'), 700);
    assert.equal(left.of('entry 1'), undefined);
    assert.equal(left.of('entry 2'), 2);
    assert.equal(left.of('one more'), 900);
  });
});
