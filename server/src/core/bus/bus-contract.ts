import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { minute_ms } from '@brina/domain/language/durations';
import type { Bus, EdgeRequest, UpMessage } from './bus.ts';

type Payload = Extract<UpMessage, { kind: 'message' }>;

/** A message of `serial` whose payload is the text of `n`. */
function message(serial: string, n: number | string): Payload {
  const payload = new TextEncoder().encode(String(n));
  return { kind: 'message', serial, topic: 'tel', payload, received_ms: 1_763_680_000_000, connection: '1' };
}

const textOf = (m: UpMessage): string => (m.kind === 'message' ? new TextDecoder().decode(m.payload) : m.kind);
const textsOf = (batch: readonly UpMessage[], serial: string) => batch.filter((m) => m.serial === serial).map(textOf);
const newSerial = () => `TEST-${randomUUID()}`;
const numbers = (count: number) => Array.from({ length: count }, (_, n) => String(n));

/** A promise that a test opens by hand. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

/** Repeats are allowed to anyone who appends at least once: what counts is the order of the first deliveries. */
const firsts = (texts: readonly string[]) => [...new Set(texts)];

/** What every implementation of {@link Bus} keeps; `open` gives one that nobody else uses. */
export function busContract(name: string, open: () => Promise<Bus> | Bus): void {
  describe(`${name}: the log`, () => {
    it('hands over every message as it was, each key in its order', async () => {
      await using bus = await open();
      const [a, b] = [newSerial(), newSerial()];
      const seen: UpMessage[] = [];
      await using _reading = bus.consume(async (batch) => void seen.push(...batch));
      const bytes = Uint8Array.from({ length: 256 }, (_, n) => n);
      await Promise.all([
        bus.append(a, { kind: 'connected', serial: a, connection: '1', received_ms: 5, edge: 'e' }),
        bus.append(a, { ...message(a, 0), payload: bytes }),
        ...numbers(50).map((n) => bus.append(b, message(b, n))),
        bus.append(a, { kind: 'disconnected', serial: a, connection: '1', received_ms: 9, reason: 'will' }),
      ]);
      await bus.drained();
      const [connected, sent, disconnected] = seen.filter((m) => m.serial === a);
      assert.deepEqual(connected, { kind: 'connected', serial: a, connection: '1', received_ms: 5, edge: 'e' });
      assert.ok(sent?.kind === 'message');
      assert.deepEqual({ ...sent, payload: [...sent.payload] }, { ...message(a, 0), payload: [...bytes] });
      assert.deepEqual(disconnected, {
        kind: 'disconnected',
        serial: a,
        connection: '1',
        received_ms: 9,
        reason: 'will',
      });
      assert.deepEqual(firsts(textsOf(seen, b)), numbers(50));
    });

    it('takes a message over at the call: what the sender does with its buffer afterwards changes nothing', async () => {
      await using bus = await open();
      const serial = newSerial();
      const seen: string[] = [];
      await using _reading = bus.consume(async (batch) => void seen.push(...batch.map(textOf)));
      const sent = message(serial, 'kept');
      const held = bus.append(serial, sent);
      sent.payload.fill(0);
      await held;
      assert.equal(seen[0], 'kept');
    });

    it('keeps what was appended before there was a consumer', async () => {
      await using bus = await open();
      const serial = newSerial();
      const held = numbers(3).map((n) => bus.append(serial, message(serial, n)));
      const seen: string[] = [];
      await using _reading = bus.consume(async (batch) => void seen.push(...batch.map(textOf)));
      await Promise.all(held);
      assert.deepEqual(firsts(seen), numbers(3));
    });

    it('never handles two batches of one key at the same time, however many run in parallel', async () => {
      await using bus = await open();
      const serials = Array.from({ length: 6 }, newSerial);
      const inHand = new Set<string>();
      const seen: UpMessage[] = [];
      await using _reading = bus.consume(
        async (batch) => {
          const keys = new Set(batch.map((m) => m.serial));
          for (const key of keys) assert.ok(!inHand.has(key), 'a key is in two batches');
          for (const key of keys) inHand.add(key);
          await new Promise((resolve) => setImmediate(resolve));
          seen.push(...batch);
          for (const key of keys) inHand.delete(key);
        },
        { parallel: 4, weight_max: 3 },
      );
      for (const n of numbers(40)) for (const serial of serials) void bus.append(serial, message(serial, n));
      await bus.drained();
      for (const serial of serials) assert.deepEqual(firsts(textsOf(seen, serial)), numbers(40));
    });

    it('delivers a rejected batch again, whole, and lets nothing of its keys pass meanwhile', async () => {
      await using bus = await open();
      const serial = newSerial();
      const tries: string[][] = [];
      await using _reading = bus.consume(async (batch) => {
        tries.push(batch.map(textOf));
        if (tries.length < 3) throw new Error('the database is away');
      });
      const held = numbers(3).map((n) => bus.append(serial, message(serial, n)));
      await Promise.all(held);
      assert.ok(tries.length >= 3);
      const [first] = tries;
      assert.deepEqual(tries[1], first);
      assert.deepEqual(tries[2], first);
      assert.deepEqual(firsts(tries.flat()), numbers(3));
    });

    it('holds up nobody else while the batch of one key is rejected', async () => {
      await using bus = await open();
      const [bad, good] = [newSerial(), newSerial()];
      const healed = gate();
      let heals = false;
      await using _reading = bus.consume(
        async (batch) => {
          if (!heals && batch.some((m) => m.serial === bad)) throw new Error('this one cannot be handled yet');
        },
        { weight_max: 1 },
      );
      const stuck = bus.append(bad, message(bad, 0)).then(healed.open);
      for (const n of numbers(5)) await bus.append(good, message(good, n));
      heals = true;
      await stuck;
      await healed.opened;
    });

    it('resolves an append only when its message has been handled', async () => {
      await using bus = await open();
      const serial = newSerial();
      const commit = gate();
      const begun = gate();
      await using _reading = bus.consume(async () => {
        begun.open();
        await commit.opened;
      });
      let resolved = false;
      const held = bus.append(serial, message(serial, 0)).then(() => void (resolved = true));
      await begun.opened;
      await new Promise((resolve) => setImmediate(resolve));
      const early = resolved;
      commit.open();
      await held;
      assert.equal(early, false);
    });

    it('fills a batch up to its weight, splits no message, and sends a heavier one alone', async () => {
      await using bus = await open();
      const serials = Array.from({ length: 5 }, newSerial);
      const weights = [400, 500, 200, 1_500, 100];
      const batches: number[][] = [];
      for (const [ix, serial] of serials.entries()) void bus.append(serial, message(serial, weights[ix] ?? 0));
      await using _reading = bus.consume(async (batch) => void batches.push(batch.map((m) => Number(textOf(m)))), {
        weight_max: 1_000,
        weigh: (m) => ({ weight: Number(textOf(m)), backlog: false }),
      });
      await bus.drained();
      assert.deepEqual(new Set(batches.flat()), new Set(weights));
      for (const batch of batches) {
        assert.ok(batch.length === 1 || batch.reduce((sum, weight) => sum + weight, 0) <= 1_000, `${batch}`);
      }
      assert.ok(batches.some((batch) => batch.length > 1));
    });

    it('takes live messages before backlog, keeps the order within a key, and starves no backlog', async () => {
      await using bus = await open();
      const [slow, ...quick] = [newSerial(), newSerial(), newSerial(), newSerial()];
      const batches: string[][] = [];
      for (const n of ['h1', 'h2', 'l3']) void bus.append(slow, message(slow, n));
      for (const n of numbers(20)) for (const serial of quick) void bus.append(serial, message(serial, `l${n}`));
      await using _reading = bus.consume(
        async (batch) => void batches.push(batch.map((m) => (m.serial === slow ? `slow ${textOf(m)}` : textOf(m)))),
        { weight_max: 8, weigh: (m) => ({ weight: 1, backlog: textOf(m).startsWith('h') }) },
      );
      await bus.drained();
      const order = firsts(batches.flat()).filter((text) => text.startsWith('slow'));
      assert.deepEqual(order, ['slow h1', 'slow h2', 'slow l3']);
      const [first] = batches;
      assert.ok(first && !first[0]?.startsWith('slow'), 'live comes first');
      const whenSlow = batches.findIndex((batch) => batch.includes('slow h1'));
      assert.ok(whenSlow < batches.length / 2, 'backlog gets its share while live messages wait');
    });

    it('a consumer that ends finishes its batch and leaves the rest to the next', async () => {
      await using bus = await open();
      const serial = newSerial();
      const commit = gate();
      const begun = gate();
      const first: string[] = [];
      const reading = bus.consume(
        async (batch) => {
          begun.open();
          await commit.opened;
          first.push(...batch.map(textOf));
        },
        { weight_max: 2 },
      );
      const held = Promise.all(numbers(5).map((n) => bus.append(serial, message(serial, n))));
      await begun.opened;
      const ended = reading[Symbol.asyncDispose]();
      commit.open();
      await ended;
      assert.deepEqual(first, ['0', '1']);
      const second: string[] = [];
      await using _rest = bus.consume(async (batch) => void second.push(...batch.map(textOf)));
      await held;
      assert.deepEqual(firsts([...first, ...second]), numbers(5));
    });

    it('a consumer that ends while a rejected batch waits gives it back', async () => {
      await using bus = await open();
      const serial = newSerial();
      const rejected = gate();
      const reading = bus.consume(async () => {
        rejected.open();
        throw new Error('not today');
      });
      const held = Promise.all(numbers(3).map((n) => bus.append(serial, message(serial, n))));
      await rejected.opened;
      await reading[Symbol.asyncDispose]();
      const seen: string[] = [];
      await using _next = bus.consume(async (batch) => void seen.push(...batch.map(textOf)));
      await held;
      assert.deepEqual(firsts(seen), numbers(3));
    });

    it('is drained at once when nothing waits, and rejects what it could not hand over when it closes', async () => {
      const bus = await open();
      await bus.drained();
      const serial = newSerial();
      const held = bus.append(serial, message(serial, 0));
      const refused = assert.rejects(held, { name: 'BusClosed' });
      await bus[Symbol.asyncDispose]();
      await refused;
      await assert.rejects(bus.append(serial, message(serial, 1)), { name: 'BusClosed' });
    });
  });

  describe(`${name}: the fan`, () => {
    it('reaches every subscriber, in order, never within the call, with a copy of its own', async () => {
      await using bus = await open();
      const serial = newSerial();
      const received: unknown[][] = [[], []];
      const all = gate();
      const take = (who: number) => (heard: { serial: string; frame: unknown }) => {
        if (heard.serial !== serial) return;
        received[who]?.push(heard.frame);
        if (received.flat().length === 6) all.open();
      };
      using _one = bus.subscribe('live', take(0));
      using _two = bus.subscribe('live', take(1));
      const frame = { n: 0, at: undefined };
      for (const n of [1, 2, 3]) {
        frame.n = n;
        bus.publish('live', { serial, frame });
      }
      assert.deepEqual(received, [[], []]);
      await all.opened;
      assert.deepEqual(received[0], [{ n: 1 }, { n: 2 }, { n: 3 }]);
      assert.deepEqual(received[1], received[0]);
      assert.notEqual(received[0]?.[0], received[1]?.[0]);
    });

    it('goes on when a subscriber fails, and ends with the subscription', async () => {
      await using bus = await open();
      const heard = gate();
      let late = 0;
      using _failing = bus.subscribe('access.changed', () => {
        throw new Error('this session is broken');
      });
      const ended = bus.subscribe('access.changed', () => void (late += 1));
      ended[Symbol.dispose]();
      using _well = bus.subscribe('access.changed', ({ users }) => users[0] === 'u1' && heard.open());
      bus.publish('access.changed', { users: ['u1'], serials: [] });
      await heard.opened;
      assert.equal(late, 0);
    });
  });

  describe(`${name}: asking the edge of a key`, () => {
    /** A reply that takes longer has got lost, on a machine however busy. */
    const patience_ms = minute_ms;
    const down: EdgeRequest = { kind: 'down', topic: 'cmd', payload: { id: 'c1' } };

    it('gets the reply of the handler that serves the key, and none of any other', async () => {
      await using bus = await open();
      const [a, b] = [newSerial(), newSerial()];
      const asked: EdgeRequest[] = [];
      using _a = bus.serve(a, async (request) => {
        asked.push(request);
        return { sent: true };
      });
      using _b = bus.serve(b, async () => ({ sent: false }));
      assert.deepEqual(await bus.ask(a, down, patience_ms), { sent: true });
      assert.deepEqual(await bus.ask(b, down, patience_ms), { sent: false });
      assert.deepEqual(asked, [down]);
    });

    it('answers undefined when nobody serves, when the handler fails and when it is late', async () => {
      await using bus = await open();
      const serial = newSerial();
      assert.equal(await bus.ask(serial, down, patience_ms), undefined);
      {
        using _failing = bus.serve(serial, async () => {
          throw new Error('socket gone');
        });
        assert.equal(await bus.ask(serial, down, patience_ms), undefined);
      }
      using _silent = bus.serve(serial, () => new Promise(() => {}));
      assert.equal(await bus.ask(serial, down, 20), undefined);
    });

    it('a later serve takes the key over and tells the earlier one, whose end changes nothing any more', async () => {
      await using bus = await open();
      const serial = newSerial();
      const told = gate();
      const earlier = bus.serve(serial, async (request) => {
        assert.deepEqual(request, { kind: 'disconnect', reason: 'taken_over' });
        told.open();
        return { sent: true };
      });
      using _later = bus.serve(serial, async () => ({ sent: true }));
      await told.opened;
      earlier[Symbol.dispose]();
      assert.deepEqual(await bus.ask(serial, down, patience_ms), { sent: true });
    });
  });
}
