/** What runs of an appliance are called, on a screen, on paper and in files. */
import { alarms, isAlarm } from '@brina/domain/alarms/alarms';
import { alarmMessages } from '@brina/domain/alarms/alarms.messages';
import { familyOf } from '@brina/domain/appliance/families/families';
import { functionMessages } from '@brina/domain/appliance/functions.messages';
import { modeMessages } from '@brina/domain/appliance/modes.messages';
import { phaseMessages } from '@brina/domain/appliance/phases.messages';
import { stoppedByMessages } from '@brina/domain/cycles/stopped-by.messages';
import type { Speech } from '@brina/domain/language/speech';
import type { StoppedBy } from '../wire/values.ts';

/** Name of a function, or of the mode that is one; a code this version does not know stays visible as a number. */
export function functionName(
  say: Speech<{ function: typeof functionMessages; mode: typeof modeMessages }>,
  model: string,
  code: number,
): string {
  const family = familyOf(model);
  const key = family?.functions[code]?.key;
  const mode = family?.modes[code]?.key;
  return key ? say.function(key) : mode ? say.mode(mode) : String(code);
}

/** Name of a phase, in the numbering of the model's family. */
export function phaseName(say: Speech<{ phase: typeof phaseMessages }>, model: string, code: number): string {
  const key = familyOf(model)?.phases[code];
  return key ? say.phase(key) : String(code);
}

/** An alarm's name; one this version does not know is shown under its own. */
export function alarmName(say: Speech<{ alarm: typeof alarmMessages }>, name: string): string {
  if (!isAlarm(name)) return name;
  const { text, n } = alarms[name];
  return (say.alarm as (key: string, values?: { n: number }) => string)(
    `${text}.name`,
    n === undefined ? undefined : { n },
  );
}

/** Who ended a run before its time, and where. */
export const stoppedByWords = (
  say: Speech<{ stoppedBy: typeof stoppedByMessages }>,
  { way, name }: StoppedBy,
): string => (name === null ? say.stoppedBy(way) : say.stoppedBy('portalBy', { name }));
