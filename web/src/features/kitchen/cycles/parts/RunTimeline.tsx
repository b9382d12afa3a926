import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { PhasePlan } from '@brina/domain/appliance/phase-plan';
import { useStateWords } from '../../../../appliance/use-state-words.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { PhaseTimeline } from '../../../../ui/PhaseTimeline.tsx';
import { cyclePageMessages } from '../cycle-pages.messages.ts';
import { airText, airTone, usePhaseEnd } from '../phase-words.ts';

/** Longer is not drawn: a phase until somebody ends it would leave no room for the others. */
const open_min = 30;

/**
 * The phases of a cycle, with which of them runs.
 * @param running place of the running phase, 1 = first; 0 before it has begun, null for a plan that does not run
 */
export function RunTimeline(props: {
  appliance: Appliance;
  plan: readonly PhasePlan[];
  running: number | null;
  startedAt: number | null;
}) {
  const { appliance, plan, running, startedAt } = props;
  const { t } = useMessages(cyclePageMessages);
  const words = useStateWords();
  const format = useFormat();
  const endOf = usePhaseEnd();
  /** Holding is none of the phases that are counted. */
  const nameOf = ({ phase, hold }: PhasePlan): string => {
    const name = words.phaseName(appliance.model, phase);
    return hold ? t('afterwards', { phase: name }) : name;
  };
  return (
    <PhaseTimeline
      label={t('phases')}
      states={{ done: t('phaseDone'), running: t('phaseRunning'), ahead: '' }}
      phases={plan.map((phase, index) => ({
        key: String(index),
        label: nameOf(phase),
        detail: [airText(phase, format), endOf(phase)].filter((part) => part !== '').join(' · '),
        begins: index === 0 && startedAt !== null ? format.clock(startedAt, appliance.lab?.timeZone) : null,
        length: minutesOf(phase),
        state: running === null || index + 1 > running ? 'ahead' : index + 1 === running ? 'running' : 'done',
        tone: airTone(phase),
      }))}
      ends={null}
      endLabel=""
    />
  );
}

const minutesOf = ({ end, fallback_min }: PhasePlan): number =>
  end.by === 'time' ? end.time_min : (fallback_min ?? open_min);
