import { feature } from '#core/feature.ts';
import { bookHandlers } from './book.calls.ts';

/** The book: all food records of a company, as a list and as a calendar. */
export const book = feature({ calls: () => bookHandlers });
