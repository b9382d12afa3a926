import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPeriod, stretchOf, verdictStateOf } from './haccp.data.ts';

const now = new Date('2026-03-31T12:00').getTime();
const rome = 'Europe/Rome';

describe('the period of a HACCP list', () => {
  it('S9.2 is a month unless the URL says otherwise', () => {
    assert.deepEqual(readPeriod({}, now, rome), { key: 'month' });
    assert.deepEqual(readPeriod({ period: 'months3' }, now, rome), { key: 'months3' });
    assert.deepEqual(readPeriod({ period: 'for ever' }, now, rome), { key: 'month' });
  });

  it('S9.2 S1.3 of one’s own takes in both days, from the kitchen’s midnight to its midnight', () => {
    const period = readPeriod({ period: 'custom', from: '2026-03-28', to: '2026-03-29' }, now, rome);
    // The night of the second day is an hour shorter.
    assert.deepEqual(stretchOf(period, now, rome), {
      from: Date.UTC(2026, 2, 27, 23),
      to: Date.UTC(2026, 2, 29, 22),
    });
  });

  it('S9.2 S1.3 of one’s own begins with days of the kitchen’s calendar, also where the URL names none that exist', () => {
    const evening = Date.UTC(2026, 2, 30, 23);
    for (const search of [{}, { from: '2026-02-31', to: 'soon' }])
      assert.deepEqual(readPeriod({ period: 'custom', ...search }, evening, rome), {
        key: 'custom',
        from: '2026-03-24',
        to: '2026-03-31',
      });
  });

  it('S9.2 of one’s own says what is wrong with its days', () => {
    const faultOf = (from: string, to: string) => stretchOf({ key: 'custom', from, to }, now, rome).fault;
    assert.equal(faultOf('2026-03-02', '2026-03-01'), 'reversed');
    assert.equal(faultOf('2024-01-01', '2026-03-10'), undefined);
    assert.equal(faultOf('2024-01-01', '2026-03-11'), 'tooLong');
  });

  it('S9.2 counts days and weeks back from now', () => {
    assert.deepEqual(stretchOf({ key: 'day' }, now, rome), { from: new Date('2026-03-30T12:00').getTime(), to: now });
    assert.deepEqual(stretchOf({ key: 'week' }, now, rome), { from: new Date('2026-03-24T12:00').getTime(), to: now });
  });

  it('tells a running batch from one that waits for its data', () => {
    assert.equal(verdictStateOf({ verdict: null, endedAt: null }), 'running');
    assert.equal(verdictStateOf({ verdict: null, endedAt: now }), 'waiting');
    assert.equal(verdictStateOf({ verdict: 'FAIL', endedAt: now }), 'FAIL');
  });
});
