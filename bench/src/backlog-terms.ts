/**
 * What the part `backlog` and the program that is its units both know. Not in the program: whoever imports that waits for an order, as it
 * does, and never ends.
 */
import type { BenchUnit, Fleet } from './fleet.ts';

/** What a unit does besides its live samples. */
export type Role = { drains: boolean; raises: boolean };
export type BacklogOrder = {
  port: number;
  fleet: Pick<Fleet, 'caFile' | 'key'>;
  units: (BenchUnit & Role)[];
  /** A unit that drains has so many in its outbox. */
  messages: number;
};
/** All that was in an outbox is acknowledged; epoch ms of the first PUBLISH and of the last PUBACK. `doorAt`: its door was opened. */
export type Drained = { from: number; until: number; doorAt: number };
/** An alarm as a live frame names it (`alarmKey`), and when it was published. */
export type ToldAlarm = { key: string; sent: number; drains: boolean };

/** Samples of a message of a backlog. */
export const samplesPerMessage = 60;
/** Messages of a backlog that wait for their acknowledgement. */
export const inFlight = 4;
/** An alarm comes, and is over so long after: judged later than that, both are judged together, and nobody is told that it was on. */
export const turn_ms = 2000;
/** How both ends name what a frame tells of an alarm. */
export const alarmKey = (serial: string, name: string, active: boolean, since: number): string =>
  [serial, name, active, since].join(' ');
