import { normaliseActivationCode, showActivationCode } from '@brina/domain/appliance/activation-code';
import { useMessages } from './messages.ts';
import { releasedMessages } from './released.messages.ts';

/** An appliance that nobody owns any more, with the code that adds it to its next owner. */
export type Released = { serialNumber: string; name: string; activationCode: string };

/** Released appliances as the dialog of their codes shows them, and the words of its buttons. */
export function useReleasedCodes(released: readonly Released[]) {
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
