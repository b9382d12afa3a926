/** What runs of an appliance are called, on a screen, on paper and in files. `t`: how the texts of a catalogue are said to a reader. */
import { alarms, isAlarm, stemOf } from '@brina/domain/alarms/alarms';
import type { alarmMessages } from '@brina/domain/alarms/alarms.messages';
import { familyOf } from '@brina/domain/appliance/families/families';
import type { functionMessages } from '@brina/domain/appliance/functions.messages';
import type { modeMessages } from '@brina/domain/appliance/modes.messages';
import type { phaseMessages } from '@brina/domain/appliance/phases.messages';
import type { stoppedByMessages } from '@brina/domain/cycles/stopped-by.messages';
import type { Translate } from '@brina/domain/language/speech';
import type { StoppedBy } from '../wire/values.ts';

/** Name of a function, or of the mode that is one; a code this version does not know stays visible as a number. */
export function functionName(
  t: Translate<(typeof functionMessages)['texts']>,
  tMode: Translate<(typeof modeMessages)['texts']>,
  model: string,
  code: number,
): string {
  const family = familyOf(model);
  const key = family?.functions[code]?.key;
  const mode = family?.modes[code]?.key;
  return key ? t(key) : mode ? tMode(mode) : String(code);
}

/** Name of a phase, in the numbering of the model's family. */
export function phaseName(t: Translate<(typeof phaseMessages)['texts']>, model: string, code: number): string {
  const key = familyOf(model)?.phases[code];
  return key ? t(key) : String(code);
}

/** An alarm's name; one this version does not know is shown under its own. */
export function alarmName(t: Translate<(typeof alarmMessages)['texts']>, name: string): string {
  if (!isAlarm(name)) return name;
  const { n } = alarms[name];
  // Texts that are not numbered take nothing.
  return (t as (key: string, values: { n: number | undefined }) => string)(`${stemOf(name)}.name`, { n });
}

/** Who ended a run before its time, and where. */
export const stoppedByWords = (t: Translate<(typeof stoppedByMessages)['texts']>, { way, name }: StoppedBy): string =>
  name === null ? t(way) : t('portalBy', { name });
