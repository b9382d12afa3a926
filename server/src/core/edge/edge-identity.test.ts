import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { describe, it } from 'node:test';
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

  it('whoever opens a connection has to shake hands in time', async () => {
    // By OpenSSL's clock, which no test moves.
    await using hurried = await givenEdge({ limits: { handshake_ms: 150 } });
    const silent = connectTcp(hurried.edge.port, '127.0.0.1')
      .on('error', () => {})
      .resume();
    await once(silent, 'close');
    assert.equal(hurried.edge.counters.refused.handshake, 1);
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

  it('a flood from one address is turned away before its handshakes, and so are too many handshakes at once', async () => {
    await using given = await givenEdge({ limits: { connectsPerAddressBurst: 1, connectsPerAddress_per_s: 1 } });
    const { serial, identity } = await given.unit();
    using first = await given.open(identity);
    await assert.rejects(given.open(identity));
    assert.equal(given.edge.counters.refused.connect_rate, 1);
    await first.connect(serial);
    await given.clock.advance(1_000);
    using _later = await given.open(identity);

    await using narrow = await givenEdge({ limits: { handshakes: 1 } });
    const idle = connectTcp(narrow.edge.port, '127.0.0.1');
    await once(idle, 'connect');
    await assert.rejects(narrow.open(identity));
    assert.equal(narrow.edge.counters.refused.connect_rate, 1);
    idle.destroy();
    await narrow.first('the end of its handshake', () => narrow.edge.counters.refused.handshake === 1);
    using _there = await narrow.open(identity);
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
