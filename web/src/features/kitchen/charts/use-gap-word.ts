import type { Gap } from '@brina/contract/calls/record/telemetry';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { useMessages } from '../../../lib/messages.ts';

/** Why nothing was measured, in words. */
export function useGapWord(): (reason: Gap['reason']) => string {
  const { t } = useMessages(applianceMessages);
  const { t: rule } = useMessages(ruleMessages);
  return (reason) => (reason === 'not_yours' ? t('notYours') : rule(`gap.${reason}`));
}
