import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { alarms, isAlarm } from '@brina/domain/alarms/alarms';
import { isRefusal } from '@brina/domain/appliance/refusals';
import { refusalMessages } from '@brina/domain/appliance/refusals.messages';
import { useMessages } from '../lib/messages.ts';
import { applianceMessages } from './appliance.messages.ts';
import { activeAlarms } from './appliance-state.ts';
import { useApplianceWords } from './use-appliance-words.ts';

/** The sentence for a reason of refusal. What a sentence needs to know beside the reason is read from the appliance. */
export function useReasonText(appliance: Appliance): (reason: string) => string {
  const { t } = useMessages(applianceMessages);
  const { t: refusal } = useMessages(refusalMessages);
  const { t: error } = useMessages(errorMessages);
  const words = useApplianceWords();
  return (reason) => {
    if (!isRefusal(reason)) return t('unknownReason', { code: reason });
    switch (reason) {
      case 'alarm_blocks': {
        const blocking = activeAlarms(appliance).find(({ name }) => isAlarm(name) && alarms[name].blocks);
        return refusal('alarm_blocks', { alarm: blocking ? words.alarmName(blocking) : '…' });
      }
      // The unit says that a value lies outside its limits, not which.
      case 'out_of_range':
        return error('command_invalid');
      // The form names the nearest time before it sends; a unit whose clock has moved on says only which way.
      case 'ready_too_soon':
        return t('tooSoon');
      case 'ready_too_late':
        return t('tooLate');
      default:
        return refusal(reason);
    }
  };
}
