import type { Alarm } from '@brina/contract/live';
import { alarmName } from '@brina/contract/words/run-words';
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
  };
}
