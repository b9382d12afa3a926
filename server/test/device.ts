import { randomBytes } from 'node:crypto';
import { type AckMessage, type DownTopic, downTopics, topicDown, topicUp, type UpTopic } from '@brina/contract/devices';
import type { Clock } from '#core/clock.ts';
import { connectRaw, type RawClient } from '#core/edge/testing/raw-client.ts';
import { until } from '#core/edge/testing/until.ts';
import type { CreatedAppliance } from '#features/appliances/create-appliance.ts';
import type { TestPortal } from './portal.ts';

/** Head and body of a message; the device numbers it. */
type Body = Record<string, unknown> & { at?: number; up?: number; sent?: number };

/**
 * The tests' own device (not the simulator): it sends what a test says and remembers what the portal acknowledged.
 * `log`, `seq` and `boot` are its own; a reconnect keeps them, as a unit's outbox does.
 */
export class TestDevice {
  readonly serial: string;
  readonly portal: Pick<TestPortal, 'edge' | 'pki'> & { clock: Clock };
  readonly identity: CreatedAppliance['identity'];
  log = randomBytes(8).toString('hex');
  boot = 1;
  seq = 0;
  readonly acknowledged = new Map<string, 'got' | string>();
  readonly down: { topic: DownTopic; payload: unknown }[] = [];
  private client: RawClient | undefined;
  private messageId = 0;
  private readonly bootedAt: number;

  constructor(portal: TestDevice['portal'], unit: CreatedAppliance) {
    this.portal = portal;
    this.serial = unit.serialNumber;
    this.identity = unit.identity;
    this.bootedAt = portal.clock.now();
  }

  async connect(): Promise<void> {
    this.client = await connectRaw({
      port: this.portal.edge.port,
      caPem: this.portal.pki.caPem,
      identity: this.identity,
      onPacket: (packet) => {
        if (packet.cmd === 'publish') this.take(packet.topic, packet.payload.toString());
      },
    });
    const connack = await this.client.connect(this.serial, {
      keepalive: 60,
      will: { topic: topicUp(this.serial, 'lwt'), payload: Buffer.from('{}'), qos: 1, retain: false },
    });
    if ((connack.reasonCode ?? connack.returnCode) !== 0) throw new Error('the edge refused the device');
    await this.client.subscribe(`rf/v1/${this.serial}/down/#`);
  }

  /** Pulls the plug: the connection breaks without a word. */
  cut(): void {
    this.client?.cut();
  }

  [Symbol.dispose](): void {
    this.cut();
  }

  /** Numbers a message and gives it its head; it is not sent yet. */
  message(body: Body): Record<string, unknown> & { seq: number; log: string } {
    const now = this.portal.clock.now();
    const at = body.at ?? now;
    return { log: this.log, seq: this.seq++, boot: this.boot, sent: now, up: Math.max(0, at - this.bootedAt), ...body, at };
  }

  /** Publishes a message as it is, and does not wait. */
  publish(topic: UpTopic, message: unknown): void {
    this.messageId = (this.messageId % 60_000) + 1;
    if (!this.client) throw new Error('the device is not connected');
    this.client.publish(topicUp(this.serial, topic), message, this.messageId);
  }

  /** Sends a message and waits until the portal acknowledged it. */
  async send(topic: UpTopic, body: Body): Promise<string> {
    const message = this.message(body);
    this.publish(topic, message);
    return this.acknowledgement(message.seq);
  }

  /** Samples a second apart from `at` on, in one message. */
  sendSamples(samples: readonly Record<string, number | string | null>[], options: { at?: number; step_ms?: number; hist?: boolean } = {}): Promise<string> {
    const { step_ms = 1000, hist = false } = options;
    return this.send('tel', { ...(options.at !== undefined && { at: options.at }), s: samples.map((values, i) => [i * step_ms, values]), hist });
  }

  /** What the portal said about a message: `got`, or why it is bad. */
  acknowledgement(seq: number, log = this.log): Promise<string> {
    return until(`acknowledgement of ${seq}`, () => this.acknowledged.get(`${log} ${seq}`));
  }

  private take(topic: string, text: string): void {
    const name = downTopics.find((one) => topic === topicDown(this.serial, one));
    if (!name) throw new Error(`the edge sent to ${topic}`);
    const payload: unknown = JSON.parse(text);
    this.down.push({ topic: name, payload });
    if (name !== 'ack') return;
    const { log, got, bad } = payload as AckMessage;
    for (const [from, to] of got) for (let seq = from; seq <= to; seq++) this.acknowledged.set(`${log} ${seq}`, 'got');
    for (const [seq, reason] of bad) this.acknowledged.set(`${log} ${seq}`, reason);
  }
}
