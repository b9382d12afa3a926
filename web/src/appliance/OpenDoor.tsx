import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { useAppliance } from '../lib/appliances.ts';
import { useMessages } from '../lib/messages.ts';
import { Notice } from '../ui/Notice.tsx';
import { openDoorsOf } from './appliance-state.ts';
import { controlMessages } from './controls.messages.ts';

/**
 * For questions before a start: says that a door stands open, as long as it does. Whether it may start so the appliance decides, which
 * knows whether the door is closed when the command arrives.
 */
export function OpenDoor({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(controlMessages);
  // A question keeps what it was asked with; the door is closed while it stands.
  const { data } = useAppliance(appliance.serialNumber);
  if (!openDoorsOf(data ?? appliance).includes(true)) return null;
  return <Notice kind="warning">{t('doorIsOpen')}</Notice>;
}
