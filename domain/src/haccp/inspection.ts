/** How long and how far the records of a kitchen are open to who inspects it, without an account (B2.10). */
import { day_ms, hour_ms, minute_ms } from '../language/durations.ts';

/** How long a link opens records, by the word for it. */
export const linkLives_ms = { hour: hour_ms, day: day_ms, week: 7 * day_ms, month: 30 * day_ms } as const;
export const linkLives = ['hour', 'day', 'week', 'month'] as const satisfies readonly (keyof typeof linkLives_ms)[];
export type LinkLife = (typeof linkLives)[number];

/** Days of records that one link opens at most, and those that it opens where nobody says otherwise. */
export const linkDays_max = 400;
export const linkDays_usual = 30;
/** Kitchens, and units beside them, of one link. */
export const linkSubjects_max = 200;
/** Digits of the PIN that a link may have besides. */
export const linkPin_digits = 6;
/** Wrong PINs after which a link ends, however slowly they are tried. */
export const wrongPins_max = 20;
/** Links of a company that are open at once, those of its posters not counted. */
export const openLinks_max = 100;

/** What somebody at the poster of a kitchen is let in to: the records of the last days, for a working day. */
export const posterGrant_ms = 8 * hour_ms;
/** Who asks at a poster and is not answered has gone on; so many may wait at once, and ask in an hour: the kitchen has work to do. */
export const requestLasts_ms = 10 * minute_ms;
export const requests_max = 5;
export const requestsAnHour_max = 20;
export const requestWindow_ms = hour_ms;

/** Openings of a link by one device within so long are one visit. */
export const visitLasts_ms = 30 * minute_ms;
