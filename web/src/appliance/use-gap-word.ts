import type { Gap } from '@brina/contract/calls/record/telemetry';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { useMessages } from '../lib/messages.ts';
import { applianceMessages } from './appliance.messages.ts';

/** Why a stretch of a chart is empty, in words. */
export function useGapWord(): (reason: Gap['reason']) => string {
  const { t } = useMessages(applianceMessages);
  const { t: rule } = useMessages(ruleMessages);
  return (reason) => {
    if (reason === 'not_yours') return t('notYours');
    return reason === 'arriving' ? t('arriving') : rule(`gap.${reason}`);
  };
}
