import type { BatchRecord } from '@brina/contract/calls/record/haccp';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { haccpMessages } from './haccp.messages.ts';
import { useMinutesBeside } from './use-minutes-beside.ts';

type Stage = BatchRecord['stages'][number];

/** What screen and paper say of the stages of a rule. @param time how a moment of the record is written */
export function useStageWords(time: (at: number) => string) {
  const { t } = useMessages(haccpMessages);
  const { t: word } = useMessages(ruleMessages);
  const format = useFormat();
  const minutes = useMinutesBeside();
  const within = ({ earliest_min, latest_min, limit_min }: Stage): { from: string; to: string } | null =>
    earliest_min === null || latest_min === null || earliest_min === latest_min
      ? null
      : { from: minutes(earliest_min, limit_min, 'bare'), to: minutes(latest_min, limit_min) };
  return {
    /** A stage's minutes, and between which they lie where a gap hides a crossing. */
    took: (one: Stage): string => {
      if (one.minutes === null || one.verdict === 'NOT_APPLICABLE') return '–';
      const shown = minutes(one.minutes, one.limit_min);
      const range = within(one);
      return range ? t('minutesWithin', { minutes: shown, ...range }) : shown;
    },
    /** Between which lengths a stage lies; null where it is known. */
    within,
    /** When a stage began or ended; nothing of one that the food was loaded too cold for. */
    moment: ({ verdict }: Stage, at: number | null): string =>
      at !== null ? time(at) : verdict === 'NOT_APPLICABLE' ? '–' : t('notReached'),
    stageVerdict: ({ verdict }: Stage): string => (verdict === null ? '–' : word(`verdict.${verdict}`)),
    stage: ({ from, to }: Stage): string =>
      from === null
        ? t('stageTo', { to: format.temperature(to) })
        : t('stageOf', { from: format.temperature(from), to: format.temperature(to) }),
  };
}
