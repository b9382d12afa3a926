import type { Appliance } from '@brina/contract/appliances';
import type { Alarm } from '@brina/contract/live';
import { alarmMessages } from '@brina/domain/alarms.messages';
import { alarms, isAlarm } from '@brina/domain/alarms';
import { functionMessages } from '@brina/domain/functions.messages';
import { phaseMessages } from '@brina/domain/phases.messages';
import { useMessages } from '../../lib/messages.ts';
import { applianceMessages } from './appliance.messages.ts';
import { functionKeyOf, phaseKeyOf, stateWordOf } from './appliance-state.ts';

/** Words for what an appliance does and says, in the language of the interface. */
export function useApplianceWords() {
  const { t } = useMessages(applianceMessages);
  const { t: functionWord } = useMessages(functionMessages);
  const { t: phaseWord } = useMessages(phaseMessages);
  const { t: alarmWord } = useMessages(alarmMessages);
  return {
    /** The word of the state badge. */
    state: (appliance: Appliance): string => {
      const word = stateWordOf(appliance);
      return word.kind === 'function' ? functionWord(word.key) : t(`state.${word.key}`);
    },
    /** A function's name; a code this version does not know stays visible as a number. */
    functionName: (model: string, code: number): string => {
      const key = functionKeyOf(model, code);
      return key ? functionWord(key) : String(code);
    },
    phaseName: (model: string, code: number): string => {
      const key = phaseKeyOf(model, code);
      return key ? phaseWord(key) : String(code);
    },
    /** An alarm's name; one this version does not know is shown under its own. */
    alarmName: ({ name }: Pick<Alarm, 'name'>): string => {
      if (!isAlarm(name)) return name;
      const row: { text: string; n?: number } = alarms[name];
      return (alarmWord as (key: string, values?: { n: number }) => string)(
        `${row.text}.name`,
        row.n === undefined ? undefined : { n: row.n },
      );
    },
    /** What an alarm means and what to do about it, food first; empty for one this version does not know. */
    alarmAdvice: ({ name }: Pick<Alarm, 'name'>): { meaning: string; actions: string[] } => {
      if (!isAlarm(name)) return { meaning: '', actions: [] };
      const row = alarms[name];
      return {
        meaning: alarmWord(`${row.text}.meaning`),
        actions: row.actions.map((action) => alarmWord(`do.${action}`)),
      };
    },
  };
}
