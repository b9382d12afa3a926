import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Clock } from '../clock.ts';
import { Outbox } from '../outbox/outbox.ts';
import { random } from '../random.ts';
import { stillClock } from '../testing/still-clock.ts';
import { Link } from './link.ts';

it('waits twice as long after each attempt that failed, up to the longest pause', async () => {
  const still = stillClock(Date.UTC(2026, 5, 10, 6));
  const pauses: number[] = [];
  const clock: Clock = {
    ...still,
    after: (wait_ms, run) => {
      pauses.push(wait_ms);
      return still.after(wait_ms, run);
    },
  };
  const link = new Link({
    // Nobody listens on the port of discard.
    url: 'mqtt://127.0.0.1:9',
    serial: 'MFL45-26-000001',
    outbox: new Outbox(),
    clock,
    unitClock: () => clock.now(),
    random: { ...random('link'), between: () => 1 },
    onConnected: () => {},
    onCommand: () => {},
    onDesired: () => {},
    onServerTime: () => {},
    reconnect_ms: [1000, 5000],
  });
  let failed = still.planned();
  link.open();
  for (let attempt = 1; attempt <= 5; attempt++) {
    await failed;
    failed = still.planned();
    still.advance(pauses.at(-1) ?? 0);
  }
  await link.close();
  assert.deepEqual(pauses.slice(0, 5), [1000, 2000, 4000, 5000, 5000]);
});
