import type { Alarm } from '@brina/contract/live';
import { alarmName } from '@brina/contract/words/run-words';
import { alarms, isAlarm } from '@brina/domain/alarms/alarms';
import { alarmMessages } from '@brina/domain/alarms/alarms.messages';
import { useMessages } from '../lib/messages.ts';
import { useStateWords } from './use-state-words.ts';

/** Words for what an appliance does and says, in the language of the interface. */
export function useApplianceWords() {
  const { t: alarmWord } = useMessages(alarmMessages);
  return {
    ...useStateWords(),
    /** An alarm's name; one this version does not know is shown under its own. */
    alarmName: ({ name }: Pick<Alarm, 'name'>): string => alarmName(alarmWord, name),
    /**
     * What to do about an alarm, step by step, food first; none for one this version does not know. That the food is not at risk is no
     * step: it is said before them.
     */
    alarmAdvice: ({ name }: Pick<Alarm, 'name'>): { reassurance: string | null; steps: string[] } => {
      const actions = isAlarm(name) ? alarms[name].actions : [];
      const steps = actions.filter((action) => action !== 'noRisk').map((action) => alarmWord(`do.${action}`));
      return { reassurance: actions.includes('noRisk') ? alarmWord('do.noRisk') : null, steps };
    },
  };
}
