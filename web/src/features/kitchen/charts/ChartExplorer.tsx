import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { Chart } from '@brina/contract/calls/record/telemetry';
import { modelRow } from '@brina/domain/appliance/families/families';
import type { MetricName } from '@brina/domain/appliance/metrics';
import { localMinute } from '@brina/domain/language/local-minute';
import { TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useId } from 'react';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { chartQuery } from '../../../appliance/chart-query.ts';
import { useGapWord } from '../../../appliance/use-gap-word.ts';
import { useFailure } from '../../../lib/errors.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { spanStep_ms, useSpanEnd } from '../../../lib/use-now.ts';
import { Card } from '../../../ui/Card.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { chartMessages } from './chart.messages.ts';
import { AxisChart } from './parts/AxisChart.tsx';
import styles from './parts/Charts.module.css';
import { chartable, groupsOf, periodKeys, readChoice, stretchOf } from './parts/chart-data.ts';
import { DownloadButton } from './parts/DownloadButton.tsx';
import { MetricChoice } from './parts/MetricChoice.tsx';
import { StateStrips } from './parts/StateStrips.tsx';
import { useLiveTail } from './parts/use-live-tail.ts';

const points = 600;

/** Charts of up to six metrics of the model, one for each axis, from a day to days of one's own. The choice stands in the URL. */
export function ChartExplorer({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(chartMessages);
  const { t: page } = useMessages(applianceMessages);
  const format = useFormat();
  const heading = useId();
  const navigate = useNavigate();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const timeZone = appliance.lab?.timeZone ?? format.reader.timeZone;
  const end_ms = useSpanEnd();
  const today = localMinute(end_ms - spanStep_ms, timeZone).slice(0, 10);
  const model = modelRow(appliance.model);
  if (!model) return null;
  const offered = chartable(model);
  const choice = readChoice(search, offered, today);
  const stretch = stretchOf(choice, end_ms, timeZone);
  const change = (next: Readonly<Record<string, string>>) =>
    void navigate({ to: '.', search: (now: Record<string, unknown>) => ({ ...now, ...next }), replace: true });
  return (
    <Card as="section" labelledBy={heading}>
      <div className={styles.explorer}>
        <header className={styles.header}>
          <h2 id={heading} className={styles.title}>
            {t('charts')}
          </h2>
          <Segments
            label={page('range')}
            hideLabel
            value={choice.period}
            segments={periodKeys.map((value) => ({ value, label: t(`period.${value}`) }))}
            onChange={(period) => change({ period })}
          />
        </header>
        {choice.period === 'custom' && (
          <div className={styles.days}>
            <TextInput
              label={t('from')}
              type="date"
              max={today}
              value={choice.from}
              onChange={(event) => change({ from: event.currentTarget.value })}
            />
            <TextInput
              label={t('to')}
              type="date"
              max={today}
              value={choice.to}
              error={stretch ? null : t('daysWrong')}
              onChange={(event) => change({ to: event.currentTarget.value })}
            />
          </div>
        )}
        <MetricChoice
          appliance={appliance}
          offered={offered}
          chosen={choice.names}
          onChange={(names) => change({ metrics: names.join(',') })}
        />
        {choice.names.length === 0 ? (
          <Notice kind="info">{t('chooseSome')}</Notice>
        ) : (
          stretch && (
            <ChosenCharts
              appliance={appliance}
              names={choice.names}
              stretch={stretch}
              timeZone={timeZone}
              live={choice.period !== 'custom'}
            />
          )
        )}
      </div>
    </Card>
  );
}

type Chosen = {
  appliance: Appliance;
  names: readonly MetricName[];
  stretch: { from: number; to: number };
  timeZone: string;
  live: boolean;
};

function ChosenCharts({ appliance, names, stretch, timeZone, live }: Chosen) {
  const { t: page } = useMessages(applianceMessages);
  const failure = useFailure();
  const gapWord = useGapWord();
  const { data, error, refetch } = useQuery({
    ...chartQuery({
      params: { id: appliance.serialNumber },
      query: { ...stretch, metrics: names.join(','), points },
    }),
    placeholderData: keepPreviousData,
  });
  const chart = useLiveTail(appliance, data, names, live);
  if (!chart) {
    return error ? <ErrorState {...failure(error, refetch, page('curveFailed'))} /> : <Skeleton height={320} />;
  }
  if (isEmpty(chart, names))
    return <Notice kind="info">{chart.arriving ? gapWord('arriving') : page('curveEmpty')}</Notice>;
  const groups = groupsOf(names);
  const shown = { appliance, chart, timeZone, from_ms: stretch.from, to_ms: stretch.to };
  return (
    <>
      {groups
        .filter(({ axis }) => axis !== 'band')
        .map((group) => (
          <AxisChart key={group.axis} {...shown} group={group} isLive={live && appliance.online} />
        ))}
      {groups
        .filter(({ axis }) => axis === 'band')
        .map((group) => (
          <StateStrips key={group.axis} {...shown} names={group.names} />
        ))}
      <DownloadButton {...shown} names={names} />
    </>
  );
}

const isEmpty = ({ series }: Chart, names: readonly MetricName[]): boolean =>
  names.every((name) => (series[name]?.mean ?? []).every((value) => value === null));
