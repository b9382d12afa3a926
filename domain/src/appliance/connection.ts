/** When a unit counts as online: heard from within three heartbeats. All times in milliseconds; no clock is read here. */

import { minute_ms } from '../language/durations.ts';

/** A unit is heard at least this often, unless it was told otherwise (twin value `heartbeat_s`; tests use 2 s). */
export const defaultHeartbeat_ms = minute_ms;

/** Heartbeats of silence after which a unit is offline. */
const heartbeatsOfSilence = 3;

/** How long a unit may be silent. */
export const silence_ms = (heartbeat_ms: number = defaultHeartbeat_ms): number => heartbeatsOfSilence * heartbeat_ms;

/** The instant at which a unit last heard then becomes offline, if it stays silent. */
export const offlineAt = (heardAt: number, heartbeat_ms?: number): number => heardAt + silence_ms(heartbeat_ms);

/** Whether a unit last heard at `heardAt` (null: never) is online at `at`. */
export const isOnline = (heardAt: number | null, at: number, heartbeat_ms?: number): boolean =>
  heardAt !== null && at < offlineAt(heardAt, heartbeat_ms);

/**
 * The instant from which silence may be judged at all: an edge that came up at `edgeUpAt` gives every unit the same grace, so that
 * our own outage never looks like theirs.
 */
export const judgedFrom = (edgeUpAt: number, heartbeat_ms?: number): number => edgeUpAt + silence_ms(heartbeat_ms);
