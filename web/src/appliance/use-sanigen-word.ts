import { states } from '@brina/domain/appliance/states';
import { stateMessages } from '@brina/domain/appliance/states.messages';
import { useMessages } from '../lib/messages.ts';

/** The name of a level of Sanigen on the common scale; a dash for what is none. */
export function useSanigenWord(): (level: unknown) => string {
  const { t } = useMessages(stateMessages);
  return (level) => {
    const key = states.sanigenLevel[level as keyof typeof states.sanigenLevel] as string | undefined;
    return key ? t(`sanigenLevel.${key}` as `sanigenLevel.${(typeof states.sanigenLevel)[0]}`) : '–';
  };
}
