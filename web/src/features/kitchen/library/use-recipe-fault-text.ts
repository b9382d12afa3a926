import { isRecord, type StartFault } from '@brina/domain/appliance/argument-fault';
import { families } from '@brina/domain/appliance/families/families';
import { minute_ms } from '@brina/domain/language/durations';
import type { QuantityUnit } from '@brina/domain/language/quantity';
import { useFaultText } from '../../../appliance/use-fault-text.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { recipeFaultMessages } from './recipe-fault.messages.ts';

/** Units of what a definition holds, by the last name in the path of a fault. */
const units: Readonly<Record<string, QuantityUnit>> = {
  air: 'Cel',
  fan: '%',
  rh: '%',
  time_min: 'min',
  hold_min: 'min',
  max_min: 'min',
  fallback_min: 'min',
  late_min: 'min',
  kg: 'kg',
  depth_mm: 'mm',
  from_C: 'Cel',
};

type Part = Readonly<Record<string, unknown>>;
const partOf = (value: unknown): Part => (isRecord(value) ? value : {});

/** The phase that a fault is about, and its end; empty where it is about none. */
function placeOf({ path }: StartFault, definition: unknown): { phase: Part; end: Part; isEnd: boolean } {
  const [, index, field] = /^definition\.phases\.(\d+)\.?(.*)$/.exec(path) ?? [];
  const { phases } = partOf(definition);
  const phase = index !== undefined && Array.isArray(phases) ? partOf(phases[Number(index)]) : {};
  return { phase, end: partOf(phase.end), isEnd: field === 'end' };
}

/**
 * The sentence for a fault of a cycle at its field, limits in the reader's units.
 * @returns takes the fault, and the definition that it was found in, from which follows what contradicts what
 */
export function useRecipeFaultText(): (fault: StartFault, definition?: unknown) => string {
  const faultText = useFaultText();
  const { t } = useMessages(recipeFaultMessages);
  const format = useFormat();
  return (fault, definition) => {
    const { phase, end, isEnd } = placeOf(fault, definition);
    switch (fault.code) {
      case 'bad_argument':
        return t('choose');
      case 'not_compatible': {
        const family = partOf(definition).family as keyof typeof families;
        return definition === undefined
          ? faultText(fault, undefined)
          : t('family', { family: families[family]?.name ?? '' });
      }
      case 'inconsistent': {
        const measured = end.by === 'core' ? 'beyondTarget' : end.by === 'surface' ? 'beyondSurface' : null;
        if (measured && typeof phase.air === 'number') return t(measured, { air: format.temperature(phase.air) });
        if (end.by === 'auto') return t('oneClock');
        if (end.by === 'stop') return t(phase.hold === true ? 'holdFirst' : 'onlyLast');
        return faultText(fault, undefined);
      }
      default: {
        const { min, max } = fault;
        if (fault.path === 'definition.phases' && min !== undefined && max !== undefined)
          return t('phaseCount', { min, max });
        if (isEnd && max !== undefined && isTooLong(end, max))
          return t('longest', { max: format.duration(max * minute_ms) });
        return faultText(fault, unitOf(fault, isEnd, end));
      }
    }
  };
}

/** Whether the time of an end lies within the limits of a phase, so that it is the whole cycle that would last too long. */
const isTooLong = ({ time_min, hold_min }: Part, max: number): boolean =>
  [time_min, hold_min].some((value) => typeof value === 'number' && value <= week_min && value > max);
const week_min = 7 * 24 * 60;

function unitOf({ path, min }: StartFault, isEnd: boolean, { by, hold_min }: Part): QuantityUnit | undefined {
  const name = path.split('.').findLast((part) => Number.isNaN(Number(part))) ?? '';
  if (!isEnd) return units[name];
  // Of a core that is held, only a time has so small a positive limit.
  if (by === 'time' || (hold_min !== undefined && min !== undefined && min > 0)) return 'min';
  return by === 'even' ? 'K' : by === undefined ? undefined : 'Cel';
}
