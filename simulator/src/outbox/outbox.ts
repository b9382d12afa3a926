/**
 * A unit's outbox: every fact waits here until the server's database has it. A message is forgotten only when it is acknowledged; a
 * full outbox thins out samples of idle hours, never those of a cycle, and says so with a `gap` event (docs/DEVICE-PROTOCOL.md, "Outbox of the
 * unit").
 *
 * With a path the outbox is a journal of JSON lines, written before anything is sent, so that a killed process loses nothing it has
 * told. Lines are only appended; now and then the journal is rewritten without what has been acknowledged.
 */
import { randomBytes } from 'node:crypto';
import type { JournalledTopic } from '@brina/contract/devices';
import { fits, type OutboxEntry, offsetIn, type SampleKind, type SampleValues, type Stamp, wireText } from './entry.ts';
import { Journal, type JournalHead, type Line } from './journal.ts';
import { Queue } from './queue.ts';

/** What waits in the outbox. */
export type OutboxFill = {
  readonly messages: number;
  readonly samples: number;
  /** Share of the capacity used, 0..1 and beyond when cycles alone overfill it. */
  readonly share: number;
  /** By the true clock; null when empty. */
  readonly oldestTrue_ms: number | null;
};

export type OutboxOptions = {
  /** Journal file; without one the outbox lives in memory. */
  readonly path?: string;
  /** Samples it holds before it thins out; a week at 60 s and two days at 10 s by default. */
  readonly capacity_samples?: number;
};

const capacityDefault_samples = 27_000;
/** It thins out until this share of the room is free. */
const freed = 0.1;

/** An outbox: what its journal holds, or new. */
export class Outbox {
  readonly #capacity_samples: number;
  readonly #journal: Journal | null;
  readonly #queue = new Queue();
  #log = randomBytes(8).toString('hex');
  #lostSamples = 0;
  #badMessages = 0;
  #thinFrom_samples: number;

  constructor({ path, capacity_samples = capacityDefault_samples }: OutboxOptions = {}) {
    this.#capacity_samples = capacity_samples;
    this.#thinFrom_samples = capacity_samples;
    this.#journal = path === undefined ? null : new Journal(path);
    for (const line of this.#journal?.read() ?? []) this.#replay(line);
    // Nothing is added to messages of an earlier run: the unit has booted since.
    this.seal();
    this.#rewrite();
  }

  /** 64 random bits in hex, made when the outbox is formatted. */
  get log(): string {
    return this.#log;
  }

  /** Number of the next message. */
  get next(): number {
    return this.#queue.next;
  }

  /** Samples given up for want of room since formatting. */
  get lostSamples(): number {
    return this.#lostSamples;
  }

  /** Messages the server refused as bad since formatting. */
  get badMessages(): number {
    return this.#badMessages;
  }

  /** Epoch ms of the latest fact ever put in, by the true clock; 0 when there was none. */
  get lastTrue_ms(): number {
    return this.#queue.lastTrue_ms;
  }

  get fill(): OutboxFill {
    const { messages, samples, oldest } = this.#queue;
    return {
      messages,
      samples,
      share: samples / this.#capacity_samples,
      oldestTrue_ms: oldest?.stamp.true_ms ?? null,
    };
  }

  /** Adds an event, twin, result or firmware message: its members without the head. Returns its number. */
  put(topic: Exclude<JournalledTopic, 'tel'>, body: Readonly<Record<string, unknown>>, stamp: Stamp): number {
    const entry = this.#queue.begin(topic, stamp, null, JSON.stringify(body).slice(1));
    this.seal();
    this.#journal?.write({ m: [entry.seq, topic, stamp, null, entry.body] });
    return entry.seq;
  }

  /** Adds a sample, to the message still open for its kind or to a new one. */
  sample(values: SampleValues, kind: SampleKind, stamp: Stamp): void {
    const json = JSON.stringify(values);
    const { open } = this.#queue;
    const entry = open && fits(open, kind, stamp, json.length) ? open : this.#beginSamples(kind, stamp);
    const offset_ms = offsetIn(entry, stamp);
    this.#queue.append({ offset_ms, json }, stamp.true_ms);
    this.#journal?.write({ s: [offset_ms, json, stamp.true_ms] });
    if (this.#queue.samples > this.#thinFrom_samples) this.#thin(stamp);
  }

  /** Closes the open telemetry message. */
  seal(): void {
    this.#queue.seal();
  }

  /** The waiting messages by rising number. */
  entries(): IterableIterator<OutboxEntry> {
    return this.#queue.entries();
  }

  /** Whether a message is still open for samples. */
  isOpen(entry: OutboxEntry): boolean {
    return entry === this.#queue.open;
  }

  /** The message as it goes on the wire; from now on its content is fixed. `sent`: epoch ms by the unit's clock. */
  wire(entry: OutboxEntry, sent: number, hist: boolean): string {
    this.#queue.seal(entry);
    if (!entry.sent) {
      entry.sent = true;
      this.#journal?.write({ f: entry.seq });
      this.flush();
    }
    return wireText(entry, this.#log, sent, hist);
  }

  /** Forgets what the server has. Ranges are inclusive. Returns how many messages went. */
  acknowledge(ranges: readonly (readonly [number, number])[]): number {
    const gone = this.#forget(ranges);
    if (gone > 0) {
      this.#journal?.write({ a: ranges });
      if (this.#journal?.isMostlyGone(this.entries())) this.#rewrite();
    }
    return gone;
  }

  /** Drops a message the server calls bad, and counts it. */
  refuse(seq: number): void {
    if (!this.#queue.forget(seq)) return;
    this.#badMessages++;
    this.#journal?.write({ b: seq });
  }

  /** Writes down what was put in since the last time; sending a message does so too. */
  flush(): void {
    this.#journal?.flush();
  }

  close(): void {
    this.#journal?.close();
  }

  #beginSamples(kind: SampleKind, stamp: Stamp): OutboxEntry {
    const entry = this.#queue.begin('tel', stamp, kind, '');
    this.#journal?.write({ m: [entry.seq, 'tel', stamp, kind, ''] });
    return entry;
  }

  #forget(ranges: readonly (readonly [number, number])[]): number {
    return ranges.reduce((sum, range) => sum + this.#queue.forgetRange(range), 0);
  }

  /** Gives up idle samples, oldest first, until a tenth of the room is free, and tells what went. */
  #thin(stamp: Stamp): void {
    const capacity = this.#capacity_samples;
    const dropped = this.#queue.thin(this.#queue.samples - Math.floor(capacity * (1 - freed)));
    this.#lostSamples += dropped.count;
    // What is left of cycles may be more than the capacity: look again only when another tenth has come in.
    this.#thinFrom_samples = Math.max(capacity, this.#queue.samples + Math.ceil(capacity * freed));
    if (dropped.count === 0) return;
    const { from, to, count } = dropped;
    this.put('evt', { type: 'gap', from, to, samples: count, reason: 'outbox_full' }, stamp);
    this.#rewrite();
  }

  #replay(line: Line): void {
    if ('h' in line) {
      const { log, next, lost, bad, last } = line.h;
      this.#log = log;
      this.#lostSamples = lost;
      this.#badMessages = bad;
      this.#queue.goOn(next, last);
    } else if ('m' in line) {
      const [seq, topic, stamp, kind, body] = line.m;
      this.#queue.begin(topic, stamp, kind, body, seq);
    } else if ('s' in line) {
      const [offset_ms, json, true_ms] = line.s;
      this.#queue.append({ offset_ms, json }, true_ms);
    } else if ('f' in line) this.#queue.markSent(line.f);
    else if ('a' in line) this.#forget(line.a);
    else {
      this.#queue.forget(line.b);
      this.#badMessages++;
    }
  }

  #rewrite(): void {
    this.#journal?.rewrite(this.#head, this.entries());
  }

  get #head(): JournalHead {
    const { next, lastTrue_ms } = this.#queue;
    return { log: this.#log, next, lost: this.#lostSamples, bad: this.#badMessages, last: lastTrue_ms };
  }
}
