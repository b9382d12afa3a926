import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { Command } from '@brina/contract/live';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { scheduleMessages } from './schedules.messages.ts';

/** Texts to have before it is shown. */
export const messages = [scheduleMessages];

/** What the panel of an appliance asks for just now: somebody has to go there (B3.5). */
export function PanelQuestion({ appliance, proposals }: { appliance: Appliance; proposals: readonly Command[] }) {
  const { t } = useMessages(scheduleMessages);
  const format = useFormat();
  return proposals.map(({ id, args, expiresAt }) => (
    <Notice key={id} kind="info">
      {t('waits', { title: String(args.title), time: format.clock(expiresAt, appliance.lab?.timeZone) })}
    </Notice>
  ));
}
