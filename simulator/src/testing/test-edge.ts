/**
 * A small edge for tests: mutual TLS and MQTT, a journal of everything a unit sent, each message checked by the contract, and
 * acknowledgements that a test may withhold, repeat or cut off. Time is the test's; what comes over the sockets is awaited.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import {
  type JournalledTopic,
  journalled,
  limits,
  parseUpTopic,
  timeRequest,
  topicDown,
} from '@brina/contract/devices';
import { second_ms } from '@brina/domain/language/durations';
import { generate, type Packet, parser } from 'mqtt-packet';
import type { Identity } from './certificates.ts';
import type { StillClock } from './still-clock.ts';

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
  /** `each` acknowledges at once; `withhold` keeps quiet. */
  acknowledge: 'each' | 'withhold';
  /** Acknowledges what a unit sent, whether or not it was acknowledged before. */
  acknowledgeAll(serial: string, bad?: readonly number[]): void;
  /** Resolves when the unit has dealt with it, and the edge with all that the unit said to it. */
  send(serial: string, topic: 'cmd' | 'twin', message: unknown): Promise<void>;
  cut(serial: string): void;
  /** Resolves when a condition holds, looked at after everything that comes from a unit. */
  sees(condition: () => boolean, what: string): Promise<void>;
  /** Lets time pass, second by second, in each of which units and edge have their say to the end. */
  pass(wait_ms: number): Promise<void>;
};

type Session = {
  serial: string;
  readonly socket: Socket;
  readonly number: number;
  /** Whether it hears what is published. */
  listens: boolean;
  polite: boolean;
  readonly inFlight: Set<string>;
  /** What to do when the unit has dealt with a message, by its id. */
  readonly answered: Map<number, () => void>;
};

/** Whoever waits longer for a fact waits in vain: far more than a busy machine needs. */
const patience_ms = 60_000;

/** Listens on loopback, on any free port. */
export async function startTestEdge(identity: Identity, ca: string, clock: StillClock): Promise<TestEdge> {
  const arrivals: Arrival[] = [];
  const faults: string[] = [];
  const wills: string[] = [];
  const farewells: string[] = [];
  const refused: string[] = [];
  const sessions = new Set<Session>();
  const contents = new Map<string, string>();
  const waiting = new Set<() => void>();
  let connections = 0;
  let mostInFlight = 0;
  let messageId = 1;

  /** Resolves when the unit has dealt with it; what it said meanwhile stood before that on the same stream, and has been read. */
  const publish = (session: Session, topic: 'ack' | 'cmd' | 'twin' | 'time', message: unknown): Promise<void> => {
    messageId = (messageId % 65_535) + 1;
    const dealtWith = new Promise<void>((resolve) => session.answered.set(messageId, resolve));
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
    return dealtWith;
  };

  /** Resolves when the unit has taken all acknowledgements, and has nothing more to say. */
  const settled = async (session: Session): Promise<void> => {
    for (let seen = -1; seen < arrivals.length && sessions.has(session); ) {
      seen = arrivals.length;
      await publish(session, 'ack', { log: '', got: [], bad: [] });
    }
  };

  const acknowledge = (session: Session, log: string, seqs: readonly number[], bad: readonly number[] = []): void => {
    for (const seq of [...seqs, ...bad]) session.inFlight.delete(`${log} ${seq}`);
    void publish(session, 'ack', {
      log,
      got: seqs.filter((seq) => !bad.includes(seq)).map((seq) => [seq, seq]),
      bad: bad.map((seq) => [seq, 'bad_shape']),
    });
  };

  const look = (): void => {
    for (const one of waiting) one();
  };

  const receive = (session: Session, topic: string, payload: Buffer): void => {
    const up = parseUpTopic(topic);
    if (!up || up.serial !== session.serial) return void faults.push(`topic ${topic} of ${session.serial}`);
    const message = JSON.parse(payload.toString()) as Record<string, unknown>;
    if (up.topic === 'time') {
      const { t0 } = timeRequest.parse(message);
      void publish(session, 'time', { t0, t1: clock.now(), t2: clock.now() });
      return;
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
        session.listens = true;
        session.socket.write(generate({ cmd: 'suback', messageId: packet.messageId ?? 0, granted: [1] }));
        return;
      case 'publish':
        session.socket.write(generate({ cmd: 'puback', messageId: packet.messageId ?? 0 }));
        return receive(session, packet.topic, packet.payload as Buffer);
      case 'puback':
        session.answered.get(packet.messageId ?? 0)?.();
        session.answered.delete(packet.messageId ?? 0);
        return;
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
      const session: Session = {
        serial: '',
        socket,
        number: ++connections,
        listens: false,
        polite: false,
        inFlight: new Set(),
        answered: new Map(),
      };
      sessions.add(session);
      const packets = parser();
      packets.on('packet', (packet) => {
        handle(session, packet);
        look();
      });
      socket.on('data', (bytes) => packets.parse(bytes));
      socket.on('error', () => {});
      socket.on('close', () => {
        sessions.delete(session);
        if (!session.polite && session.serial) wills.push(session.serial);
        for (const resolve of session.answered.values()) resolve();
        look();
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
    acknowledge: 'each',
    acknowledgeAll(serial, bad = []) {
      const logs = Map.groupBy(
        arrivals.filter((arrival) => arrival.serial === serial),
        ({ log }) => log,
      );
      for (const [log, sent] of logs)
        acknowledge(sessionOf(serial), log, [...new Set(sent.map(({ seq }) => seq))], bad);
    },
    async send(serial, topic, message) {
      const session = sessionOf(serial);
      await publish(session, topic, message);
      await settled(session);
    },
    cut: (serial) => sessionOf(serial).socket.destroy(),
    sees: (condition, what) =>
      new Promise((resolve, reject) => {
        const end = setTimeout(() => reject(new Error(`waited in vain: ${what}`)), patience_ms);
        const one = (): void => {
          if (!condition()) return;
          clearTimeout(end);
          waiting.delete(one);
          resolve();
        };
        waiting.add(one);
        one();
      }),
    async pass(wait_ms) {
      for (let left = wait_ms; left > 0; left -= second_ms) {
        clock.advance(Math.min(left, second_ms));
        await Promise.all([...sessions].filter(({ listens }) => listens).map(settled));
      }
    },
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
