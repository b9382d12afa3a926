/** What an appliance is doing, in a tone and a word. Shown by the cards of the dashboard and by the appliance's own page. */
import type { Appliance } from '@brina/contract/appliances';
import type { Alarm } from '@brina/contract/live';
import { familyOf } from '@brina/domain/families/families';
import { type FunctionKey, functions } from '@brina/domain/functions';
import { type PhaseKey, phases } from '@brina/domain/phases';
import type { Tone } from '../../ui/tones.ts';

/** Tones of functions whatever their set-point; the others go by it. */
const functionTones: Partial<Record<FunctionKey, Tone>> = {
  chilling: 'cold',
  freezing: 'freeze',
  thawing: 'cold',
  warmHolding: 'hot',
  lowTempCooking: 'hot',
  pasteurisation: 'hot',
  drying: 'hot',
  meltingChocolate: 'hot',
  directProofing: 'proof',
  programmedProofing: 'proof',
  retardedProofing: 'proof',
  defrosting: 'idle',
};

/** An air set-point below this stores frozen food. */
const frozenBelow_C = -5;
/** An air set-point from this on keeps food hot. */
const hotFrom_C = 45;

/** A number the unit reported; null when it reported none. */
export function reportedNumber({ twin }: Appliance, metric: string): number | null {
  const value = twin.reported[metric];
  return typeof value === 'number' ? value : null;
}

/** Chamber air, °C. */
export const chamberOf = (appliance: Appliance): number | null => reportedNumber(appliance, 'TCell');

/** Air set-point in force, °C; null while the air is not controlled. */
export const setOf = (appliance: Appliance): number | null => reportedNumber(appliance, 'cellSetTemp');

/** Warmest point of the core probe that has a value, °C. It judges cooling, so it is the one shown. */
export function coreOf(appliance: Appliance): number | null {
  const points = ['TCore1', 'TCore2', 'TCore3', 'TCore4'].map((point) => reportedNumber(appliance, point));
  const valid = points.filter((point) => point !== null);
  return valid.length === 0 ? null : Math.max(...valid);
}

/** Alarms that are active now, the latest first; ended ones stay in the entry as tombstones. */
export const activeAlarms = ({ alarms, warnings }: Appliance): Alarm[] =>
  [...alarms, ...warnings].filter((alarm) => alarm.active).sort((one, other) => other.since - one.since);

/** Whether a cycle, or the holding after it, is under way. */
export const isWorking = ({ status }: Appliance): boolean => status === 'running' || status === 'ended';

/** Key of the words of a function, in the numbering of the model's family; undefined for a code it does not have. */
export function functionKeyOf(model: string, code: number): FunctionKey | undefined {
  const key = familyOf(model)?.functions[code]?.key;
  return Object.values(functions).find((known) => known === key);
}

/** Key of the words of a phase, in the numbering of the model's family. */
export function phaseKeyOf(model: string, code: number): PhaseKey | undefined {
  const key = familyOf(model)?.phases[code];
  return Object.values(phases).find((known) => known === key);
}

/** Function of the cycle under way; undefined while there is none. */
const runningFunction = (appliance: Appliance): FunctionKey | undefined =>
  appliance.status === 'running' && appliance.cycle
    ? functionKeyOf(appliance.model, appliance.cycle.function)
    : undefined;

/**
 * Thermal family of what the appliance is doing. Only an alarm that says that something is lost is loud; warnings keep
 * to their own place.
 */
export function toneOf(appliance: Appliance): Tone {
  if (!appliance.online) return 'offline';
  if (appliance.alarms.some((alarm) => alarm.active)) return 'alarm';
  return thermalToneOf(appliance);
}

/** Thermal family without regard to alarms. */
export function thermalToneOf(appliance: Appliance): Tone {
  const set = setOf(appliance);
  if (!isWorking(appliance)) return 'idle';
  const ofFunction = functionTones[runningFunction(appliance) ?? 'idle'];
  if (ofFunction) return ofFunction;
  if (set === null) return 'idle';
  if (set < frozenBelow_C) return 'freeze';
  return set >= hotFrom_C ? 'hot' : 'cold';
}

/** Word of the state badge: a function's own name while it runs, else a state of `appliance.messages.ts`. */
export type StateWord =
  | { kind: 'function'; key: FunctionKey }
  | {
      kind: 'state';
      key: 'alarm' | 'offline' | 'off' | 'standby' | 'waiting' | 'holding' | 'stopped' | 'interrupted' | 'unknown';
    };

/** What the badge says. */
export function stateWordOf(appliance: Appliance): StateWord {
  const tone = toneOf(appliance);
  if (tone === 'offline' || tone === 'alarm') return { kind: 'state', key: tone };
  const running = runningFunction(appliance);
  if (running) return { kind: 'function', key: running };
  const { status } = appliance;
  // A cycle that has ended goes on holding the food while its air is controlled.
  if (status === 'ended') return { kind: 'state', key: setOf(appliance) === null ? 'standby' : 'holding' };
  return { kind: 'state', key: status === 'running' ? 'unknown' : status };
}

/** How far a cycle has come, by the unit's own estimate. Times in ms; `left` is null where the end is open. */
export type Progress = { share: number | null; gone_ms: number; left_ms: number | null };

/** Progress of the running cycle at a moment; null while none runs. */
export function progressOf(appliance: Appliance, now_ms: number): Progress | null {
  const { cycle } = appliance;
  if (appliance.status !== 'running' || !cycle) return null;
  const gone_ms = Math.max(0, now_ms - cycle.startedAt);
  const left_s = reportedNumber(appliance, 'cycleRemaining');
  // An estimate that has run out says nothing any more: the food decides when it is cold.
  if (left_s === null || left_s <= 0) return { share: null, gone_ms, left_ms: null };
  const left_ms = left_s * 1000;
  return { share: gone_ms / Math.max(1, gone_ms + left_ms), gone_ms, left_ms };
}
