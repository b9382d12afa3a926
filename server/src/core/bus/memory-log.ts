import { setImmediate as turn } from 'node:timers/promises';
import { second_ms } from '@brina/domain/language/durations';
import type { Logger } from 'pino';
import { type Clock, systemClock, type Timer } from '../clock.ts';
import type { BatchRules, UpMessage } from './bus.ts';
import { decodeUp, encodeUp } from './wire.ts';

/** Why an append is rejected: the bus is closing, the message may not have been handled. */
class BusClosed extends Error {
  override name = 'BusClosed';
}

/** Faults of a distributed bus that a test wants to see: see {@link memoryBus}. */
export type Mischief = { deliverTwice: number; late_turns: number; random: () => number };

/** How many turns of the event loop a delivery comes late: counted in turns, not in time, it is the same on a busy machine. */
export async function comeLate({ late_turns, random }: Pick<Mischief, 'late_turns' | 'random'>): Promise<void> {
  for (let left = Math.floor(random() * (late_turns + 1)); left > 0; left--) await turn();
}

type Handle = (batch: readonly UpMessage[]) => Promise<void>;

/** Messages of one key, oldest first. While a batch holds some of them the lane is busy and gives none to another. */
type Lane = { key: string; waiting: Entry[]; busy: boolean };

type Entry = {
  lane: Lane;
  /** Order of appending over all lanes. */
  number: number;
  /** When it was appended, monotonic. */
  since_ms: number;
  message: UpMessage;
  bytes: number;
  weight: number;
  backlog: boolean;
  resolve: () => void;
  reject: (fault: Error) => void;
};

type Batch = { entries: readonly Entry[]; attempt: number; repeat: boolean };

type Consumer = {
  handle: Handle;
  rules: Required<BatchRules>;
  running: number;
  /** Rejected batches, each waiting for its pause to end. */
  pauses: Map<Timer, Batch>;
  /** Batches to be delivered before any new one. */
  due: Batch[];
  gathering: Gathering;
  stopped: PromiseWithResolvers<void> | undefined;
};

/** When the last batch was formed, and how many messages a second came, counted over the last second or longer. Moments are monotonic. */
type Gathering = {
  formed_ms: number;
  rate_per_s: number;
  counted: { at_ms: number; appended: number };
  /** Runs while a batch waits for company. */
  timer: Timer | undefined;
};

const defaultRules: Required<BatchRules> = {
  weight_max: 1_000,
  bytes_max: 4 * 1024 * 1024,
  parallel: 1,
  gather: { from_per_s: Number.POSITIVE_INFINITY, apart_ms: 0 },
  weigh: () => ({ weight: 1, backlog: false }),
};
/** Live messages leave this share of a batch to waiting backlog: else one busy hour would end all catching up. */
const backlogShare = 0.25;
const pauseFirst_ms = 50;
const pauseMost_ms = 5_000;

/**
 * The log in memory, in lanes by key. It is durable only as far as its producers are: each append stays unresolved, and so
 * its message unacknowledged, until the consumer has handled it. That also bounds its size, by the windows of the edge.
 */
export class MemoryLog {
  readonly #mischief: Mischief;
  readonly #log: Pick<Logger, 'warn'> | undefined;
  readonly #clock: Clock;
  readonly #lanes = new Map<string, Lane>();
  /** Lanes with something to give, in the order they came, by what their next message is. */
  readonly #ready = { live: new Set<Lane>(), backlog: new Set<Lane>() };
  /** Entries not finished, by number and so ascending: a Map keeps the order of insertion. */
  readonly #open = new Map<number, Entry>();
  readonly #drains = new Set<{ upTo: number; resolve: () => void }>();
  #appended = 0;
  #consumer: Consumer | undefined;
  #scheduled = false;
  #closed = false;

  constructor(mischief: Mischief, log: Pick<Logger, 'warn'> | undefined, clock: Clock = systemClock) {
    this.#mischief = mischief;
    this.#log = log;
    this.#clock = clock;
  }

  append(key: string, message: UpMessage): Promise<void> {
    if (this.#closed) return Promise.reject(new BusClosed('the bus is closed'));
    const bytes = encodeUp(message);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const lane = this.#lanes.get(key) ?? { key, waiting: [], busy: false };
    this.#lanes.set(key, lane);
    const entry: Entry = {
      lane,
      number: ++this.#appended,
      since_ms: this.#clock.monotonic(),
      message: decodeUp(bytes),
      bytes: bytes.length,
      weight: 1,
      backlog: false,
      resolve,
      reject,
    };
    if (this.#consumer) weigh(entry, this.#consumer.rules);
    this.#open.set(entry.number, entry);
    lane.waiting.push(entry);
    if (!lane.busy) this.#offer(lane);
    this.#schedule();
    return promise;
  }

  consume(handle: Handle, rules: BatchRules = {}): AsyncDisposable {
    if (this.#consumer) throw new Error('the log has a consumer already');
    const consumer: Consumer = {
      handle,
      rules: { ...defaultRules, ...rules },
      running: 0,
      pauses: new Map(),
      due: [],
      gathering: {
        formed_ms: Number.NEGATIVE_INFINITY,
        rate_per_s: 0,
        counted: { at_ms: this.#clock.monotonic(), appended: this.#appended },
        timer: undefined,
      },
      stopped: undefined,
    };
    this.#consumer = consumer;
    for (const lane of this.#lanes.values()) {
      for (const entry of lane.waiting) weigh(entry, consumer.rules);
      this.#withdraw(lane);
      this.#offer(lane);
    }
    this.#schedule();
    return { [Symbol.asyncDispose]: () => this.#stop(consumer) };
  }

  /** Whether everything appended so far has been handled. */
  get isEmpty(): boolean {
    return this.#open.size === 0;
  }

  /** How long the oldest message has waited to be handled. */
  oldest_ms(): number {
    const [oldest] = this.#open.values();
    return oldest ? this.#clock.monotonic() - oldest.since_ms : 0;
  }

  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#drains.add({ upTo: this.#appended, resolve });
      this.#settleDrains();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#consumer) await this.#stop(this.#consumer);
    for (const entry of this.#open.values())
      entry.reject(new BusClosed('the bus closed before the message was handled'));
    this.#open.clear();
    this.#settleDrains();
  }

  async #stop(consumer: Consumer): Promise<void> {
    consumer.stopped ??= Promise.withResolvers<void>();
    for (const [timer, batch] of consumer.pauses) {
      timer[Symbol.dispose]();
      consumer.due.push(batch);
    }
    consumer.pauses.clear();
    for (const batch of consumer.due.splice(0)) this.#giveBack(batch);
    consumer.gathering.timer?.[Symbol.dispose]();
    if (consumer.running === 0) consumer.stopped.resolve();
    await consumer.stopped.promise;
    if (this.#consumer === consumer) this.#consumer = undefined;
  }

  /** Batches are formed after the sockets of this turn have been read: what arrives together is committed together. */
  #schedule(): void {
    if (this.#scheduled || !this.#consumer) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#dispatch();
    });
  }

  #dispatch(): void {
    const consumer = this.#consumer;
    while (consumer && !consumer.stopped && consumer.running < consumer.rules.parallel) {
      const again = consumer.due.shift();
      if (!again && !this.#mayTake(consumer)) return;
      void this.#deliver(consumer, again ?? this.#take(consumer.rules));
    }
  }

  /** Whether a new batch is formed now. One that has to wait for company is looked at again when it has waited. */
  #mayTake(consumer: Consumer): boolean {
    if (this.#ready.live.size + this.#ready.backlog.size === 0) return false;
    const { gathering } = consumer;
    const wait_ms = this.#waitForCompany_ms(consumer);
    if (wait_ms <= 0) {
      gathering.formed_ms = this.#clock.monotonic();
      return true;
    }
    gathering.timer ??= this.#clock.after(wait_ms, () => {
      gathering.timer = undefined;
      this.#schedule();
    });
    return false;
  }

  /** How long the next batch still waits for company. Counts the messages of a second while it is at it. */
  #waitForCompany_ms({ rules, gathering }: Consumer): number {
    const now_ms = this.#clock.monotonic();
    const { counted } = gathering;
    if (now_ms - counted.at_ms >= second_ms) {
      gathering.rate_per_s = ((this.#appended - counted.appended) * second_ms) / (now_ms - counted.at_ms);
      gathering.counted = { at_ms: now_ms, appended: this.#appended };
    }
    const { from_per_s, apart_ms } = rules.gather;
    const left_ms = gathering.formed_ms + apart_ms - now_ms;
    return left_ms <= 0 || gathering.rate_per_s < from_per_s || this.#fillsBatch(rules) ? 0 : left_ms;
  }

  /** Whether what waits is enough for a whole batch. */
  #fillsBatch({ weight_max }: Required<BatchRules>): boolean {
    let weight = 0;
    for (const ready of [this.#ready.live, this.#ready.backlog])
      for (const { waiting } of ready)
        for (const entry of waiting) {
          weight += entry.weight;
          if (weight >= weight_max) return true;
        }
    return false;
  }

  /** Forms the next batch and makes its lanes busy. */
  #take({ weight_max, bytes_max }: Required<BatchRules>): Batch {
    const entries: Entry[] = [];
    let weight = 0;
    let bytes = 0;
    const fill = (ready: Set<Lane>, limit: number, wanted: (entry: Entry) => boolean) => {
      const fits = (entry: Entry) =>
        entries.length === 0 || (weight + entry.weight <= limit && bytes + entry.bytes <= bytes_max);
      for (const lane of ready) {
        let next = lane.waiting[0];
        if (!next || !fits(next)) return;
        ready.delete(lane);
        lane.busy = true;
        while (next && wanted(next) && fits(next)) {
          entries.push(next);
          weight += next.weight;
          bytes += next.bytes;
          lane.waiting.shift();
          next = lane.waiting[0];
        }
      }
    };
    const isLive = (entry: Entry) => !entry.backlog;
    const { live, backlog } = this.#ready;
    fill(live, backlog.size > 0 ? weight_max * (1 - backlogShare) : weight_max, isLive);
    fill(backlog, weight_max, () => true);
    fill(live, weight_max, isLive);
    return { entries, attempt: 1, repeat: false };
  }

  async #deliver(consumer: Consumer, batch: Batch): Promise<void> {
    consumer.running += 1;
    if (this.#mischief.late_turns > 0) await comeLate(this.#mischief);
    try {
      await consumer.handle(batch.entries.map((entry) => entry.message));
      consumer.running -= 1;
      this.#succeed(consumer, batch);
    } catch (fault) {
      consumer.running -= 1;
      this.#fail(consumer, batch, fault);
    }
    if (consumer.running === 0) consumer.stopped?.resolve();
    this.#schedule();
  }

  #succeed(consumer: Consumer, batch: Batch): void {
    const { deliverTwice, random } = this.#mischief;
    for (const entry of batch.entries) entry.resolve();
    const again = batch.repeat || consumer.stopped ? [] : batch.entries.filter(() => random() < deliverTwice);
    if (again.length > 0) consumer.due.push({ entries: again, attempt: 1, repeat: true });
    this.#finish(batch.entries, again);
  }

  /** Pauses the batch, not the slot: what cannot be handled for one unit holds up nobody else. */
  #fail(consumer: Consumer, batch: Batch, fault: unknown): void {
    if (consumer.stopped) return this.#giveBack(batch);
    const pause_ms = Math.min(pauseFirst_ms * 2 ** (batch.attempt - 1), pauseMost_ms);
    this.#log?.warn(
      { err: fault, attempt: batch.attempt, messages: batch.entries.length, pause_ms },
      'a batch of the log was rejected and will be delivered again',
    );
    const timer = this.#clock.after(pause_ms, () => {
      consumer.pauses.delete(timer);
      consumer.due.push({ ...batch, attempt: batch.attempt + 1 });
      this.#schedule();
    });
    consumer.pauses.set(timer, batch);
  }

  /** Puts the messages of a batch that will not be delivered by this consumer back to the heads of their lanes. */
  #giveBack(batch: Batch): void {
    if (batch.repeat) return this.#finish(batch.entries, []);
    for (const entry of batch.entries.toReversed()) entry.lane.waiting.unshift(entry);
    for (const lane of lanesOf(batch.entries)) this.#release(lane);
  }

  #finish(entries: readonly Entry[], again: readonly Entry[]): void {
    const stillOpen = new Set(again);
    for (const entry of entries) if (!stillOpen.has(entry)) this.#open.delete(entry.number);
    const stillBusy = lanesOf(again);
    for (const lane of lanesOf(entries)) if (!stillBusy.has(lane)) this.#release(lane);
    this.#settleDrains();
  }

  #release(lane: Lane): void {
    lane.busy = false;
    if (lane.waiting.length === 0) this.#lanes.delete(lane.key);
    else this.#offer(lane);
  }

  #offer(lane: Lane): void {
    const next = lane.waiting[0];
    if (next) (next.backlog ? this.#ready.backlog : this.#ready.live).add(lane);
  }

  #withdraw(lane: Lane): void {
    this.#ready.live.delete(lane);
    this.#ready.backlog.delete(lane);
  }

  #settleDrains(): void {
    const [oldest] = this.#open.keys();
    for (const drain of this.#drains) {
      if (oldest !== undefined && oldest <= drain.upTo) continue;
      this.#drains.delete(drain);
      drain.resolve();
    }
  }
}

const lanesOf = (entries: readonly Entry[]): Set<Lane> => new Set(entries.map((entry) => entry.lane));

function weigh(entry: Entry, rules: Required<BatchRules>): void {
  const { weight, backlog } = rules.weigh(entry.message);
  entry.weight = weight;
  entry.backlog = backlog;
}
