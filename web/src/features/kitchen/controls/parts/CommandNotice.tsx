import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { messageLife_ms } from '@brina/domain/constants';
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { applianceMessages } from '../../../../appliance/appliance.messages.ts';
import { controlMessages } from '../../../../appliance/controls.messages.ts';
import { useReasonText } from '../../../../appliance/use-reason-text.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { Notice } from '../../../../ui/Notice.tsx';
import type { CommandProgress } from '../use-command.ts';

/** A success has been read by then; what was refused stays until it is closed. */
const doneLife_ms = 2 * messageLife_ms;

/** What became of the last command, in words: on its way, done, or refused with the reason (S8.21). */
export function CommandNotice(props: { appliance: Appliance; progress: CommandProgress; onDismiss: () => void }) {
  const { appliance, progress, onDismiss } = props;
  const { t } = useMessages(applianceMessages);
  const reasonText = useReasonText(appliance);
  const outcome = useOutcome(progress.name);
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
          {outcome.done}
        </Notice>
      );
    case 'rejected':
    case 'expired':
      return (
        <Notice kind="warning" action={close}>
          <strong>{outcome.refused}</strong> {reasonText(progress.reason ?? progress.state)}
        </Notice>
      );
  }
}

/** The sentences for a command that was carried out, and for one that was not. */
function useOutcome(name: string): { done: string; refused: string } {
  const { t } = useMessages(applianceMessages);
  const { t: control, has } = useMessages(controlMessages);
  switch (name) {
    case 'startCycle':
      return { done: t('doneStart'), refused: t('refusedStart') };
    case 'stopCycle':
      return { done: t('doneStop'), refused: t('refusedStop') };
    default: {
      const key = `command.${name}` as const;
      const command = has(key) ? control(key) : name;
      return { done: control('done', { command }), refused: control('notDone', { command }) };
    }
  }
}
