import { runPhases_max } from '@brina/domain/appliance/phase-plan';
import { phaseEvents, runEnds } from '@brina/domain/appliance/states';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import * as z from 'zod/mini';

/**
 * The protocol between an appliance and the edge (docs/DEVICE-PROTOCOL.md): topics, messages and limits, for both ends.
 * Described for firmware teams in `docs/DEVICE-PROTOCOL.md`.
 */

/** Limits of one message and of one connection. Over a limit a message is acknowledged as bad and quarantined. */
export const limits = {
  message_bytes: 64 * 1024,
  samples_live: 64,
  samples_hist: 512,
  /** Unacknowledged messages per appliance; over it the edge stops reading. */
  window: 16,
  /** A sample may be this much ahead of its receipt … */
  ahead_ms: minute_ms,
  /** … and this old (26 months). */
  behind_ms: 26 * 30.4375 * day_ms,
  /** A clock this wrong flags the record. */
  clockOffset_ms: minute_ms,
  /** Lists and objects within each other in what a unit reports of itself. */
  depth: 8,
  /** Moments a unit tells of otherwise than by its head: no clock of an appliance says anything before or after. */
  era: { from: Date.UTC(2000, 0, 1), to: Date.UTC(2200, 0, 1) },
} as const;

export const upTopics = ['tel', 'evt', 'twin', 'res', 'fw', 'time', 'lwt'] as const;
export type UpTopic = (typeof upTopics)[number];
export const downTopics = ['ack', 'twin', 'cmd', 'time'] as const;
export type DownTopic = (typeof downTopics)[number];

export const topicUp = (serial: string, topic: UpTopic): string => `rf/v1/${serial}/up/${topic}`;
export const topicDown = (serial: string, topic: DownTopic): string => `rf/v1/${serial}/down/${topic}`;

/** Takes an up-topic apart; `undefined` when it is none. */
export function parseUpTopic(topic: string): { serial: string; topic: UpTopic } | undefined {
  const match = /^rf\/v1\/([A-Za-z0-9-]{1,64})\/up\/([a-z]+)$/.exec(topic);
  const name = upTopics.find((t) => t === match?.[2]);
  return match?.[1] && name ? { serial: match[1], topic: name } : undefined;
}

/** `log`: 64 random bits in hex, made when the unit formats its outbox; `seq` counts through reboots. */
export const logId = z.string().check(z.regex(/^[0-9a-f]{16}$/));
const count = z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER));
const epoch_ms = z.int();
/** A moment told in an event; 0 where the unit does not know it. */
const told_ms = z
  .int()
  .check(z.refine((at) => at === 0 || (at >= limits.era.from && at <= limits.era.to), { error: 'beyond any clock' }));
/** A code of a family: what a column of two bytes holds. */
const code = z.int().check(z.gte(-32_768), z.lte(32_767));
/** A quantity of food, air or time: far beyond any kitchen, and nothing that a sum would overflow by. */
const quantity = z.number().check(z.gte(-1e6), z.lte(1e6));
/** Words of a person or a unit: what the database cannot keep as text is none. */
const words = (length: number) =>
  z.string().check(
    z.maxLength(length),
    z.refine((text) => !text.includes('\0') && text.isWellFormed(), { error: 'no text' }),
  );

/** Head of every message that must not be lost. `at`: time of the message's first fact, `up`: ms since boot. */
const head = {
  log: logId,
  seq: count,
  boot: count,
  /** Epoch ms by the unit's clock; 0 while its clock is not set. */
  at: epoch_ms,
  sent: epoch_ms,
  up: count,
};

/** A value of a metric: number, text of an `id` metric, or null for a probe known to be broken. */
type MetricValue = number | string | null;
/** A sample: ms after the message's `at`, and values by the names of their metrics. */
type SampleOnWire = [offset_ms: number, values: Record<string, MetricValue>];

/** Beyond it a column of single precision holds infinity. */
const value_max = 3.4e38;

const isMetricValue = (value: unknown): boolean =>
  typeof value === 'number'
    ? value >= -value_max && value <= value_max
    : value === null ||
      (typeof value === 'string' && value.length <= 64 && !value.includes('\0') && value.isWellFormed());

/** What a unit reports of itself: plain data, nested no deeper than it has to be. */
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.entries(value).every(([name, one]) => !name.includes('\0') && isPlain(one, depth - 1));
}

/** By hand, since a unit's values are nearly all that the portal reads: a schema of each takes four times as long. */
function isSample(given: unknown): given is SampleOnWire {
  if (!Array.isArray(given) || given.length !== 2) return false;
  const [offset_ms, values] = given as unknown[];
  if (typeof offset_ms !== 'number' || !Number.isInteger(offset_ms) || offset_ms < 0 || offset_ms > day_ms)
    return false;
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return false;
  return Object.entries(values).every(([name, value]) => name.length <= 40 && isMetricValue(value));
}

/** `up/tel`: samples in order of time; an instant may repeat. `hist`: sent from the backlog. */
export const telemetryMessage = z.object({
  ...head,
  s: z.array(z.custom<SampleOnWire>(isSample)).check(z.minLength(1)),
  hist: z.boolean(),
});
export type TelemetryMessage = z.output<typeof telemetryMessage>;

const phasePlan = z.object({
  phase: code,
  air: z.nullable(z.union([quantity, z.tuple([quantity, quantity])])),
  fan: quantity,
  rh: z.nullable(z.union([z.object({ set: quantity }), z.object({ max: quantity })])),
  end: z.object({
    by: z.enum(['core', 'surface', 'time', 'auto', 'evaporator', 'stop']),
    target: z.optional(quantity),
    hold_min: z.optional(quantity),
    time_min: z.optional(quantity),
  }),
  hold: z.optional(z.literal(true)),
  fallback_min: z.optional(quantity),
  late_min: z.optional(quantity),
  max_min: z.optional(quantity),
});

/** `up/evt`: a fact with its own moment. The start of a cycle carries the plan it follows, so that a record explains itself. */
export const eventMessage = z.discriminatedUnion('type', [
  z.object({
    ...head,
    type: z.literal('cycle'),
    runId: words(40).check(z.minLength(1)),
    event: z.enum(['started', ...runEnds]),
    function: code,
    /** Of a start: what it was asked to do, the command that asked, the phases. */
    command: z.optional(words(40)),
    plan: z.optional(z.array(phasePlan).check(z.minLength(1), z.maxLength(runPhases_max))),
    load_kg: z.optional(quantity),
    product: z.optional(words(60)),
    lot: z.optional(words(40)),
    /** Of an end. */
    reason: z.optional(z.enum(['target', 'time', 'clock', 'person', 'alarm', 'power', 'maximum'])),
  }),
  z.object({
    ...head,
    type: z.literal('phase'),
    runId: words(40).check(z.minLength(1)),
    index: z.int().check(z.gte(1), z.lte(runPhases_max)),
    phase: code,
    state: z.enum(phaseEvents),
  }),
  z.object({
    ...head,
    type: z.literal('alarm'),
    name: words(60).check(z.minLength(1)),
    active: z.boolean(),
    severity: z.enum(['alarm', 'warning']),
    /** Second zone of a unit with two. */
    zone: z.optional(z.literal(2)),
  }),
  z.object({ ...head, type: z.literal('door'), door: z.int().check(z.gte(1), z.lte(2)), open: z.boolean() }),
  z.object({
    ...head,
    type: z.literal('power'),
    event: z.enum(['lost', 'returned', 'booted']),
    lostAt: z.optional(told_ms),
  }),
  z.object({
    ...head,
    type: z.literal('gap'),
    from: told_ms,
    to: told_ms,
    samples: count,
    reason: words(40),
  }),
  z.object({ ...head, type: z.literal('local'), what: words(80) }),
]);
export type EventMessage = z.output<typeof eventMessage>;

/** A message without its head. */
type WithoutHead<M> = M extends unknown ? Omit<M, keyof typeof head> : never;
export type EventBody = WithoutHead<EventMessage>;

/** `up/twin`: the unit's whole reported state, after each connect and on change of what is no metric. */
export const twinMessage = z.object({
  ...head,
  reported: z.record(
    z.string().check(z.maxLength(40)),
    z.custom<unknown>((value) => isPlain(value, limits.depth - 1)),
  ),
  ver: count,
});
export type TwinMessage = z.output<typeof twinMessage>;

/** `up/res`: the answer to a command; `done` when its effect is reported. */
export const resultMessage = z.object({
  ...head,
  id: words(40).check(z.minLength(1)),
  result: z.enum(['accepted', 'rejected', 'done']),
  reason: z.optional(words(60)),
});
export type ResultMessage = z.output<typeof resultMessage>;

/** `up/fw`: progress of a firmware job. */
export const firmwareMessage = z.object({
  ...head,
  job: words(40),
  state: words(40),
  running: words(32),
});

/** The messages that carry a head, by topic: what is journalled, acknowledged and never lost. */
export const journalled = {
  tel: telemetryMessage,
  evt: eventMessage,
  twin: twinMessage,
  res: resultMessage,
  fw: firmwareMessage,
} as const;
export type JournalledTopic = keyof typeof journalled;
export type JournalledMessage =
  | TelemetryMessage
  | EventMessage
  | TwinMessage
  | ResultMessage
  | z.output<typeof firmwareMessage>;

/** Why a message was quarantined (acknowledged as bad: sending it again would not help). */
export const badReasons = [
  'not_json',
  'bad_shape',
  'too_many_samples',
  'too_big',
  'unknown_topic',
  'conflict',
] as const;
export type BadReason = (typeof badReasons)[number];

/** `down/ack`: what the database holds. Ranges are inclusive. A unit forgets a message only on this. */
export const ackMessage = z.object({
  log: logId,
  got: z.array(z.tuple([count, count])),
  bad: z.array(z.tuple([count, z.enum(badReasons)])),
});
export type AckMessage = z.output<typeof ackMessage>;

/** `down/twin`: the whole desired state, never a delta; an older version is ignored. */
export const desiredMessage = z.object({ desired: z.record(z.string(), z.unknown()), ver: count });
export type DesiredMessage = z.output<typeof desiredMessage>;

/** `down/cmd`: expires, idempotent by id. */
export const commandMessage = z.object({
  id: z.string(),
  exp: epoch_ms,
  name: z.string(),
  args: z.record(z.string(), z.unknown()),
});
export type CommandMessage = z.output<typeof commandMessage>;

/** `up/time` and `down/time`: `t0` sent by the unit, `t1` received, `t2` sent back. */
export const timeRequest = z.object({ t0: z.number() });
export const timeReply = z.object({ t0: z.number(), t1: z.number(), t2: z.number() });
export type TimeReply = z.output<typeof timeReply>;
