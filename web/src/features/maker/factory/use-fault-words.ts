import { errorMessages } from '@brina/contract/wire/errors.messages';
import { useMessages } from '../../../lib/messages.ts';
import { batchMessages } from './batch.messages.ts';
import { batchColumns, type LineFault } from './batch-csv.ts';

/** Words for what is wrong with a line. */
export function useFaultWords(): (fault: LineFault) => string {
  const { t } = useMessages(batchMessages);
  const { t: refusal } = useMessages(errorMessages);
  return (fault) => {
    if (fault.code === 'duplicate') return t('duplicate', { line: fault.line });
    if (fault.code === 'brand_missing') return t('brandMissing');
    if (fault.code === 'domain_unknown') return t('domainUnknown');
    if (fault.code === 'gamma_unknown') return t('gammaUnknown');
    if (fault.code === 'columns') return t('columnCount', { n: batchColumns.length });
    return refusal(fault.code);
  };
}
