import type { Text, TextRow } from '@brina/domain/language/messages';

/** A word that people never read, and the one that stands for its thing. */
type Unsaid = { readonly word: RegExp; readonly instead: string; readonly but?: RegExp };

/** Words of the wire, of other trades or of former screens: one thing has one word (`docs/GLOSSARY.md`). */
const unsaid: readonly Unsaid[] = [
  { word: /\bnotices?\b/i, instead: 'alarm, warning or upkeep', but: /privacy notice/i },
  { word: /\banomal(y|ies|ous)\b/i, instead: 'upkeep' },
  { word: /\bmaintenance\b/i, instead: 'upkeep for what is due, work for what was done', but: /maintenance list/i },
  { word: /\b(active|past) alarms?\b/i, instead: 'alarms, or what needs attention' },
  { word: /\blaborator(y|ies)\b/i, instead: 'kitchen' },
  { word: /\bproof(er|ing)s?\b/i, instead: 'prover, proving; American English has its own text' },
];

/** The English texts that say a thing by another word than its own, one sentence each. */
export const saidOtherwise = (rows: readonly TextRow[]): string[] =>
  rows.flatMap(({ of, en }) =>
    formsOf(en).flatMap((text) =>
      unsaid
        .filter(({ word, but }) => word.test(text) && !but?.test(text))
        .map(({ word, instead }) => `${of} says "${word.exec(text)?.[0]}": the word is ${instead}`),
    ),
  );

const formsOf = (text: Text): string[] => (typeof text === 'string' ? [text] : Object.values(text));
