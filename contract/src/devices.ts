import { askedPhases_max, phaseEnds, runPhases_max } from '@brina/domain/appliance/phase-plan';
import { phaseEvents, runEnds } from '@brina/domain/appliance/states';
import { sourceLimits } from '@brina/domain/cycles/cycle-definition';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { asLine } from '@brina/domain/language/plain-text';
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
  /** Filters of one SUBSCRIBE or UNSUBSCRIBE: there are no more topics to choose from. */
  filters: 32,
  /** Unacknowledged messages per appliance; over it the edge stops reading. */
  window: 16,
  /** A sample may be this much ahead of its receipt … */
  ahead_ms: minute_ms,
  /** … and this old (26 months). */
  behind_ms: 26 * 30.4375 * day_ms,
  /** A clock this wrong flags the record. */
  clockOffset_ms: minute_ms,
  /** Objects and arrays in one another, the message itself the first: JSON of thousands of them can be read, and not written again. */
  depth: 8,
  /** No clock of a unit, right or wrong, shows a later moment: epoch ms of the year 2200, which every column of ours holds. */
  epoch_ms: Date.UTC(2200, 0, 1),
  /** No boot lasts longer, so that its begin is a moment as well (100 years). */
  up_ms: 100 * 365.25 * day_ms,
  /** Largest size of a quantity in an event: temperatures, minutes, kilograms. */
  quantity: 1e6,
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
const epoch_ms = z.int().check(z.gte(0), z.lte(limits.epoch_ms));
/** Codes of functions and phases: families number them up to 255. */
const code = z.int().check(z.gte(0), z.lte(0x7fff));
const quantity = z.number().check(z.gte(-limits.quantity), z.lte(limits.quantity));
const minutes = quantity.check(z.gte(0));

/** Whether a text can be stored: no database of ours holds NUL, nor half of a surrogate pair. */
const isText = (given: string): boolean => given.isWellFormed() && !given.includes('\0');
/** Text that a person or a scanner may have entered; its separators (GS1) are control characters and stay. */
const text = (length_max: number) => z.string().check(z.maxLength(length_max), z.refine(isText));
/** What people have called something, at a panel or elsewhere: shown to others as one line that reads as it is. */
const words = (length_max: number) => z.pipe(text(length_max), z.transform(asLine));
/** What firmware names something by, without control characters. */
const token = (length_max: number) => text(length_max).check(z.minLength(1), z.regex(/^\P{Cc}*$/u));

/**
 * Whether JSON of any shape can be read, stored and told again: texts that can be stored, finite numbers, and no more levels than are left.
 */
function isStorable(value: unknown, levels: number): boolean {
  if (typeof value === 'string') return isText(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  if (Array.isArray(value)) return value.every((one) => isStorable(one, levels - 1));
  return Object.entries(value).every(([key, one]) => isText(key) && isStorable(one, levels - 1));
}
/** A value inside of `reported`, which is the second level of its message. */
const reportedValue = z.unknown().check(z.refine((value) => isStorable(value, limits.depth - 2)));

/** Head of every message that must not be lost. `at`: time of the message's first fact, `up`: ms since boot. */
const head = {
  log: logId,
  seq: count,
  boot: count,
  /** Epoch ms by the unit's clock; 0 while its clock is not set. */
  at: epoch_ms,
  sent: epoch_ms,
  up: z.int().check(z.gte(0), z.lte(limits.up_ms)),
};

/** A value of a metric: number, text of an `id` metric, or null for a probe known to be broken. */
type MetricValue = number | string | null;
/** A sample: ms after the message's `at`, and values by the names of their metrics. */
type SampleOnWire = [offset_ms: number, values: Record<string, MetricValue>];

const isMetricValue = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isFinite(value)
    : value === null || (typeof value === 'string' && value.length <= 64 && isText(value));

/** By hand, since a unit's values are nearly all that the portal reads: a schema of each takes four times as long. */
function isSample(given: unknown): given is SampleOnWire {
  if (!Array.isArray(given) || given.length !== 2) return false;
  const [offset_ms, values] = given as unknown[];
  if (typeof offset_ms !== 'number' || !Number.isInteger(offset_ms) || offset_ms < 0 || offset_ms > day_ms)
    return false;
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return false;
  // Not their entries: those are a third of what this takes.
  for (const name of Object.keys(values)) {
    if (name.length > 40 || !isText(name) || !isMetricValue((values as Record<string, unknown>)[name])) return false;
  }
  return true;
}

/** `up/tel`: samples in order of time; an instant may repeat. `hist`: sent from the backlog. */
export const telemetryMessage = z.object({
  ...head,
  s: z.array(z.custom<SampleOnWire>(isSample)).check(z.minLength(1)),
  hist: z.boolean(),
});
export type TelemetryMessage = z.output<typeof telemetryMessage>;

/** From the first to the last fact of a message, ms: `at` is that of the first. */
export const spanOf_ms = (message: JournalledMessage): number => ('s' in message ? (message.s.at(-1)?.[0] ?? 0) : 0);

const phasePlan = z.object({
  phase: code,
  air: z.nullable(z.union([quantity, z.tuple([quantity, quantity])])),
  fan: quantity,
  rh: z.nullable(z.union([z.object({ set: quantity }), z.object({ max: quantity })])),
  end: z.object({
    by: z.enum(phaseEnds),
    target: z.optional(quantity),
    within_K: z.optional(quantity),
    hold_min: z.optional(minutes),
    time_min: z.optional(minutes),
  }),
  hold: z.optional(z.literal(true)),
  fallback_min: z.optional(minutes),
  late_min: z.optional(minutes),
  max_min: z.optional(minutes),
});

/** Of the library: number of a cycle (0 to 139 a preset, from 1000 on a company's own), its version, and the hash of what it does. */
const source = z.object({
  id: z.int().check(z.gte(sourceLimits.id.min), z.lte(sourceLimits.id.max)),
  v: z.int().check(z.gte(sourceLimits.v.min), z.lte(sourceLimits.v.max)),
  h: z.string().check(z.regex(sourceLimits.h)),
});

/** `up/evt`: a fact with its own moment. The start of a cycle carries the plan it follows, so that a record explains itself. */
export const eventMessage = z.discriminatedUnion('type', [
  z.object({
    ...head,
    type: z.literal('cycle'),
    runId: token(40),
    event: z.enum(['started', ...runEnds]),
    function: code,
    /** Of a start: what it was asked to do, the command that asked, the phases. */
    command: z.optional(text(40)),
    plan: z.optional(z.array(phasePlan).check(z.minLength(1), z.maxLength(runPhases_max))),
    /** The cycle of the library it comes from; absent: none. */
    source: z.optional(source),
    load_kg: z.optional(quantity),
    product: z.optional(words(60)),
    lot: z.optional(words(40)),
    /** Of an end. */
    reason: z.optional(z.enum(['target', 'time', 'clock', 'person', 'alarm', 'power', 'maximum'])),
  }),
  z.object({
    ...head,
    type: z.literal('phase'),
    runId: token(40),
    index: z.int().check(z.gte(1), z.lte(runPhases_max)),
    phase: code,
    state: z.enum(phaseEvents),
  }),
  /** The timer of a tray, or a trolley, in a run that goes on. `needle`: the one that measures there. */
  z.object({
    ...head,
    type: z.literal('tray'),
    runId: token(40),
    tray: z.int().check(z.gte(1), z.lte(255)),
    needle: z.optional(z.int().check(z.gte(1), z.lte(2))),
    event: z.enum(['started', 'done', 'cleared']),
  }),
  z.object({
    ...head,
    type: z.literal('alarm'),
    name: token(60),
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
    lostAt: z.optional(epoch_ms),
  }),
  z
    .object({
      ...head,
      type: z.literal('gap'),
      /** By the unit's clock; 0 while it was not set. */
      from: epoch_ms,
      to: epoch_ms,
      samples: count,
      reason: text(40),
    })
    .check(z.refine(({ from, to }) => from === 0 || to === 0 || (from <= to && to - from <= limits.behind_ms))),
  z.object({ ...head, type: z.literal('local'), what: text(80) }),
]);
export type EventMessage = z.output<typeof eventMessage>;

/** A message without its head. */
type WithoutHead<M> = M extends unknown ? Omit<M, keyof typeof head> : never;
export type EventBody = WithoutHead<EventMessage>;

/** `up/twin`: the unit's whole reported state, after each connect and on change of what is no metric. */
export const twinMessage = z.object({
  ...head,
  reported: z.record(text(40), reportedValue),
  ver: count,
});
export type TwinMessage = z.output<typeof twinMessage>;

/** Places of the panel's favourites by number, `1` to `24`. */
const slotNumber = z.string().check(z.regex(/^([1-9]|1\d|2[0-4])$/));
/** What a place holds: number, version and hash of its cycle; number null: made at the panel. */
const slot = z.tuple([z.nullable(source.shape.id), z.int().check(z.gte(0), z.lte(sourceLimits.v.max)), source.shape.h]);
/** What an empty place was once is not told: only occupied ones are. `ver`: of the wish the unit has seen last, 0 none. */
const favourites = z.object({ ver: count, slots: z.record(slotNumber, slot) });
/** `desired.favourites` and `reported.favourites`. */
export type Favourites = z.output<typeof favourites>;

/** What a cycle does besides its phases. */
const doneBesides = z.object({
  sanigen: z.exactOptional(z.int().check(z.gte(0), z.lte(255))),
  trays: z.exactOptional(
    z
      .array(z.object({ tray: z.int().check(z.gte(1), z.lte(255)), min: minutes }))
      .check(z.minLength(1), z.maxLength(255)),
  ),
});

/**
 * What of `reported` is neither a metric nor a number: each key is read by itself, and what is not as it should be counts as left out.
 */
export const panelShapes = {
  /** Names of the ends of a phase which the software knows. */
  cycleEnds: z.array(token(40)).check(z.maxLength(40)),
  favourites,
  /** Title, and what it does, of what was made or changed at the panel, by its place. */
  favouriteDefs: z.record(
    slotNumber,
    z.object({
      title: words(60),
      function: code,
      phases: z.array(phasePlan).check(z.minLength(1), z.maxLength(askedPhases_max)),
      ...doneBesides.shape,
    }),
  ),
  /** `from`: by the unit's clock. */
  trayTimers: z
    .array(
      z.object({
        tray: z.int().check(z.gte(1), z.lte(255)),
        from: epoch_ms,
        min: minutes,
        product: z.nullable(words(60)),
      }),
    )
    .check(z.maxLength(255)),
  /** Planned starts that wait at the panel, by the id of the command that proposed them. */
  proposals: z.array(z.object({ command: text(40), title: words(60), at: text(16) })).check(z.maxLength(64)),
  /** The one whose favourites these are: `desired.holder` as the unit has seen it last. */
  holder: token(40),
} as const;
/** What a unit tells of its panel; absent: it does not know of such a thing. */
export type PanelTold = { [K in keyof typeof panelShapes]?: z.output<(typeof panelShapes)[K]> };

/** What of `reported` is told of the panel. */
export function panelOf(reported: Readonly<Record<string, unknown>>): PanelTold {
  const read = Object.entries(panelShapes).map(([key, shape]) => [key, shape.safeParse(reported[key]).data]);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as PanelTold;
}

/** `up/res`: the answer to a command; `done` when its effect is reported. */
export const resultMessage = z.object({
  ...head,
  id: token(40),
  result: z.enum(['accepted', 'rejected', 'done']),
  reason: z.optional(text(60)),
});
export type ResultMessage = z.output<typeof resultMessage>;

/** `up/fw`: progress of a firmware job. */
export const firmwareMessage = z.object({
  ...head,
  job: text(40),
  state: text(40),
  running: text(32),
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
