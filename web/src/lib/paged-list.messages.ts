import { messages } from '@brina/domain/language/messages';
import texts from './paged-list.texts.json' with { type: 'json' };

/** Words of every list that is filtered, put in order and paged through. */
export const listMessages = messages(
  'web/list',
  {
    sortBy: 'Sort by',
    ascending: 'Ascending; press to reverse',
    descending: 'Descending; press to reverse',
    previous: 'Previous',
    next: { en: 'Next', apart: 'page of a list: feminine in Italian' },
    range: '{from}–{to} of {total}',
    filters: 'Filters',
    clearFilters: 'Clear filters',
    noMatchHint: 'Change or clear the filters.',
  },
  texts,
);
