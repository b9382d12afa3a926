import type { Appliance } from '@brina/contract/appliances';
import { errorMessages } from '@brina/contract/errors.messages';
import { alarms, isAlarm } from '@brina/domain/alarms';
import { messageLife_ms } from '@brina/domain/constants';
import { isRefusal } from '@brina/domain/refusals';
import { refusalMessages } from '@brina/domain/refusals.messages';
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { applianceMessages } from '../appliance.messages.ts';
import { activeAlarms } from '../appliance-state.ts';
import { useApplianceWords } from '../use-appliance-words.ts';
import type { CommandProgress } from '../use-command.ts';

/** A success has been read by then; what was refused stays until it is closed. */
const doneLife_ms = 2 * messageLife_ms;

/** What became of the last command, in words: on its way, done, or refused with the reason (S8.21). */
export function CommandNotice(props: { appliance: Appliance; progress: CommandProgress; onDismiss: () => void }) {
  const { appliance, progress, onDismiss } = props;
  const { t } = useMessages(applianceMessages);
  const reasonText = useReasonText(appliance);
  const starting = progress.name === 'startCycle';
  const done = progress.state === 'done';
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(onDismiss, doneLife_ms);
    return () => clearTimeout(timer);
  }, [done, onDismiss]);
  const close = (
    <Button variant="subtle" size="compact-md" mih={44} onClick={onDismiss}>
      {t('close')}
    </Button>
  );
  if (progress.unreadable) {
    return (
      <Notice kind="warning" action={close}>
        {t('resultUnknown')}
      </Notice>
    );
  }
  switch (progress.state) {
    case null:
    case 'sent':
      return <Notice kind="info">{t('sending')}</Notice>;
    case 'accepted':
      return <Notice kind="info">{t('accepted')}</Notice>;
    case 'done':
      return (
        <Notice kind="success" action={close}>
          {t(starting ? 'doneStart' : 'doneStop')}
        </Notice>
      );
    case 'rejected':
    case 'expired':
      return (
        <Notice kind="warning" action={close}>
          <strong>{t(starting ? 'refusedStart' : 'refusedStop')}</strong>{' '}
          {reasonText(progress.reason ?? progress.state)}
        </Notice>
      );
  }
}

/** The sentence for a reason of refusal. What a sentence needs to know beside the reason is read from the appliance. */
function useReasonText(appliance: Appliance): (reason: string) => string {
  const { t } = useMessages(applianceMessages);
  const { t: refusal } = useMessages(refusalMessages);
  const { t: error } = useMessages(errorMessages);
  const words = useApplianceWords();
  return (reason) => {
    if (!isRefusal(reason)) return t('unknownReason', { code: reason });
    switch (reason) {
      case 'alarm_blocks': {
        const blocking = activeAlarms(appliance).find(({ name }) => isAlarm(name) && 'blocks' in alarms[name]);
        return refusal('alarm_blocks', { alarm: blocking ? words.alarmName(blocking) : '…' });
      }
      // The unit says that a value lies outside its limits, not which.
      case 'out_of_range':
        return error('command_invalid');
      // Proving plans come with their family; their limits would stand in the reply.
      case 'ready_too_soon':
      case 'ready_too_late':
        return t('unknownReason', { code: reason });
      default:
        return refusal(reason);
    }
  };
}
