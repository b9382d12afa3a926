import type { PhasePlan } from '@brina/domain/appliance/phase-plan';
import { minute_ms } from '@brina/domain/language/durations';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { type Format, useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';

/** The air of a phase: a set-point, or from where to where it goes; empty where it is not controlled. */
export function airText({ air }: Pick<PhasePlan, 'air'>, format: Format): string {
  if (air === null) return '';
  return typeof air === 'number' ? format.temperature(air) : air.map((one) => format.temperature(one)).join(' → ');
}

/** What ends a phase, in words. */
export function usePhaseEnd(): (phase: PhasePlan) => string {
  const { t } = useMessages(applianceMessages);
  const format = useFormat();
  return ({ end, hold }) => {
    if (hold || end.by === 'stop') return t('end.stop');
    switch (end.by) {
      case 'core':
      case 'surface':
      case 'evaporator':
      case 'air':
        return t(`end.${end.by}`, { value: format.temperature(end.target) });
      case 'even':
        return t('end.even', { value: format.quantity(end.within_K, 'K') });
      case 'time':
        return format.duration(end.time_min * minute_ms);
      case 'auto':
        return t('by.clock');
    }
  };
}
