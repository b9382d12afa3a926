import type { ReleasedAppliance } from '@brina/contract/calls/people/account';
import { normaliseActivationCode, showActivationCode } from '@brina/domain/appliance/activation-code';
import { useMessages } from '../lib/messages.ts';
import { releasedMessages } from './released.messages.ts';

/** Released appliances as the dialog of their codes shows them, and the words of its buttons. */
export function useReleasedCodes(released: readonly ReleasedAppliance[]) {
  const { t } = useMessages(releasedMessages);
  return {
    codes: released.map(({ serialNumber, name, activationCode }) => ({
      name,
      serialNumber,
      code: showActivationCode(normaliseActivationCode(activationCode)),
    })),
    texts: { copyAll: t('copyAll'), copied: t('copied'), print: t('print'), noted: t('noted') },
  };
}
