import type { ChartFormat } from '@brina/domain/charts/chart-content';
import { chartFormat } from '@brina/domain/charts/chart-format';
import { useMemo } from 'react';
import { useFormat } from '../lib/format.ts';

/** How a chart of temperatures writes its values and times. @param timeZone of the kitchen; absent: the company's */
export function useChartFormat(timeZone: string | undefined): ChartFormat {
  const format = useFormat();
  return useMemo(() => chartFormat(format, timeZone), [format, timeZone]);
}
