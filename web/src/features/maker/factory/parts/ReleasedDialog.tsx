import type { ReleasedAppliance } from '@brina/contract/calls/people/account';
import { releasedMessages } from '../../../../appliance/released.messages.ts';
import { useReleasedCodes } from '../../../../appliance/released.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { CodesDialog } from '../../../../ui/CodesDialog.tsx';
import { factoryMessages } from '../factory.messages.ts';

/** Texts to have before it is shown. */
export const messages = [factoryMessages, releasedMessages];

/** The activation codes of appliances that the factory, or the end of their owner's account, has released. */
export function ReleasedDialog({ released, onClose }: { released: readonly ReleasedAppliance[]; onClose: () => void }) {
  const { t } = useMessages(factoryMessages);
  return (
    <CodesDialog {...useReleasedCodes(released)} title={t('released')} onClose={onClose}>
      {t('releasedBody')}
    </CodesDialog>
  );
}
