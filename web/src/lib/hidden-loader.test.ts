import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allCalls } from '@brina/contract/all-calls';

/** The calls of S7.40 that there are so far, and what the editor keeps by itself: nobody waits for a draft. */
const hidden = [
  'notifications.counter',
  'notifications.read',
  'recipes.keepDraft',
  'recipes.dropDraft',
  'liveFeed.runLive',
  'liveFeed.instantPower',
];

describe('the loader', () => {
  it('S7.40 is hidden for exactly the calls that the specification lists', () => {
    assert.deepEqual(
      allCalls.filter(({ spinner }) => spinner === 'hidden').map(({ id }) => id),
      hidden,
    );
  });
});
