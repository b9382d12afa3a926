import { displayModel } from '@brina/domain/appliance/families/families';
import { formatFileSize } from '@brina/domain/language/file-size';
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMessages } from '../../../../lib/messages.ts';
import { DataTable } from '../../../../ui/DataTable.tsx';
import { Notice } from '../../../../ui/Notice.tsx';
import { StateBadge } from '../../../../ui/StateBadge.tsx';
import { batchMessages } from '../batch.messages.ts';
import type { BatchLine } from '../batch-csv.ts';
import { fleetMessages } from '../fleet.messages.ts';
import { type GoodLine, isGood } from '../use-batch.ts';
import { useFaultWords } from '../use-fault-words.ts';
import styles from './BatchDialog.module.css';

/** The lines of a file before anything is created: those with faults first, each with what is wrong. */
export function BatchPreview(props: {
  file: { name: string; bytes: number; lines: readonly BatchLine[] };
  onOther: () => void;
  onClose: () => void;
  onStart: (lines: readonly GoodLine[]) => void;
}) {
  const { file, onOther, onClose, onStart } = props;
  const { t, locale } = useMessages(batchMessages);
  const { t: fleet } = useMessages(fleetMessages);
  const faultWords = useFaultWords();
  const good = file.lines.filter(isGood);
  const bad = file.lines.length - good.length;
  return (
    <>
      <p className={styles.words}>
        <strong>{file.name}</strong> {formatFileSize(file.bytes, locale)}
      </p>
      {bad > 0 && <Notice kind="warning">{t('faulty', { n: bad })}</Notice>}
      <DataTable
        label={t('preview')}
        maxHeight={360}
        rows={[...file.lines].sort(
          (one, other) => Number(isGood(one)) - Number(isGood(other)) || one.line - other.line,
        )}
        rowKey={({ line }) => line}
        columns={[
          { key: 'line', title: t('line'), align: 'end', cell: ({ line }) => line },
          {
            key: 'appliance',
            title: t('appliance'),
            plain: true,
            cell: ({ cells }) => (
              <span className={styles.pair}>
                <strong>{cells.serialNumber || '–'}</strong>
                <small>{displayModel(cells.model) || '–'}</small>
              </span>
            ),
          },
          {
            key: 'verdict',
            title: t('verdict'),
            cell: (line) =>
              isGood(line) ? (
                <StateBadge tone="proof" icon={IconCircleCheck} label={t('ready')} />
              ) : (
                <ul className={styles.faults}>
                  {line.faults.map((fault) => (
                    <li key={fault.code}>{faultWords(fault)}</li>
                  ))}
                </ul>
              ),
          },
        ]}
      />
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose}>
          {fleet('cancel')}
        </Button>
        <Button variant="default" onClick={onOther}>
          {t('otherFile')}
        </Button>
        {good.length > 0 && <Button onClick={() => onStart(good)}>{t('start', { n: good.length })}</Button>}
      </div>
    </>
  );
}
