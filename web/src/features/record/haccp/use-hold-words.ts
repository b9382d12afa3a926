import type { HoldDaySummary, HoldRecord } from '@brina/contract/calls/record/holding';
import { holdingMessages } from '@brina/domain/haccp/holding/holding.messages';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { minute_ms } from '@brina/domain/language/durations';
import { dayAfter, spanOfDay } from '@brina/domain/language/local-day';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { holdMessages } from './holding.messages.ts';

/** What list and page say of a day. */
export function useHoldWords() {
  const { t } = useMessages(holdMessages);
  const { t: word } = useMessages(holdingMessages);
  const { t: rule } = useMessages(ruleMessages);
  const format = useFormat();
  return {
    t,
    word,
    format,
    /** The day, with its times where it is a part of one. */
    dayOf: ({ day, from, to, timeZone }: Pick<HoldDaySummary, 'day' | 'from' | 'to' | 'timeZone'>): string => {
      const whole = spanOfDay(day, timeZone);
      const date = format.date(whole.from, timeZone);
      if (whole.from === from && whole.to === to) return date;
      const end =
        whole.to === to ? format.clock(spanOfDay(dayAfter(day), timeZone).from, timeZone) : format.clock(to, timeZone);
      return t('part', { day: date, from: format.clock(from, timeZone), to: end });
    },
    /** As what food was held. */
    heldAs: ({ kinds }: Pick<HoldDaySummary, 'kinds'>): string =>
      kinds.map((kind) => word(`kind.${kind}`)).join(', ') || '–',
    range: ({ min, mean, max }: Pick<HoldDaySummary, 'min' | 'mean' | 'max'>): string =>
      min === null
        ? '–'
        : t('rangeMean', {
            min: format.temperature(min),
            max: format.temperature(max),
            mean: format.temperature(mean),
          }),
    length: (minutes: number): string => format.duration(minutes * minute_ms),
    degreeMinutes: (value: number): string => `${format.number(value, 1)} K·min`,
    gap: (reason: HoldRecord['gaps'][number]['reason']): string =>
      reason === 'probe_fault' ? word('gap.probe_fault') : rule(`gap.${reason}`),
    /** Why the verdict is what it is. */
    sentences: ({ verdict, reasons }: Pick<HoldDaySummary, 'verdict' | 'reasons'>): string[] =>
      verdict === 'KEPT' ? [word('reason.kept')] : reasons.map((reason) => word(`reason.${reason}`)),
  };
}
