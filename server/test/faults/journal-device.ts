import { randomBytes } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type AckMessage, limits, topicDown, topicUp } from '@brina/contract/devices';
import { systemClock } from '#core/clock.ts';
import { connectRaw, type RawClient } from '#core/edge/testing/raw-client.ts';

/** A message as it was journalled before it was first sent. */
export type Journalled = { serial: string; log: string; seq: number; at: number; samples: readonly Values[] };
export type Values = { TCell: number; TCore1: number };

/** Where a device connects and how it proves who it is. */
export type Station = { port: number; caPem: string; identity: { certificatePem: string; keyPem: string } };

/** Samples are this far apart within a message. */
export const sampleStep_ms = 1000;
const samplesPerMessage = 6;
/** A PUBACK that does not come means a dead peer: the kernel may not tell for minutes. */
const silence_ms = 4000;

/**
 * The fault test's own device, not the simulator: it journals every message to a file before it sends it, and every
 * acknowledgement when it has it. Whatever happens to the portal, it connects again and repeats what is unacknowledged.
 */
export class JournalDevice {
  readonly serial: string;
  readonly log = randomBytes(8).toString('hex');
  readonly journal: Journalled[] = [];
  readonly acknowledged = new Set<number>();
  private readonly station: () => Station;
  private readonly file: string;
  private readonly random: () => number;
  private readonly startedAt: number;
  private client: RawClient | undefined;
  private isOver = false;

  constructor(options: {
    serial: string;
    station: () => Station;
    file: string;
    random: () => number;
    startedAt: number;
  }) {
    this.serial = options.serial;
    this.station = options.station;
    this.file = options.file;
    this.random = options.random;
    this.startedAt = options.startedAt;
    writeFileSync(this.file, '');
  }

  /** Sends `count` messages, and ends when the portal has acknowledged every one of them. */
  async run(count: number): Promise<void> {
    while (!this.isOver && this.acknowledged.size < count) {
      try {
        await this.connection(count);
      } catch {
        // Refused or cut: a device knows no reason, it tries again.
      }
      this.cut();
      await pause(50 + this.random() * 100);
    }
  }

  /** Drops the connection, as a pulled cable does. */
  cut(): void {
    this.client?.cut();
    this.client = undefined;
  }

  /** Gives up: the test has failed elsewhere. */
  end(): void {
    this.isOver = true;
    this.cut();
  }

  private async connection(count: number): Promise<void> {
    const { port, caPem, identity } = this.station();
    const client = await connectRaw({
      port,
      caPem,
      identity,
      onPacket: (packet) => {
        if (packet.cmd === 'publish' && packet.topic === topicDown(this.serial, 'ack'))
          this.take(JSON.parse(packet.payload.toString()) as AckMessage);
      },
    });
    this.client = client;
    await client.connect(this.serial, { keepalive: 30 });
    await client.subscribe(`rf/v1/${this.serial}/down/#`);
    let next = 0;
    let lastNews = performance.now();
    let news = this.acknowledged.size;
    while (!client.isClosed && !this.isOver && this.acknowledged.size < count) {
      while (next < this.journal.length && this.acknowledged.has(next)) next++;
      const unconfirmed = client.count('puback');
      const isOpen = this.sent(client) - unconfirmed < limits.window;
      if (isOpen && (next < this.journal.length || this.journal.length < count)) {
        this.publish(client, this.journal[next] ?? this.write());
        next++;
      }
      if (this.acknowledged.size !== news) {
        news = this.acknowledged.size;
        lastNews = performance.now();
      }
      // Everything was sent once on this connection and not all of it answered: repeat from the start.
      if (next >= this.journal.length && this.journal.length === count && performance.now() - lastNews > silence_ms / 2)
        next = 0;
      if (performance.now() - lastNews > silence_ms) return;
      await pause(2 + this.random() * 8);
    }
  }

  private readonly published = new WeakMap<RawClient, number>();
  private sent(client: RawClient): number {
    return this.published.get(client) ?? 0;
  }

  private publish(client: RawClient, message: Journalled): void {
    const now = systemClock.now();
    const number = this.sent(client) + 1;
    this.published.set(client, number);
    client.publish(
      topicUp(this.serial, 'tel'),
      {
        log: message.log,
        seq: message.seq,
        boot: 1,
        at: message.at,
        sent: now,
        up: message.at - this.startedAt,
        s: message.samples.map((values, i) => [i * sampleStep_ms, values]),
        hist: false,
      },
      (number % 60_000) + 1,
    );
  }

  private write(): Journalled {
    const seq = this.journal.length;
    const tenth = (): number => Math.round(this.random() * 400 - 200) / 10;
    const message = {
      serial: this.serial,
      log: this.log,
      seq,
      at: this.startedAt + seq * samplesPerMessage * sampleStep_ms,
      samples: Array.from({ length: samplesPerMessage }, () => ({ TCell: tenth(), TCore1: tenth() })),
    };
    appendFileSync(this.file, `${JSON.stringify({ message })}\n`);
    this.journal.push(message);
    return message;
  }

  private take({ log, got, bad }: AckMessage): void {
    if (log !== this.log || bad.length > 0)
      throw new Error(`${this.serial} was answered ${JSON.stringify({ log, bad })}`);
    for (const [from, to] of got)
      for (let seq = from; seq <= to; seq++) {
        if (this.acknowledged.has(seq)) continue;
        appendFileSync(this.file, `${JSON.stringify({ acknowledged: seq })}\n`);
        this.acknowledged.add(seq);
      }
  }
}
