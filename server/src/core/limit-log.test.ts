import assert from 'node:assert/strict';
import { it } from 'node:test';
import { minute_ms } from '@brina/domain/language/durations';
import { type Limit, limitLog } from './limit-log.ts';
import type { Log } from './log.ts';
import { stillClock } from './testing/test-clock.ts';

it('B11.1 B11.2 a limit that acts is logged at once, then once a minute with how often and who, and counted each time', async () => {
  const clock = stillClock();
  const lines: Record<string, unknown>[] = [];
  const counted: Limit[] = [];
  const log = { warn: (facts: Record<string, unknown>) => void lines.push(facts) } as Log;
  using limited = limitLog({ log, clock, count: (limit) => void counted.push(limit) });
  const event = 'limit.live_sockets';
  for (let i = 0; i < 500; i += 1) {
    limited('live_sockets', { network: '192.0.2.7', user: 'a user' });
    limited('live_sockets', { network: `198.51.100.${i % 10}` });
  }
  assert.deepEqual([...lines], [{ event, network: '192.0.2.7', user: 'a user' }]);
  await clock.advance(minute_ms);
  const told = lines[1];
  assert.equal(told?.['refused'], 999);
  assert.deepEqual(Object.entries(told?.['networks'] ?? {}).slice(0, 2), [
    ['192.0.2.7', 499],
    ['198.51.100.0', 50],
  ]);
  assert.equal(Object.keys(told?.['networks'] ?? {}).length, 5);
  assert.equal(counted.length, 1000);

  limited('live_sockets', { network: '203.0.113.1' });
  assert.equal(lines.length, 2, 'what goes on waits for the end of the minute');
  await clock.advance(2 * minute_ms);
  assert.deepEqual(lines.at(-1), { event, refused: 1, networks: { '203.0.113.1': 1 } });
  limited('live_sockets', { network: '203.0.113.1' });
  assert.deepEqual(lines.at(-1), { event, network: '203.0.113.1' }, 'what comes after a quiet minute is news');
});
