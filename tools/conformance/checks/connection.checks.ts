import { setTimeout as pause } from 'node:timers/promises';
import type { ConnectionOptions } from 'node:tls';
import { limits, topicUp } from '@brina/contract/devices';
import type { IConnectPacket } from 'mqtt-packet';
import { type Bench, type Check, expect, NotTried } from '../check.ts';
import type { MqttVersion } from '../mqtt-connection.ts';
import { Breach, code, Unit } from '../unit.ts';

const versions: readonly MqttVersion[] = [4, 5];
const nameOf = (version: MqttVersion): string => (version === 4 ? '3.1.1' : '5');

const will = (topic: string): Partial<IConnectPacket> => ({
  will: { topic, payload: Buffer.from('{}'), qos: 1, retain: false },
});

/** Tries to connect in a way that must be refused, with both versions, and tells how it was. */
async function refused(
  unit: Unit,
  { tls = {}, ...options }: Partial<IConnectPacket> & { tls?: ConnectionOptions },
): Promise<string> {
  const seen: string[] = [];
  for (const version of versions) {
    const how = await refusalOf(unit, version, tls, options);
    expect(how !== undefined, `MQTT ${nameOf(version)}: the connection was accepted`);
    seen.push(`MQTT ${nameOf(version)}: ${how}`);
  }
  return seen.join('; ');
}

async function refusalOf(
  unit: Unit,
  version: MqttVersion,
  tls: ConnectionOptions,
  options: Partial<IConnectPacket>,
): Promise<string | undefined> {
  const connection = await unit.open(version, tls).catch(refusedHandshake);
  if (typeof connection === 'string') return connection;
  const reply = await connection.connect(unit.serial, options);
  if (reply === undefined && connection.isClosed) return `closed (${connection.fault?.code ?? 'no reason'})`;
  return reply === undefined || reply.code === 0 ? undefined : `CONNACK ${code(reply.code)}`;
}

/** How the other end refused a handshake; an edge that is not there, or not the one that is trusted, has refused nobody. */
function refusedHandshake(fault: NodeJS.ErrnoException): string {
  const reason = fault.code ?? fault.message;
  if (!/^(ERR_SSL_|ECONNRESET$)/.test(reason)) throw new Breach(`no handshake with the edge: ${reason}`);
  return `no handshake (${reason})`;
}

/** What the two versions are connected with, and what their CONNACK must say. */
const accepts = (version: MqttVersion): Check => ({
  id: `connect.mqtt-${nameOf(version)}`,
  proves: `MQTT ${nameOf(version)} over TLS is spoken.`,
  async try({ unit }) {
    const connection = await unit.open(version);
    const reply = await connection.connect(unit.serial);
    expect(reply !== undefined, 'the connection ended without a CONNACK');
    expect(reply.code === 0, `CONNACK ${code(reply.code)}`);
    return `CONNACK 0x00 over ${connection.tlsVersion}`;
  },
});

/** How an appliance comes in, and who does not. */
export const connectionChecks: readonly Check[] = [
  {
    id: 'tls.version',
    proves: 'TLS 1.2 or newer; nothing older.',
    async try({ unit }) {
      for (const version of ['TLSv1.2', 'TLSv1.3'] as const)
        await unit.open(5, { minVersion: version, maxVersion: version });
      // Our own library speaks TLS 1.1 only at its lowest level of security.
      const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' } as const;
      const answer = await unit.open(5, old).catch(refusedHandshake);
      expect(typeof answer === 'string', 'TLS 1.1 was accepted');
      return `1.2 and 1.3 accepted, 1.1: ${answer}`;
    },
  },
  {
    id: 'tls.certificate',
    proves: 'The unit shows its own certificate; without one it is refused.',
    try: ({ unit }) => refused(unit, { tls: { cert: undefined, key: undefined } }),
  },
  ...versions.map(accepts),
  {
    id: 'connect.client-id',
    proves: 'The client identifier is the serial number; anything else is refused.',
    try: ({ unit }) => refused(unit, { clientId: `${unit.serial}-X` }),
  },
  {
    id: 'connect.revoked',
    proves: 'A revoked certificate is refused.',
    async try({ unit, revoked }: Bench) {
      if (!revoked) throw new NotTried('give --revoked-cert and --revoked-key');
      using other = new Unit({ ...unit.target, ...revoked });
      return await refused(other, {});
    },
  },
  {
    id: 'connect.will',
    proves: 'A will on up/lwt, QoS 1; a will elsewhere is refused.',
    async try({ unit }) {
      for (const version of versions) await unit.connect(version, will(topicUp(unit.serial, 'lwt')));
      return refused(unit, will(topicUp(unit.serial, 'evt')));
    },
  },
  {
    id: 'connect.limits',
    proves: 'QoS 1 at most, nothing retained, 16 messages without PUBACK: MQTT 5 says so in the CONNACK.',
    async try({ unit }) {
      const connection = await unit.open();
      const reply = await connection.connect(unit.serial);
      const said = reply?.connack.properties ?? {};
      const seen = JSON.stringify(said);
      expect(said.receiveMaximum === limits.window, `receive maximum ${said.receiveMaximum}`);
      expect(said.maximumQoS === 1 && said.retainAvailable === false, seen);
      expect((said.maximumPacketSize ?? Number.POSITIVE_INFINITY) >= limits.message_bytes, seen);
      return seen;
    },
  },
  {
    id: 'connect.clean-start',
    proves: 'Clean start, no offline queue: subscriptions and messages of an earlier connection are gone.',
    async try({ unit }) {
      const first = await unit.connect(4, { clean: false });
      await unit.listen(first);
      first.cut();
      const second = await unit.open(4);
      const reply = await second.connect(unit.serial, { clean: false });
      expect(reply?.connack.sessionPresent === false, 'the CONNACK speaks of a session that is present');
      const seen = await unheard(unit, second);
      return `no session present; ${seen}`;
    },
  },
  {
    id: 'connect.takeover',
    proves: 'A newer connection of the same serial takes over; the older one is closed.',
    async try({ unit }) {
      const older = await unit.connect();
      const newer = await unit.connect();
      expect(await older.closes(), 'the older connection stays open');
      expect(await newer.ping(), 'the newer connection does not answer');
      return `the older one ended with ${code(older.endReason)}`;
    },
  },
  {
    id: 'connect.keep-alive',
    proves: 'A unit that is silent for one and a half keep-alive times is gone; PINGREQ keeps the connection.',
    async try({ unit }) {
      const lively = await unit.connect(5, { keepalive: 1 });
      for (let i = 0; i < 6; i++) {
        await pause(500);
        expect(await lively.ping(), `PINGREQ ${i + 1} was not answered`);
      }
      const began = performance.now();
      expect(await lively.closes(8_000), 'a silent connection with a keep-alive of 1 s stayed open for 8 s');
      const seconds = (performance.now() - began) / 1000;
      expect(seconds > 1, `closed after ${seconds.toFixed(1)} s, before its keep-alive was over`);
      return `six PINGREQ answered, then closed after ${seconds.toFixed(1)} s of silence`;
    },
  },
];

/** Publishes what would be answered on a connection that listens to nothing, and expects that nothing comes. */
async function unheard(unit: Unit, connection: Awaited<ReturnType<Unit['connect']>>): Promise<string> {
  connection.send(unit.publish('time', { t0: 1 }), unit.publish('tel', unit.sample()));
  const pubacks = await connection.until(() => (connection.all('puback').length === 2 ? true : undefined));
  expect(pubacks === true, 'no PUBACK');
  // Down messages follow the commit that the PUBACK told of: give them the time of some more round trips.
  await pause(500);
  expect(await connection.ping(), 'no PINGRESP');
  const [stray] = connection.all('publish');
  expect(stray === undefined, `a message on ${stray?.topic} without a subscription`);
  return 'nothing was sent down without a subscription';
}
