import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { CycleForecast } from '@brina/contract/live';
import { minute_ms } from '@brina/domain/language/durations';
import { useFormat } from '../lib/format.ts';
import { useMessages } from '../lib/messages.ts';
import { useNow } from '../lib/use-now.ts';
import { coreForecastMessages } from './core-forecast.messages.ts';

/** Splitting the load helps against these. */
const splits: readonly string[] = ['thick', 'tooMuch', 'moreFood'];

/** When the food of the running cycle will be cold, whether that is in time, and why not (B2.14); nothing where nobody forecasts it. */
export function CoreForecast({ appliance }: { appliance: Appliance }) {
  const words = useForecastWords(appliance.lab?.timeZone);
  const now = useNow(minute_ms);
  const forecast = appliance.online && appliance.status === 'running' ? appliance.cycle?.forecast : undefined;
  return forecast ? <p>{words(forecast, now)}</p> : null;
}

/** A forecast in words: when, why late, what can still be done; or why nothing can be said. */
function useForecastWords(timeZone: string | undefined): (forecast: CycleForecast, now: number) => string {
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
  return (forecast, now) => {
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
