import { phaseMessages } from '@brina/domain/appliance/phases.messages';
import type { Scheduled } from '@brina/domain/cycles/schedule';
import { useDays } from '../../../../appliance/use-days.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { PhaseTimeline } from '../../../../ui/PhaseTimeline.tsx';
import type { Tone } from '../../../../ui/tones.ts';
import { airText } from '../../cycles/phase-words.ts';
import { proofingMessages } from '../proofing.messages.ts';
import { phaseTones } from '../proofing-form.ts';

/** A plan on the kitchen's clock: when each phase begins, what it keeps, and when the dough is ready (S4.17). */
export function PlanTimeline(props: {
  phases: readonly Scheduled[];
  readyAt: number;
  timeZone: string;
  /** The phases before now are over; null: the plan has not begun. */
  now_ms: number | null;
}) {
  const { phases, readyAt, timeZone, now_ms } = props;
  const { t } = useMessages(proofingMessages);
  const { t: phaseWord } = useMessages(phaseMessages);
  const format = useFormat();
  const days = useDays(timeZone);
  const stateOf = ({ from, to }: Scheduled) =>
    now_ms === null || now_ms < from ? 'ahead' : now_ms < to ? 'running' : 'done';
  const dayOf = (at: number) => format.date(at, timeZone);
  // The day is written where it changes.
  const moment = (at: number, before: number | undefined) =>
    before !== undefined && dayOf(before) === dayOf(at) ? format.clock(at, timeZone) : days.dayAndTime(at);
  return (
    <PhaseTimeline
      label={t('timeline')}
      states={{ done: t('done'), running: t('running'), ahead: '' }}
      phases={phases.map((phase, index) => ({
        key: `${phase.phase}`,
        label: phaseWord(phase.key),
        detail: [
          airText(phase, format),
          phase.rh && 'set' in phase.rh ? format.percent(phase.rh.set) : '',
          format.duration(phase.to - phase.from),
        ]
          .filter((part) => part !== '')
          .join(' · '),
        begins: moment(phase.from, phases[index - 1]?.from),
        length: phase.to - phase.from,
        state: stateOf(phase),
        tone: toneOf(phase),
      }))}
      ends={moment(readyAt, undefined)}
      endLabel={t('ready')}
    />
  );
}

const toneOf = ({ key }: Scheduled): Tone => phaseTones[key as keyof typeof phaseTones] ?? 'idle';
