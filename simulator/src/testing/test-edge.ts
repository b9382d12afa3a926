/**
 * A small edge for tests: mutual TLS and MQTT, a journal of everything a unit sent, each message checked by the contract, and
 * acknowledgements that a test may withhold, repeat or cut off.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import {
  journalled,
  type JournalledTopic,
  limits,
  parseUpTopic,
  timeRequest,
  topicDown,
} from '@brina/contract/devices';
import { generate, type Packet, parser } from 'mqtt-packet';
import { systemClock } from '../clock.ts';
import type { Identity } from './certificates.ts';

/** A message as it arrived. */
export type Arrival = {
  readonly serial: string;
  readonly topic: JournalledTopic;
  readonly log: string;
  readonly seq: number;
  readonly connection: number;
  readonly message: Record<string, unknown>;
};

export type TestEdge = AsyncDisposable & {
  readonly url: string;
  readonly arrivals: readonly Arrival[];
  /** What is wrong with messages by the contract, and repetitions whose content changed. */
  readonly faults: readonly string[];
  /** Serial numbers whose will was published, and those that said goodbye. */
  readonly wills: readonly string[];
  readonly farewells: readonly string[];
  /** Client ids that came with the certificate of another. */
  readonly refused: readonly string[];
  /** Serial numbers connected now. */
  readonly connected: readonly string[];
  /** Most messages one connection had unacknowledged at a time. */
  readonly mostInFlight: number;
  /** Added to the time the edge tells. */
  clockOffset_ms: number;
  /** `each` acknowledges at once; `withhold` keeps quiet. */
  acknowledge: 'each' | 'withhold';
  /** Acknowledges what a unit sent, whether or not it was acknowledged before. */
  acknowledgeAll(serial: string, bad?: readonly number[]): void;
  send(serial: string, topic: 'cmd' | 'twin', message: unknown): void;
  cut(serial: string): void;
};

type Session = {
  serial: string;
  readonly socket: Socket;
  readonly number: number;
  polite: boolean;
  readonly inFlight: Set<string>;
};

/** Listens on loopback, on any free port. */
export async function startTestEdge(identity: Identity, ca: string): Promise<TestEdge> {
  const arrivals: Arrival[] = [];
  const faults: string[] = [];
  const wills: string[] = [];
  const farewells: string[] = [];
  const refused: string[] = [];
  const sessions = new Set<Session>();
  const contents = new Map<string, string>();
  let connections = 0;
  let mostInFlight = 0;
  let messageId = 1;

  const publish = (session: Session, topic: 'ack' | 'cmd' | 'twin' | 'time', message: unknown): void => {
    messageId = (messageId % 65_535) + 1;
    session.socket.write(
      generate({
        cmd: 'publish',
        topic: topicDown(session.serial, topic),
        payload: JSON.stringify(message),
        qos: 1,
        messageId,
        dup: false,
        retain: false,
      }),
    );
  };

  const acknowledge = (session: Session, log: string, seqs: readonly number[], bad: readonly number[] = []): void => {
    for (const seq of [...seqs, ...bad]) session.inFlight.delete(`${log} ${seq}`);
    publish(session, 'ack', {
      log,
      got: seqs.filter((seq) => !bad.includes(seq)).map((seq) => [seq, seq]),
      bad: bad.map((seq) => [seq, 'bad_shape']),
    });
  };

  const receive = (session: Session, topic: string, payload: Buffer): void => {
    const up = parseUpTopic(topic);
    if (!up || up.serial !== session.serial) return void faults.push(`topic ${topic} of ${session.serial}`);
    const message = JSON.parse(payload.toString()) as Record<string, unknown>;
    if (up.topic === 'time') {
      const { t0 } = timeRequest.parse(message);
      const now = systemClock.now() + edge.clockOffset_ms;
      return publish(session, 'time', { t0, t1: now, t2: now });
    }
    if (up.topic === 'lwt') return void faults.push('a will sent as a message');
    faults.push(...faultsOf(up.topic, message, payload.length));
    const { log, seq } = message as { log: string; seq: number };
    const { sent: _sent, hist: _hist, ...content } = message;
    const key = `${session.serial} ${log} ${seq}`;
    const known = contents.get(key);
    if (known !== undefined && known !== JSON.stringify(content)) faults.push(`${key} changed between two sendings`);
    contents.set(key, JSON.stringify(content));
    arrivals.push({ serial: session.serial, topic: up.topic, log, seq, connection: session.number, message });
    session.inFlight.add(`${log} ${seq}`);
    mostInFlight = Math.max(mostInFlight, session.inFlight.size);
    if (edge.acknowledge === 'each') acknowledge(session, log, [seq]);
  };

  const handle = (session: Session, packet: Packet): void => {
    switch (packet.cmd) {
      case 'connect': {
        const commonName = (session.socket as TLSSocket).getPeerCertificate().subject?.CN;
        if (commonName !== packet.clientId) {
          refused.push(packet.clientId);
          return void session.socket.destroy();
        }
        session.serial = packet.clientId;
        if (packet.will?.topic !== `rf/v1/${packet.clientId}/up/lwt`) faults.push('no will');
        session.socket.write(generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }));
        return;
      }
      case 'subscribe':
        session.socket.write(generate({ cmd: 'suback', messageId: packet.messageId ?? 0, granted: [1] }));
        return;
      case 'publish':
        session.socket.write(generate({ cmd: 'puback', messageId: packet.messageId ?? 0 }));
        return receive(session, packet.topic, packet.payload as Buffer);
      case 'pingreq':
        session.socket.write(generate({ cmd: 'pingresp' }));
        return;
      case 'disconnect':
        session.polite = true;
        farewells.push(session.serial);
        return;
      default:
    }
  };

  const server = createServer(
    { cert: identity.certificate, key: identity.key, ca, requestCert: true, rejectUnauthorized: true },
    (socket) => {
      const session: Session = { serial: '', socket, number: ++connections, polite: false, inFlight: new Set() };
      sessions.add(session);
      const packets = parser();
      packets.on('packet', (packet) => handle(session, packet));
      socket.on('data', (bytes) => packets.parse(bytes));
      socket.on('error', () => {});
      socket.on('close', () => {
        sessions.delete(session);
        if (!session.polite && session.serial) wills.push(session.serial);
      });
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const sessionOf = (serial: string): Session => {
    const found = [...sessions].findLast((session) => session.serial === serial);
    assert.ok(found, `${serial} is not connected`);
    return found;
  };

  const edge: TestEdge = {
    url: `mqtts://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    faults,
    wills,
    farewells,
    refused,
    get connected() {
      return [...sessions].flatMap(({ serial }) => (serial ? [serial] : []));
    },
    get mostInFlight() {
      return mostInFlight;
    },
    clockOffset_ms: 0,
    acknowledge: 'each',
    acknowledgeAll(serial, bad = []) {
      const logs = Map.groupBy(
        arrivals.filter((arrival) => arrival.serial === serial),
        ({ log }) => log,
      );
      for (const [log, sent] of logs)
        acknowledge(sessionOf(serial), log, [...new Set(sent.map(({ seq }) => seq))], bad);
    },
    send: (serial, topic, message) => publish(sessionOf(serial), topic, message),
    cut: (serial) => sessionOf(serial).socket.destroy(),
    async [Symbol.asyncDispose]() {
      for (const { socket } of sessions) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return edge;
}

/** What the contract has against a message. */
function faultsOf(topic: JournalledTopic, message: Record<string, unknown>, bytes: number): string[] {
  const parsed = journalled[topic].safeParse(message);
  const name = `${topic} ${String(message.seq)}`;
  if (!parsed.success) return [`${name}: ${JSON.stringify(parsed.error.issues)}`];
  if (bytes > limits.message_bytes) return [`${name}: ${bytes} bytes`];
  if (topic !== 'tel') return [];
  const samples = message.s as [number, Record<string, unknown>][];
  const most = message.hist ? limits.samples_hist : limits.samples_live;
  return [
    ...(samples.length > most ? [`${name}: ${samples.length} samples`] : []),
    ...(samples.some(([offset], i) => i > 0 && offset <= (samples[i - 1]?.[0] ?? 0))
      ? [`${name}: offsets do not rise`]
      : []),
    ...(samples.some(([, values]) => Object.keys(values).length === 0) ? [`${name}: an empty sample`] : []),
  ];
}

/** Waits until a condition holds; fails with what it waited for when it does not within the deadline. */
export async function until(condition: () => boolean, what: string, deadline_ms = 10_000): Promise<void> {
  const end = performance.now() + deadline_ms;
  while (!condition()) {
    assert.ok(performance.now() < end, `waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
