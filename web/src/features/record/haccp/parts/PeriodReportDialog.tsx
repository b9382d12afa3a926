import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import {
  getPeriodReportFile,
  listPeriodReports,
  makePeriodReport,
  type PeriodReport,
} from '@brina/contract/calls/record/period-reports';
import { minute_ms, second_ms } from '@brina/domain/language/durations';
import { dayAfter, localDay, spanOfDay } from '@brina/domain/language/local-day';
import { Button, Modal } from '@mantine/core';
import { IconFileTypePdf, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { now } from '../../../../lib/clock.ts';
import { useErrorText } from '../../../../lib/errors.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery, useCall } from '../../../../lib/query.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { dialogProps, useFocusReturn } from '../../../../ui/dialog.ts';
import { Notice } from '../../../../ui/Notice.tsx';
import { ProgressLine } from '../../../../ui/ProgressLine.tsx';
import { type Period, readPeriod, stretchOf } from '../haccp.data.ts';
import { reportMessages } from '../report.messages.ts';
import styles from './Book.module.css';
import { PeriodChoice } from './PeriodChoice.tsx';

/** While one is made the list is asked for again after so long. */
const made_ms = second_ms;

const isMade = ({ state }: PeriodReport): boolean => state === 'waiting' || state === 'running';

/** The days of a period by a kitchen's calendar, both included: a month is as many days as it has, today among them. */
function daysOf(period: Period, timeZone: string): { from: string; to: string } {
  if (period.key === 'custom') return { from: period.from, to: period.to };
  const at = now();
  return { from: dayAfter(localDay(stretchOf(period, at, timeZone).from, timeZone)), to: localDay(at, timeZone) };
}

/**
 * Has a report of a period made, of what the book is narrowed to, tells how far it is, and hands over those that are done (B2.9).
 * @param scope the kitchen, or the appliance, that the book shows
 */
export function PeriodReportDialog(props: {
  scope: { labId: string | undefined; serialNumber: string | undefined };
  /** Goes on to having such records by email. */
  /** Absent: who asks may not have them sent. */
  onMails: (() => void) | undefined;
  onClose: () => void;
}) {
  const { scope, onMails, onClose } = props;
  const { t } = useMessages(reportMessages);
  const errorText = useErrorText();
  const format = useFormat();
  const { data: kitchens = [] } = useQuery(callQuery(listLaboratories, {}));
  const kitchen = kitchens.find(({ id }) => id === scope.labId);
  const timeZone = kitchen?.timeZone ?? format.reader.timeZone;
  const [period, setPeriod] = useState<Period>({ key: 'month' });
  const { fault } = stretchOf(period, now(), timeZone);
  const make = useCall(makePeriodReport, { refresh: [listPeriodReports] });
  useFocusReturn(true);
  const name = scope.serialNumber ?? kitchen?.name;
  const send = (form: PeriodReport['form']) => {
    const { labId, serialNumber } = scope;
    const of = { ...(labId && { labId }), ...(serialNumber && { serialNumber }) };
    // What the portal refuses stands in the dialog.
    void make.send({ body: { ...daysOf(period, timeZone), ...of, form } }).catch(() => undefined);
  };
  return (
    <Modal {...dialogProps} opened onClose={onClose} title={t('title')} closeButtonProps={{ 'aria-label': t('close') }}>
      <div className={styles.report}>
        <p>{t('intro')}</p>
        <PeriodChoice
          period={period}
          fault={fault}
          onChange={({ period: key, ...days }) => setPeriod(readPeriod({ period: key, ...days }, now(), timeZone))}
        />
        <p>{name ? t('of', { name }) : t('ofAll')}</p>
        {make.error && <Notice kind="warning">{errorText(make.error)}</Notice>}
        <Button loading={make.isPending} disabled={fault !== undefined} onClick={() => send('pdf')}>
          {t('make')}
        </Button>
        <Button variant="default" disabled={fault !== undefined || make.isPending} onClick={() => send('json')}>
          {t('makeData')}
        </Button>
        {onMails && (
          <Button variant="default" leftSection={<IconMail size={20} aria-hidden />} onClick={onMails}>
            {t('byEmail')}
          </Button>
        )}
        <Reports />
      </div>
    </Modal>
  );
}

/** Those that are made or kept, the latest first. */
function Reports() {
  const { t } = useMessages(reportMessages);
  const { data: reports = [] } = useQuery({
    ...callQuery(listPeriodReports, {}),
    refetchInterval: ({ state }) => (state.data?.some(isMade) ? made_ms : minute_ms),
  });
  if (reports.length === 0) return null;
  return (
    <section>
      <h3>{t('kept')}</h3>
      <ul className={styles.reports}>
        {reports.map((report) => (
          <Report key={report.id} report={report} />
        ))}
      </ul>
    </section>
  );
}

function Report({ report }: { report: PeriodReport }) {
  const { id, from, to, laboratory, serialNumber, form, state, done, total } = report;
  const { t } = useMessages(reportMessages);
  const errorText = useErrorText();
  const format = useFormat();
  const file = useCall(getPeriodReportFile);
  const day = (of: string): string => format.date(spanOfDay(of, 'UTC').from, 'UTC');
  const days = from === to ? day(from) : t('fromTo', { from: day(from), to: day(to) });
  const saveName = t(form === 'json' ? 'saveData' : 'save');
  const label = [days, serialNumber ?? laboratory].filter(Boolean).join(' · ');
  const save = () => void file.send({ params: { reportId: id } }).then(saveFile, () => undefined);
  return (
    <li>
      <span>{label}</span>
      {state === 'done' && (
        <Button
          variant="default"
          leftSection={form === 'pdf' && <IconFileTypePdf size={20} aria-hidden />}
          loading={file.isPending}
          aria-label={`${saveName}: ${label}`}
          onClick={save}
        >
          {saveName}
        </Button>
      )}
      {isMade(report) && (
        <span className={styles.progress}>
          <small>
            {total === 0 ? t('waits') : t('making', { done: format.number(done), total: format.number(total) })}
          </small>
          <ProgressLine share={total === 0 ? null : done / total} tone="cold" label={label} />
        </span>
      )}
      {state === 'failed' && <span>{t('failed')}</span>}
      {file.error && <Notice kind="warning">{errorText(file.error)}</Notice>}
    </li>
  );
}
