/**
 * A unit's outbox: every fact waits here until the server's database has it. A message is forgotten only when it is acknowledged; a
 * full outbox thins out samples of idle hours, never those of a cycle, and says so with a `gap` event (docs/DEVICE-PROTOCOL.md, "Outbox of the
 * unit").
 *
 * With a path the outbox is a journal of JSON lines, written before anything is sent, so that a killed process loses nothing it has
 * told. Lines are only appended; now and then the journal is rewritten without what has been acknowledged.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { type JournalledTopic, limits } from '@brina/contract/devices';

/** When a fact happened. */
export type Stamp = {
  readonly boot: number;
  /** Epoch ms by the unit's clock; 0 while it is not set. */
  readonly at: number;
  /** Milliseconds since the unit's boot. */
  readonly up: number;
  /** Epoch ms by the true clock. It is never sent: the simulator resumes from it. */
  readonly true_ms: number;
};

/** Values of one sample by metric name. */
export type SampleValues = Readonly<Record<string, number | string | null>>;

/** Whether samples belong to a cycle, which protects them when room is short. */
export type SampleKind = 'cycle' | 'idle';

type Sample = { readonly offset_ms: number; readonly json: string };

/** A message that waits for its acknowledgement. */
export type OutboxEntry = {
  readonly seq: number;
  readonly topic: JournalledTopic;
  stamp: Stamp;
  /** Epoch ms of its last fact by the true clock. */
  lastTrue_ms: number;
  /** Of telemetry. */
  readonly kind: SampleKind | null;
  samples: Sample[];
  bytes: number;
  /** Of every other topic: the members besides the head, as JSON without its opening brace. */
  readonly body: string;
  /** It was sent at least once: its content may be known to the server and must not change any more. */
  sent: boolean;
};

/** What waits in the outbox. */
export type OutboxFill = {
  readonly messages: number;
  readonly samples: number;
  /** Share of the capacity used, 0..1 and beyond when cycles alone overfill it. */
  readonly share: number;
  /** By the true clock; null when empty. */
  readonly oldestTrue_ms: number | null;
};

export type Outbox = {
  /** 64 random bits in hex, made when the outbox is formatted. */
  readonly log: string;
  /** Number of the next message. */
  readonly next: number;
  /** Samples given up for want of room, and messages the server refused as bad, since formatting. */
  readonly lostSamples: number;
  readonly badMessages: number;
  /** Epoch ms of the latest fact ever put in, by the true clock; 0 when there was none. */
  readonly lastTrue_ms: number;
  readonly fill: OutboxFill;
  /** Adds an event, twin, result or firmware message: its members without the head. Returns its number. */
  put(topic: Exclude<JournalledTopic, 'tel'>, body: Readonly<Record<string, unknown>>, stamp: Stamp): number;
  /** Adds a sample, to the message still open for its kind or to a new one. */
  sample(values: SampleValues, kind: SampleKind, stamp: Stamp): void;
  /** Closes the open telemetry message. */
  seal(): void;
  /** The waiting messages by rising number. */
  entries(): IterableIterator<OutboxEntry>;
  /** Whether a message is still open for samples. */
  isOpen(entry: OutboxEntry): boolean;
  /** The message as it goes on the wire; from now on its content is fixed. `sent`: epoch ms by the unit's clock. */
  wire(entry: OutboxEntry, sent: number, hist: boolean): string;
  /** Forgets what the server has. Ranges are inclusive. Returns how many messages went. */
  acknowledge(ranges: readonly (readonly [number, number])[]): number;
  /** Drops a message the server calls bad, and counts it. */
  refuse(seq: number): void;
  /** Writes down what was put in since the last time; sending a message does so too. */
  flush(): void;
  close(): void;
};

export type OutboxOptions = {
  /** Journal file; without one the outbox lives in memory. */
  readonly path?: string;
  /** Samples it holds before it thins out; a week at 60 s and two days at 10 s by default. */
  readonly capacity_samples?: number;
};

const capacityDefault_samples = 27_000;
/** Of a full outbox one idle sample per quarter of an hour stays. */
const thinned_ms = 15 * 60_000;
/** Samples of one message; the head takes some hundred bytes of the limit. */
const sampleBytes_max = limits.message_bytes - 2048;
const offset_max_ms = 86_400_000;
const rewriteFrom_bytes = 1024 * 1024;

/** Lines of the journal. `h` head · `m` message · `s` sample of the last message · `f` first sending · `a` acknowledged · `b` bad. */
type Line =
  | { readonly h: { log: string; next: number; lost: number; bad: number; last: number } }
  | { readonly m: readonly [seq: number, topic: JournalledTopic, stamp: Stamp, kind: SampleKind | null, body: string] }
  | { readonly s: readonly [offset_ms: number, json: string, true_ms: number] }
  | { readonly f: number }
  | { readonly a: readonly (readonly [number, number])[] }
  | { readonly b: number };

/** Opens a journal, or formats a new outbox. */
export function openOutbox({ path, capacity_samples = capacityDefault_samples }: OutboxOptions = {}): Outbox {
  const waiting = new Map<number, OutboxEntry>();
  let log = randomBytes(8).toString('hex');
  let next = 0;
  let lostSamples = 0;
  let badMessages = 0;
  let lastTrue_ms = 0;
  let samples = 0;
  let open: OutboxEntry | null = null;
  let thinFrom_samples = capacity_samples;
  let file: number | null = null;
  let fileBytes = 0;
  /** Lines that are not in the file yet. */
  let unwritten = '';

  const remember = (stamp: Stamp): void => {
    lastTrue_ms = Math.max(lastTrue_ms, stamp.true_ms);
  };

  const begin = (
    seq: number,
    topic: JournalledTopic,
    stamp: Stamp,
    kind: SampleKind | null,
    body: string,
  ): OutboxEntry => {
    const entry = {
      seq,
      topic,
      stamp,
      lastTrue_ms: stamp.true_ms,
      kind,
      samples: [],
      bytes: body.length,
      body,
      sent: false,
    };
    waiting.set(seq, entry);
    next = Math.max(next, seq + 1);
    remember(stamp);
    return entry;
  };

  const append = (entry: OutboxEntry, sample: Sample, true_ms: number): void => {
    entry.lastTrue_ms = true_ms;
    lastTrue_ms = Math.max(lastTrue_ms, true_ms);
    entry.bytes += sample.json.length + 12;
    const last = entry.samples.at(-1);
    if (last?.offset_ms === sample.offset_ms) {
      // Offsets rise strictly: two samples of one moment are one.
      entry.samples[entry.samples.length - 1] = { ...last, json: merged(last.json, sample.json) };
      return;
    }
    entry.samples.push(sample);
    samples++;
  };

  const forget = (seq: number): boolean => {
    const entry = waiting.get(seq);
    if (!entry) return false;
    samples -= entry.samples.length;
    if (entry === open) open = null;
    return waiting.delete(seq);
  };

  const forgetRange = ([from, to]: readonly [number, number]): number => {
    // An acknowledgement may name a wide range; what waits is the shorter list.
    let gone = 0;
    for (const seq of waiting.keys()) if (seq >= from && seq <= to && forget(seq)) gone++;
    return gone;
  };

  const write = (line: Line): void => {
    if (file === null) return;
    const text = `${JSON.stringify(line)}\n`;
    unwritten += text;
    fileBytes += text.length;
  };

  const flush = (): void => {
    if (file === null || unwritten === '') return;
    writeSync(file, unwritten);
    unwritten = '';
  };

  const replay = (line: Line): void => {
    if ('h' in line) {
      ({ log, next, lost: lostSamples, bad: badMessages, last: lastTrue_ms } = line.h);
    } else if ('m' in line) {
      open = begin(...line.m);
    } else if ('s' in line) {
      const [offset_ms, json, true_ms] = line.s;
      if (open) append(open, { offset_ms, json }, true_ms);
    } else if ('f' in line) {
      const entry = waiting.get(line.f);
      if (entry) entry.sent = true;
    } else if ('a' in line) {
      line.a.forEach(forgetRange);
    } else {
      forget(line.b);
      badMessages++;
    }
  };

  /** The journal without what is gone. It takes the old one's place in one step, so that a kill finds one of the two. */
  const rewrite = (): void => {
    if (path === undefined) return;
    const lines: Line[] = [{ h: { log, next, lost: lostSamples, bad: badMessages, last: lastTrue_ms } }];
    for (const entry of waiting.values()) {
      lines.push({ m: [entry.seq, entry.topic, entry.stamp, entry.kind, entry.body] });
      for (const sample of entry.samples) {
        lines.push({ s: [sample.offset_ms, sample.json, entry.stamp.true_ms + sample.offset_ms] });
      }
      if (entry.sent) lines.push({ f: entry.seq });
    }
    const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
    if (file !== null) closeSync(file);
    file = openSync(path, 'a');
    fileBytes = text.length;
    unwritten = '';
  };

  const rewriteIfMostlyGone = (): void => {
    if (fileBytes < rewriteFrom_bytes) return;
    let bytes = 0;
    for (const entry of waiting.values()) bytes += entry.bytes;
    if (bytes < fileBytes / 2) rewrite();
  };

  /** Gives up idle samples, oldest first, until a tenth of the room is free, and reports what went. */
  const thin = (): Dropped | null => {
    open = null;
    const wanted = samples - Math.floor(capacity_samples * 0.9);
    const dropped: Dropped = { count: 0, from: 0, to: 0 };
    let kept: Stamp | null = null;
    for (const entry of waiting.values()) {
      if (dropped.count >= wanted) break;
      if (entry.kind !== 'idle' || entry.sent) continue;
      kept = thinEntry(entry, kept, dropped);
      if (entry.samples.length === 0) waiting.delete(entry.seq);
    }
    samples -= dropped.count;
    lostSamples += dropped.count;
    // What is left of cycles may be more than the capacity: look again only when another tenth has come in.
    thinFrom_samples = Math.max(capacity_samples, samples + Math.ceil(capacity_samples * 0.1));
    return dropped.count > 0 ? dropped : null;
  };

  const put: Outbox['put'] = (topic, body, stamp) => {
    open = null;
    const { seq } = begin(next, topic, stamp, null, JSON.stringify(body).slice(1));
    const entry = waiting.get(seq) as OutboxEntry;
    write({ m: [seq, topic, stamp, null, entry.body] });
    return seq;
  };

  const fits = (entry: OutboxEntry, kind: SampleKind, stamp: Stamp, bytes: number): boolean =>
    entry.kind === kind &&
    entry.stamp.boot === stamp.boot &&
    (entry.stamp.at === 0) === (stamp.at === 0) &&
    offsetIn(entry, stamp) >= (entry.samples.at(-1)?.offset_ms ?? 0) &&
    offsetIn(entry, stamp) <= offset_max_ms &&
    entry.samples.length < limits.samples_hist &&
    entry.bytes + bytes < sampleBytes_max;

  if (path !== undefined) {
    if (existsSync(path)) readJournal(path).forEach(replay);
    // Nothing is added to messages of an earlier run: the unit has booted since.
    open = null;
    rewrite();
  }

  return {
    get log() {
      return log;
    },
    get next() {
      return next;
    },
    get lostSamples() {
      return lostSamples;
    },
    get badMessages() {
      return badMessages;
    },
    get lastTrue_ms() {
      return lastTrue_ms;
    },
    get fill() {
      const oldest = waiting.values().next().value;
      return {
        messages: waiting.size,
        samples,
        share: samples / capacity_samples,
        oldestTrue_ms: oldest?.stamp.true_ms ?? null,
      };
    },
    put,
    sample(values, kind, stamp) {
      const json = JSON.stringify(values);
      if (!open || !fits(open, kind, stamp, json.length)) {
        open = begin(next, 'tel', stamp, kind, '');
        write({ m: [open.seq, 'tel', stamp, kind, ''] });
      }
      const sample = { offset_ms: offsetIn(open, stamp), json };
      append(open, sample, stamp.true_ms);
      write({ s: [sample.offset_ms, json, stamp.true_ms] });
      if (samples <= thinFrom_samples) return;
      const dropped = thin();
      if (!dropped) return;
      put(
        'evt',
        { type: 'gap', from: dropped.from, to: dropped.to, samples: dropped.count, reason: 'outbox_full' },
        stamp,
      );
      rewrite();
    },
    seal() {
      open = null;
    },
    entries: () => waiting.values(),
    isOpen: (entry) => entry === open,
    wire(entry, sent, hist) {
      if (entry === open) open = null;
      if (!entry.sent) {
        entry.sent = true;
        write({ f: entry.seq });
        flush();
      }
      const { boot, at, up } = entry.stamp;
      const head = JSON.stringify({ log, seq: entry.seq, boot, at, sent, up }).slice(0, -1);
      if (entry.topic !== 'tel') return `${head},${entry.body}`;
      return `${head},"s":[${entry.samples.map((s) => `[${s.offset_ms},${s.json}]`).join(',')}],"hist":${hist}}`;
    },
    acknowledge(ranges) {
      const gone = ranges.reduce((sum, range) => sum + forgetRange(range), 0);
      if (gone > 0) {
        write({ a: ranges });
        rewriteIfMostlyGone();
      }
      return gone;
    },
    refuse(seq) {
      if (!forget(seq)) return;
      badMessages++;
      write({ b: seq });
    },
    flush,
    close() {
      flush();
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}

type Dropped = { count: number; from: number; to: number };

/** Keeps of a message's samples one per quarter of an hour, counted on from the last one kept. Returns the last one kept now. */
function thinEntry(entry: OutboxEntry, keptBefore: Stamp | null, dropped: Dropped): Stamp | null {
  let kept = keptBefore;
  const stays: Sample[] = [];
  for (const sample of entry.samples) {
    const stamp = later(entry.stamp, sample.offset_ms);
    if (kept && kept.boot === stamp.boot && stamp.up - kept.up < thinned_ms) {
      if (dropped.count++ === 0) dropped.from = stamp.at;
      dropped.to = stamp.at;
    } else {
      kept = stamp;
      stays.push(sample);
    }
  }
  // The head tells the time of the first fact, so a new first sample moves it.
  const first = stays[0]?.offset_ms ?? 0;
  entry.stamp = later(entry.stamp, first);
  entry.samples = stays.map((sample) => ({ ...sample, offset_ms: sample.offset_ms - first }));
  entry.bytes = stays.reduce((sum, sample) => sum + sample.json.length + 12, 0);
  return kept;
}

const later = (stamp: Stamp, by_ms: number): Stamp => ({
  boot: stamp.boot,
  at: stamp.at === 0 ? 0 : stamp.at + by_ms,
  up: stamp.up + by_ms,
  true_ms: stamp.true_ms + by_ms,
});

/** The members of both; the later sample wins. */
const merged = (earlier: string, later: string): string =>
  JSON.stringify({ ...(JSON.parse(earlier) as object), ...(JSON.parse(later) as object) });

/** Offset of a fact in a message by the clock that never jumps. */
const offsetIn = (entry: OutboxEntry, stamp: Stamp): number => Math.round(stamp.up - entry.stamp.up);

/** The lines of a journal up to the first that a kill left unfinished. */
function readJournal(path: string): Line[] {
  const lines: Line[] = [];
  for (const text of readFileSync(path, 'utf8').split('\n')) {
    if (text === '') continue;
    try {
      lines.push(JSON.parse(text) as Line);
    } catch {
      break;
    }
  }
  return lines;
}
