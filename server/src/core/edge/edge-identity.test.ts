import assert from 'node:assert/strict';
import { connect as connectTcp } from 'node:net';
import { describe, it } from 'node:test';
import { givenEdge, newPki, newSerial } from './testing/given-edge.ts';
import { until } from './testing/until.ts';

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
    const refused = given.open(undefined).then(async (client) => {
      // In TLS 1.3 the client hears of the refusal after its own handshake.
      await client.closed;
      throw new Error('closed');
    });
    await assert.rejects(refused);
    await until('the refusal is counted', () => given.edge.counters.refused.handshake === 1);
    assert.equal(given.edge.connections(), 0);
  });

  it('nobody with the certificate of another authority, be it of the same name', async () => {
    await using given = await givenEdge();
    const foreign = await (await newPki()).issueAppliance(newSerial());
    const client = await given.open(foreign).catch(() => undefined);
    await client?.closed;
    await until('the refusal is counted', () => given.edge.counters.refused.handshake === 1);
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
      const answers = [() => Promise.reject(new Error('the database is away')), () => new Promise<never>(() => {})];
      await using given = await givenEdge({
        appliances: { mayConnect: () => (answers.shift() ?? (async () => 'ok' as const))() },
        limits: { decide_ms: 30 },
      });
      const { serial, identity } = await given.unit();
      for (const code of [codes.unavailable, codes.unavailable, 0]) {
        using client = await given.open(identity, { protocolVersion });
        assert.equal(codeOf(await client.connect(serial)), code);
      }
    });

    it(`MQTT ${protocolVersion}: one that connects too often has to wait`, async () => {
      await using given = await givenEdge({ limits: { connectsPerSerialBurst: 2, connectsPerSerial_per_s: 0.001 } });
      const [eager, calm] = [await given.unit(), await given.unit()];
      for (const code of [0, 0, codes.busy]) {
        using client = await given.open(eager.identity, { protocolVersion });
        assert.equal(codeOf(await client.connect(eager.serial)), code);
      }
      using client = await given.open(calm.identity, { protocolVersion });
      assert.equal(codeOf(await client.connect(calm.serial)), 0);
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
    assert.deepEqual(await given.bus.ask(serial, { kind: 'disconnect', reason: 'revoked' }, 1_000), { sent: true });
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

  it('whoever opens a connection has to say who it is in time', async () => {
    await using hurried = await givenEdge({ limits: { handshake_ms: 150 } });
    const silent = connectTcp(hurried.edge.port, '127.0.0.1');
    const gone = new Promise((resolve) =>
      silent
        .on('close', resolve)
        .on('error', () => {})
        .resume(),
    );
    await gone;
    assert.equal(hurried.edge.counters.refused.handshake, 1);
    // Another edge: a real handshake may take longer than that.
    await using given = await givenEdge({ limits: { connect_ms: 150 } });
    using greeted = await given.open((await given.unit()).identity);
    await greeted.closed;
    assert.equal(given.edge.counters.refused.connect_late, 1);
  });

  it('a slow CONNECT is closed at its limit, not after its last byte', async () => {
    await using given = await givenEdge({ limits: { connect_ms: 200 } });
    const { identity } = await given.unit();
    using slow = await given.open(identity);
    slow.sendBytes(Buffer.from([0x10, 0x7f]));
    const drip = setInterval(() => slow.sendBytes(Buffer.from([0])), 20);
    await slow.closed.finally(() => clearInterval(drip));
    assert.equal(given.edge.counters.refused.connect_late, 1);
  });

  it('a flood from one address is turned away before its handshakes, and so are too many handshakes at once', async () => {
    await using given = await givenEdge({ limits: { connectsPerAddressBurst: 1, connectsPerAddress_per_s: 0.001 } });
    const { serial, identity } = await given.unit();
    using first = await given.open(identity);
    await assert.rejects(given.open(identity));
    await first.connect(serial);
    await using narrow = await givenEdge({ limits: { handshakes: 1 } });
    const idle = connectTcp(narrow.edge.port, '127.0.0.1');
    await until('the idle one is there', () => idle.readyState === 'open');
    await assert.rejects(narrow.open(identity));
    idle.destroy();
    const client = await until('there is room again', () => narrow.open(identity).catch(() => undefined));
    client.cut();
    assert.ok(narrow.edge.counters.refused.connect_rate >= 1);
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
