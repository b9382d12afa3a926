import { normaliseActivationCode, showActivationCode } from '@brina/domain/appliance/activation-code';
import { Button, Modal } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { applianceMessages } from '../../../../appliance/appliance.messages.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { dialogProps } from '../../../../ui/dialog.ts';
import styles from './ReleasedDialog.module.css';

/** Shows the activation code of the next owner, once. It closes by its button only, so that the code is not lost by a slip. */
export function ReleasedDialog({ activationCode, onClose }: { activationCode: string; onClose: () => void }) {
  const { t } = useMessages(applianceMessages);
  const clipboard = useClipboard();
  const code = showActivationCode(normaliseActivationCode(activationCode));
  return (
    <Modal
      {...dialogProps}
      opened
      onClose={onClose}
      title={t('released')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <p className={styles.words}>{t('releasedBody')}</p>
      <p className={styles.code}>{code}</p>
      <div className={styles.buttons}>
        <Button
          variant="default"
          leftSection={clipboard.copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          onClick={() => clipboard.copy(code)}
        >
          <span aria-live="polite">{clipboard.copied ? t('copied') : t('copy')}</span>
        </Button>
        <Button onClick={onClose}>{t('close')}</Button>
      </div>
    </Modal>
  );
}
