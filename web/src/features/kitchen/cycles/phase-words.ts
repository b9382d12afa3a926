import type { PhasePlan } from '@brina/domain/appliance/phase-plan';
import { minute_ms } from '@brina/domain/language/durations';
import type { Format } from '@brina/domain/language/reader';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import type { Tone } from '../../../ui/tones.ts';

/** The air of a phase: a set-point, or from where to where it goes; empty where it is not controlled. */
export function airText({ air }: Pick<PhasePlan, 'air'>, format: Format): string {
  if (air === null) return '';
  return typeof air === 'number' ? format.temperature(air) : air.map((one) => format.temperature(one)).join(' → ');
}

/** The tone of a phase by its air; of a ramp by where it ends. */
export function airTone({ air }: Pick<PhasePlan, 'air'>): Tone {
  const at = Array.isArray(air) ? (air[1] as number) : air;
  if (typeof at !== 'number') return 'idle';
  if (at < -5) return 'freeze';
  return at < 18 ? 'cold' : at < 45 ? 'proof' : 'hot';
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
