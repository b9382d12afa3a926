import type { BatchRecord, BatchReview } from '@brina/contract/calls/record/haccp';
import { isMetric } from '@brina/domain/appliance/metrics';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { type VerdictReason, verdictReasons } from '@brina/domain/haccp/verdicts';
import { utcOffset } from '@brina/domain/language/time';
import { useMetricName } from '../../../appliance/use-metric-name.ts';
import { useRuleWords } from '../../../appliance/use-rule-words.ts';
import { useStoppedBy } from '../../../appliance/use-stopped-by.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { decisiveStage } from './haccp.data.ts';
import { haccpMessages } from './haccp.messages.ts';
import { useMinutesBeside, useMinutesOver } from './use-minutes-beside.ts';
import { useStageWords } from './use-stage-words.ts';

/** Minutes of the decisive stage, to the millisecond. */
const lengthOf = (one: BatchRecord): number => decisiveStage(one)?.minutes ?? one.minutes ?? 0;
const isReason = (code: string): code is VerdictReason => (verdictReasons as readonly string[]).includes(code);

/** The cycle of the library that ran, in its version. */
function useRecipeWords(): (record: BatchRecord) => string {
  const { t } = useMessages(haccpMessages);
  return ({ recipe }) => {
    if (!recipe) return '–';
    return t(recipe.differs ? 'recipe.differs' : 'recipe.version', { title: recipe.title, n: recipe.version });
  };
}

/** What screen and paper say of a record, in the same words. */
export function useRecordWords(record: Pick<BatchRecord, 'timeZone' | 'startedAt'>) {
  const { t, has } = useMessages(haccpMessages);
  const { t: word } = useMessages(ruleMessages);
  const format = useFormat();
  const headOffset = utcOffset(record.startedAt, record.timeZone);
  const time = (at: number | null): string =>
    format.dateTime(at, record.timeZone, 'document', { seconds: true, headOffset });
  const minutes = useMinutesBeside();
  const stopped = useStoppedBy();
  const ruleWords = useRuleWords();
  return {
    t,
    word,
    format,
    /** Times on a record carry seconds, with the month as a word: two inspectors must read the same. */
    time,
    /** The zone of the record's times with its offset, for the head; a time with another offset carries that. */
    zone: `${record.timeZone}, ${headOffset}`,
    ruleName: ({ rule }: BatchRecord): string => (rule ? ruleWords.name(rule) : t('noRule')),
    ruleSource: ({ rule }: BatchRecord): string => (rule ? ruleWords.source(rule) : '–'),
    recipe: useRecipeWords(),
    reason: (code: string): string => (isReason(code) ? word(`reason.${code}`) : code),
    /** Why a cycle ended, where it says so; a reason this version does not know stays visible as it is. */
    endReason: ({ endReason: code, stoppedBy }: BatchRecord): string => {
      if (code === null) return '–';
      if (code === 'person' && stoppedBy) return stopped(stoppedBy);
      const key = `endReason.${code}` as const;
      return has(key) ? t(key) : code;
    },
    minutes,
    ...useStageWords(time),
    ...useMeasuredWords(),
    /** The verdict a later judge changed, and who has looked at it. */
    bothVerdicts: ({ formerVerdict, verdict, reviewed }: BatchReview, judge: number): string => {
      const both = t('twoVerdicts', {
        former: word(`verdict.${formerVerdict}`),
        present: word(`verdict.${verdict}`),
        version: judge,
      });
      if (!reviewed) return both;
      const at = format.dateTime(reviewed.at, record.timeZone, 'document', { headOffset });
      return `${both} ${reviewed.by ? t('reviewedBy', { name: reviewed.by, time: at }) : t('reviewedAt', { time: at })}`;
    },
    /** Sentences about how the food came in and got cold that its minutes do not tell. */
    remarks: (one: BatchRecord): readonly string[] => [
      ...(one.loaded_C === null ? [] : [t('loadedAt', { temperature: format.temperature(one.loaded_C) })]),
      ...one.stages.flatMap(({ firstReachedAt, endedAt }) =>
        firstReachedAt === null
          ? []
          : [
              endedAt === null
                ? t('roseAgain', { first: time(firstReachedAt) })
                : t('roseAgainUntil', { first: time(firstReachedAt), last: time(endedAt) }),
            ],
      ),
      ...(one.judgedAgain === 'telemetry_gone' ? [t('telemetryGone', { version: one.judge })] : []),
      ...(one.continues === null ? [] : [t('continues')]),
      ...(one.continuedBy === null ? [] : [t('continuedBy')]),
    ],
  };
}

/** What a record took, alone and beside its limit. */
function useMeasuredWords() {
  const { t } = useMessages(haccpMessages);
  const format = useFormat();
  const minutes = useMinutesBeside();
  const minutesOver = useMinutesOver();
  const overOf = (one: BatchRecord): string | null => minutesOver(lengthOf(one), one.limit_min ?? 0);
  return {
    /** What the record took: its decisive stage, to the millisecond. */
    decisive: (one: BatchRecord): string => minutes(lengthOf(one), one.limit_min ?? 0),
    /** The limit beside what the record took, and by how much it was missed. */
    against: (one: BatchRecord): string => {
      const limit_min = one.limit_min ?? 0;
      const limit = format.quantity(limit_min, 'min');
      const over = overOf(one);
      return over === null ? t('limitOf', { limit }) : t('limitOver', { limit, over });
    },
    /** What the record took beside its limit, in one line. */
    measured: (one: BatchRecord): string => {
      const limit = format.quantity(one.limit_min, 'min');
      const taken = minutes(lengthOf(one), one.limit_min ?? 0);
      const over = overOf(one);
      return over === null
        ? t('minutesOf', { minutes: taken, limit })
        : t('minutesOver', { minutes: taken, limit, over });
    },
  };
}

/** Points of the probes by their places in the record: the name of one, and the numbers of several. */
export function usePointNames(record: BatchRecord) {
  const metricName = useMetricName(record);
  const nameAt = (place: number): string => record.samples.pointNames[place] ?? '–';
  return {
    pointName: (place: number): string => {
      const name = nameAt(place);
      return isMetric(name) ? metricName(name) : name;
    },
    pointNumbers: (places: readonly number[]): string =>
      places.map((place) => nameAt(place).replace(/^TCore/, '')).join(', '),
  };
}
