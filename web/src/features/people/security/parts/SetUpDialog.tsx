import { errorMessages } from '@brina/contract/wire/errors.messages';
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../../../../lib/messages.ts';
import { session } from '../../../../lib/session.ts';
import { showToast } from '../../../../lib/toast.ts';
import { dialogProps, useFocusReturn } from '../../../../ui/dialog.ts';
import { securityMessages } from '../security.messages.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SetUp } from './SetUp.tsx';

/** Texts to have before it is shown. */
export const messages = [securityMessages, errorMessages];

/**
 * Adds a device for the second step, or shows new recovery codes. It closes by its buttons only, so that no code is lost by a slip.
 * @param codes shown at once
 */
export function SetUpDialog({
  codes: given = null,
  onClose,
}: {
  codes?: readonly string[] | null;
  onClose: () => void;
}) {
  const { t } = useMessages(securityMessages);
  const [codes, setCodes] = useState(given);
  useFocusReturn(true);
  const added = (made: readonly string[]) => {
    showToast({ kind: 'success', text: t('added') });
    void session.reloadUser();
    if (made.length > 0) setCodes(made);
    else onClose();
  };
  return (
    <Modal
      {...dialogProps}
      opened
      onClose={onClose}
      title={codes ? t('codesTitle') : t('title')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={!codes}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onKept={onClose} />
      ) : (
        <SetUp onAdded={added} leave={{ label: t('cancel'), onClick: onClose }} />
      )}
    </Modal>
  );
}
