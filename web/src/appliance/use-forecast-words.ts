import type { AlarmInterval } from '@brina/contract/calls/record/alarms';
import type { CycleForecast } from '@brina/contract/live';
import { minute_ms } from '@brina/domain/language/durations';
import { isLateReason } from '@brina/domain/thermal/core-forecast/late-reasons';
import { useFormat } from '../lib/format.ts';
import { useMessages } from '../lib/messages.ts';
import { coreForecastMessages } from './core-forecast.messages.ts';

/** Splitting the load helps against these. */
const splits: readonly string[] = ['thick', 'tooMuch', 'moreFood'];

/** A forecast in words: when, why late, what can still be done; or why nothing can be said. Without `now` it is over. */
export function useForecastWords(timeZone: string | undefined): (forecast: CycleForecast, now?: number) => string {
  const { t } = useMessages(coreForecastMessages);
  const format = useFormat();
  const when = ({ at, low, high, to, limitAt, state }: CycleForecast): string => {
    const core = format.temperature(to);
    const clock = (moment: number | null): string => format.clock(moment, timeZone);
    const values = {
      core,
      time: clock(at),
      low: clock(low),
      high: clock(high),
      limit: clock(limitAt),
    };
    if (low === null) return t('never', { core });
    if (at === null) return t(state === 'will' ? 'lateFrom' : 'notBefore', values);
    if (state === 'will' && limitAt !== null) return t('late', { ...values, late: format.duration(at - limitAt) });
    return t(state === 'onTime' ? 'onTime' : 'perhapsLate', values);
  };
  return (forecast, now = Number.POSITIVE_INFINITY) => {
    const { state, because, limitAt } = forecast;
    if (state !== 'onTime' && state !== 'may' && state !== 'will') return t(state);
    const [why] = because;
    const canSplit = why !== undefined && splits.includes(why.reason) && limitAt !== null && now < limitAt;
    const sentences = [
      when(forecast),
      why?.reason === 'thick' ? t('thick', { depth: format.quantity(why.depth_mm, 'mm') }) : why && t(why.reason),
      canSplit ? t('split') : undefined,
    ];
    return sentences.filter((sentence) => sentence !== undefined).join(' ');
  };
}

/** What was forecast when an alarm was raised that speaks of it (B2.14); null of any other, and of one that does not know any more. */
export function forecastOfAlarm({ name, evidence }: Pick<AlarmInterval, 'name' | 'evidence'>): CycleForecast | null {
  if (!isForecastWarning(name)) return null;
  const value = (key: string): number | null => (typeof evidence[key] === 'number' ? evidence[key] : null);
  const cycleAt = value('cycleAt');
  if (cycleAt === null) return null;
  const moment = (key: string): number | null => {
    const passed_min = value(key);
    return passed_min === null ? null : cycleAt + passed_min * minute_ms;
  };
  const [low, limitAt, depth_mm] = [moment('low_min'), moment('limit_min'), value('depth_mm')];
  const { because: reason } = evidence;
  return {
    at: moment('forecast_min'),
    low,
    high: moment('high_min'),
    to: value('to'),
    limitAt,
    state: low !== null && limitAt !== null && low <= limitAt ? 'may' : 'will',
    because: isLateReason(reason) ? [{ reason, ...(depth_mm !== null && { depth_mm }) }] : [],
  };
}

/** Whether an alarm says that food will be late. */
export const isForecastWarning = (name: string): boolean =>
  name === 'chillForecastWarning' || name === 'freezeForecastWarning';
