/**
 * A unit's connection to the edge: MQTT with its own certificate, the newest facts first, then the backlog; a message stays in the
 * outbox until the edge says that the database has it (docs/DEVICE-PROTOCOL.md).
 */
import {
  type AckMessage,
  ackMessage,
  type CommandMessage,
  commandMessage,
  type DesiredMessage,
  desiredMessage,
  limits,
  timeReply,
  topicDown,
  topicUp,
} from '@brina/contract/devices';
import { hour_ms, minute_ms } from '@brina/domain/language/durations';
import type { OutboxEntry } from '../outbox/entry.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { Line, type LineOptions } from './line.ts';
import { type Flight, SendWindow } from './send-window.ts';

export type LinkOptions = LineOptions & {
  readonly outbox: Outbox;
  /** The unit's own clock, epoch ms; 0 while it is not set. The true clock tells what is late. */
  readonly unitClock: () => number;
  /** Subscribed: the unit now adds its whole state. */
  readonly onConnected: () => void;
  readonly onCommand: (command: CommandMessage) => void;
  readonly onDesired: (desired: DesiredMessage) => void;
  /** What the server's clock showed at an instant of the true clock. */
  readonly onServerTime: (server_ms: number, true_ms: number) => void;
  /** Something was acknowledged: there is room again. */
  readonly onAcknowledged?: () => void;
};

const timeSync_ms = hour_ms;
const timeSyncUnset_ms = minute_ms;

/** The link of one unit; it connects when it is opened. */
export class Link {
  readonly #options: LinkOptions;
  readonly #line: Line;
  readonly #window: SendWindow;
  #ready = false;
  #timeAsked_ms = 0;
  /** What is still to come; another plan of its kind takes its place. */
  readonly #plans: { pump?: Disposable; askTime?: Disposable } = {};

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#window = new SendWindow(options.outbox);
    this.#line = new Line(options, {
      up: () => this.#up(),
      received: (topic, text) => this.#receive(topic, text),
      down: () => this.#down(),
    });
  }

  get connected(): boolean {
    return this.#ready;
  }

  /** Begins to connect. */
  open(): void {
    this.#line.open();
  }

  /** Sends what can be sent. */
  pump(): void {
    if (!this.#ready) return;
    const now = this.#options.clock.now();
    const goesOn_ms = this.#window.pump(now, (entry, late, flight) => this.#send(entry, late, flight));
    if (goesOn_ms !== null) this.#plan('pump', goesOn_ms - now, () => this.pump());
  }

  /** Backlog messages per second; as fast as they are acknowledged with Infinity. */
  setBacklogRate(messages_per_s: number): void {
    this.#window.rate_per_s = messages_per_s;
    this.pump();
  }

  /** Ends the connection without a farewell, as a pulled cable does, and stays away until it is opened again. */
  cut(): void {
    this.#line.cut();
  }

  /** Says goodbye, so that no will is published. */
  async close(): Promise<void> {
    await this.#line.close();
  }

  #up(): void {
    // What is open was begun without a connection and belongs to the backlog; nothing of it goes before the newest.
    this.#options.outbox.seal();
    this.#options.onConnected();
    this.#ready = true;
    this.#askTime();
    this.pump();
  }

  #down(): void {
    this.#ready = false;
    this.#window.clear();
    for (const planned of Object.values(this.#plans)) planned[Symbol.dispose]();
  }

  #receive(topic: string, text: string): void {
    const { serial, clock, onCommand, onDesired, onServerTime } = this.#options;
    const message = parsed(text);
    if (topic === topicDown(serial, 'ack')) whenValid(ackMessage.safeParse(message), (ack) => this.#acknowledged(ack));
    else if (topic === topicDown(serial, 'cmd')) whenValid(commandMessage.safeParse(message), onCommand);
    else if (topic === topicDown(serial, 'twin')) whenValid(desiredMessage.safeParse(message), onDesired);
    else if (topic === topicDown(serial, 'time')) {
      whenValid(timeReply.safeParse(message), ({ t2 }) => {
        const now = clock.now();
        onServerTime(t2 + (now - this.#timeAsked_ms) / 2, now);
      });
    }
  }

  #acknowledged({ log, got, bad }: AckMessage): void {
    const { outbox, onAcknowledged } = this.#options;
    if (log !== outbox.log) return;
    outbox.acknowledge(got);
    for (const [seq] of bad) outbox.refuse(seq);
    this.#window.arrived(got, bad);
    onAcknowledged?.();
    this.pump();
  }

  #askTime(): void {
    if (!this.#ready) return;
    const { serial, clock, unitClock } = this.#options;
    this.#timeAsked_ms = clock.now();
    const t0 = unitClock();
    this.#line.publish(topicUp(serial, 'time'), JSON.stringify({ t0 }));
    this.#plan('askTime', t0 === 0 ? timeSyncUnset_ms : timeSync_ms, () => this.#askTime());
  }

  #send(entry: OutboxEntry, late: boolean, flight: Flight): void {
    const { serial, outbox, unitClock } = this.#options;
    const hist = late || entry.samples.length > limits.samples_live;
    this.#line.publish(topicUp(serial, entry.topic), outbox.wire(entry, unitClock(), hist), () => {
      flight.taken = true;
    });
  }

  #plan(kind: 'pump' | 'askTime', wait_ms: number, run: () => void): void {
    this.#plans[kind]?.[Symbol.dispose]();
    this.#plans[kind] = this.#options.clock.after(wait_ms, run);
  }
}

function whenValid<T>(result: { success: true; data: T } | { success: false }, act: (value: T) => void): void {
  if (result.success) act(result.data);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
