import { day_ms } from '../../language/durations.ts';
import { spanOfDay } from '../../language/local-day.ts';

/** So long after its end a day can be looked at in time: who has closed a kitchen at night looks in the morning. */
const lookWithin_ms = day_ms;

/**
 * Whether a look at what was held in a day comes too late to say that somebody watched over it (B2.4).
 * @param day of the kitchen's calendar, `2026-03-29`
 * @param at epoch ms
 */
export const isLookLate = (day: string, timeZone: string, at: number): boolean =>
  at >= spanOfDay(day, timeZone).to + lookWithin_ms;
