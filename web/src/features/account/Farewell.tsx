import { normaliseActivationCode, showActivationCode } from '@brina/domain/activation-code';
import { Button, Modal } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconPrinter } from '@tabler/icons-react';
import { sayFarewell, useFarewell } from '../../lib/farewell.ts';
import { useMessages } from '../../lib/messages.ts';
import { dialogProps } from '../../ui/dialog.ts';
import { farewellMessages } from './farewell.messages.ts';
import styles from './Farewell.module.css';

/** Texts to have before it is shown. */
export const messages = [farewellMessages];

/** The codes of a deleted account's appliances. It closes by its button only, so that they are not lost by a slip. */
export function Farewell() {
  const { t } = useMessages(farewellMessages);
  const clipboard = useClipboard();
  const released = useFarewell().map(({ activationCode, ...rest }) => ({
    ...rest,
    code: showActivationCode(normaliseActivationCode(activationCode)),
  }));
  const asText = released.map(({ name, serialNumber, code }) => `${name} (${serialNumber}): ${code}`).join('\n');
  const close = () => sayFarewell([]);
  return (
    <Modal
      {...dialogProps}
      opened={released.length > 0}
      onClose={close}
      title={t('title')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <p className={styles.words}>{t('body')}</p>
      <ul className={styles.codes}>
        {released.map(({ serialNumber, name, code }) => (
          <li key={serialNumber} className={styles.released}>
            <span>
              {name}
              <span className={styles.serial}>{serialNumber}</span>
            </span>
            <span className={styles.code}>{code}</span>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
          {t('print')}
        </Button>
        <Button
          variant="default"
          leftSection={clipboard.copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          onClick={() => clipboard.copy(asText)}
        >
          <span aria-live="polite">{clipboard.copied ? t('copied') : t('copy')}</span>
        </Button>
        <Button onClick={close}>{t('close')}</Button>
      </div>
    </Modal>
  );
}
