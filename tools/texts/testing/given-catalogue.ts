import { type DeclaredText, messages, type Text } from '@brina/domain/language/messages';
import { type Catalogue, hashOf } from '../catalogues.ts';

/** A catalogue whose texts are made from its English: key → English, texts by language, reason to stand apart. */
export function given(
  namespace: string,
  rows: Record<string, [english: Text, texts: Record<string, Text>, apart?: string]>,
): Catalogue {
  const entries = Object.entries(rows);
  const declared = entries.map(([key, [en, , apart]]): [string, DeclaredText] => [
    key,
    apart === undefined ? en : { en, apart },
  ]);
  const translations = Object.fromEntries(entries.map(([key, [en, texts]]) => [key, { [hashOf(en)]: texts }]));
  return {
    path: `${namespace}.messages.ts`,
    textsPath: `${namespace}.texts.json`,
    messages: messages(namespace, Object.fromEntries(declared), translations),
    translations,
    places: { about: `Texts of ${namespace}.`, sections: new Map() },
  };
}
