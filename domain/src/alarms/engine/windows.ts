/** The times in which rules stand still: around a defrost, around an open door, and on the way to a set-point. */

import { minute_ms } from '../../language/durations.ts';
import type { Inhibition } from '../rows/alarm-row.ts';
import type { UnitContext } from './input.ts';
import { standsBy } from './stage.ts';
import type { EngineState, ZoneState } from './state.ts';

/** So long after a defrost the rules stay quiet: the air is back sooner (`product.ts`), the food behind it is not. */
const quietAfterDefrost_ms = 30 * minute_ms;
const defrostMax_ms = 75 * minute_ms;
/** For so long after a door closed the air of the chamber moves as it may. */
export const afterDoor_ms = 10 * minute_ms;
/** The door may quiet the rules in so many minutes of any 60. */
const doorMinutesMax = 20;
const doorMinutesOf = 60;

const defrostEnd = ({ defrost }: ZoneState): number =>
  defrost === null
    ? 0
    : Math.min(
        defrost.since + defrostMax_ms,
        defrost.endedAt === null ? Number.MAX_SAFE_INTEGER : defrost.endedAt + quietAfterDefrost_ms,
      );

/** Whether the door asks for quiet: open, or closed shortly before, and not open for so long that its own alarm rose. */
const doorAsks = ({ door }: ZoneState, at: number): boolean =>
  !door.over && (door.since !== null || (door.closedAt !== null && at < door.closedAt + afterDoor_ms));

/** Grants the minute of `at` to the door, if it asks and has not had its share of the hour. */
export function grantDoorMinute(zone: ZoneState, at: number): void {
  if (!doorAsks(zone, at)) return;
  const minute = Math.floor(at / minute_ms);
  const { door } = zone;
  if (door.minutes.includes(minute)) return;
  door.minutes = door.minutes.filter((granted) => granted > minute - doorMinutesOf);
  if (door.minutes.length < doorMinutesMax) door.minutes.push(minute);
}

/** Whether an inhibition is in force in a zone. Outside of a cycle the conditions themselves say so, and a service visit only silences. */
export function inhibited(state: EngineState, context: UnitContext, zone: 1 | 2, inhibition: Inhibition): boolean {
  const here = state.zones[zone - 1] as ZoneState;
  const at = state.at_ms;
  switch (inhibition) {
    case 'defrost':
      return at < defrostEnd(here);
    case 'door':
      return doorAsks(here, at) && here.door.minutes.includes(Math.floor(at / minute_ms));
    case 'powerUp':
      return here.pull !== null && !here.pull.over && at < here.pull.until;
    case 'standby':
      return standsBy(context, state.values['powerState'], here.mode);
    case 'off':
      return state.values['powerState'] === 0;
    default:
      return false;
  }
}

/**
 * The next moment after `at` at which a window may end by itself.
 * @param heard whether the door's share of minutes runs on
 */
export function nextWindowEdge(zone: ZoneState, at: number, heard: boolean): number {
  let next = Number.POSITIVE_INFINITY;
  const defrost = defrostEnd(zone);
  if (defrost > at) next = defrost;
  if (zone.pull !== null && !zone.pull.over && zone.pull.until > at) next = Math.min(next, zone.pull.until);
  if (heard && doorAsks(zone, at)) next = Math.min(next, (Math.floor(at / minute_ms) + 1) * minute_ms);
  return next;
}

const inBand_K = 3;
const inBand_ms = 5 * minute_ms;
const pullMax_min = { chilled: 120, frozen: 240, hot: 60 } as const;

/** Begins the way to a set-point: from stand-by, at a change of mode or set-point, after long without power. */
export function startPull(zone: ZoneState, at: number, kind: keyof typeof pullMax_min): void {
  zone.pull = { since: at, until: at + pullMax_min[kind] * minute_ms, inBandSince: null, reached: false, over: false };
}

/**
 * Takes in the air on its way to the set-point. The air arrives first; the window lasts until the food's channel, which lags behind it,
 * has come after, or a cabinet switched on warm would be blamed for what its own filter remembers.
 */
export function notePull({ pull, product }: ZoneState, at: number, cell: number | null, set: number | null): void {
  if (pull === null || pull.over || cell === null || set === null) return;
  if (!pull.reached) {
    if (Math.abs(cell - set) > inBand_K) pull.inBandSince = null;
    else {
      pull.inBandSince ??= at;
      pull.reached = at - pull.inBandSince >= inBand_ms;
    }
  }
  pull.over = pull.reached && (product.value === null || Math.abs(product.value - set) <= inBand_K);
}
