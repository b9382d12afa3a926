import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { Schedule } from '@brina/contract/calls/kitchen/schedules';
import { weekdays as allWeekdays } from '@brina/domain/cycles/planned-start';
import { day_ms } from '@brina/domain/language/durations';
import { intlTag } from '@brina/domain/language/locales';
import { usePlannedReason } from '../../../appliance/use-planned-reason.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import type { Tone } from '../../../ui/tones.ts';
import { scheduleMessages } from './schedules.messages.ts';

/** A Monday: days of the week are written by a date of theirs. */
const monday_ms = Date.parse('2026-06-01T12:00Z');

/** The days of the week as a reader calls them. */
export function useWeekdays() {
  const { reader } = useFormat();
  const { t } = useMessages(scheduleMessages);
  const names = (style: 'short' | 'long') => {
    const written = new Intl.DateTimeFormat(intlTag(reader.locale), { weekday: style, timeZone: 'UTC' });
    return (day: number): string => written.format(monday_ms + (day - 1) * day_ms);
  };
  const short = names('short');
  return {
    long: names('long'),
    /** Several of them in a line. */
    line: (days: readonly number[]): string =>
      days.length === allWeekdays.length ? t('everyDay') : days.map(short).join(', '),
  };
}

/** Words of what is planned on an appliance, or what became of it. */
export function useFateWords(appliance: Appliance) {
  const { t } = useMessages(scheduleMessages);
  const reasonText = usePlannedReason(appliance);
  const format = useFormat();
  return {
    state: ({ state, until, timeZone }: Schedule): string =>
      state === 'proposed' ? t('state.proposed', { time: format.clock(until, timeZone) }) : t(`state.${state}`),
    /** Why it was missed or not possible; null where there is nothing to say. */
    reason: ({ reason }: Schedule): string | null => (reason === null ? null : reasonText(reason)),
  };
}

/** Colour and icon of a state. */
export const fateTones: Readonly<Record<Schedule['state'], Tone>> = {
  planned: 'cold',
  proposed: 'hot',
  started: 'proof',
  declined: 'idle',
  missed: 'alarm',
  not_possible: 'alarm',
  cancelled: 'idle',
};
