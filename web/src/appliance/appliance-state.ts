/** What an appliance is doing, in a tone and a word. Shown by the cards of the dashboard and by the appliance's own page. */
import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { Alarm } from '@brina/contract/live';
import { attentionOf, type Troubles } from '@brina/domain/alarms/attention';
import { corePointsOf, familyOf, modelRow } from '@brina/domain/appliance/families/families';
import { type ModeRow, zonesOf } from '@brina/domain/appliance/families/family';
import type { FunctionKey } from '@brina/domain/appliance/functions';
import { inZone } from '@brina/domain/appliance/metrics';
import type { ModeKey } from '@brina/domain/appliance/modes';
import type { PhaseKey } from '@brina/domain/appliance/phases';
import type { states } from '@brina/domain/appliance/states';
import { warmestOf } from '@brina/domain/haccp/batch';
import type { Tone } from '../ui/tones.ts';

/** Tones of functions whatever their set-point; the others go by it. */
const functionTones: Partial<Record<FunctionKey, Tone>> = {
  chilling: 'cold',
  softChillCore: 'cold',
  hardChillCore: 'cold',
  softChillTime: 'cold',
  hardChillTime: 'cold',
  continuousChill: 'cold',
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
  fanDry: 'idle',
};

/** Tones of modes whatever their set-point; the others go by it. */
const modeTones: Partial<Record<ModeKey, Tone>> = {
  standby: 'idle',
  negativeCold: 'freeze',
  positiveCold: 'cold',
  chocolate: 'cold',
  manual: 'cold',
  automatic: 'cold',
  test: 'idle',
  defrost: 'idle',
  defrosting: 'idle',
  direct: 'proof',
};

/** An air set-point below this stores frozen food. */
const frozenBelow_C = -5;
/** From this on dough proves. */
const provesFrom_C = 18;
/** An air set-point from this on keeps food hot. */
const keepsHotFrom_C = 45;

/** A chamber with an air of its own; only some models have the second. */
export type ZoneNumber = 1 | 2;

/** The zones of an appliance; one for a model this version does not know. */
export function zonesIn({ model }: Pick<Appliance, 'model'>): readonly ZoneNumber[] {
  const row = modelRow(model);
  return row && zonesOf(row) === 2 ? [1, 2] : [1];
}

/** A number the unit reported; null when it reported none. */
export function reportedNumber({ twin }: Appliance, metric: string): number | null {
  const value = twin.reported[metric];
  return typeof value === 'number' ? value : null;
}

/** Which doors stand open, the first and the second. */
export function openDoorsOf(appliance: Appliance): readonly [boolean, boolean] {
  // Code 1: the first door, 2: the second, 3: both. Live frames bring what is reported, the field `door` only a reply.
  const door = reportedNumber(appliance, 'door') ?? appliance.door ?? 0;
  return [(door & 1) > 0, (door & 2) > 0];
}

/** Chamber air of a zone, °C. */
export const chamberOf = (appliance: Appliance, zone: ZoneNumber = 1): number | null =>
  reportedNumber(appliance, inZone('TCell', zone));

/** Air set-point in force in a zone, °C; null while the air is not controlled. */
export const setOf = (appliance: Appliance, zone: ZoneNumber = 1): number | null =>
  reportedNumber(appliance, inZone('cellSetTemp', zone));

/** Warmest point of the needles that has a value, °C. It judges cooling, so it is the one shown. */
export const coreOf = (appliance: Appliance): number | null =>
  warmestOf(corePointsOf(modelRow(appliance.model)).map((point) => reportedNumber(appliance, point)));

/** Something that is on; `loud`: an alarm, which says that something is lost, and no warning. */
export type ActiveAlarm = Alarm & { loud: boolean };

/**
 * Active alarms, then active warnings, each the latest first: what is lost stands before what is advised, however long it has stood.
 * Ended ones stay in the entry as tombstones.
 */
export const activeAlarms = ({ alarms, warnings }: Pick<Appliance, 'alarms' | 'warnings'>): ActiveAlarm[] =>
  [alarms, warnings].flatMap((section) =>
    section
      .filter(({ active }) => active)
      .map((alarm) => ({ ...alarm, loud: section === alarms }))
      .sort((one, other) => other.since - one.since),
  );

/** Border of a card that says what is wrong with an appliance. */
export const troubleTone = (troubles: Troubles): 'alarm' | 'plain' =>
  attentionOf(troubles) === 'alarm' ? 'alarm' : 'plain';

/** Mode of a zone as the family's row has it. */
export type ModeInForce = { code: number; row: ModeRow };

/** The mode a zone is in; null on families without modes, and while nobody knows: offline it may be any (S4.16). */
export function modeOf(appliance: Appliance, zone: ZoneNumber = 1): ModeInForce | null {
  const code = reportedNumber(appliance, inZone('operatingMode', zone));
  const row = code === null || !appliance.online ? undefined : familyOf(appliance.model)?.modes[code];
  return code === null || !row ? null : { code, row };
}

/** Whether the model's family works in modes rather than in cycles. */
export const hasModes = ({ model }: Pick<Appliance, 'model'>): boolean =>
  Object.keys(familyOf(model)?.modes ?? {}).length > 0;

/** Whether it is switched on, as far as it has told. */
export const isSwitchedOn = (appliance: Appliance): boolean => reportedNumber(appliance, 'powerState') !== 0;

/** Whether a cycle or the holding after it is under way, or a mode that controls the chamber of a zone. */
export function isWorking(appliance: Appliance, zone: ZoneNumber = 1): boolean {
  if (!hasModes(appliance)) return appliance.status === 'running' || appliance.status === 'ended';
  const mode = modeOf(appliance, zone);
  return mode !== null && mode.row.key !== 'standby' && isSwitchedOn(appliance);
}

/** Steps of a defrost in which ice melts and water runs off. The table is imported as a type: all of it would weigh on the dashboard. */
const melting = { 3: 'heating', 4: 'dripping' } as const satisfies Partial<(typeof states)['defrostState']>;

/** Whether the evaporator of a zone is being freed of ice. */
export function isDefrosting(appliance: Appliance, zone: ZoneNumber = 1): boolean {
  const step = reportedNumber(appliance, inZone('defrostState', zone));
  return step !== null && Object.hasOwn(melting, step);
}

/** Key of the words of a function, in the numbering of the model's family; undefined for a code it does not have. */
const functionKeyOf = (model: string, code: number): FunctionKey | undefined => familyOf(model)?.functions[code]?.key;

/** Key of the words of a phase, in the numbering of the model's family. */
export const phaseKeyOf = (model: string, code: number): PhaseKey | undefined => familyOf(model)?.phases[code];

/** Function of the cycle under way; undefined while there is none. */
const runningFunction = (appliance: Appliance): FunctionKey | undefined =>
  appliance.status === 'running' && appliance.cycle
    ? functionKeyOf(appliance.model, appliance.cycle.function)
    : undefined;

/** Whether it is connected and has told its present owner nothing yet of what it does: it was claimed a moment ago. */
export const isAwaited = (appliance: Appliance): boolean =>
  appliance.online &&
  appliance.status === 'unknown' &&
  zonesIn(appliance).every((zone) => chamberOf(appliance, zone) === null && modeOf(appliance, zone) === null);

/**
 * Tone of the appliance as a whole: how urgent it is, else the thermal family of what it is doing. Only an alarm that says that
 * something is lost is loud; warnings keep to their own place.
 */
export function toneOf(appliance: Appliance): Tone {
  const attention = attentionOf(appliance);
  return attention === 'alarm' || attention === 'offline' ? attention : thermalToneOf(appliance);
}

/** Tone of what it measures and does: of one that is not connected these are the last values, whatever is wrong with it. */
export const valueToneOf = (appliance: Appliance): Tone => (appliance.online ? toneOf(appliance) : 'offline');

/** Thermal family of a zone without regard to alarms. */
export function thermalToneOf(appliance: Appliance, zone: ZoneNumber = 1): Tone {
  if (!isWorking(appliance, zone)) return 'idle';
  const mode = modeOf(appliance, zone);
  const fixed = mode ? modeTones[mode.row.key] : functionTones[runningFunction(appliance) ?? 'idle'];
  if (fixed) return fixed;
  const set = setOf(appliance, zone);
  if (set === null) return 'idle';
  if (set < frozenBelow_C) return 'freeze';
  if (set >= keepsHotFrom_C) return 'hot';
  return mode && set >= provesFrom_C ? 'proof' : 'cold';
}

/** Word of the state badge: a function's or mode's own name while it runs, else a state of `appliance.messages.ts`. */
export type StateWord =
  | { kind: 'function'; key: FunctionKey }
  | { kind: 'mode'; key: ModeKey }
  | {
      kind: 'state';
      key:
        | 'alarm'
        | 'offline'
        | 'off'
        | 'standby'
        | 'waiting'
        | 'holding'
        | 'stopped'
        | 'interrupted'
        | 'awaited'
        | 'unknown';
    };

/** What the badge says. */
export function stateWordOf(appliance: Appliance): StateWord {
  const tone = toneOf(appliance);
  if (tone === 'offline' || tone === 'alarm') return { kind: 'state', key: tone };
  if (isAwaited(appliance)) return { kind: 'state', key: 'awaited' };
  if (!isSwitchedOn(appliance)) return { kind: 'state', key: 'off' };
  const mode = modeOf(appliance);
  if (mode) return { kind: 'mode', key: mode.row.key };
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
