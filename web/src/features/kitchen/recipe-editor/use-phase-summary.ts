import type { PhasePlan } from '@brina/domain/appliance/phase-plan';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { airText, usePhaseEnd } from '../cycles/phase-words.ts';
import { editorMessages } from './editor.messages.ts';

/** A phase in a line: air, fan, humidity, and what ends it. */
export function usePhaseSummary(): (plan: PhasePlan) => string {
  const format = useFormat();
  const { t } = useMessages(editorMessages);
  const endOf = usePhaseEnd();
  return (plan) => {
    const { rh, fan } = plan;
    const humidity = rh && ('set' in rh ? format.percent(rh.set) : `≤ ${format.percent(rh.max)}`);
    return [
      airText(plan, format),
      t('inLineFan', { value: format.percent(fan) }),
      humidity && t('inLineHumidity', { value: humidity }),
      endOf(plan),
    ]
      .filter(Boolean)
      .join(' · ');
  };
}
