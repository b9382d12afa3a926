import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { day_ms } from '@brina/domain/language/durations';
import { lengthBeside, readPeriod, stretchOf, verdictStateOf } from './haccp.data.ts';

const now = new Date('2026-03-31T12:00').getTime();

describe('the period of a HACCP list', () => {
  it('S9.2 is a month unless the URL says otherwise', () => {
    assert.deepEqual(readPeriod({}, now), { key: 'month' });
    assert.deepEqual(readPeriod({ period: 'months3' }, now), { key: 'months3' });
    assert.deepEqual(readPeriod({ period: 'for ever' }, now), { key: 'month' });
  });

  it('S9.2 of one’s own takes in both days', () => {
    const period = readPeriod({ period: 'custom', from: '2026-03-01', to: '2026-03-02' }, now);
    const { from, to } = stretchOf(period, now);
    assert.equal(from, new Date('2026-03-01T00:00').getTime());
    assert.equal(to - from, 2 * day_ms);
  });

  it('S9.2 counts days and weeks back from now', () => {
    assert.deepEqual(stretchOf({ key: 'day' }, now), { from: new Date('2026-03-30T12:00').getTime(), to: now });
    assert.deepEqual(stretchOf({ key: 'week' }, now), { from: new Date('2026-03-24T12:00').getTime(), to: now });
  });

  it('tells a running batch from one that waits for its data', () => {
    assert.equal(verdictStateOf({ verdict: null, endedAt: null }), 'running');
    assert.equal(verdictStateOf({ verdict: null, endedAt: now }), 'waiting');
    assert.equal(verdictStateOf({ verdict: 'FAIL', endedAt: now }), 'FAIL');
  });
});

describe('minutes beside their limit', () => {
  it('S2.24 have as many decimals as show on which side of it they are', () => {
    assert.deepEqual(lengthBeside(90, 80.62), { minutes: 80.62, decimals: 1, seconds: null });
    assert.deepEqual(lengthBeside(90, 90.02), { minutes: 90.02, decimals: 2, seconds: null });
    assert.deepEqual(lengthBeside(90, 90), { minutes: 90, decimals: 1, seconds: null });
  });

  it('S2.24 have seconds where two decimals would hide it: 90.001 is not 90', () => {
    assert.deepEqual(lengthBeside(90, 90.001), { minutes: 90, decimals: 2, seconds: 0.06 });
    assert.deepEqual(lengthBeside(90, 90 + 1 / 60_000), { minutes: 90, decimals: 3, seconds: 0.001 });
    assert.deepEqual(lengthBeside(90, 90 - 1 / 60_000), { minutes: 89, decimals: 3, seconds: 59.999 });
  });
});
