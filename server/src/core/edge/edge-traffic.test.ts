import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { limits } from '@brina/contract/devices';
import fc from 'fast-check';
import { memoryBus } from '../bus/memory-bus.ts';
import { openLog, Repeats } from '../log.ts';
import { stillClock } from '../testing/test-clock.ts';
import { type GivenEdge, givenEdge } from './testing/given-edge.ts';
import type { RawClient, RawConnectOptions } from './testing/raw-client.ts';

type ConnectOptions = Parameters<RawClient['connect']>[1];

/** A unit that is connected and listens to its `down/#`. */
async function connected(given: GivenEdge, connect: ConnectOptions = {}, raw: Partial<RawConnectOptions> = {}) {
  const { serial, identity } = await given.unit();
  const client = await given.open(identity, raw);
  const connack = await client.connect(serial, connect);
  await client.subscribe(`rf/v1/${serial}/down/#`);
  const up = (topic: string) => `rf/v1/${serial}/up/${topic}`;
  return { serial, identity, client, connack, up, [Symbol.dispose]: () => client.cut() };
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, ix) => from + ix);
/** Sends what `send` sends in one piece: the edge reads all of it at once. */
function together({ socket }: RawClient, send: () => void) {
  socket.cork();
  send();
  socket.uncork();
}

const ids = (client: RawClient) => client.received.flatMap((p) => (p.cmd === 'puback' ? [p.messageId] : []));

describe('what a unit sends', () => {
  it('is acknowledged when, and only when, the bus holds it', async () => {
    await using given = await givenEdge();
    using unit = await connected(given);
    given.log.hold();
    for (const n of [1, 2, 3]) unit.client.publish(unit.up('tel'), { n }, n);
    unit.client.publish(unit.up('evt'), { n: 4 }, 4, 0);
    unit.client.send({ cmd: 'pingreq' });
    await unit.client.next('pingresp');
    assert.deepEqual(ids(unit.client), []);
    given.log.release();
    for (const n of [1, 2, 3]) assert.equal((await unit.client.next('puback')).messageId, n);
    await given.bus.drained();
    assert.deepEqual(given.log.payloads(unit.serial), ['{"n":1}', '{"n":2}', '{"n":3}', '{"n":4}']);
    const messages = given.log.seen.filter((m) => m.kind === 'message');
    assert.deepEqual(
      messages.map((m) => m.topic),
      ['tel', 'tel', 'tel', 'evt'],
    );
    const [fact] = given.log.seen;
    assert.ok(fact?.kind === 'connected' && fact.edge === given.edge.id);
    assert.ok(messages.every((m) => m.connection === fact.connection));
  });

  it('tells MQTT 5 its limits', async () => {
    await using given = await givenEdge();
    using unit = await connected(given);
    const { receiveMaximum, maximumQoS, retainAvailable, maximumPacketSize, topicAliasMaximum } =
      unit.connack.properties ?? {};
    assert.deepEqual([receiveMaximum, topicAliasMaximum, maximumPacketSize], [16, 0, 66_560]);
    // mqtt-packet reads bytes as booleans.
    assert.deepEqual([Number(maximumQoS), Boolean(retainAvailable)], [1, false]);
  });

  it('of any name below its own up/ is passed on: newer firmware may know it', async () => {
    await using given = await givenEdge();
    using unit = await connected(given);
    unit.client.publish(unit.up('noise'), 'not json', 1);
    await unit.client.next('puback');
    assert.deepEqual(given.log.payloads(unit.serial), ['not json']);
  });

  it('to a foreign topic ends the connection, and reaches nobody', async () => {
    await using given = await givenEdge();
    using other = await connected(given);
    for (const [topic, code] of [
      [other.up('tel'), 0x87],
      ['rf/v2/x/up/tel', 0x87],
      ['elsewhere', 0x87],
      ['own/down', 0x87],
      ['down/cmd', 0x90],
      ['up/lwt', 0x90],
      ['up/tel/x', 0x90],
    ] as const) {
      for (const protocolVersion of [4, 5] as const) {
        using unit = await connected(given, {}, { protocolVersion });
        const own = topic.startsWith('up/') || topic.startsWith('down/');
        unit.client.publish(own ? `rf/v1/${unit.serial}/${topic}` : topic, 'x', 1);
        if (protocolVersion === 5) assert.equal((await unit.client.next('disconnect')).reasonCode, code, topic);
        await unit.client.closed;
        assert.equal(unit.client.count('puback'), 0);
        await given.bus.drained();
        assert.deepEqual(given.log.payloads(unit.serial), []);
        assert.ok(
          given.lines.some((line) => line['serial'] === unit.serial && `${line['detail']}`.includes('publish to')),
        );
      }
    }
    assert.ok(!other.client.isClosed);
    assert.deepEqual(given.log.payloads(other.serial), []);
  });

  it('as MQTT 5 allows and this edge does not, is refused with its reason', async () => {
    await using given = await givenEdge();
    const cases = [
      [{ qos: 2 }, 0x9b],
      [{ retain: true }, 0x9a],
      [{ properties: { topicAlias: 3 } }, 0x94],
      [{ topic: '', properties: { topicAlias: 3 } }, 0x94],
    ] as const;
    for (const [special, code] of cases) {
      using unit = await connected(given);
      const plain = {
        cmd: 'publish',
        topic: unit.up('tel'),
        payload: 'x',
        qos: 1,
        messageId: 1,
        dup: false,
        retain: false,
      } as const;
      unit.client.send({ ...plain, ...special });
      assert.equal((await unit.client.next('disconnect')).reasonCode, code);
    }
  });

  it('with a length of 128 MB is refused at the header, before and after the CONNECT', async () => {
    await using given = await givenEdge();
    const header = Buffer.from([0x32, 0x80, 0x80, 0x80, 0x40]);
    using unit = await connected(given);
    unit.client.sendBytes(header);
    assert.equal((await unit.client.next('disconnect')).reasonCode, 0x95);
    await unit.client.closed;
    using stranger = await given.open((await given.unit()).identity);
    stranger.sendBytes(Buffer.from([0x10, 0x80, 0x80, 0x80, 0x40]));
    await stranger.closed;
    assert.equal(given.edge.counters.refused.too_large, 2);
  });

  it('at the limit of 64 kB passes', async () => {
    await using given = await givenEdge();
    using unit = await connected(given);
    unit.client.publish(unit.up('tel'), 'x'.repeat(65_536), 1);
    await unit.client.next('puback');
    assert.equal(given.log.payloads(unit.serial)[0]?.length, 65_536);
  });

  it('right behind its CONNECT, without waiting for the answer, is read when the unit is admitted', async () => {
    const asked = Promise.withResolvers<void>();
    const admitted = Promise.withResolvers<'ok'>();
    const mayConnect = () => {
      asked.resolve();
      return admitted.promise;
    };
    await using given = await givenEdge({ appliances: { mayConnect } });
    const { serial, identity } = await given.unit();
    using client = await given.open(identity);
    const accepted = client.connect(serial);
    client.publish(`rf/v1/${serial}/up/tel`, 'x'.repeat(60_000), 1);
    client.send({ cmd: 'pingreq' });
    await asked.promise;
    assert.deepEqual(client.received, []);
    admitted.resolve('ok');
    assert.equal((await accepted).reasonCode, 0);
    await client.next('pingresp');
    await client.counted('puback', 1);
    assert.equal(given.log.payloads(serial)[0]?.length, 60_000);
  });

  it('faster than its rate is read later, not refused', async () => {
    // Of the burst the CONNECT and the SUBSCRIBE have taken two.
    await using given = await givenEdge({ limits: { packets_per_s: 0.5, packetsBurst: 5 } });
    using unit = await connected(given, { keepalive: 1 });
    together(unit.client, () => {
      for (const n of numbers(1, 20)) unit.client.publish(unit.up('tel'), { n }, n);
    });
    await unit.client.counted('puback', 3);
    for (const n of numbers(4, 20)) {
      // Longer than one and a half keep-alives: the time in which the unit is not read is not held against it.
      await given.clock.advance(1_999);
      assert.equal(given.edge.counters.messages, n - 1);
      await given.clock.advance(1);
      assert.equal(given.edge.counters.messages, n);
      await unit.client.counted('puback', n);
    }
    assert.deepEqual(ids(unit.client), numbers(1, 20));
  });

  it('as any bytes at all, never harms the edge', async () => {
    await using given = await givenEdge({ limits: { connectsPerSerialBurst: 1_000 } });
    const { serial, identity } = await given.unit();
    const body = fc.uint8Array({ maxLength: 200 });
    const framed = fc.tuple(fc.integer({ min: 0, max: 255 }), fc.uint8Array({ maxLength: 100 }));
    const bytes = fc.oneof(
      body,
      framed.map(([first, rest]) => Uint8Array.from([first, rest.length, ...rest])),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(bytes, { minLength: 1, maxLength: 5 }), fc.boolean(), async (chunks, greets) => {
        using client = await given.open(identity);
        if (greets) await client.connect(serial);
        for (const chunk of chunks) client.sendBytes(chunk);
        client.socket.end();
        await client.closed;
      }),
      { numRuns: 40 },
    );
    using unit = await connected(given);
    unit.client.publish(unit.up('tel'), 'still here', 1);
    await unit.client.next('puback');
    assert.equal(given.edge.connections(), 1);
  });
});

describe('the window of a unit', () => {
  it('while the database stands still for three keep-alives with 16 in flight, no connection is lost and pings are answered', async () => {
    await using given = await givenEdge();
    const units = await Promise.all(
      numbers(1, 4).map((n) => connected(given, { keepalive: 1 }, { protocolVersion: n % 2 ? 4 : 5 })),
    );
    given.log.hold();
    for (const { client, up } of units) for (const n of numbers(1, 16)) client.publish(up('tel'), { n }, n);
    // A unit pings once within each keep-alive; the edge would drop it after one and a half.
    for (const ping of numbers(1, 4)) {
      await given.clock.advance(900);
      await Promise.all(units.map(({ client }) => client.caughtUp()));
      for (const { client } of units) assert.ok(!client.isClosed && client.count('puback') === 0, `ping ${ping}`);
    }
    given.log.release();
    for (const { client, serial } of units) {
      await client.counted('puback', 16);
      assert.deepEqual(ids(client), numbers(1, 16));
      assert.deepEqual(given.log.facts(serial), ['connected']);
      client.cut();
    }
  });

  it('the 17th message stops the reading, not the ping timer: the unit is kept, and read on when there is room', async () => {
    await using given = await givenEdge();
    using unit = await connected(given, { keepalive: 1 });
    given.log.hold();
    together(unit.client, () => {
      for (const n of numbers(1, 17)) unit.client.publish(unit.up('tel'), { n }, n);
      unit.client.send({ cmd: 'pingreq' });
    });
    await given.first('16 are on their way', () => given.edge.counters.messages === 16);
    await given.clock.advance(60_000);
    assert.equal(given.edge.connections(), 1, 'the time in which nothing was read is not held against the unit');
    assert.equal(unit.client.count('pingresp'), 0, 'what comes behind the 17th is not read');
    assert.equal(given.edge.counters.messages, 16);
    given.log.release();
    await unit.client.next('pingresp');
    await unit.client.counted('puback', 17);
    assert.deepEqual(given.log.payloads(unit.serial).length, 17);
    assert.deepEqual(given.log.facts(unit.serial), ['connected']);
  });

  it('stops reading: what a unit may send into it is bounded, and all of it arrives in order', async () => {
    await using given = await givenEdge();
    using unit = await connected(given);
    using other = await connected(given);
    given.log.hold();
    const payload = 'x'.repeat(60_000);
    let sent = 0;
    // 400 messages are 24 MB: more than what sockets hold for anyone.
    for (const n of numbers(1, 400)) if (unit.client.publish(unit.up('tel'), `${n} ${payload}`, n)) sent = n;
    // At each of these the edge looks at all its sockets, and would take 64 kB of this one if it read it.
    for (const _ of numbers(1, 400)) await other.client.caughtUp();
    assert.equal(given.edge.counters.messages, 16);
    assert.ok(unit.client.socket.writableLength > 5_000_000, `the unit keeps the rest (${sent} left it at once)`);
    given.log.release();
    await unit.client.counted('puback', 400);
    assert.deepEqual(
      given.log.payloads(unit.serial).map((text) => Number.parseInt(text, 10)),
      numbers(1, 400),
    );
  });

  it('holds up no other unit', async () => {
    await using given = await givenEdge({ bus: memoryBus() });
    const [full, free] = [await connected(given), await connected(given)];
    const stuck = Promise.withResolvers<void>();
    await using _reading = given.bus.consume(
      async (batch) =>
        batch.some((m) => m.serial === full.serial && m.kind === 'message') ? stuck.promise : undefined,
      { parallel: 2, weight_max: 1 },
    );
    for (const n of numbers(1, 20)) full.client.publish(full.up('tel'), { n }, n);
    for (const n of numbers(1, 5)) {
      free.client.publish(free.up('tel'), { n }, n);
      await free.client.next('puback');
    }
    assert.equal(full.client.count('puback'), 0);
    stuck.resolve();
    await full.client.counted('puback', 20);
    await given.edge[Symbol.asyncDispose]();
  });
});

describe('the end of a connection', () => {
  const will = (serial: string) => ({ will: { topic: `rf/v1/${serial}/up/lwt`, payload: Buffer.from('gone') } });

  it('is a will when the unit vanished that had left one, else just closed', async () => {
    await using given = await givenEdge();
    for (const [leaves, ends, fact] of [
      [true, 'cut', 'disconnected will'],
      [false, 'cut', 'disconnected closed'],
      [true, 'disconnect', 'disconnected closed'],
      [true, 'disconnect with will', 'disconnected will'],
      [true, 'malformed', 'disconnected will'],
    ] as const) {
      const { serial, identity } = await given.unit();
      using client = await given.open(identity);
      await client.connect(serial, leaves ? will(serial) : {});
      if (ends === 'cut') client.cut();
      else if (ends === 'malformed') client.sendBytes(Buffer.alloc(5, 0xff));
      else client.send({ cmd: 'disconnect', reasonCode: ends === 'disconnect' ? 0 : 4 });
      await given.first(`${fact} after ${ends}`, () => given.log.facts(serial).length === 2);
      assert.deepEqual(given.log.facts(serial), ['connected', fact]);
    }
  });

  it('of a silent unit comes after one and a half keep-alives', async () => {
    await using given = await givenEdge();
    using unit = await connected(given, { keepalive: 60 });
    await given.clock.advance(89_999);
    assert.equal(given.edge.connections(), 1);
    await given.clock.advance(1);
    assert.equal(given.edge.connections(), 0);
    assert.equal((await unit.client.next('disconnect')).reasonCode, 0x8d);
    await given.bus.drained();
    assert.deepEqual(given.log.facts(unit.serial), ['connected', 'disconnected timeout']);
  });

  it('does not come from a clock that was set, nor from a stop of our own process', async () => {
    await using given = await givenEdge();
    using unit = await connected(given, { keepalive: 60 });
    given.clock.leap(3_600_000);
    await unit.client.caughtUp();
    // The ping waits to be read while the process, as in a long collection of garbage, does nothing at all: time is up before.
    unit.client.send({ cmd: 'pingreq' });
    await turn();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    await given.clock.advance(90_000);
    assert.equal(given.edge.connections(), 1);
    await unit.client.next('pingresp');
  });

  it('by a newer connection of the same unit is a take-over: no will, and in the right order', async () => {
    await using given = await givenEdge();
    const { serial, identity } = await given.unit();
    using first = await given.open(identity);
    await first.connect(serial, will(serial));
    using second = await given.open(identity);
    await second.connect(serial, will(serial));
    await second.subscribe(`rf/v1/${serial}/down/#`);
    assert.equal((await first.next('disconnect')).reasonCode, 0x8e);
    await first.closed;
    await given.bus.drained();
    assert.deepEqual(given.log.facts(serial), ['connected', 'disconnected taken_over', 'connected']);
    const [one, ended, two] = given.log.seen.filter((m) => m.serial === serial);
    assert.equal(one?.connection, ended?.connection);
    assert.ok((one?.connection ?? '') < (two?.connection ?? ''), 'later connections compare greater');
    assert.equal(given.edge.connections(), 1);
    assert.deepEqual(await given.ask(serial, { kind: 'down', topic: 'cmd', payload: {} }), { sent: true });
    await second.next('publish');
  });

  it('by two boxes with one certificate, which take over from each other without end, is told with their number', async () => {
    await using given = await givenEdge();
    const { serial, identity } = await given.unit();
    using open = new DisposableStack();
    for (let nth = 0; nth <= 6; nth++) await open.use(await given.open(identity)).connect(serial, will(serial));
    assert.equal(given.edge.counters.takenOver, 6);
    assert.deepEqual(
      given.lines.filter((line) => line['event'] === 'edge.taken-over').map(({ serial: of, count }) => [of, count]),
      [[serial, 6]],
    );
  });

  it('by a connection to another edge on the same bus is a take-over too', async () => {
    await using one = await givenEdge();
    await using two = await givenEdge({ bus: one.bus });
    const { serial, identity } = await one.unit();
    using first = await one.open(identity);
    await first.connect(serial, will(serial));
    using second = await two.open(identity);
    await second.connect(serial);
    assert.equal((await first.next('disconnect')).reasonCode, 0x8e);
    await one.first('all facts', () => one.log.facts(serial).length === 3);
    assert.deepEqual(one.log.facts(serial).toSorted(), ['connected', 'connected', 'disconnected taken_over']);
    assert.deepEqual([one.edge.connections(), two.edge.connections()], [0, 1]);
  });

  it('by the portal going down first lets in what was read, acknowledges it, and says so', async () => {
    await using given = await givenEdge();
    using unit = await connected(given);
    given.log.hold();
    for (const n of numbers(1, 3)) unit.client.publish(unit.up('tel'), { n }, n);
    await given.first('they are on their way', () => given.edge.counters.messages === 3);
    const stopped = given.edge[Symbol.asyncDispose]();
    await assert.rejects(given.open(unit.identity), 'nobody new is let in');
    assert.equal(unit.client.count('puback'), 0);
    given.log.release();
    await stopped;
    assert.equal((await unit.client.next('disconnect')).reasonCode, 0x8b);
    await unit.client.closed;
    assert.deepEqual(ids(unit.client), [1, 2, 3]);
    assert.deepEqual(given.log.facts(unit.serial), ['connected', 'disconnected portal']);
    assert.deepEqual(
      given.marks.map(({ mark }) => mark),
      ['begin', 'end'],
    );
  });

  it('by the portal going down does not wait for ever for a database that stands still', async () => {
    await using given = await givenEdge({ limits: { drain_ms: 5_000 } });
    using unit = await connected(given);
    given.log.hold();
    unit.client.publish(unit.up('tel'), 'x', 1);
    await given.first('it is on its way', () => given.edge.counters.messages === 1);
    const stopped = given.edge[Symbol.asyncDispose]();
    await given.clock.advance(4_999);
    assert.equal(given.edge.connections(), 1);
    // For the message, and then for the fact that the connection has ended.
    await given.clock.advance(1);
    await unit.client.closed;
    assert.equal(unit.client.count('puback'), 0);
    await given.clock.advance(5_000);
    await stopped;
  });

  it('comes when the bus closes: without an acknowledgement', async () => {
    const bus = memoryBus();
    await using given = await givenEdge({ bus });
    using unit = await connected(given);
    unit.client.publish(unit.up('tel'), 'x', 1);
    await given.first('it is on its way', () => given.edge.counters.messages === 1);
    await bus[Symbol.asyncDispose]();
    await unit.client.closed;
    assert.equal(unit.client.count('puback'), 0);
  });
});

describe('what a unit is sent', () => {
  const cmd = (n: number) => ({ kind: 'down', topic: 'cmd', payload: { n } }) as const;

  it('arrives on its own topic, and the sender hears whether somebody listens', async () => {
    await using given = await givenEdge();
    for (const protocolVersion of [4, 5] as const) {
      const { serial, identity } = await given.unit();
      assert.equal(await given.ask(serial, cmd(0)), undefined);
      using client = await given.open(identity, { protocolVersion });
      await client.connect(serial);
      assert.deepEqual(await given.ask(serial, cmd(1)), { sent: false });
      await client.subscribe(`rf/v1/${serial}/down/cmd`);
      assert.deepEqual(await given.ask(serial, { ...cmd(2), topic: 'twin' }), { sent: false });
      assert.deepEqual(await given.ask(serial, cmd(3)), { sent: true });
      const { topic, payload, qos } = await client.next('publish');
      assert.deepEqual([topic, `${payload}`, qos], [`rf/v1/${serial}/down/cmd`, '{"n":3}', 1]);
      client.send({ cmd: 'unsubscribe', messageId: 9, unsubscriptions: [`rf/v1/${serial}/down/cmd`] });
      await client.next('unsuback');
      assert.deepEqual(await given.ask(serial, cmd(4)), { sent: false });
    }
  });

  it('can be subscribed from its own tree only', async () => {
    await using given = await givenEdge();
    const other = await given.unit();
    for (const [protocolVersion, refused] of [
      [4, 0x80],
      [5, 0x87],
    ] as const) {
      using unit = await connected(given, {}, { protocolVersion });
      const own = `rf/v1/${unit.serial}`;
      for (const [filter, code] of [
        [`${own}/down/#`, 1],
        [`${own}/down/+`, 1],
        [`${own}/down/ack`, 1],
        [`rf/v1/${other.serial}/down/#`, refused],
        ['#', refused],
        ['rf/v1/+/down/cmd', refused],
        [`${own}/up/#`, refused],
        [`${own}/#`, refused],
        ['$SYS/#', refused],
        [`$share/g/${own}/down/#`, refused],
      ] as const) {
        assert.deepEqual((await unit.client.subscribe(filter)).granted, [code], filter);
      }
      assert.ok(!unit.client.isClosed);
    }
  });

  it('B11.1 is refused for many foreign trees at once in one line, and for more filters than there are topics', async () => {
    await using given = await givenEdge();
    using unit = await connected(given);
    const subscribe = (count: number): unknown =>
      unit.client.send({
        cmd: 'subscribe',
        messageId: 9,
        subscriptions: Array.from({ length: count }, (_, i) => ({ topic: `else/${i}`, qos: 1 as const })),
      });
    const lines = () => given.lines.filter((line) => line['event'] === 'edge.foreign_topic').length;
    subscribe(limits.filters);
    await unit.client.next('suback');
    assert.equal(lines(), 1);
    subscribe(limits.filters + 1);
    await assert.rejects(unit.client.caughtUp(), /the connection closed/);
    assert.equal(lines(), 1);
  });

  it('B11.2 is refused without end in two lines a minute, the second with how often', async () => {
    const clock = stillClock();
    const lines: Record<string, unknown>[] = [];
    const log = openLog('warn', new Repeats(clock), { write: (line) => void lines.push(JSON.parse(line)) });
    await using given = await givenEdge({ log });
    using unit = await connected(given);
    for (let i = 0; i < 300; i += 1) {
      // Texts that the unit chooses make no other kind of line.
      unit.client.send({ cmd: 'subscribe', messageId: 9, subscriptions: [{ topic: `else/${i}`, qos: 1 }] });
    }
    await unit.client.counted('suback', 301);
    await clock.advance(60_000);
    const told = lines.map(({ event, serial, times }) => [event, serial, times]);
    assert.deepEqual(told, [
      ['edge.foreign_topic', unit.serial, undefined],
      ['edge.foreign_topic', unit.serial, 299],
    ]);
    assert.equal(given.edge.counters.refused.foreign_topic, 300);
  });

  it('is limited to what the unit has acknowledged', async () => {
    await using given = await givenEdge();
    using unit = await connected(given, { properties: { receiveMaximum: 2 } });
    const sent = async (n: number) => (await given.ask(unit.serial, cmd(n)))?.sent;
    assert.deepEqual([await sent(1), await sent(2), await sent(3)], [true, true, false]);
    const { messageId } = await unit.client.next('publish');
    unit.client.send({ cmd: 'puback', messageId: messageId ?? 0, reasonCode: 0 });
    await unit.client.caughtUp();
    assert.equal(await sent(4), true);
  });

  it('is dropped with the connection when the unit does not take it', async () => {
    await using given = await givenEdge({ limits: { writeBacklog_bytes: 100_000 } });
    const { serial, identity } = await given.unit();
    using client = await given.open(identity);
    await client.connect(serial);
    await client.subscribe(`rf/v1/${serial}/down/#`, 0);
    client.socket.pause();
    const payload = 'x'.repeat(60_000);
    let taken = 0;
    // 60 MB: more than what sockets hold for anyone.
    while (taken < 1_000 && (await given.ask(serial, { kind: 'down', topic: 'twin', payload }))) taken += 1;
    assert.ok(taken < 1_000);
    assert.equal(given.edge.counters.refused.slow_reader, 1);
    assert.equal(given.edge.connections(), 0);
  });

  it('as the answer to a question for the time is immediate, whatever the database does', async () => {
    await using given = await givenEdge();
    using unit = await connected(given);
    given.log.hold();
    unit.client.publish(unit.up('tel'), 'before', 1);
    unit.client.publish(unit.up('time'), { t0: 123 }, 2);
    const { topic, payload } = await unit.client.next('publish');
    assert.equal(topic, `rf/v1/${unit.serial}/down/time`);
    const { t0, t1, t2 } = JSON.parse(`${payload}`);
    assert.equal(t0, 123);
    assert.deepEqual([t1, t2], [given.clock.now(), given.clock.now()]);
    unit.client.publish(unit.up('time'), 'what time is it?', 3);
    given.log.release();
    await unit.client.counted('puback', 3);
    assert.deepEqual(ids(unit.client), [1, 2, 3]);
    assert.deepEqual(given.log.payloads(unit.serial), ['before']);
  });
});

describe('the up-time of the edge', () => {
  it("begins, beats by the portal's clock and ends", async () => {
    await using given = await givenEdge({ heartbeat_ms: 60_000 });
    const { id } = given.edge;
    const begun_ms = given.clock.now();
    await given.clock.advance(150_000);
    await given.edge[Symbol.asyncDispose]();
    assert.deepEqual(given.marks, [
      { mark: 'begin', edge: id, at_ms: begun_ms },
      { mark: 'beat', edge: id, at_ms: begun_ms + 60_000 },
      { mark: 'beat', edge: id, at_ms: begun_ms + 120_000 },
      { mark: 'end', edge: id, at_ms: begun_ms + 150_000 },
    ]);
  });

  it("pauses while every unit is held: then nobody is heard, and nobody's silence counts", async () => {
    await using given = await givenEdge({ heartbeat_ms: 60_000 });
    using unit = await connected(given);
    given.log.hold();
    for (const n of numbers(1, 16)) unit.client.publish(unit.up('tel'), { n }, n);
    await given.first('the window is full', () => given.edge.counters.messages === 16);
    const names = () => given.marks.map(({ mark }) => mark);
    await given.clock.advance(180_000);
    assert.deepEqual(names(), ['begin']);
    given.log.release();
    await unit.client.counted('puback', 16);
    await given.clock.advance(60_000);
    assert.deepEqual(names(), ['begin', 'beat']);
  });

  it('goes on after a beat that could not be written', async () => {
    let beats = 0;
    const uptime = {
      begin: async () => {},
      end: async () => {},
      beat: async () => {
        beats += 1;
        if (beats < 3) throw new Error('the database is away');
      },
    };
    await using given = await givenEdge({ heartbeat_ms: 60_000, uptime });
    await given.clock.advance(300_000);
    assert.equal(beats, 5);
    assert.equal(given.lines.filter((line) => line['mark'] === 'beat').length, 2);
  });
});
