import { day_ms, minute_ms } from '../language/durations.ts';
import type { Format } from '../language/reader.ts';
import { unitSuffix } from '../language/unit-suffix.ts';
import type { ChartFormat } from './chart-content.ts';

/**
 * How a chart of temperatures writes its values and times. Values reach it in the reader's unit already.
 * @param timeZone of the kitchen; absent: the company's
 */
export function chartFormat(format: Format, timeZone: string | undefined): ChartFormat {
  const suffix = unitSuffix(format, 'Cel');
  return {
    timeZone: timeZone ?? format.reader.timeZone,
    value: (value) => format.number(value, 1) + suffix,
    valueTick: (value) => format.number(value, Number.isInteger(value) ? 0 : 1),
    time: (at_ms) => format.dateTime(at_ms, timeZone),
    timeTick: (at_ms, step_ms) =>
      step_ms >= day_ms
        ? format.date(at_ms, timeZone)
        : format.clock(at_ms, timeZone, { seconds: step_ms < minute_ms }),
  };
}
