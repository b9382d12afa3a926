import type { HoldRecord } from '@brina/contract/calls/record/holding';
import { holdCurve } from '@brina/contract/words/hold-curve';
import { holdCatalogues } from '@brina/contract/words/hold-words';
import { recordMessages } from '@brina/contract/words/record.messages';
import { useChartFormat } from '../../../../appliance/use-chart-format.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useSpeech } from '../../../../lib/speech.ts';
import { TimeSeriesChart } from '../../../../ui/TimeSeriesChart.tsx';
import { haccpMessages } from '../haccp.messages.ts';

const catalogues = { ...holdCatalogues, record: recordMessages } as const;

/** The curve as the revision holds it: food and air of each ten minutes, with the limit, the gaps, and when the door stood open. */
export function DayCurve({ record }: { record: HoldRecord }) {
  const { t: haccp } = useMessages(haccpMessages);
  const say = useSpeech(catalogues);
  const format = useFormat();
  const chartFormat = useChartFormat(record.timeZone);
  const { food } = record;
  const known = [...food.min, ...food.max].filter((value) => value !== null);
  return (
    <TimeSeriesChart
      height={360}
      format={chartFormat}
      content={holdCurve(say, format, record)}
      texts={{
        label: say.hold('curve'),
        summary:
          known.length === 0
            ? say.hold('curveNothing')
            : say.hold('curveSummary', {
                min: format.temperature(Math.min(...known)),
                max: format.temperature(Math.max(...known)),
              }),
        asTable: haccp('asTable'),
        asChart: haccp('asChart'),
        resetZoom: say.hold('resetZoom'),
        time: say.record('time'),
        nothing: '–',
      }}
    />
  );
}
