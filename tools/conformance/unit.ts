import { randomBytes, X509Certificate } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ConnectionOptions } from 'node:tls';
import {
  ackMessage,
  type CommandMessage,
  commandMessage,
  type DesiredMessage,
  type DownTopic,
  desiredMessage,
  downTopics,
  type TimeReply,
  timeReply,
  topicDown,
  topicUp,
} from '@brina/contract/devices';
import type { IConnectPacket, Packet } from 'mqtt-packet';
import { MqttConnection, type MqttVersion } from './mqtt-connection.ts';

/** Where an edge listens, what a unit connects with (PEM), and how long an answer is waited for. */
export type Target = { host: string; port: number; ca: string; certificate: string; key: string; wait_ms: number };

/** A message with its number, as it is sent. */
export type Message = Record<string, unknown> & { log: string; seq: number };

/** What an edge says about a message: `got`, or why it is bad. */
export type Answer = { log: string; seq: number; answer: string };

/** What a check saw and the protocol does not allow. */
export class Breach extends Error {}

/** CONNACK codes that ask a unit to come again later: 3.1.1 "server unavailable", 5 "connection rate exceeded". */
const later = new Set([3, 0x9f]);
const later_ms = 1_500;

/** Epoch ms by this machine's clock. */
export const now_ms = (): number => Math.round(performance.timeOrigin + performance.now());
export const newLog = (): string => randomBytes(8).toString('hex');

/** A unit of the test: numbers messages, sends them on a connection and reads what comes down. */
export class Unit {
  readonly target: Target;
  /** Common name of the certificate. */
  readonly serial: string;
  readonly log = newLog();
  #seq = 0;
  #messageId = 0;
  #connection: MqttConnection | undefined;
  readonly #opened = new Set<MqttConnection>();

  constructor(target: Target) {
    this.target = target;
    this.serial = /CN=(.+)/.exec(new X509Certificate(target.certificate).subject)?.[1] ?? '';
  }

  /** Shakes hands with the unit's certificate, and says nothing yet. The connection ends with its check, at {@link release}. */
  async open(version: MqttVersion = 5, more: ConnectionOptions = {}): Promise<MqttConnection> {
    // The edge will close it for the newer one: whoever needs it next makes another.
    this.#connection?.cut();
    this.#connection = undefined;
    const { host, port, ca, certificate, key, wait_ms } = this.target;
    const options = { host, port, ca, cert: certificate, key, ...more };
    const connection = await MqttConnection.open(options, version, wait_ms);
    this.#opened.add(connection);
    return connection;
  }

  /** Cuts what a check left open, but for the common connection. */
  release(): void {
    for (const connection of this.#opened) if (connection !== this.#connection) connection.cut();
    this.#opened.clear();
  }

  /** Connects as the protocol wants it, once more where the edge asks to come later. */
  async connect(version: MqttVersion = 5, options: Partial<IConnectPacket> = {}): Promise<MqttConnection> {
    for (let attempt = 0; ; attempt++) {
      const connection = await this.open(version);
      const reply = await connection.connect(this.serial, options);
      if (reply?.code === 0) return connection;
      if (!reply) throw new Breach('the connection ended without a CONNACK');
      if (attempt > 0 || !later.has(reply.code)) throw new Breach(`CONNACK ${code(reply.code)}`);
      await pause(later_ms);
    }
  }

  /** The connection on which checks work that need no other: MQTT 5, listening to everything of its own. */
  async connection(): Promise<MqttConnection> {
    if (this.#connection && !this.#connection.isClosed) return this.#connection;
    const connection = await this.connect();
    await this.listen(connection);
    this.#connection = connection;
    return connection;
  }

  async listen(connection: MqttConnection): Promise<void> {
    const [granted] = await connection.subscribe([`rf/v1/${this.serial}/down/#`]);
    if (granted !== 1) throw new Breach(`the subscription of its own down/# was answered ${code(granted)}`);
  }

  /** Gives a message its head. Samples are of this moment unless the body says otherwise. */
  message(body: Record<string, unknown>): Message {
    const now = now_ms();
    return { log: this.log, seq: this.#seq++, boot: 1, at: now, sent: now, up: 3_600_000, ...body } as Message;
  }

  /** A message of one sample. */
  sample(values: Record<string, unknown> = { TCell: 3.5 }, head: Record<string, unknown> = {}): Message {
    return this.message({ s: [[0, values]], hist: false, ...head });
  }

  /** The packet that carries a payload on one of the unit's own topics, or on any other. */
  publish(topic: string, payload: unknown, qos: 0 | 1 | 2 = 1): Packet & { cmd: 'publish' } {
    this.#messageId = (this.#messageId % 50_000) + 1;
    return {
      cmd: 'publish',
      topic: topic.includes('/') ? topic : topicUp(this.serial, topic as 'tel'),
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
      qos,
      dup: false,
      retain: false,
      ...(qos > 0 && { messageId: this.#messageId }),
    };
  }

  /** Sends messages together and waits for what is said about each of them after that, in their order; `none` for silence. */
  async answersTo(
    connection: MqttConnection,
    topic: string,
    messages: readonly Message[],
    text: (message: Message) => string = JSON.stringify,
  ): Promise<string[]> {
    const seen = connection.received.length;
    connection.send(...messages.map((message) => this.publish(topic, text(message))));
    const find = (): (string | undefined)[] => {
      const said = this.answers(connection, seen);
      return messages.map(({ log, seq }) => said.find((one) => one.log === log && one.seq === seq)?.answer);
    };
    await connection.until(() => (find().includes(undefined) ? undefined : true));
    return find().map((answer) => answer ?? 'none');
  }

  /** Sends a message and waits for what is said about it. */
  async answerTo(topic: string, message: Message, text?: (message: Message) => string): Promise<string> {
    const [answer = 'none'] = await this.answersTo(await this.connection(), topic, [message], text);
    return answer;
  }

  /**
   * Sends a message whose number was told of before, until it is told what is expected of it: what was said before may be said once more
   * meanwhile. False when it is not.
   */
  async isAnswered(expected: Answer['answer'], topic: string, message: Message): Promise<boolean> {
    const connection = await this.connection();
    const seen = connection.received.length;
    connection.send(this.publish(topic, JSON.stringify(message)));
    const answered = await connection.until(() =>
      this.answers(connection, seen).find(
        ({ log, seq, answer }) => log === message.log && seq === message.seq && answer === expected,
      ),
    );
    return answered !== undefined;
  }

  /** What `down/ack` said on a connection, from a packet on; throws when an acknowledgement is out of shape. */
  answers(connection: MqttConnection, from = 0): Answer[] {
    return this.down(connection, 'ack', ackMessage, from).flatMap(({ log, got, bad }) => [
      ...got.flatMap(([first, last]) => {
        if (last < first || last - first > 10_000) throw new Breach(`a range from ${first} to ${last}`);
        return Array.from({ length: last - first + 1 }, (_, i) => ({ log, seq: first + i, answer: 'got' }));
      }),
      ...bad.map(([seq, answer]) => ({ log, seq, answer })),
    ]);
  }

  times = (connection: MqttConnection): TimeReply[] => this.down(connection, 'time', timeReply);
  desired = (connection: MqttConnection): DesiredMessage[] => this.down(connection, 'twin', desiredMessage);
  commands = (connection: MqttConnection): CommandMessage[] => this.down(connection, 'cmd', commandMessage);

  /** The messages of one down topic in their shape; throws at a topic or a shape that is not of the protocol. */
  down<T>(connection: MqttConnection, name: DownTopic, shape: { parse(value: unknown): T }, from = 0): T[] {
    return connection.received.slice(from).flatMap((packet) => {
      if (packet.cmd !== 'publish') return [];
      if (!downTopics.some((topic) => topicDown(this.serial, topic) === packet.topic))
        throw new Breach(`a message on ${packet.topic}`);
      if (packet.topic !== topicDown(this.serial, name)) return [];
      const text = packet.payload.toString();
      try {
        return [shape.parse(JSON.parse(text))];
      } catch {
        throw new Breach(`down/${name} is out of shape: ${text.slice(0, 200)}`);
      }
    });
  }

  [Symbol.dispose](): void {
    this.release();
    this.#connection?.cut();
  }
}

/** A reason code as MQTT writes it. */
export const code = (value: number | undefined): string =>
  value === undefined ? 'no code' : `0x${value.toString(16).padStart(2, '0')}`;
