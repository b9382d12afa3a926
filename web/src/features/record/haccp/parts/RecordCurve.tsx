import type { BatchRecord } from '@brina/contract/calls/record/haccp';
import { recordMessages } from '@brina/contract/words/record.messages';
import type { RecordCurves, Shown } from '@brina/contract/words/record-curves';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { Notice } from '../../../../ui/Notice.tsx';
import { TimeSeriesChart } from '../../../../ui/TimeSeriesChart.tsx';
import { haccpMessages } from '../haccp.messages.ts';
import { useRecordCurves } from '../use-record-curve.ts';
import styles from './RecordCurve.module.css';

/** The curve as the revision holds it, with the line to be reached, the measured stages, the gaps and what does not count. */
export function RecordCurve({ record }: { record: BatchRecord }) {
  const { t } = useMessages(recordMessages);
  const curves = useRecordCurves(record);
  return curves ? <Curves curves={curves} /> : <Notice kind="info">{t('noSamples')}</Notice>;
}

function Curves({ curves }: { curves: RecordCurves }) {
  const { t } = useMessages(haccpMessages);
  const { t: of } = useMessages(recordMessages);
  const format = useFormat();
  const [shown, setShown] = useState<Shown>('warmest');
  const { points, core, from_ms, to_ms } = curves;
  const known = core.filter((value) => value !== null);
  return (
    <div className={styles.curve}>
      {points.length > 1 && (
        <NativeSelect
          className={styles.choice}
          label={t('shownPoint')}
          value={shown}
          data={[
            { value: 'warmest', label: t('warmest') },
            { value: 'every', label: t('everyPoint') },
            ...points.map(({ name, label }) => ({ value: name, label })),
          ]}
          onChange={(event) => setShown(event.currentTarget.value)}
        />
      )}
      <TimeSeriesChart
        height={360}
        format={curves.format}
        content={curves.content(shown)}
        isPrinted={false}
        texts={{
          label: of('curve'),
          summary:
            known.length === 0
              ? t('curveNoCore')
              : t('curveSummary', {
                  first: format.temperature(known[0]),
                  last: format.temperature(known.at(-1)),
                  time: format.duration(to_ms - from_ms),
                }),
          asTable: t('asTable'),
          asChart: t('asChart'),
          resetZoom: t('resetZoom'),
          time: of('time'),
          nothing: '–',
        }}
      />
    </div>
  );
}
