import type { LegalHold } from '@brina/contract/calls/record/keeping';
import { useMessages } from '../../../lib/messages.ts';
import { keepingMessages } from './keeping.messages.ts';

/** What a legal hold keeps, in words. */
export function useHoldName(): (scope: LegalHold['scope']) => string {
  const { t } = useMessages(keepingMessages);
  return (scope) => {
    if (scope.kind === 'kitchen') return t('ofKitchen', { name: scope.name });
    return scope.kind === 'lot' ? t('ofLot', { lot: scope.lot }) : t('ofCompany');
  };
}
