import { day_ms } from '@brina/domain/language/durations';
import { localMinute } from '@brina/domain/language/local-minute';
import { now } from '../lib/clock.ts';
import { useFormat } from '../lib/format.ts';
import { useMessages } from '../lib/messages.ts';
import { dayOf, daysFrom, noonOf } from './clock-input.ts';
import { readyMessages } from './ready.messages.ts';

/** Days that have a name by how far they are from today. */
const named = ['yesterday', 'today', 'tomorrow'] as const;

/** Writes days of a kitchen's calendar, `2026-03-29`, and moments of them: by name where they are near, else by their date. */
export function useDays(timeZone: string) {
  const { t } = useMessages(readyMessages);
  const format = useFormat();
  const [today = ''] = daysFrom(now(), 1, timeZone);
  const nameOf = (day: string): string | null => {
    const key = named[Math.round((noonOf(day) - noonOf(today)) / day_ms) + 1];
    return key === undefined ? null : t(key);
  };
  return {
    day: (day: string): string => nameOf(day) ?? format.date(noonOf(day), 'UTC'),
    dayAndTime: (at_ms: number): string => {
      const name = nameOf(dayOf(localMinute(at_ms, timeZone)));
      return name === null ? format.dateTime(at_ms, timeZone) : `${name} ${format.clock(at_ms, timeZone)}`;
    },
  };
}
