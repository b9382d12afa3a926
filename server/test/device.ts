import {
  type AckMessage,
  type CommandMessage,
  type DownTopic,
  downTopics,
  type PanelTold,
  topicDown,
  topicUp,
  type UpTopic,
} from '@brina/contract/devices';
import { day_ms } from '@brina/domain/language/durations';
import { connectRaw, type RawClient } from '#core/edge/testing/raw-client.ts';
import { Arrivals } from '#core/testing/arrivals.ts';
import type { CreatedAppliance } from '#features/kitchen/appliances/create-appliance.ts';
import type { Peer, TestPortal } from './portal.ts';
import { hexOf, seededRandom } from './random.ts';

/** Head and body of a message; the device numbers it. */
type Body = Record<string, unknown> & { at?: number; up?: number; sent?: number };

export type DeviceMessage = Record<string, unknown> & { seq: number; log: string };

/** Values of one sample by metric. */
export type Values = Readonly<Record<string, number | string | null>>;

/** The portal as far as a device goes by it: also one that is a program of its own. */
type Reached = Pick<TestPortal, 'connections' | 'peers'> & {
  edge: Pick<TestPortal['edge'], 'port'>;
  pki: Pick<TestPortal['pki'], 'caPem'>;
  clock: Pick<TestPortal['clock'], 'now' | 'tick'>;
};

/**
 * The tests' own device (not the simulator): it sends what a test says and remembers what the portal acknowledged.
 * `log`, `seq` and `boot` are its own; a reconnect keeps them, as a unit's outbox does.
 */
export class TestDevice implements Peer {
  readonly serial: string;
  readonly portal: Reached;
  readonly identity: CreatedAppliance['identity'];
  log = newLog();
  boot = 1;
  seq = 0;
  /** How far its clock is behind the portal's, ms; negative: ahead. What a test says of `at` and `sent` stands as it is. */
  slow_ms = 0;
  readonly down: { topic: DownTopic; payload: unknown }[] = [];
  readonly #answers = new Map<string, string[]>();
  readonly #arrivals = new Arrivals();
  #client: RawClient | undefined;
  /** The name that the edge gave the connection. */
  #connection: string | undefined;
  #messageId = 0;
  #bootedAt: number;

  constructor(portal: Reached, unit: Pick<CreatedAppliance, 'serialNumber' | 'identity'>) {
    this.portal = portal;
    this.serial = unit.serialNumber;
    this.identity = unit.identity;
    // Long before what a test says of its past.
    this.#bootedAt = portal.clock.now() - 900 * day_ms;
  }

  async connect(): Promise<void> {
    this.portal.clock.tick();
    const client = await connectRaw({
      port: this.portal.edge.port,
      caPem: this.portal.pki.caPem,
      identity: this.identity,
      onPacket: (packet) => {
        if (packet.cmd !== 'publish') return;
        if (packet.messageId !== undefined) client.send({ cmd: 'puback', messageId: packet.messageId, reasonCode: 0 });
        this.#take(packet.topic, packet.payload.toString());
      },
    });
    this.#client = client;
    const connack = await client.connect(this.serial, {
      keepalive: 60,
      will: { topic: topicUp(this.serial, 'lwt'), payload: Buffer.from('{}'), qos: 1, retain: false },
    });
    const answer = connack.reasonCode ?? connack.returnCode;
    if (answer !== 0) throw new Error(`the edge refused the device: ${answer}`);
    this.#connection = this.portal.connections.latest(this.serial);
    await client.subscribe(`rf/v1/${this.serial}/down/#`);
    this.portal.peers.add(this);
    void client.closed.then(() => {
      if (this.#client === client) this.portal.peers.delete(this);
      this.#arrivals.note();
    });
  }

  get isConnected(): boolean {
    return this.#client !== undefined && !this.#client.isClosed;
  }

  /** Pulls the plug: the connection breaks without a word. Resolves when the portal has committed that. */
  async cut(): Promise<void> {
    this.portal.clock.tick();
    this.#client?.cut();
    await this.#over();
  }

  /** Says goodbye: no will is published. Resolves when the portal has committed that. */
  async leave(): Promise<void> {
    this.portal.clock.tick();
    this.#client?.send({ cmd: 'disconnect' });
    await this.#over();
  }

  /** Resolves when the portal has committed the end of the connection, whoever ended it. */
  async #over(): Promise<void> {
    if (this.#connection !== undefined) await this.portal.connections.over(this.#connection);
  }

  /** By MQTT's own question: its answer stands behind all that was sent before, and tells that all we sent was read. */
  async caughtUp(): Promise<void> {
    const client = this.#client;
    if (!client || client.isClosed) return;
    client.send({ cmd: 'pingreq' });
    await Promise.race([client.next('pingresp'), client.closed]);
  }

  /** Starts again, as after a power cut: the outbox stays. */
  reboot(at_ms = this.portal.clock.now()): void {
    this.boot += 1;
    this.#bootedAt = at_ms;
  }

  /** Formats its outbox: messages are numbered anew in another log. */
  format(): void {
    this.log = newLog();
    this.seq = 0;
  }

  [Symbol.dispose](): void {
    this.#client?.cut();
  }

  /** Numbers a message and gives it its head; it is not sent yet. */
  message(body: Body): DeviceMessage {
    const now = this.portal.clock.now() - this.slow_ms;
    const { at = now, up = Math.max(0, at + this.slow_ms - this.#bootedAt), sent = now, ...rest } = body;
    return { log: this.log, seq: this.seq++, boot: this.boot, at, sent, up, ...rest };
  }

  /** Publishes a message as it is, and does not wait. */
  publish(topic: UpTopic, message: unknown): void {
    this.portal.clock.tick();
    this.#messageId = (this.#messageId % 60_000) + 1;
    if (!this.#client) throw new Error('the device is not connected');
    this.#client.publish(topicUp(this.serial, topic), message, this.#messageId);
  }

  /** Sends a message and waits until the portal acknowledged it. */
  send(topic: UpTopic, body: Body): Promise<string> {
    return this.deliver(topic, this.message(body));
  }

  /** Sends a message that is numbered already, once more perhaps, and waits for another answer to it. */
  async deliver(topic: UpTopic, message: DeviceMessage): Promise<string> {
    const before = this.answers(message).length;
    this.publish(topic, message);
    return this.#arrivals.first(`answer to ${topic} ${message.seq}`, () => this.answers(message)[before]);
  }

  /** Sends samples in one message, `step_ms` apart from `at` on. */
  sendSamples(
    samples: readonly Values[],
    options: { at?: number; step_ms?: number; hist?: boolean } = {},
  ): Promise<string> {
    return this.send('tel', this.samples(samples, options));
  }

  /** The body of a message of samples. */
  samples(
    samples: readonly Values[],
    { at, step_ms = 1000, hist = false }: { at?: number; step_ms?: number; hist?: boolean } = {},
  ): Body {
    return { ...(at !== undefined && { at }), s: samples.map((values, i) => [i * step_ms, values]), hist };
  }

  /** The commands that arrived, each sending of them. */
  commands(): CommandMessage[] {
    return this.down.filter(({ topic }) => topic === 'cmd').map(({ payload }) => payload as CommandMessage);
  }

  /** What the portal said about a message so far: `got`, or why it is bad. */
  answers({ log, seq }: { log: string; seq: number }): readonly string[] {
    return this.#answers.get(`${log} ${seq}`) ?? [];
  }

  #take(topic: string, text: string): void {
    const name = downTopics.find((one) => topic === topicDown(this.serial, one));
    if (!name) throw new Error(`the edge sent to ${topic}`);
    const payload: unknown = JSON.parse(text);
    this.down.push({ topic: name, payload });
    if (name === 'ack') this.#note(payload as AckMessage);
    this.#arrivals.note();
  }

  #note({ log, got, bad }: AckMessage): void {
    const note = (seq: number, answer: string): void =>
      void this.#answers.set(`${log} ${seq}`, [...this.answers({ log, seq }), answer]);
    for (const [from, to] of got) for (let seq = from; seq <= to; seq++) note(seq, 'got');
    for (const [seq, reason] of bad) note(seq, reason);
  }
}

/** Lets a unit tell its whole state with what it keeps and asks at its panel, as one that knows who holds it. */
export async function tellPanel(
  { db }: Pick<TestPortal, 'db'>,
  device: TestDevice,
  told: PanelTold & Readonly<Record<string, unknown>>,
): Promise<void> {
  const { desired, desired_ver } = await db.read((read) =>
    read
      .selectFrom('live_state')
      .innerJoin('appliance', 'appliance.id', 'live_state.appliance')
      .select(['desired', 'desired_ver'])
      .where('serial', '=', device.serial)
      .executeTakeFirstOrThrow(),
  );
  await device.send('twin', { reported: { ...told, holder: desired.holder }, ver: desired_ver });
}

/** Identity of a newly formatted outbox. */
export const newLog = (): string => hexOf(random, 16);

const random = seededRandom('devices');
