import type { JournalledTopic } from '@brina/contract/devices';
import { addSample, newEntry, type OutboxEntry, type Sample, type SampleKind, type Stamp } from './entry.ts';
import { type Dropped, thin } from './thinning.ts';

/** The messages of an outbox that wait for their acknowledgement, by rising number; the last begun may be open for samples. */
export class Queue {
  readonly #waiting = new Map<number, OutboxEntry>();
  #open: OutboxEntry | null = null;
  #next = 0;
  #samples = 0;
  #lastTrue_ms = 0;

  /** The message that is open for samples. */
  get open(): OutboxEntry | null {
    return this.#open;
  }

  /** Number of the next message. */
  get next(): number {
    return this.#next;
  }

  get messages(): number {
    return this.#waiting.size;
  }

  get samples(): number {
    return this.#samples;
  }

  /** Epoch ms of the latest fact ever put in, by the true clock; 0 when there was none. */
  get lastTrue_ms(): number {
    return this.#lastTrue_ms;
  }

  get oldest(): OutboxEntry | undefined {
    return this.#waiting.values().next().value;
  }

  entries(): IterableIterator<OutboxEntry> {
    return this.#waiting.values();
  }

  /** Goes on after another queue: numbers and times are not used again. */
  goOn(next: number, lastTrue_ms: number): void {
    this.#next = next;
    this.#lastTrue_ms = lastTrue_ms;
  }

  /** Begins a message, which is then open. */
  begin(topic: JournalledTopic, stamp: Stamp, kind: SampleKind | null, body: string, seq = this.#next): OutboxEntry {
    const entry = newEntry(seq, topic, stamp, kind, body);
    this.#waiting.set(seq, entry);
    this.#next = Math.max(this.#next, seq + 1);
    this.#lastTrue_ms = Math.max(this.#lastTrue_ms, stamp.true_ms);
    this.#open = entry;
    return entry;
  }

  /** Adds a sample to the open message, if there is one. */
  append(sample: Sample, true_ms: number): void {
    if (!this.#open) return;
    this.#lastTrue_ms = Math.max(this.#lastTrue_ms, true_ms);
    if (addSample(this.#open, sample, true_ms)) this.#samples++;
  }

  /** Closes a message, or whichever is open. */
  seal(entry = this.#open): void {
    if (entry === this.#open) this.#open = null;
  }

  markSent(seq: number): void {
    const entry = this.#waiting.get(seq);
    if (entry) entry.sent = true;
  }

  /** Whether the message was there. */
  forget(seq: number): boolean {
    const entry = this.#waiting.get(seq);
    if (!entry) return false;
    this.#samples -= entry.samples.length;
    this.seal(entry);
    return this.#waiting.delete(seq);
  }

  /** Forgets the messages of a range, both ends included; returns how many there were. */
  forgetRange([from, to]: readonly [number, number]): number {
    // An acknowledgement may name a wide range; what waits is the shorter list.
    let gone = 0;
    for (const seq of this.#waiting.keys()) if (seq >= from && seq <= to && this.forget(seq)) gone++;
    return gone;
  }

  /** Gives up so many idle samples, if there are as many. */
  thin(wanted: number): Dropped {
    this.#open = null;
    const dropped = thin(this.#waiting, wanted);
    this.#samples -= dropped.count;
    return dropped;
  }
}
