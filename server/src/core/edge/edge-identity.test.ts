import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { describe, it } from 'node:test';
import { clientHello } from './testing/client-hello.ts';
import { givenEdge, newPki, newSerial } from './testing/given-edge.ts';

/** MQTT 3.1.1 and 5 name the same refusal by different codes. */
const versions = [
  {
    protocolVersion: 4,
    codeOf: (p: { returnCode?: number }) => p.returnCode,
    clientId: 2,
    notAllowed: 5,
    unavailable: 3,
    busy: 3,
  },
  {
    protocolVersion: 5,
    codeOf: (p: { reasonCode?: number }) => p.reasonCode,
    clientId: 0x85,
    notAllowed: 0x87,
    unavailable: 0x88,
    busy: 0x9f,
  },
] as const;

describe('who may connect to the edge', () => {
  it('nobody without a certificate', async () => {
    await using given = await givenEdge();
    await assert.rejects(given.open(undefined));
    await given.first('its refusal', () => given.edge.counters.refused.handshake === 1);
    assert.equal(given.edge.connections(), 0);
  });

  it('nobody with the certificate of another authority, be it of the same name', async () => {
    await using given = await givenEdge();
    const foreign = await (await newPki()).issueAppliance(newSerial());
    await assert.rejects(given.open(foreign));
    await given.first('its refusal', () => given.edge.counters.refused.handshake === 1);
  });

  for (const { protocolVersion, codeOf, ...codes } of versions) {
    it(`MQTT ${protocolVersion}: a unit under its own serial number, and only so`, async () => {
      await using given = await givenEdge();
      const { serial, identity } = await given.unit();
      using own = await given.open(identity, { protocolVersion });
      const accepted = await own.connect(serial);
      assert.equal(codeOf(accepted), 0);
      assert.equal(accepted.sessionPresent, false);
      for (const clientId of [newSerial(), `${serial}x`, serial.toLowerCase(), '']) {
        using other = await given.open(identity, { protocolVersion });
        assert.equal(codeOf(await other.connect(clientId)), codes.clientId, clientId);
        await other.closed;
      }
      assert.equal(given.edge.connections(), 1);
    });

    it(`MQTT ${protocolVersion}: no unknown unit and no revoked certificate`, async () => {
      await using given = await givenEdge();
      for (const standing of ['unknown', 'revoked'] as const) {
        const { serial, identity } = await given.unit();
        given.standing.set(serial, standing);
        using client = await given.open(identity, { protocolVersion });
        assert.equal(codeOf(await client.connect(serial)), codes.notAllowed);
        await client.closed;
        assert.equal(given.edge.counters.refused[standing], 1);
        assert.deepEqual(given.log.facts(serial), []);
      }
    });

    it(`MQTT ${protocolVersion}: one that cannot be decided about shall come again`, async () => {
      const asked = Promise.withResolvers<void>();
      const answers = [
        () => Promise.reject(new Error('the database is away')),
        () => {
          asked.resolve();
          return new Promise<never>(() => {});
        },
      ];
      await using given = await givenEdge({
        appliances: { mayConnect: () => (answers.shift() ?? (async () => 'ok' as const))() },
        limits: { decide_ms: 5_000 },
      });
      const { serial, identity } = await given.unit();
      const connect = async () => {
        using client = await given.open(identity, { protocolVersion });
        return codeOf(await client.connect(serial));
      };
      assert.equal(await connect(), codes.unavailable);
      const undecided = connect();
      await asked.promise;
      await given.clock.advance(4_999);
      assert.equal(given.edge.counters.refused.unavailable, 1);
      await given.clock.advance(1);
      assert.equal(await undecided, codes.unavailable);
      assert.equal(await connect(), 0);
    });

    it(`MQTT ${protocolVersion}: one that connects too often has to wait`, async () => {
      await using given = await givenEdge({ limits: { connectsPerSerialBurst: 2, connectsPerSerial_per_s: 1 } });
      const [eager, calm] = [await given.unit(), await given.unit()];
      const connect = async ({ serial, identity }: typeof eager) => {
        using client = await given.open(identity, { protocolVersion });
        return codeOf(await client.connect(serial));
      };
      const codesOfThree = [await connect(eager), await connect(eager), await connect(eager)];
      assert.deepEqual(codesOfThree, [0, 0, codes.busy]);
      assert.equal(await connect(calm), 0);
      await given.clock.advance(500);
      assert.equal(await connect(eager), codes.busy);
      await given.clock.advance(500);
      assert.equal(await connect(eager), 0);
      assert.equal(await connect(eager), codes.busy);
    });
  }

  it('tells the portal the serial number of the certificate as it was issued', async () => {
    const asked: string[][] = [];
    await using given = await givenEdge({
      appliances: {
        mayConnect: async (...question) => {
          asked.push(question);
          return 'ok';
        },
      },
    });
    const { serial, identity } = await given.unit();
    using client = await given.open(identity);
    await client.connect(serial);
    assert.deepEqual(asked[0], [serial, identity.certificateSerial]);
  });

  it('revoking ends the open connection, and the unit does not come back', async () => {
    await using given = await givenEdge();
    const { serial, identity } = await given.unit();
    using client = await given.open(identity);
    await client.connect(serial, { will: { topic: `rf/v1/${serial}/up/lwt`, payload: Buffer.alloc(0) } });
    given.standing.set(serial, 'revoked');
    assert.deepEqual(await given.ask(serial, { kind: 'disconnect', reason: 'revoked' }), { sent: true });
    assert.equal((await client.next('disconnect')).reasonCode, 0x87);
    await client.closed;
    await given.bus.drained();
    assert.deepEqual(given.log.facts(serial), ['connected', 'disconnected revoked']);
    using again = await given.open(identity);
    assert.equal((await again.connect(serial)).reasonCode, 0x87);
    assert.equal(given.edge.connections(), 0);
  });

  it('a revocation while the unit was just being admitted is not missed', async () => {
    const answers = ['ok', 'revoked'] as const;
    let asked = 0;
    await using given = await givenEdge({ appliances: { mayConnect: async () => answers[asked++] ?? 'revoked' } });
    const { serial, identity } = await given.unit();
    using client = await given.open(identity);
    await client.connect(serial);
    await client.closed;
    assert.deepEqual(given.edge.connections(), 0);
  });

  it('B11.1 whoever opens a connection has to say a whole ClientHello within three seconds', async () => {
    await using given = await givenEdge();
    const refused = () => given.edge.counters.refused.handshake;
    const [silent, dribbling] = [await given.bare(), await given.bare()];
    const hello = await clientHello();
    for (const byte of hello.subarray(0, 3)) {
      await given.clock.advance(900);
      dribbling.write(Buffer.from([byte]));
    }
    assert.equal(refused(), 0);
    await given.clock.advance(300);
    await Promise.all([silent.closed, dribbling.closed]);
    assert.equal(refused(), 2);
    assert.deepEqual(given.limited, [
      ['edge_hello_late', '127.0.0.1'],
      ['edge_hello_late', '127.0.0.1'],
    ]);
    using _unit = await given.open((await given.unit()).identity);
  });

  it('B11.1 what is no ClientHello ends the connection at once', async () => {
    await using given = await givenEdge();
    const beginnings = [
      'GET / HTTP/1.1\r\n\r\n',
      '\x10\x20\0\x04MQTT',
      '\x16\x03\x01\0\x05\x02',
      '\x16\x03\x01\xff\xff\x01',
    ];
    for (const beginning of beginnings) {
      const socket = await given.bare();
      socket.write(Buffer.from(beginning, 'latin1'));
      await socket.closed;
    }
    assert.equal(given.edge.counters.refused.handshake, beginnings.length);
  });

  it('B11.1 whoever has said a ClientHello has to finish its handshake within ten seconds', async () => {
    await using given = await givenEdge();
    const half = await given.bare();
    half.write(await clientHello());
    await half.answered;
    await given.clock.advance(9_999);
    assert.equal(given.edge.counters.refused.handshake, 0);
    await given.clock.advance(1);
    await half.closed;
    assert.equal(given.edge.counters.refused.handshake, 1);
    assert.deepEqual(given.limited, [['edge_handshake_late', '127.0.0.1']]);
  });

  it('whoever has shaken hands has to say who it is in time: by a whole CONNECT, not by its first bytes', async () => {
    await using given = await givenEdge({ limits: { connect_ms: 10_000 } });
    const late = () => given.edge.counters.refused.connect_late;
    const { serial, identity } = await given.unit();
    using other = await given.open(identity);
    await other.connect(serial);
    using mute = await given.open((await given.unit()).identity);
    using slow = await given.open((await given.unit()).identity);
    slow.sendBytes(Buffer.from([0x10, 0x7f]));
    for (let passed_s = 1; passed_s <= 9; passed_s += 1) {
      slow.sendBytes(Buffer.from([0]));
      // By the time another unit is answered, the byte has been read.
      await other.caughtUp();
      await given.clock.advance(1_000);
    }
    await given.clock.advance(999);
    assert.equal(late(), 0);
    await given.clock.advance(1);
    assert.equal(late(), 2);
    await Promise.all([mute.closed, slow.closed]);
    assert.ok(!other.isClosed);
  });

  it('B11.1 a flood from one network is turned away before its handshakes', async () => {
    await using given = await givenEdge({ limits: { connectsPerNetworkBurst: 1, connectsPerNetwork_per_s: 1 } });
    const { serial, identity } = await given.unit();
    using first = await given.open(identity);
    await assert.rejects(given.open(identity));
    assert.equal(given.edge.counters.refused.connect_rate, 1);
    assert.deepEqual(given.limited, [['edge_connects', '127.0.0.1']]);
    await first.connect(serial);
    await given.clock.advance(1_000);
    using _later = await given.open(identity);
  });

  it('B11.1 who says nothing makes room for who comes, of its own network and of all', async () => {
    await using given = await givenEdge({ limits: { newcomers: 5, newcomersPerNetwork: 3 } });
    const silent = { first: await given.bare('127.0.1.1'), others: [] as Awaited<ReturnType<typeof given.bare>>[] };
    for (let i = 0; i < 3; i += 1) silent.others.push(await given.bare('127.0.1.1'));
    await silent.first.closed;
    for (let i = 0; i < 2; i += 1) silent.others.push(await given.bare('127.0.2.1'));
    using _unit = await given.open((await given.unit()).identity);
    await silent.others[0]?.closed;
    assert.deepEqual(given.limited, [
      ['edge_crowded', '127.0.1.1'],
      ['edge_crowded', '127.0.1.1'],
    ]);
    assert.ok(silent.others.slice(1).every(({ socket }) => !socket.closed));
  });

  it('B11.1 handshakes of one network take turns, and those of others do not wait for them', async () => {
    await using given = await givenEdge({ limits: { handshakesPerNetwork: 2 } });
    const hello = await clientHello();
    const say = async (host: string) => {
      const one = await given.bare(host);
      one.write(hello);
      return one;
    };
    const [half, other] = [await say('127.0.1.1'), await say('127.0.1.1')];
    await Promise.all([half.answered, other.answered]);
    await given.clock.advance(5_000);
    const waiting = [await say('127.0.1.1'), await say('127.0.1.1')];
    // Another network has places of its own.
    using _unit = await given.open((await given.unit()).identity);
    assert.ok(waiting.every((one) => !one.isAnswered()));
    half.socket.destroy();
    await waiting[0]?.answered;
    await given.clock.advance(5_000);
    await Promise.all([other.closed, waiting[1]?.answered]);
    assert.deepEqual(given.limited, [['edge_handshake_late', '127.0.1.1']]);
  });

  it('B11.1 who waits in vain for its turn to shake hands is sent away', async () => {
    await using given = await givenEdge({ limits: { handshakesPerNetwork: 1 } });
    const hello = await clientHello();
    const [first, second, third] = [await given.bare(), await given.bare(), await given.bare()];
    first.write(hello);
    await first.answered;
    await given.clock.advance(1_000);
    for (const one of [second, third]) one.write(hello);
    using _other = await given.open((await given.unit()).identity, { localAddress: '127.0.2.1' });
    await given.clock.advance(9_000);
    await Promise.all([first.closed, second.answered]);
    await given.clock.advance(1_000);
    await third.closed;
    assert.deepEqual(given.limited, [
      ['edge_handshake_late', '127.0.0.1'],
      ['edge_handshakes', '127.0.0.1'],
    ]);
  });

  it('B11.1 where all handshakes are taken, the oldest makes room', async () => {
    await using given = await givenEdge({ limits: { handshakes: 3 } });
    const hello = await clientHello();
    const stuck: Awaited<ReturnType<typeof given.bare>>[] = [];
    for (const host of ['127.0.1.1', '127.0.2.1', '127.0.3.1']) {
      const one = await given.bare(host);
      one.write(hello);
      await one.answered;
      stuck.push(one);
    }
    using _unit = await given.open((await given.unit()).identity);
    await stuck[0]?.closed;
    assert.deepEqual(given.limited, [['edge_handshakes', '127.0.1.1']]);
    assert.ok(stuck.slice(1).every(({ socket }) => !socket.closed));
  });

  it('B11.1 one newcomer takes the place of one handshake, whoever waits, and who waits longest has it then', async () => {
    await using given = await givenEdge({ limits: { handshakes: 3, handshakesPerNetwork: 1 } });
    const hello = await clientHello();
    const stuck: Awaited<ReturnType<typeof given.bare>>[] = [];
    const waiting: typeof stuck = [];
    for (const host of ['127.0.1.1', '127.0.2.1', '127.0.3.1']) {
      for (const one of [await given.bare(host), await given.bare(host)]) {
        one.write(hello);
        const isSecond = stuck.length > waiting.length;
        if (!isSecond) await one.answered;
        (isSecond ? waiting : stuck).push(one);
      }
    }
    using _unit = await given.open((await given.unit()).identity);
    await Promise.all([stuck[0]?.closed, waiting[0]?.answered]);
    assert.deepEqual(given.limited, [['edge_handshakes', '127.0.1.1']]);
    assert.ok([...stuck.slice(1), ...waiting].every(({ socket }) => !socket.closed));
    assert.deepEqual(
      waiting.map((one) => one.isAnswered()),
      [true, false, false],
    );
  });

  it('B11.1 more connections than the edge has are turned away and told', async () => {
    await using given = await givenEdge({ limits: { connections: 1 } });
    using _there = await given.open((await given.unit()).identity);
    await (await given.bare('127.0.1.1')).closed;
    assert.deepEqual(given.limited, [['edge_connections', '127.0.1.1']]);
  });

  it('B11.1 an edge of few connections keeps places for units, whoever is silent', async () => {
    await using given = await givenEdge({ limits: { connections: 8 } });
    for (let i = 1; i <= 10; i += 1) await given.bare(`127.0.${i}.1`);
    const { serial, identity } = await given.unit();
    using unit = await given.open(identity);
    assert.equal((await unit.connect(serial)).reasonCode, 0);
    assert.ok(given.limited.every(([limit]) => limit === 'edge_crowded'));
  });

  it('B11.1 one certificate holds no more connections without a CONNECT than it may: the oldest goes', async () => {
    await using given = await givenEdge({ limits: { greetingsPerSerial: 2 } });
    const { serial, identity } = await given.unit();
    using first = await given.open(identity);
    using _second = await given.open(identity);
    using third = await given.open(identity);
    await first.closed;
    assert.deepEqual(given.limited, [['edge_unit', '127.0.0.1']]);
    assert.equal((await third.connect(serial)).reasonCode, 0);
    using _fourth = await given.open(identity);
    assert.equal(given.limited.length, 1, 'who is admitted is no newcomer any more');
  });

  it('B11.1 connections that are reset at whatever moment leave nothing behind', async () => {
    // A place that was not given back would keep the unit waiting for ever.
    await using given = await givenEdge({ limits: { handshakesPerNetwork: 2, newcomersPerNetwork: 61 } });
    const hello = await clientHello();
    for (let i = 0; i < 60; i += 1) {
      const one = await given.bare();
      if (i % 3 > 0) one.write(hello.subarray(0, i % 3 === 1 ? 50 : hello.length));
      if (i % 6 === 5) await one.answered;
      one.socket.resetAndDestroy();
    }
    using unit = await given.open((await given.unit()).identity);
    assert.ok(!unit.isClosed);
    assert.deepEqual(given.limited, []);
  });

  it('a ClientHello that comes in pieces is a ClientHello', async () => {
    await using given = await givenEdge();
    const { serial, identity } = await given.unit();
    using client = await given.open(identity, { through: inPieces });
    assert.equal((await client.connect(serial)).reasonCode, 0);
  });

  it('what is no CONNECT, or one this edge does not speak, is refused', async () => {
    await using given = await givenEdge();
    const { serial, identity } = await given.unit();
    using early = await given.open(identity);
    early.send({ cmd: 'pingreq' });
    await early.closed;
    using old = await given.open(identity, { protocolVersion: 4 });
    old.send({ cmd: 'connect', protocolId: 'MQIsdp', protocolVersion: 3, clean: true, keepalive: 0, clientId: serial });
    assert.equal((await old.next('connack')).returnCode, 1);
    using extended = await given.open(identity);
    assert.equal((await extended.connect(serial, { properties: { authenticationMethod: 'SCRAM' } })).reasonCode, 0x8c);
    using foreignWill = await given.open(identity);
    const will = { topic: 'rf/v1/other/up/lwt', payload: Buffer.alloc(0) };
    assert.equal((await foreignWill.connect(serial, { will })).reasonCode, 0x90);
    using twice = await given.open(identity);
    await twice.connect(serial);
    twice.send({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 5, clean: true, keepalive: 0, clientId: serial });
    assert.equal((await twice.next('disconnect')).reasonCode, 0x82);
  });
});

/** The socket, whose first bytes leave one by one. */
function inPieces(socket: Socket): Duplex {
  let left = 100;
  const wire = new Duplex({
    read: () => void socket.resume(),
    write(chunk: Buffer, _encoding, done) {
      const send = (from: number): void => {
        if (left === 0 || from === chunk.length) return void socket.write(chunk.subarray(from), done);
        left -= 1;
        socket.write(chunk.subarray(from, from + 1), () => setImmediate(send, from + 1));
      };
      send(0);
    },
    final: (done) => void socket.end(() => done()),
    destroy(fault, done) {
      socket.destroy();
      done(fault);
    },
  });
  socket.on('data', (bytes) => wire.push(bytes) || socket.pause());
  socket.on('close', () => wire.destroy());
  return wire;
}
