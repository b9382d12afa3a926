import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { seededRandom } from '../../../test/random.ts';
import { stillClock } from '../testing/test-clock.ts';
import type { UpMessage } from './bus.ts';
import { busContract } from './bus-contract.ts';
import { memoryBus } from './memory-bus.ts';

busContract('the bus in memory', () => memoryBus());
busContract('the bus in memory, delivering twice and late', () =>
  memoryBus({ deliverTwice: 0.3, late_turns: 8, random: seededRandom('bus') }),
);

const message = (n: number): UpMessage => ({
  kind: 'message',
  serial: 'MF-1',
  topic: 'tel',
  payload: Uint8Array.of(n),
  received_ms: 0,
  connection: '1',
});

describe('the mischief of the test build', () => {
  it('delivers a share of the messages once more, after their append resolved', async () => {
    await using bus = memoryBus({ deliverTwice: 1 });
    const seen: number[] = [];
    await using _reading = bus.consume(async (batch) => {
      for (const m of batch) if (m.kind === 'message') seen.push(m.payload[0] ?? -1);
    });
    await Promise.all([1, 2, 3].map((n) => bus.append('MF-1', message(n))));
    assert.deepEqual(seen, [1, 2, 3]);
    await bus.drained();
    assert.deepEqual(seen, [1, 2, 3, 1, 2, 3]);
  });

  it('is the same for the same source of randomness', async () => {
    const run = async () => {
      let state = 7;
      const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
      await using bus = memoryBus({ deliverTwice: 0.2, random });
      const seen: number[] = [];
      await using _reading = bus.consume(async (batch) => {
        for (const m of batch) if (m.kind === 'message') seen.push(m.payload[0] ?? -1);
      });
      for (let n = 0; n < 100; n += 1) void bus.append('MF-1', message(n));
      await bus.drained();
      return seen;
    };
    const seen = await run();
    assert.ok(seen.length > 105 && seen.length < 140, `${seen.length} deliveries of 100 messages`);
    assert.deepEqual(await run(), seen);
  });

  it('grows the pause before a rejected batch comes again', async () => {
    const pauses: unknown[] = [];
    const log = { warn: (fields: { pause_ms: number }) => void pauses.push(fields.pause_ms), error() {} };
    await using bus = memoryBus({ log });
    let tries = 0;
    await using _reading = bus.consume(async () => {
      tries += 1;
      if (tries < 4) throw new Error('the database is away');
    });
    await bus.append('MF-1', message(1));
    assert.deepEqual(pauses, [50, 100, 200]);
  });
});

describe('a batch that waits for company', () => {
  /** The batches in which so many messages are handled, each of a unit of its own, `every_ms` apart. */
  async function batchesOf(count: number, every_ms: number, weight_max = 1000): Promise<number[]> {
    const clock = stillClock();
    await using bus = memoryBus({ clock });
    const batches: number[] = [];
    const rules = { gather: { from_per_s: 100, apart_ms: 20 }, weight_max };
    await using _reading = bus.consume(async (batch) => void batches.push(batch.length), rules);
    const handled: Promise<void>[] = [];
    for (let n = 0; n < count; n++) {
      await clock.advance(every_ms);
      handled.push(bus.append(`MF-${n}`, message(1)));
      // Formed, handled and finished: as far as it goes in this moment.
      for (let steps = 0; steps < 3; steps++) await turn();
    }
    await clock.advance(20);
    await Promise.all(handled);
    return batches;
  }

  it('gathers for a while where many messages come', async () => {
    const batches = await batchesOf(301, 5);
    assert.deepEqual(batches.slice(-21, -1), Array(20).fill(4));
  });

  it('begins at once where few come', async () => {
    assert.deepEqual(await batchesOf(150, 11), Array(150).fill(1));
  });

  it('begins at once when it is full', async () => {
    assert.deepEqual((await batchesOf(300, 5, 2)).slice(-51, -1), Array(50).fill(2));
  });
});
