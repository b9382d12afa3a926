import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { useEffect, useRef } from 'react';
import { applianceMessages } from '../../../../appliance/appliance.messages.ts';
import { useReasonText } from '../../../../appliance/use-reason-text.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { showToast } from '../../../../lib/toast.ts';
import type { Act } from '../acts.ts';
import { resultMessages } from '../result.messages.ts';
import { useResultWords } from './use-result-words.ts';

/** Texts to have before a result is told. */
export const messages = [resultMessages];

/** Tells each result once. What the portal did not take is said where it was sent from. */
export function ResultToasts({ appliance, acts }: { appliance: Appliance; acts: readonly Act[] }) {
  const { t } = useMessages(applianceMessages);
  const words = useResultWords(appliance);
  const reasonText = useReasonText(appliance);
  const told = useRef(new Set<number>());
  useEffect(() => {
    for (const act of acts) {
      if (act.state === 'underWay' || act.state === 'failed' || told.current.has(act.key)) continue;
      told.current.add(act.key);
      if (act.state === 'done') showToast({ kind: 'success', text: words(act, 'done') });
      else if (act.state === 'unknown') showToast({ kind: 'warning', text: t('resultUnknown') });
      else showToast({ kind: 'warning', text: `${words(act, 'not')} ${reasonText(act.reason)}` });
    }
  });
  return null;
}
