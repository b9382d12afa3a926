import type { ReadyFault } from '@brina/domain/cycles/schedule';
import { readyMessages } from '../../../appliance/ready.messages.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';

/** Why something cannot be ready at a time, with the nearest time at which it can (S4.17). */
export function useReadyText(): (fault: ReadyFault | undefined, timeZone: string) => string {
  const { t } = useMessages(readyMessages);
  const format = useFormat();
  return (fault, timeZone) => {
    switch (fault?.code) {
      case 'ready_too_soon':
        return t('tooSoonAt', { time: format.dateTime(fault.earliest, timeZone) });
      case 'ready_too_late':
        return t('tooLateAt', { time: format.dateTime(fault.latest, timeZone) });
      case undefined:
        return '';
    }
  };
}
