/** What is said of a day on which food was held: the same words on a screen, on paper and for who inspects it. */
import { modelRow } from '@brina/domain/appliance/families/families';
import { zonesOf } from '@brina/domain/appliance/families/family';
import { stateKey } from '@brina/domain/appliance/states';
import { stateMessages } from '@brina/domain/appliance/states.messages';
import { holdingMessages } from '@brina/domain/haccp/holding/holding.messages';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { minute_ms } from '@brina/domain/language/durations';
import { dayAfter, spanOfDay } from '@brina/domain/language/local-day';
import type { Format } from '@brina/domain/language/reader';
import type { Speech } from '@brina/domain/language/speech';
import type { HoldDaySummary, HoldRecord } from '../calls/record/holding.ts';
import { holdMessages } from './hold.messages.ts';

/** The texts that {@link holdWords} are made of. */
export const holdCatalogues = {
  hold: holdMessages,
  holding: holdingMessages,
  rule: ruleMessages,
  state: stateMessages,
} as const;

/** How the texts of a day are said to a reader. */
export type HoldSpeech = Speech<typeof holdCatalogues>;

/** Everything that is said of a day to a reader, in the time zone of the day. */
export function holdWords({ hold: t, holding: word, rule, state }: HoldSpeech, format: Format) {
  return {
    t,
    word,
    format,
    /** The day, with its times where it is a part of one. */
    dayOf: (
      { day, from, to, timeZone }: Pick<HoldDaySummary, 'day' | 'from' | 'to' | 'timeZone'>,
      ...style: ['document'?]
    ): string => {
      const whole = spanOfDay(day, timeZone);
      const date = format.date(whole.from, timeZone, ...style);
      if (whole.from === from && whole.to === to) return date;
      const end =
        whole.to === to ? format.clock(spanOfDay(dayAfter(day), timeZone).from, timeZone) : format.clock(to, timeZone);
      return t('part', { day: date, from: format.clock(from, timeZone), to: end });
    },
    /** What held it, with its zone where it has two. */
    unitOf: ({ applianceName, model, zone }: Pick<HoldRecord, 'applianceName' | 'model' | 'zone'>): string => {
      const row = modelRow(model);
      return row && zonesOf(row) > 1 ? t('zone', { unit: applianceName, n: format.number(zone) }) : applianceName;
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
    /** A moment of the day, with the date where it lies on another; null: it has not come. */
    moment: ({ timeZone, from, to }: Pick<HoldRecord, 'timeZone' | 'from' | 'to'>, at: number | null): string => {
      if (at === null) return t('goesOn');
      return at < from || at > to ? format.dateTime(at, timeZone) : format.clock(at, timeZone);
    },
    /** How a defrost ended, by the code of `lastDefrostEnd`. */
    defrostEnd: (code: number | null): string => {
      const key = code === null ? undefined : stateKey('lastDefrostEnd', code);
      return key ? state(key) : '–';
    },
  };
}
