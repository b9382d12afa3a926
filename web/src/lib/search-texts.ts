import { useSearch } from '@tanstack/react-router';

/** What a parameter of the address says by its name; one that stands there several times says nothing. */
export type SearchTexts = Readonly<Partial<Record<string, string>>>;

/** The search parameters of the address. Whoever asks decides what a value may be: it may come from anybody's link. */
export const useSearchTexts = (): SearchTexts => useSearch({ strict: false, select: textsOf, structuralSharing: true });

const textsOf = (search: Readonly<Record<string, unknown>>): SearchTexts =>
  Object.fromEntries(Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
