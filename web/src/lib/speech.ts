import type { Catalogues, Speech } from '@brina/domain/language/speech';
import { use } from 'react';
import type { Shipped } from './catalogues.ts';
import { broughtIn, useLocale, wordsOf } from './messages.ts';
import { WrittenQuantities } from './written-quantities.ts';

/** Several catalogues in the language of the interface, for words that are made of more than one. Suspends as `useMessages` does. */
export function useSpeech<C extends Catalogues>(catalogues: C): Speech<C> {
  const locale = useLocale();
  const show = use(WrittenQuantities);
  const said = Object.entries(catalogues).map(([name, messages]) => {
    const shipped = messages as unknown as Shipped;
    use(broughtIn(shipped, locale));
    return [name, wordsOf(shipped, locale, show).t];
  });
  return Object.fromEntries(said) as Speech<C>;
}
