import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isOnline, judgedFrom, offlineAt } from './connection.ts';

describe('connection', () => {
  it('S3.8 a unit is connected while it was heard within three heartbeats', () => {
    assert.equal(offlineAt(1_000), 181_000);
    assert.equal(isOnline(1_000, 180_999), true);
    assert.equal(isOnline(1_000, 181_000), false);
    assert.equal(isOnline(null, 1_000), false);
    assert.equal(isOnline(0, 5_999, 2_000), true);
    assert.equal(isOnline(0, 6_000, 2_000), false);
  });

  it('after the edge came up, silence is not judged for three heartbeats', () => {
    assert.equal(judgedFrom(1_000, 2_000), 7_000);
  });
});
