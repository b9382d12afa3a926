import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { coreOf } from '../../../../appliance/appliance-state.ts';
import { controlMessages } from '../../../../appliance/controls.messages.ts';
import { LoadNow } from '../../../../appliance/LoadNow.tsx';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';

/** What somebody who stops a cycle has to know: what is in it, how warm that is, and what becomes of its record. */
export function StopQuestion({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(controlMessages);
  const { t: rule } = useMessages(ruleMessages);
  const format = useFormat();
  const { status, cycle } = appliance;
  const target = cycle?.coreTarget ?? null;
  const core = coreOf(appliance);
  const misses = target !== null && (core === null || core > target);
  if (status === 'ended') return <Question appliance={appliance} sentences={[t('holdingEnds')]} />;
  if (!cycle?.batchId) return <Question appliance={appliance} sentences={[t('endsNow')]} />;
  const record = misses
    ? t('notReached', { target: format.temperature(target), pass: rule('verdict.PASS') })
    : t('recordCloses');
  return <Question appliance={appliance} sentences={[t('coolingEnds'), record]} />;
}

function Question({ appliance, sentences }: { appliance: Appliance; sentences: readonly string[] }) {
  return (
    <>
      <LoadNow appliance={appliance} />
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </>
  );
}
