import { forecastStates } from '@brina/domain/alarms/engine/memory';
import { runStates } from '@brina/domain/appliance/states';
import { commandStates } from '@brina/domain/commands/command-states';
import { lateReasons } from '@brina/domain/thermal/core-forecast/late-reasons';
import * as z from 'zod/mini';

/** Live updates as they travel (S7.31, S7.46). */

/** Sections of an appliance's live picture; each has its own version, raised in the transaction that changed it. */
export const sections = ['reported', 'online', 'status', 'cycle', 'warnings', 'alarms', 'commands', 'notices'] as const;
export type Section = (typeof sections)[number];
/** The version of each section; an object of named properties, as readers of OpenAPI expect one. */
export const versions = z.object(
  Object.fromEntries(sections.map((section) => [section, z.int()])) as Record<Section, z.ZodMiniNumberFormat>,
);
export type Versions = z.output<typeof versions>;

/** An alarm or warning by its catalogue name. `active: false` tells that it ended (it stays as a tombstone until a refetch). */
export const alarm = z.object({ name: z.string(), active: z.boolean(), since: z.int() });
export type Alarm = z.output<typeof alarm>;

/** `status`: what the appliance is doing as a whole. */
const statuses = ['off', 'standby', ...runStates, 'waiting', 'unknown'] as const;
export const status = z.enum(statuses);
export type Status = z.output<typeof status>;

/** Why food will be late; how deep it is, mm, where that is the reason. */
const because = z.object({ reason: z.enum(lateReasons), depth_mm: z.optional(z.int()) });

/**
 * When the food of a running cycle will be cold (B2.14): in the middle, and between when; `at` and `high` are null where it only will not be
 * before `low`, all where `state` says why nothing is said.
 */
export const cycleForecast = z.object({
  at: z.nullable(z.int()),
  low: z.nullable(z.int()),
  high: z.nullable(z.int()),
  /** What the core is to reach, °C, and until when. */
  to: z.nullable(z.number()),
  limitAt: z.nullable(z.int()),
  state: z.enum(forecastStates),
  because: z.array(because),
});
export type CycleForecast = z.output<typeof cycleForecast>;

/** The running or last cycle of an appliance. */
export const cycle = z.object({
  runId: z.string(),
  /** HACCP batch that this run became; null for functions without a record. */
  batchId: z.nullable(z.string()),
  function: z.int(),
  state: z.enum(runStates),
  /** Position in the plan, 1 = first; 0 before the first phase event. */
  phaseIndex: z.int(),
  /** Of the phases, without the holding that may follow them. */
  phaseCount: z.int(),
  phase: z.int(),
  startedAt: z.int(),
  endedAt: z.nullable(z.int()),
  /** End of the plan by core temperature, °C, where it has one. */
  coreTarget: z.nullable(z.number()),
  reason: z.nullable(z.string()),
  /** Of a cycle that runs and cools food to a limit; absent where there is none. It is told anew when it moves by a minute. */
  forecast: z.optional(cycleForecast),
});
export type Cycle = z.output<typeof cycle>;

/** A command that somebody sent, with what became of it. */
export const command = z.object({
  id: z.string(),
  name: z.string(),
  args: z.record(z.string(), z.unknown()),
  state: z.enum(commandStates),
  /** Code of the refusals catalogue when rejected or expired. */
  reason: z.nullable(z.string()),
  createdAt: z.int(),
  expiresAt: z.int(),
  finishedAt: z.nullable(z.int()),
  /** Version of the appliance's commands when this one changed last: of two tellings the higher is the newer. */
  v: z.int(),
});
export type Command = z.output<typeof command>;

/** Something that somebody should be told of the appliance, until somebody has understood it or it is over. */
export const notice = z.object({
  id: z.string(),
  /** A row of the catalogue of notices, or one that the reader does not know yet. */
  name: z.string(),
  at: z.int(),
  /** What its words need besides. */
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type Notice = z.output<typeof notice>;

/** Latest value of each metric, as stored (°C, %, W …). */
export const reported = z.record(z.string(), z.nullable(z.union([z.number(), z.string()])));
export type Reported = z.output<typeof reported>;

/**
 * A frame: the serial number and one section (S7.46), the moment of the fact and all versions of the appliance.
 * `reported` and `commands` hold what changed; `notices` those that are open, the newest first. Whose commands or notices the receiver may not
 * read finds them empty. `lastSeenAt` travels with `online`. The offline action is a frame of its own.
 */
const base = { serialNumber: z.string(), at: z.int(), v: versions };
export const liveFrame = z.union([
  z.object({ ...base, reported }),
  z.object({ ...base, online: z.boolean(), lastSeenAt: z.nullable(z.int()) }),
  z.object({ ...base, status }),
  z.object({ ...base, cycle: z.nullable(cycle) }),
  z.object({ ...base, warnings: z.array(alarm) }),
  z.object({ ...base, alarms: z.array(alarm) }),
  z.object({ ...base, commands: z.array(command) }),
  z.object({ ...base, notices: z.array(notice) }),
]);
export type LiveFrame = z.output<typeof liveFrame>;
/** All appliances of the receiver are to be shown offline: the portal lost its edge. */
export const offlineAction = z.object({ action: z.literal('offline') });
/** Which appliances the receiver may see changed; it refetches its list (S7.46). */
export const accessAction = z.object({ action: z.literal('access') });
/** What a reading call replies to the receiver has changed: whoever shows it asks again. The call by its id. */
export const changedAction = z.object({ action: z.literal('changed'), call: z.string() });
export type LiveMessage =
  | LiveFrame
  | z.output<typeof offlineAction>
  | z.output<typeof accessAction>
  | z.output<typeof changedAction>;
