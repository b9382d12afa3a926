import { intlTag } from '@brina/domain/language/locales';
import { Button, FileButton, Loader, Modal } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { now } from '../../../../lib/clock.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useUser } from '../../../../lib/use-user.ts';
import { dialogProps, useFocusReturn } from '../../../../ui/dialog.ts';
import { Notice } from '../../../../ui/Notice.tsx';
import { batchMessages } from '../batch.messages.ts';
import {
  type BatchColumn,
  type BatchLine,
  batchBytes_max,
  batchLines_max,
  batchSample,
  type ColumnNames,
  readBatch,
} from '../batch-csv.ts';
import { fleetMessages } from '../fleet.messages.ts';
import { type KeptAppliance, openKeptBatch } from '../kept-batch.ts';
import { reportColumnNames } from '../report-columns.ts';
import { useBatch } from '../use-batch.ts';
import styles from './BatchDialog.module.css';
import { BatchLeftBehind } from './BatchLeftBehind.tsx';
import { BatchPreview } from './BatchPreview.tsx';
import { BatchRun } from './BatchRun.tsx';

/** Texts to have before it is shown. */
export const messages = [batchMessages];

/**
 * Creates appliances from a file: what is wrong is found before anything is sent, the rest is created line by line, and all their
 * zips come as one (S7.25). What an earlier batch left behind is handed over first.
 */
export function BatchDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages(batchMessages);
  const userId = useUser()?.id ?? '';
  const kept = useMemo(() => openKeptBatch(userId), [userId]);
  const [left, setLeft] = useState<readonly KeptAppliance[] | null>(null);
  const [file, setFile] = useState<{ name: string; bytes: number; lines: readonly BatchLine[] } | null>(null);
  const batch = useBatch(kept);
  useEffect(() => void kept.all().then(setLeft), [kept]);
  useFocusReturn(true);

  const { progress } = batch;
  const isFree = progress === null && (left?.length ?? 0) === 0;
  const finish = async () => {
    await kept.clear();
    onClose();
  };
  return (
    <Modal
      {...dialogProps}
      size={820}
      classNames={{ content: styles.content ?? '' }}
      opened
      onClose={() => isFree && onClose()}
      title={t('title')}
      withCloseButton={false}
      closeOnClickOutside={isFree && file === null}
    >
      <div className={styles.steps}>
        {left === null ? (
          <Loader />
        ) : progress ? (
          <BatchRun
            file={file}
            progress={progress}
            onStop={batch.stop}
            onGoOn={batch.goOn}
            onFinish={() => void finish()}
          />
        ) : left.length > 0 ? (
          <BatchLeftBehind
            left={left}
            onTaken={() => {
              void kept.clear();
              setLeft([]);
            }}
            onClose={onClose}
          />
        ) : file ? (
          <BatchPreview file={file} onOther={() => setFile(null)} onClose={onClose} onStart={batch.start} />
        ) : (
          <ChooseFile onChosen={setFile} onClose={onClose} />
        )}
      </div>
    </Modal>
  );
}

function ChooseFile(props: {
  onChosen: (file: { name: string; bytes: number; lines: readonly BatchLine[] }) => void;
  onClose: () => void;
}) {
  const { onChosen, onClose } = props;
  const { t, locale } = useMessages(batchMessages);
  const { t: fleet } = useMessages(fleetMessages);
  const [fault, setFault] = useState<string | null>(null);
  const [isOver, setIsOver] = useState(false);
  const list = new Intl.ListFormat(intlTag(locale));
  const names: ColumnNames = {
    serialNumber: fleet('serialNumber'),
    brand: fleet('brand'),
    domain: fleet('domain'),
    gamma: fleet('category'),
    model: fleet('model'),
  };
  const headerFault = ({ unknown, missing }: { unknown: readonly string[]; missing: readonly BatchColumn[] }) =>
    unknown.length > 0
      ? t('headerUnknown', { unknown: list.format(unknown), columns: list.format(Object.values(names)) })
      : t('headerMissing', { missing: list.format(missing.map((column) => names[column])) });
  const take = async (file: File | null | undefined) => {
    if (!file) return;
    const bytes = new Uint8Array(await file.slice(0, batchBytes_max).arrayBuffer());
    const year = new Date(now()).getUTCFullYear();
    const read = readBatch(bytes, { year, names, ignored: await reportColumnNames() });
    if ('lines' in read) onChosen({ name: file.name, bytes: file.size, lines: read.lines });
    else if (read.fault === 'too_long') setFault(t('tooLong', { n: batchLines_max }));
    else if (read.fault === 'header') setFault(headerFault(read));
    else setFault(read.fault === 'empty' ? t('empty') : t('noText'));
  };
  return (
    <>
      <p className={styles.words}>{t('about')}</p>
      {/* Dropping is a second way; the button inside is the first. */}
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          void take(event.dataTransfer.files[0]);
        }}
      >
        <IconFileUpload size={36} stroke={1.4} aria-hidden />
        <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={(file) => void take(file)}>
          {(chosen) => <Button {...chosen}>{t('choose')}</Button>}
        </FileButton>
        <span>{t('orDrop')}</span>
      </div>
      {fault && <Notice kind="warning">{fault}</Notice>}
      <p className={styles.words}>{t('columns')}</p>
      <pre className={styles.sample}>{batchSample(names)}</pre>
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose}>
          {fleet('cancel')}
        </Button>
      </div>
    </>
  );
}
