import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { minute_ms } from '@brina/domain/language/durations';
import { useNow } from '../lib/use-now.ts';
import { useForecastWords } from './use-forecast-words.ts';

/** When the food of the running cycle will be cold, whether that is in time, and why not (B2.14); nothing where nobody forecasts it. */
export function CoreForecast({ appliance }: { appliance: Appliance }) {
  const words = useForecastWords(appliance.lab?.timeZone);
  const now = useNow(minute_ms);
  const forecast = appliance.online && appliance.status === 'running' ? appliance.cycle?.forecast : undefined;
  return forecast ? <p>{words(forecast, now)}</p> : null;
}
