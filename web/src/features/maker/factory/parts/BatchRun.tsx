import { Button } from '@mantine/core';
import { IconDownload, IconPlayerStop } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useMessages } from '../../../../lib/messages.ts';
import { csvFile, saveFile } from '../../../../lib/save-file.ts';
import { DataTable } from '../../../../ui/DataTable.tsx';
import { Notice } from '../../../../ui/Notice.tsx';
import { ProgressLine } from '../../../../ui/ProgressLine.tsx';
import { batchMessages } from '../batch.messages.ts';
import { type BatchLine, batchColumns } from '../batch-csv.ts';
import { saveTogether } from '../save-together.ts';
import { type BatchProgress, isGood } from '../use-batch.ts';
import { useFaultWords } from '../use-fault-words.ts';
import styles from './BatchDialog.module.css';
import { WithoutFile } from './BatchLeftBehind.tsx';

/** A batch under way and its end: how far it is, what was created, and what was not with the reasons as a file. */
export function BatchRun(props: {
  file: { name: string; lines: readonly BatchLine[] } | null;
  progress: BatchProgress;
  onStop: () => void;
  onGoOn: () => void;
  onFinish: () => void;
}) {
  const { file, progress, onStop, onGoOn, onFinish } = props;
  const { t } = useMessages(batchMessages);
  const faultWords = useFaultWords();
  const { state, waiting, created, refused } = progress;
  const all = created.length + refused.length + waiting.length;
  const isBusy = state === 'running' || state === 'stopping';
  const bad = file?.lines.filter((line) => !isGood(line)) ?? [];

  // Handed over by itself as soon as there is nothing more to come; again by the button.
  const files = created.filter(({ data }) => data !== null);
  const isOver = state === 'done' || state === 'stopped';
  const handedOver = useRef(0);
  useEffect(() => {
    if (!isOver || files.length === handedOver.current) return;
    handedOver.current = files.length;
    saveTogether(files);
  }, [isOver, files]);

  // In the file's order, whether the check, the portal or the stop kept them out.
  const notCreated = [
    ...bad.map((line) => ({ line, reason: line.faults.map(faultWords).join(' ') })),
    ...refused,
    ...(isBusy ? [] : waiting.map((line) => ({ line, reason: t('notSent') }))),
  ].sort((one, other) => one.line.line - other.line.line);
  const saveReport = () =>
    saveFile({
      name: t('reportFile'),
      type: 'text/csv',
      data: csvFile([
        [t('line'), ...batchColumns, t('reason')],
        ...notCreated.map(({ line: { line, cells }, reason }) => [
          line,
          ...batchColumns.map((column) => cells[column]),
          reason,
        ]),
      ]),
    });
  return (
    <>
      <div className={styles.progress} role="status">
        <strong>{t('progress', { done: all - waiting.length, all })}</strong>
        <ProgressLine share={all === 0 ? 1 : (all - waiting.length) / all} tone="cold" label={t('title')} />
      </div>
      {state === 'lost' && (
        <Notice kind="offline" action={<Button onClick={onGoOn}>{t('goOn')}</Button>}>
          {t('lost')}
        </Notice>
      )}
      {state === 'stopped' && (
        <Notice
          kind="info"
          action={
            <Button variant="default" onClick={onGoOn}>
              {t('goOn')}
            </Button>
          }
        >
          {t('stopped', { n: waiting.length })}
        </Notice>
      )}
      <dl className={styles.counts}>
        <div>
          <dt>{t('createdCount')}</dt>
          <dd>{created.length}</dd>
        </div>
        <div data-bad={notCreated.length > 0 || undefined}>
          <dt>{t('refusedCount')}</dt>
          <dd>{notCreated.length}</dd>
        </div>
      </dl>
      {isBusy ? (
        <p className={styles.words}>{t('keepOpen')}</p>
      ) : (
        files.length > 0 && <p className={styles.words}>{t('onlyThere')}</p>
      )}
      <WithoutFile appliances={created} />
      {notCreated.length > 0 && (
        <DataTable
          label={t('refusedCount')}
          maxHeight={240}
          rows={notCreated}
          rowKey={({ line }) => line.line}
          columns={[
            { key: 'line', title: t('line'), align: 'end', cell: ({ line }) => line.line },
            { key: 'appliance', title: t('appliance'), plain: true, cell: ({ line }) => line.cells.serialNumber },
            { key: 'reason', title: t('reason'), cell: ({ reason }) => reason },
          ]}
        />
      )}
      <div className={styles.buttons}>
        {isBusy ? (
          <Button
            variant="default"
            leftSection={<IconPlayerStop size={18} aria-hidden />}
            loading={state === 'stopping'}
            onClick={onStop}
          >
            {t('stop')}
          </Button>
        ) : (
          <>
            {notCreated.length > 0 && (
              <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={saveReport}>
                {t('report')}
              </Button>
            )}
            {files.length > 0 && (
              <Button
                variant="default"
                leftSection={<IconDownload size={18} aria-hidden />}
                onClick={() => saveTogether(files)}
              >
                {t('saveZip')}
              </Button>
            )}
            <Button onClick={onFinish}>{files.length > 0 ? t('kept') : t('finish')}</Button>
          </>
        )}
      </div>
    </>
  );
}
