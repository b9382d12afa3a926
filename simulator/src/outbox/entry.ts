/** A message that waits in the outbox: its facts, its samples, and how it goes on the wire. */
import { type JournalledTopic, limits } from '@brina/contract/devices';
import { day_ms } from '@brina/domain/language/durations';

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

export type Sample = { readonly offset_ms: number; readonly json: string };

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

/** Samples of one message; the head takes some hundred bytes of the limit. */
const sampleBytes_max = limits.message_bytes - 2048;
const offset_max_ms = day_ms;
/** What a sample takes besides its values. */
const sampleHead_bytes = 12;

/** A message without samples yet. */
export const newEntry = (
  seq: number,
  topic: JournalledTopic,
  stamp: Stamp,
  kind: SampleKind | null,
  body: string,
): OutboxEntry => ({
  seq,
  topic,
  stamp,
  lastTrue_ms: stamp.true_ms,
  kind,
  samples: [],
  bytes: body.length,
  body,
  sent: false,
});

/** Offset of a fact in a message by the clock that never jumps. */
export const offsetIn = (entry: OutboxEntry, stamp: Stamp): number => Math.round(stamp.up - entry.stamp.up);

/** Whether a message has room for a sample of so many bytes. */
export const fits = (entry: OutboxEntry, kind: SampleKind, stamp: Stamp, bytes: number): boolean =>
  entry.kind === kind &&
  entry.stamp.boot === stamp.boot &&
  (entry.stamp.at === 0) === (stamp.at === 0) &&
  offsetIn(entry, stamp) >= (entry.samples.at(-1)?.offset_ms ?? 0) &&
  offsetIn(entry, stamp) <= offset_max_ms &&
  entry.samples.length < limits.samples_hist &&
  entry.bytes + bytes < sampleBytes_max;

/** Adds a sample to a message; false when it became one with the last. */
export function addSample(entry: OutboxEntry, sample: Sample, true_ms: number): boolean {
  entry.lastTrue_ms = true_ms;
  entry.bytes += sample.json.length + sampleHead_bytes;
  const last = entry.samples.at(-1);
  if (last?.offset_ms === sample.offset_ms) {
    // Offsets rise strictly: two samples of one moment are one.
    entry.samples[entry.samples.length - 1] = { ...last, json: merged(last.json, sample.json) };
    return false;
  }
  entry.samples.push(sample);
  return true;
}

/** Leaves a message these of its samples. The head tells the time of the first fact, so a new first sample moves it. */
export function keepSamples(entry: OutboxEntry, stays: readonly Sample[]): void {
  const first = stays[0]?.offset_ms ?? 0;
  entry.stamp = later(entry.stamp, first);
  entry.samples = stays.map((sample) => ({ ...sample, offset_ms: sample.offset_ms - first }));
  entry.bytes = stays.reduce((sum, sample) => sum + sample.json.length + sampleHead_bytes, 0);
}

/** When a fact happened that follows another of the same boot by so much. */
export const later = (stamp: Stamp, by_ms: number): Stamp => ({
  boot: stamp.boot,
  at: stamp.at === 0 ? 0 : stamp.at + by_ms,
  up: stamp.up + by_ms,
  true_ms: stamp.true_ms + by_ms,
});

/** The message of a log as it goes on the wire. `sent`: epoch ms by the unit's clock. */
export function wireText(entry: OutboxEntry, log: string, sent: number, hist: boolean): string {
  const { boot, at, up } = entry.stamp;
  const head = JSON.stringify({ log, seq: entry.seq, boot, at, sent, up }).slice(0, -1);
  if (entry.topic !== 'tel') return `${head},${entry.body}`;
  return `${head},"s":[${entry.samples.map((s) => `[${s.offset_ms},${s.json}]`).join(',')}],"hist":${hist}}`;
}

/** The members of both; the later sample wins. */
const merged = (earlier: string, later: string): string =>
  JSON.stringify({ ...(JSON.parse(earlier) as object), ...(JSON.parse(later) as object) });
