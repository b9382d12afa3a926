import { type BookRecord, filterRecords } from '@brina/contract/calls/record/book';
import { makeReport, makeReportData, makeReportTable, reportRecords_max } from '@brina/contract/calls/record/reports';
import { signRecords } from '@brina/contract/calls/record/signatures';
import type { Input } from '@brina/contract/wire/call';
import { grantRecords_max } from '@brina/domain/haccp/signing';
import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { useFailureToast } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { useToldCall } from '../../../../lib/use-told-call.ts';
import { DialogSlot } from '../../../../ui/DialogSlot.tsx';
import { SignLater } from '../../signatures/SignLater.ts';
import { signMessages } from '../../signatures/sign.messages.ts';
import { chosenMessages } from '../chosen.messages.ts';
import { haccpMessages } from '../haccp.messages.ts';
import styles from './ChosenRecords.module.css';

/** What a file is asked for by: its records by their kinds. */
const reportOf = (chosen: readonly BookRecord[]): Input<typeof makeReport>['body'] => {
  const idsOf = (kind: BookRecord['kind']) => chosen.flatMap((one) => (one.kind === kind ? [one.id] : []));
  return { batches: idsOf('batch'), days: idsOf('day') };
};

/**
 * What can be done with records that were ticked in the book: one file of them all, to print, to reckon with, or to prove, or one
 * signature on them (B2.6, B2.9, B2.11).
 */
export function ChosenRecords({ chosen, onClear }: { chosen: readonly BookRecord[]; onClear: () => void }) {
  const { t } = useMessages(chosenMessages);
  const { t: record } = useMessages(haccpMessages);
  const tellFailure = useFailureToast();
  const { t: signing } = useMessages(signMessages);
  const [isSigning, setSigning] = useState(false);
  const [report, table, data] = [useCall(makeReport), useCall(makeReportTable), useCall(makeReportData)];
  const isTooMany = chosen.length > reportRecords_max;
  const isBusy = report.isPending || table.isPending || data.isPending;
  const sign = useToldCall(signRecords, { refresh: [filterRecords], done: signing('signed') });
  const what = chosen.flatMap(({ id, kind, seal }) => (seal ? [{ ...seal, id, kind }] : []));
  const isSignable = what.length === chosen.length && what.length <= grantRecords_max;
  const save = ({ send }: typeof report | typeof table | typeof data) =>
    void send({ body: reportOf(chosen) }).then(saveFile, tellFailure);
  return (
    <section className={styles.chosen} aria-label={t('chosen', { n: chosen.length })}>
      <p className={styles.count} role="status">
        <strong>{t('chosen', { n: chosen.length })}</strong>
        {isTooMany && <span>{t('tooMany', { n: reportRecords_max })}</span>}
        {!isTooMany && !isSignable && <span>{t('notSignable', { n: grantRecords_max })}</span>}
      </p>
      <Button
        leftSection={<IconFileTypePdf size={20} aria-hidden />}
        loading={report.isPending}
        disabled={isTooMany || isBusy}
        onClick={() => save(report)}
      >
        {record('savePdf')}
      </Button>
      <Button variant="default" loading={table.isPending} disabled={isTooMany || isBusy} onClick={() => save(table)}>
        {t('table')}
      </Button>
      <Button variant="default" loading={data.isPending} disabled={isTooMany || isBusy} onClick={() => save(data)}>
        {t('data')}
      </Button>
      <Button variant="default" disabled={!isSignable || isBusy} onClick={() => setSigning(true)}>
        {signing('review')}
      </Button>
      <Button variant="subtle" disabled={isBusy} onClick={onClear}>
        {t('clear')}
      </Button>
      <DialogSlot>
        {isSigning && (
          <SignLater
            title={signing('review')}
            submit={signing('sign')}
            onSign={(grant) => sign.send({ body: { what, meaning: 'REVIEWED', grant } })}
            onClose={() => setSigning(false)}
          >
            {signing('reviewMany', { n: what.length })}
          </SignLater>
        )}
      </DialogSlot>
    </section>
  );
}
