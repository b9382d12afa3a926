import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { refusalMessages } from '@brina/domain/appliance/refusals.messages';
import type { StartFault } from '@brina/domain/cycles/cycle-plan';
import type { QuantityUnit } from '@brina/domain/language/quantity';
import { useFormat } from '../lib/format.ts';
import { useMessages } from '../lib/messages.ts';

/** The sentence for a fault at its field, limits in the reader's unit; without a unit the limit is a number of characters. */
export function useFaultText(): (fault: StartFault, unit: QuantityUnit | undefined) => string {
  const { t: field } = useMessages(fieldMessages);
  const { t: refusal } = useMessages(refusalMessages);
  const format = useFormat();
  return ({ code, min, max }, unit) => {
    const shown = (value: number) => (unit ? format.quantity(value, unit) : format.number(value));
    if (code === 'out_of_range' && min !== undefined && max !== undefined) {
      return field('out_of_range', { min: shown(min), max: shown(max) });
    }
    if (max !== undefined) return unit ? field('too_big', { max: shown(max) }) : field('too_long', { max });
    if (min !== undefined && unit) return field('too_small', { min: shown(min) });
    return refusal(code === 'out_of_range' ? 'bad_argument' : code);
  };
}
