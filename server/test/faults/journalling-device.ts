import { EventEmitter, once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type AckMessage, limits, topicDown, topicUp } from '@brina/contract/devices';
import type { Clock } from '#core/clock.ts';
import { connectRaw, type RawClient } from '#core/edge/testing/raw-client.ts';
import type { CreatedAppliance } from '#features/kitchen/appliances/create-appliance.ts';
import { newLog } from '../device.ts';
import type { JournalLine } from './checker.ts';

export type JournallingDeviceOptions = {
  unit: Pick<CreatedAppliance, 'serialNumber' | 'identity'>;
  caPem: string;
  port: number;
  /** Where it journals every message before it is sent, and every acknowledgement as it is received. */
  journal: string;
  clock: Clock;
  random: () => number;
  /** Does a try to connect when its turn comes; absent: at once. */
  inTurn?<T>(connect: () => Promise<T>): Promise<T>;
  /** What it measures and how often; absent: all the time. */
  measuring?: Measuring;
  /** Told of each message's way from its last sending to its acknowledgement. */
  acknowledged?(wait_ms: number): void;
};

/** Topic and body of what a device tells, without the head. */
export type Told = { topic: 'tel' | 'evt'; body: Record<string, unknown> };

/** How a device of a test lives. */
export type Measuring = {
  /** From its start to the first message, and between two messages. */
  first_ms: number;
  every_ms: number;
  /** Between two looks at what was not acknowledged, each with a PINGREQ. */
  tick_ms: number;
  /** @param seq number of the message, which a counter may repeat */
  tell(seq: number): readonly Told[];
};

type Message = { seq: number; topic: 'tel' | 'evt'; body: Record<string, unknown> };

/** What is waited before a new try to connect. */
const reconnect_ms = 150;
/** A message that was not acknowledged by then is sent again. */
const resendAfter_ms = 4000;

/** Messages as fast as a fault test wants them, of values that are no two times alike. */
const withoutPause = (random: () => number): Measuring => {
  const quarter = (): number => Math.floor(random() * 200) / 4;
  return {
    first_ms: 120,
    every_ms: 120,
    tick_ms: 1000,
    tell(seq) {
      const samples = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, i) => [
        i * 20,
        { TCell: quarter(), TCore1: quarter(), compressorStarts: seq },
      ]);
      return random() < 0.1
        ? [{ topic: 'evt', body: { type: 'door', door: 1, open: random() < 0.5 } }]
        : [{ topic: 'tel', body: { s: samples } }];
    },
  };
};

/**
 * The fault tests' own device, smaller than the simulator and of other making: it measures all the time, connects whenever it
 * can, sends again what is not acknowledged, and forgets a message only on its acknowledgement.
 */
export class JournallingDevice {
  readonly serial: string;
  readonly #options: JournallingDeviceOptions;
  readonly #log = newLog();
  readonly #waiting = new Map<number, Message>();
  /** When each message was last sent on the present connection. */
  readonly #inFlight = new Map<number, number>();
  readonly #bootedAt: number;
  readonly #measuring: Measuring;
  #measure: NodeJS.Timeout;
  readonly #look: NodeJS.Timeout;
  #seq = 0;
  #messageId = 0;
  #client: RawClient | undefined;
  /** Says `change` when it is connected, and when something is acknowledged. */
  readonly #news = new EventEmitter();
  #acknowledged = 0;
  #isOver = false;
  #living: Promise<void>;

  constructor(options: JournallingDeviceOptions) {
    this.#options = options;
    this.serial = options.unit.serialNumber;
    this.#bootedAt = options.clock.now();
    this.#measuring = options.measuring ?? withoutPause(options.random);
    this.#measure = setTimeout(() => {
      this.#produce();
      this.#measure = setInterval(() => this.#produce(), this.#measuring.every_ms);
    }, this.#measuring.first_ms);
    this.#look = setInterval(() => this.#tick(), this.#measuring.tick_ms);
    this.#living = this.#live();
  }

  /** Measures nothing more; what waits is still sent. */
  stopMeasuring(): void {
    clearTimeout(this.#measure);
  }

  /** Resolves when everything is acknowledged. */
  drained(limit_ms: number): Promise<void> {
    return this.#until('drained', () => this.#waiting.size === 0, limit_ms);
  }

  /** Resolves when it is connected. */
  connected(limit_ms: number): Promise<void> {
    return this.#until('connected', () => this.isConnected, limit_ms);
  }

  /** Resolves when so many messages more have been acknowledged. */
  heard(more: number, limit_ms: number): Promise<void> {
    const enough = this.#acknowledged + more;
    return this.#until(`heard ${more} times`, () => this.#acknowledged >= enough, limit_ms);
  }

  get isConnected(): boolean {
    return this.#client !== undefined;
  }

  /** Pulls the plug of its network. */
  cut(): void {
    this.#client?.cut();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    this.stopMeasuring();
    clearInterval(this.#look);
    this.cut();
    await this.#living;
  }

  async #until(what: string, holds: () => boolean, limit_ms: number): Promise<void> {
    const signal = AbortSignal.timeout(limit_ms);
    try {
      while (!holds()) await once(this.#news, 'change', { signal });
    } catch {
      throw new Error(`${this.serial} is not ${what} within ${limit_ms} ms, ${this.#waiting.size} messages wait`);
    }
  }

  async #live(): Promise<void> {
    const { inTurn = (connect) => connect(), random } = this.#options;
    while (!this.#isOver) {
      try {
        const client = await inTurn(() => this.#connect());
        this.#client = client;
        this.#inFlight.clear();
        this.#news.emit('change');
        this.#pump();
        if (this.#isOver) client.cut();
        await client.closed;
      } catch {
        // Nobody there, or not yet.
      }
      this.#client = undefined;
      await pause(reconnect_ms * (1 + random()));
    }
  }

  async #connect(): Promise<RawClient> {
    const { port, caPem, unit } = this.#options;
    const client = await connectRaw({
      port,
      caPem,
      identity: unit.identity,
      onPacket: (packet) => {
        if (packet.cmd !== 'publish') return;
        if (packet.messageId !== undefined) client.send({ cmd: 'puback', messageId: packet.messageId, reasonCode: 0 });
        if (packet.topic === topicDown(this.serial, 'ack'))
          this.#acknowledge(JSON.parse(packet.payload.toString()) as AckMessage);
      },
    });
    try {
      const connack = await client.connect(this.serial, { keepalive: 30 });
      if (connack.reasonCode !== 0) throw new Error('refused');
      await client.subscribe(topicDown(this.serial, 'ack'));
      return client;
    } catch (error) {
      client.cut();
      throw error;
    }
  }

  #produce(): void {
    const at = this.#options.clock.now();
    for (const { topic, body } of this.#measuring.tell(this.#seq)) {
      const head = { log: this.#log, seq: this.#seq, boot: 1, at, up: at - this.#bootedAt };
      const message: Message = { seq: this.#seq, topic, body: { ...head, ...body } };
      this.#seq += 1;
      this.#note({ message: message.body, topic });
      this.#waiting.set(message.seq, message);
    }
    this.#pump();
  }

  #tick(): void {
    this.#client?.send({ cmd: 'pingreq' });
    const now = performance.now();
    for (const [seq, sent] of this.#inFlight) if (now - sent > resendAfter_ms) this.#inFlight.delete(seq);
    this.#pump();
  }

  #pump(): void {
    for (const [seq, { topic, body }] of this.#waiting) {
      if (!this.#client || this.#inFlight.size >= limits.window) return;
      if (this.#inFlight.has(seq)) continue;
      this.#inFlight.set(seq, performance.now());
      this.#messageId = (this.#messageId % 60_000) + 1;
      const { clock, random } = this.#options;
      // The same content; how it is sent differs from sending to sending.
      const sending =
        topic === 'tel' ? { ...body, sent: clock.now(), hist: random() < 0.3 } : { ...body, sent: clock.now() };
      this.#client.publish(topicUp(this.serial, topic), sending, this.#messageId);
    }
  }

  #acknowledge({ log, got, bad }: AckMessage): void {
    if (log !== this.#log) throw new Error(`an acknowledgement of ${log}`);
    for (const [seq, reason] of bad) this.#note({ seq, bad: reason });
    for (const [from, to] of got) {
      for (let seq = from; seq <= to; seq++) {
        this.#note({ seq, got: true });
        this.#acknowledged += Number(this.#waiting.delete(seq));
        const sent = this.#inFlight.get(seq);
        if (sent !== undefined) this.#options.acknowledged?.(performance.now() - sent);
        this.#inFlight.delete(seq);
      }
    }
    this.#news.emit('change');
    this.#pump();
  }

  #note(line: JournalLine): void {
    appendFileSync(this.#options.journal, `${JSON.stringify(line)}\n`);
  }
}
