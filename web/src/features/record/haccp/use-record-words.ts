import type { BatchRecord, BatchReview } from '@brina/contract/calls/record/haccp';
import { type RuleId, rules } from '@brina/domain/haccp/rules';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { type VerdictReason, verdictReasons } from '@brina/domain/haccp/verdicts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { haccpMessages } from './haccp.messages.ts';

const isRule = (id: string): id is RuleId => Object.hasOwn(rules, id);
const isReason = (code: string): code is VerdictReason => (verdictReasons as readonly string[]).includes(code);

/** What screen and paper say of a record, in the same words. */
export function useRecordWords(record: Pick<BatchRecord, 'timeZone'>) {
  const { t, has } = useMessages(haccpMessages);
  const { t: word } = useMessages(ruleMessages);
  const format = useFormat();
  const time = (at: number | null): string => format.dateTime(at, record.timeZone, 'document', { seconds: true });
  const texts = ({ rule }: BatchRecord) => (rule && isRule(rule.id) ? rules[rule.id].texts : undefined);
  return {
    t,
    word,
    format,
    /** Times on a record carry seconds and the UTC offset, with the month as a word: two inspectors must read the same. */
    time,
    ruleName: (one: BatchRecord): string => {
      const known = texts(one);
      return known ? word(known.name) : (one.rule?.id ?? t('noRule'));
    },
    ruleSource: (one: BatchRecord): string => {
      const known = texts(one);
      return known ? word(known.source) : (one.rule?.id ?? '–');
    },
    reason: (code: string): string => (isReason(code) ? word(`reason.${code}`) : code),
    /** Why a cycle ended; a reason this version does not know stays visible as it is. */
    endReason: (code: string): string => {
      const key = `endReason.${code}` as const;
      return has(key) ? t(key) : code;
    },
    /** A stage's minutes; with seconds where the minutes alone would look as if it had kept its limit, or just not. */
    took: ({ minutes, limit_min, earliest_min, latest_min, verdict }: BatchRecord['stages'][number]): string => {
      if (minutes === null || verdict === 'NOT_APPLICABLE') return '–';
      const shown =
        minutes !== limit_min && Math.abs(minutes - limit_min) < 0.05
          ? format.duration(Math.round(minutes * 60) * 1000)
          : format.quantity(minutes, 'min', 1);
      if (earliest_min === null || latest_min === null || latest_min - earliest_min < 0.05) return shown;
      return t('minutesWithin', {
        minutes: shown,
        from: format.number(earliest_min, 1),
        to: format.quantity(latest_min, 'min', 1),
      });
    },
    stage: ({ from, to }: BatchRecord['stages'][number]): string =>
      from === null
        ? t('stageTo', { to: format.temperature(to) })
        : t('stageOf', { from: format.temperature(from), to: format.temperature(to) }),
    /** The verdict a later judge changed, and who has looked at it. */
    bothVerdicts: ({ formerVerdict, verdict, reviewed }: BatchReview): string => {
      const both = t('twoVerdicts', { former: word(`verdict.${formerVerdict}`), present: word(`verdict.${verdict}`) });
      if (!reviewed) return both;
      const at = format.dateTime(reviewed.at, record.timeZone, 'document');
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
