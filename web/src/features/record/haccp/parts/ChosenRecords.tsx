import { makeReport, makeReportData, makeReportTable, reportRecords_max } from '@brina/contract/calls/record/reports';
import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useFailureToast } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { chosenMessages } from '../chosen.messages.ts';
import { haccpMessages } from '../haccp.messages.ts';
import styles from './ChosenRecords.module.css';

/** What can be done with records that were ticked in the book: one file of them all, to print, to reckon with, or to prove (B2.9, B2.11). */
export function ChosenRecords({ chosen, onClear }: { chosen: readonly string[]; onClear: () => void }) {
  const { t } = useMessages(chosenMessages);
  const { t: record } = useMessages(haccpMessages);
  const tellFailure = useFailureToast();
  const [report, table, data] = [useCall(makeReport), useCall(makeReportTable), useCall(makeReportData)];
  const isTooMany = chosen.length > reportRecords_max;
  const isBusy = report.isPending || table.isPending || data.isPending;
  const save = ({ send }: typeof report | typeof table | typeof data) =>
    void send({ body: { batches: [...chosen] } }).then(saveFile, tellFailure);
  return (
    <section className={styles.chosen} aria-label={t('chosen', { n: chosen.length })}>
      <p className={styles.count} role="status">
        <strong>{t('chosen', { n: chosen.length })}</strong>
        {isTooMany && <span>{t('tooMany', { n: reportRecords_max })}</span>}
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
      <Button variant="subtle" disabled={isBusy} onClick={onClear}>
        {t('clear')}
      </Button>
    </section>
  );
}
