/** How many letters about records a company has, and whom it may ask to get them: nobody is to be flooded through the portal (B2.9). */
import { day_ms } from '../language/durations.ts';
import { linkLives_ms } from './inspection.ts';

/** Subscriptions of a company. */
export const subscriptions_max = 50;
/** Addresses beside its maker’s that get the letters of one. */
export const receivers_max = 5;

/** How long an address may answer whether it wants the letters. */
export const askLasts_ms = 7 * day_ms;
/** How often one address that does not answer is asked for one subscription, in as long as {@link asksUnanswered_ms}. */
export const asksOfReceiver_max = 3;
/** Addresses that a company asks in a day. */
export const asksOfCompany_max = 20;
export const asksOfCompany_ms = day_ms;
/** How often an address that does not answer is asked in so long, by all companies together. */
export const asksUnanswered_max = 5;
export const asksUnanswered_ms = 30 * day_ms;

/** How long the link of a letter opens the records of its period. */
export const letterLink_ms = linkLives_ms.month;
