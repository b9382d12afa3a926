import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { refusalMessages } from '@brina/domain/appliance/refusals.messages';
import { plannedReasonMessages } from '@brina/domain/cycles/planned-start.messages';
import { useMessages } from '../lib/messages.ts';
import { applianceMessages } from './appliance.messages.ts';
import { useReasonText } from './use-reason-text.ts';

/** Texts to have before such a reason is shown. */
export const plannedReasonTexts = [plannedReasonMessages, applianceMessages, refusalMessages, errorMessages];

/** Why a planned start was missed or not possible: a word of ours, or what the unit said when it refused. */
export function usePlannedReason(appliance: Appliance): (reason: string) => string {
  const { t, has } = useMessages(plannedReasonMessages);
  const refusal = useReasonText(appliance);
  return (reason) => (has(reason) ? t(reason) : refusal(reason));
}
