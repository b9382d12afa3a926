import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useMessages } from '../../../../lib/messages.ts';
import { Notice } from '../../../../ui/Notice.tsx';
import { batchMessages } from '../batch.messages.ts';
import { fleetMessages } from '../fleet.messages.ts';
import type { KeptAppliance } from '../kept-batch.ts';
import { saveTogether } from '../save-together.ts';
import styles from './BatchDialog.module.css';

/** What a batch created before its tab was closed: the files first, then a new batch. */
export function BatchLeftBehind(props: { left: readonly KeptAppliance[]; onTaken: () => void; onClose: () => void }) {
  const { left, onTaken, onClose } = props;
  const { t } = useMessages(batchMessages);
  const { t: fleet } = useMessages(fleetMessages);
  const [saved, setSaved] = useState(false);
  const files = left.filter(({ data }) => data !== null);
  return (
    <>
      <Notice kind="warning">{t('leftBehind', { n: files.length })}</Notice>
      {files.length > 0 && (
        <ul className={styles.serials}>
          {files.map(({ serialNumber }) => (
            <li key={serialNumber}>{serialNumber}</li>
          ))}
        </ul>
      )}
      <WithoutFile appliances={left} />
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose}>
          {fleet('close')}
        </Button>
        {files.length > 0 && (
          <Button
            variant={saved ? 'default' : 'filled'}
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => {
              saveTogether(files);
              setSaved(true);
            }}
          >
            {t('saveZip')}
          </Button>
        )}
        <Button disabled={files.length > 0 && !saved} onClick={onTaken}>
          {files.length > 0 ? t('kept') : t('finish')}
        </Button>
      </div>
    </>
  );
}

/** Appliances whose reply never arrived: nobody has their key. */
export function WithoutFile({ appliances }: { appliances: readonly KeptAppliance[] }) {
  const { t } = useMessages(batchMessages);
  const lost = appliances.filter(({ data }) => data === null);
  if (lost.length === 0) return null;
  return (
    <Notice kind="warning">
      <p className={styles.words}>{t('withoutFile')}</p>
      <ul className={styles.serials}>
        {lost.map(({ serialNumber }) => (
          <li key={serialNumber}>{serialNumber}</li>
        ))}
      </ul>
    </Notice>
  );
}
