import { errorMessages } from '@brina/contract/wire/errors.messages';
import type { QuantityUnit } from '@brina/domain/language/quantity';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { planMessages } from './plan.messages.ts';
import type { FieldFault } from './plan-edit.ts';

/** What is wrong with a field, in the reader's words and units; null where nothing is. */
export function usePlanFaults() {
  const { t } = useMessages(planMessages);
  const { t: error } = useMessages(errorMessages);
  const format = useFormat();
  return (fault: FieldFault | undefined, unit?: QuantityUnit): string | null => {
    const written = (value: number): string => (unit ? format.quantity(value, unit) : format.number(value));
    switch (fault?.is) {
      case undefined:
        return null;
      case 'number':
        return t('fault.number', { min: written(fault.min), max: written(fault.max) });
      case 'law':
        return t('fault.law', { limit: written(fault.limit) });
      case 'document':
        return error('limit_needs_document');
      case 'currency':
        return t('fault.currency');
    }
  };
}
