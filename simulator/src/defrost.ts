/** Defrosting of a zone that holds its temperature: when it begins, what it drives, and how it ends. Times in seconds of the process. */
import { stateCodes } from '@brina/domain/appliance/states';
import { second_ms } from '@brina/domain/language/durations';
import { random } from './random.ts';

/** Codes of `defrostState`; these appliances neither ask for a defrost nor pump down before it. */
export const defrostCode = stateCodes('defrostState');

/** Codes of `lastDefrostEnd`. */
export const defrostEnd = stateCodes('lastDefrostEnd');

/** A zone's defrosting. */
export type DefrostState = { code: number; since_s: number; lastEnd: number };

/** How a mode defrosts. */
export type DefrostPlan = {
  /** Without a heater the coil is warmed by the air of the chamber. */
  readonly heater: boolean;
  /** Temperature of the coil that ends it, and the longest it may take. */
  readonly until: number;
  readonly max_s: number;
  /** After dripping the fan waits until the coil is this cold. */
  readonly fanBelow: number;
};

const drip_s = 120;
const fanDelay_max_s = 240;

/** Four a day. */
const every_s = 6 * 3600;

/** A zone that is not defrosting, and has not for long. */
export const newDefrost = (): DefrostState => ({
  code: defrostCode.none,
  since_s: -every_s,
  lastEnd: defrostEnd.none,
});

/** Whether the coil is being freed or drips. */
export const isDefrosting = ({ code }: DefrostState): boolean =>
  code === defrostCode.heating || code === defrostCode.dripping;

/** Begins to defrost. */
export function beginDefrost(defrost: DefrostState, time_s: number): void {
  Object.assign(defrost, { code: defrostCode.heating, since_s: time_s });
}

/** A person or a power cut ends it. */
export function cutDefrost(defrost: DefrostState, end: number, time_s: number): void {
  if (defrost.code === defrostCode.heating) defrost.lastEnd = end;
  Object.assign(defrost, { code: defrostCode.none, since_s: time_s });
}

/**
 * Moves a defrost on; `coil` °C, null when its probe is broken: then the time ends it.
 * @returns whether it is over, with dripping, so that its mode goes on
 */
export function stepDefrost(defrost: DefrostState, plan: DefrostPlan, coil: number | null, time_s: number): boolean {
  const passed_s = time_s - defrost.since_s;
  const enter = (code: number): void => {
    Object.assign(defrost, { code, since_s: time_s });
  };
  switch (defrost.code) {
    case defrostCode.heating: {
      const reached = coil !== null && coil >= plan.until;
      if (!reached && passed_s < plan.max_s) return false;
      defrost.lastEnd = reached ? defrostEnd.temperature : defrostEnd.timeOut;
      enter(defrostCode.dripping);
      return false;
    }
    case defrostCode.dripping:
      if (passed_s < drip_s) return false;
      enter(defrostCode.fanDelay);
      return true;
    case defrostCode.fanDelay:
      if ((coil !== null && coil <= plan.fanBelow) || passed_s >= fanDelay_max_s) enter(defrostCode.none);
      return false;
    default:
      return false;
  }
}

/** Zones of one cabinet take turns. */
const turn_s = 1800;

/**
 * The defrosts of a day, by the kitchen's clock, at minutes that differ from unit to unit.
 * @returns whether one is due in a zone: `local_ms` is the kitchen's time, `time_s` that of the process
 */
export function createDefrostClock(
  serial: string,
): (defrost: DefrostState, zone: number, local_ms: number, time_s: number) => boolean {
  const stagger_s = random(serial, 'defrosts').between(0, every_s);
  return (defrost, zone, local_ms, time_s) => {
    if (defrost.code !== defrostCode.none) return false;
    const turn = (at_s: number): number => Math.floor((at_s - stagger_s - zone * turn_s) / every_s);
    const now_s = local_ms / second_ms;
    // One is missed while nothing is cooled; soon after another none is needed.
    const since_s = time_s - defrost.since_s;
    return since_s > every_s / 3 && turn(now_s) !== turn(now_s - Math.min(since_s, round_s));
  };
}

/** A turn that nobody looked for within this time is passed over. */
const round_s = 600;
