import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { Chart } from '@brina/contract/calls/record/telemetry';
import { modelRow, needlesOf } from '@brina/domain/appliance/families/families';
import { minute_ms, second_ms } from '@brina/domain/language/durations';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useId, useReducer, useRef, useState } from 'react';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { zonesIn } from '../../../appliance/appliance-state.ts';
import { chartQuery } from '../../../appliance/chart-query.ts';
import { useChartFormat } from '../../../appliance/use-chart-format.ts';
import { useGapWord } from '../../../appliance/use-gap-word.ts';
import { useZoned } from '../../../appliance/use-zoned.ts';
import { now } from '../../../lib/clock.ts';
import { useFailure } from '../../../lib/errors.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { spanStep_ms, useNow, useSpanEnd } from '../../../lib/use-now.ts';
import { Card } from '../../../ui/Card.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { TimeSeriesChart } from '../../../ui/TimeSeriesChart.tsx';
import styles from './CurveCard.module.css';
import {
  type Curve,
  curveMetrics,
  curveOf,
  type LivePoint,
  LiveTail,
  livePoint,
  rangeKeys,
  ranges,
  readRange,
} from './curve.data.ts';

/** A unit that is back sends what it measured meanwhile: most of it is there by the first of these, all by the last. */
const backlogArrives_ms = [3 * second_ms, 15 * second_ms, minute_ms];
const points = 600;
const height_px = 320;

/** Temperatures of a period, drawn on as they come in. The period stands in the URL. */
export function CurveCard({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(applianceMessages);
  const failure = useFailure();
  const heading = useId();
  const range = readRange(useSearch({ strict: false }));
  const navigate = useNavigate();

  const to_ms = useSpanEnd();
  const { data, error, refetch } = useQuery({
    ...chartQuery({
      params: { id: appliance.serialNumber },
      query: { from: to_ms - spanStep_ms - ranges[range], to: to_ms, metrics: curveMetrics(appliance.model), points },
    }),
    placeholderData: keepPreviousData,
  });
  useReturn(appliance.online, refetch);
  const live = useLivePoints(appliance, data);

  return (
    <Card as="section" labelledBy={heading}>
      <div className={styles.card}>
        <header className={styles.header}>
          <h2 id={heading} className={styles.title}>
            {t('curve')}
          </h2>
          <Segments
            label={t('range')}
            hideLabel
            value={range}
            segments={rangeKeys.map((value) => ({ value, label: t(`range.${value}`) }))}
            onChange={(next) =>
              void navigate({
                to: '.',
                search: (before: Record<string, unknown>) => ({ ...before, range: next }),
                replace: true,
              })
            }
          />
        </header>
        {data ? (
          <CurveChart appliance={appliance} curve={curveOf(data, live)} range_ms={ranges[range]} />
        ) : error ? (
          <ErrorState {...failure(error, refetch, t('curveFailed'))} />
        ) : (
          <div role="status" aria-label={t('curveLoading')}>
            <Skeleton height={height_px} />
          </div>
        )}
      </div>
    </Card>
  );
}

/** Asks for the curve again when the appliance comes back, so that what it measured meanwhile fills the gap. */
function useReturn(online: boolean, refetch: () => Promise<unknown>): void {
  const wasAway = useRef(false);
  useEffect(() => {
    if (!online) wasAway.current = true;
    if (!online || !wasAway.current) return;
    wasAway.current = false;
    const timers = backlogArrives_ms.map((ms) => setTimeout(() => void refetch(), ms));
    return () => timers.forEach((timer) => clearTimeout(timer));
  }, [online, refetch]);
}

/** The live picture since the page was opened, behind the last stored bucket. */
function useLivePoints(appliance: Appliance, stored: Chart | undefined): readonly LivePoint[] {
  const [tail] = useState(() => new LiveTail());
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const storedTo_ms = stored?.at.at(-1);
  useEffect(() => {
    tail.add(livePoint(appliance, now()), storedTo_ms ?? now());
    drawAgain();
  }, [tail, appliance, storedTo_ms]);
  return tail.points;
}

function CurveChart({ appliance, curve, range_ms }: { appliance: Appliance; curve: Curve; range_ms: number }) {
  const { t } = useMessages(applianceMessages);
  const zoned = useZoned(appliance);
  const gapWord = useGapWord();
  const model = modelRow(appliance.model);
  const hasCore = !model || needlesOf(model) > 0;
  const format = useFormat();
  const chartFormat = useChartFormat(appliance.lab?.timeZone);
  const end_ms = useNow(10 * second_ms) + 10 * second_ms;
  const air = curve.air.filter((value) => value !== null);
  if (air.length === 0) return <Notice kind="info">{curve.arriving ? gapWord('arriving') : t('curveEmpty')}</Notice>;

  const twoZones = zonesIn(appliance).length > 1;
  const shown = (values: readonly (number | null)[]) =>
    values.map((v) => (v === null ? null : format.shownValue(v, 'Cel')));
  return (
    <TimeSeriesChart
      height={height_px}
      isLive={appliance.online}
      format={chartFormat}
      content={{
        at_ms: curve.at_ms,
        series: [
          {
            key: 'air',
            label: zoned(t('chamber'), 1),
            colour: 'air',
            kind: 'line',
            values: shown(curve.air),
            low: shown(curve.airLow),
            high: shown(curve.airHigh),
          },
          ...(hasCore
            ? [
                {
                  key: 'core',
                  label: t('core'),
                  colour: 'core' as const,
                  kind: 'line' as const,
                  values: shown(curve.core),
                },
              ]
            : []),
          { key: 'set', label: zoned(t('set'), 1), colour: 'set', kind: 'step', values: shown(curve.set) },
          ...(twoZones
            ? [
                {
                  key: 'air2',
                  label: zoned(t('chamber'), 2),
                  colour: 'other' as const,
                  kind: 'line' as const,
                  values: shown(curve.air2),
                },
                {
                  key: 'set2',
                  label: zoned(t('set'), 2),
                  colour: 'other' as const,
                  kind: 'step' as const,
                  values: shown(curve.set2),
                },
              ]
            : []),
        ],
        from_ms: end_ms - range_ms,
        to_ms: end_ms,
        gaps: curve.gaps.map(({ from, to, reason }) => ({ from_ms: from, to_ms: to, label: gapWord(reason) })),
        limits: [],
        marks: [],
      }}
      texts={{
        label: t('curveLabel'),
        summary: t('curveSummary', {
          min: format.temperature(Math.min(...air)),
          max: format.temperature(Math.max(...air)),
          last: format.temperature(air.at(-1)),
        }),
        asTable: t('asTable'),
        asChart: t('asChart'),
        resetZoom: t('resetZoom'),
        time: t('time'),
        nothing: '–',
      }}
    />
  );
}
