import { Button, Modal } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './CodesDialog.module.css';
import { dialogProps } from './dialog.ts';

/**
 * Codes of appliances that are shown once, to note, copy or print. It closes by its button only, so that none is lost by a slip.
 * @param children what they are for
 */
export function CodesDialog(props: {
  title: string;
  children: ReactNode;
  codes: readonly { name: string; serialNumber: string; code: string }[];
  texts: { copyAll: string; copied: string; print: string; noted: string };
  onClose: () => void;
}) {
  const { title, children, codes, texts, onClose } = props;
  const clipboard = useClipboard();
  const asText = codes.map(({ name, serialNumber, code }) => `${name} (${serialNumber}): ${code}`).join('\n');
  return (
    <Modal
      {...dialogProps}
      opened
      onClose={onClose}
      title={title}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <p className={styles.words}>{children}</p>
      <ul className={styles.codes}>
        {codes.map(({ name, serialNumber, code }) => (
          <li key={serialNumber} className={styles.row}>
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
          {texts.print}
        </Button>
        <Button
          variant="default"
          leftSection={clipboard.copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          onClick={() => clipboard.copy(asText)}
        >
          <span aria-live="polite">{clipboard.copied ? texts.copied : texts.copyAll}</span>
        </Button>
        <Button onClick={onClose}>{texts.noted}</Button>
      </div>
    </Modal>
  );
}
