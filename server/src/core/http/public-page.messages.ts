import { messages } from '@brina/domain/language/messages';
import texts from './public-page.texts.json' with { type: 'json' };

/** Words that stand on every public page. */
export const publicPageMessages = messages(
  'server/http/public-page',
  {
    language: 'Language',
    busyTitle: 'Too many requests',
    busyText: 'Please wait a minute and load the page again.',
  },
  texts,
);
