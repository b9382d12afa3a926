/** How a person is called in full. */
import type { Locale } from './locales.ts';

/** First and last name in the order of the reader's language: the family name comes first in Japanese. Either may be empty. */
export const fullName = (locale: Locale, { first, last }: { first: string; last: string }): string =>
  (locale === 'ja' ? [last, first] : [first, last]).filter(Boolean).join(' ');
