import type { Catalogues, Speech } from '@brina/domain/language/speech';
import { use } from 'react';
import { said, useLocale } from './messages.ts';
import { WrittenQuantities } from './written-quantities.ts';

/** Several catalogues in the language of the interface, for words that are made of more than one. Suspends as `useMessages` does. */
export function useSpeech<C extends Catalogues>(catalogues: C): Speech<C> {
  const locale = useLocale();
  const show = use(WrittenQuantities);
  const words = Object.entries(catalogues).map(([name, messages]) => [name, said(messages, locale, show).t]);
  return Object.fromEntries(words) as Speech<C>;
}
