import type { BatchRecord } from '@brina/contract/calls/record/haccp';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { heldSet } from '../../../../appliance/held-set.ts';
import { useChartFormat } from '../../../../appliance/use-chart-format.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { Notice } from '../../../../ui/Notice.tsx';
import { TimeSeriesChart } from '../../../../ui/TimeSeriesChart.tsx';
import { haccpMessages } from '../haccp.messages.ts';

/** The curve as the revision holds it, with the line to be reached, the measured stages and the gaps. */
export function RecordCurve({ record }: { record: BatchRecord }) {
  const { t } = useMessages(haccpMessages);
  const { t: word } = useMessages(ruleMessages);
  const format = useFormat();
  const chartFormat = useChartFormat(record.timeZone);
  const { samples, stages } = record;
  if (samples.at.length === 0) return <Notice kind="info">{t('noSamples')}</Notice>;

  const from_ms = Math.min(record.startedAt, samples.at[0] ?? record.startedAt);
  const to_ms = Math.max(record.endedAt ?? 0, samples.at.at(-1) ?? 0);
  const cores = samples.core.filter((value) => value !== null);
  const shown = (values: readonly (number | null)[]) =>
    values.map((v) => (v === null ? null : format.shownValue(v, 'Cel')));
  const targets = [...new Set(stages.map((stage) => stage.to))];
  return (
    <TimeSeriesChart
      height={360}
      format={{
        ...chartFormat,
        time: (at_ms) => format.dateTime(at_ms, record.timeZone, 'document', { seconds: true }),
      }}
      content={{
        at_ms: samples.at,
        series: [
          { key: 'core', label: t('core'), colour: 'core', kind: 'line', values: shown(samples.core) },
          { key: 'air', label: t('air'), colour: 'air', kind: 'line', values: shown(samples.air) },
          { key: 'set', label: t('set'), colour: 'set', kind: 'step', values: shown(heldSet(samples.set, samples.at)) },
        ],
        from_ms,
        to_ms,
        gaps: record.gaps.map(({ from, to, reason }) => ({ from_ms: from, to_ms: to, label: word(`gap.${reason}`) })),
        limits: targets.map((target) => ({
          value: format.shownValue(target, 'Cel'),
          label: format.temperature(target),
        })),
        marks: stages.flatMap(({ startedAt, endedAt }) =>
          [startedAt, endedAt].flatMap((at_ms) => (at_ms === null ? [] : [{ at_ms, label: '' }])),
        ),
      }}
      texts={{
        label: t('curve'),
        summary:
          cores.length === 0
            ? t('curveNoCore')
            : t('curveSummary', {
                first: format.temperature(cores[0]),
                last: format.temperature(cores.at(-1)),
                time: format.duration(to_ms - from_ms),
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
