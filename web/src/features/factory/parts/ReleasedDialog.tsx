import { normaliseActivationCode, showActivationCode } from '@brina/domain/activation-code';
import { Button, Modal } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconPrinter } from '@tabler/icons-react';
import { useMessages } from '../../../lib/messages.ts';
import { DataTable } from '../../../ui/DataTable.tsx';
import { dialogProps } from '../../../ui/dialog.ts';
import { factoryMessages } from '../factory.messages.ts';
import styles from './ReleasedDialog.module.css';

/** An appliance that nobody owns any more, with the code for its next owner. */
export type Released = { serialNumber: string; name: string; activationCode: string };

/** Shows the activation codes of released appliances, once. It closes by its button only, so that none is lost by a slip. */
export function ReleasedDialog({ released, onClose }: { released: readonly Released[]; onClose: () => void }) {
  const { t } = useMessages(factoryMessages);
  const clipboard = useClipboard();
  const codeOf = ({ activationCode }: Released) => showActivationCode(normaliseActivationCode(activationCode));
  const asText = released.map((one) => `${one.serialNumber}\t${one.name}\t${codeOf(one)}`).join('\n');
  return (
    <Modal
      {...dialogProps}
      className={styles.dialog ?? ''}
      opened
      onClose={onClose}
      title={t('released')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <p className={styles.words}>{t('releasedBody')}</p>
      <DataTable
        narrow
        label={t('released')}
        rows={released}
        rowKey={({ serialNumber }) => serialNumber}
        columns={[
          {
            key: 'appliance',
            title: t('serialNumber'),
            cell: ({ serialNumber, name }) => (
              <span className={styles.appliance}>
                <span>{serialNumber}</span>
                <small>{name}</small>
              </span>
            ),
          },
          {
            key: 'code',
            title: t('activationCode'),
            cell: (one) => <span className={styles.code}>{codeOf(one)}</span>,
          },
        ]}
      />
      <div className={styles.buttons}>
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden />}
          // The dialog stands above the page: the style of the print leaves only it.
          onClick={() => window.print()}
        >
          {t('print')}
        </Button>
        <Button
          variant="default"
          leftSection={clipboard.copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          onClick={() => clipboard.copy(asText)}
        >
          <span aria-live="polite">{clipboard.copied ? t('copied') : t('copyAll')}</span>
        </Button>
        <Button onClick={onClose}>{t('kept')}</Button>
      </div>
    </Modal>
  );
}
