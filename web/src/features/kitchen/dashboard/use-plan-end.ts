import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import type { PlanNow } from './card-facts.ts';
import { dashboardMessages } from './dashboard.messages.ts';

/** When a plan is over, in words: when its food will be cold (B2.14), when it is to be ready, or what is left; null where nobody knows. */
export function usePlanEnd({ lab }: Appliance, plan: PlanNow | null): string | null {
  const { t } = useMessages(applianceMessages);
  const { t: own } = useMessages(dashboardMessages);
  const format = useFormat();
  const { forecast, readyAt_ms, left_ms } = plan ?? {};
  const at = forecast?.at ?? readyAt_ms;
  if (!at) return left_ms ? t('remaining', { time: format.duration(left_ms) }) : null;
  const time = format.clock(at, lab?.timeZone);
  return forecast?.at ? own('coldAt', { core: format.temperature(forecast.to), time }) : own('readyAt', { time });
}
