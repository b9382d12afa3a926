import { messages } from '@brina/domain/language/messages';
import texts from './news-box.texts.json' with { type: 'json' };

/** Words around an announcement. */
export const newsBoxMessages = messages(
  'web/news-box',
  {
    news: 'News',
    doNotShowAgain: 'Do not show again',
    close: 'Close for now',
    place: '{place} of {of}',
    next: 'Next',
    more: 'Read all',
    less: 'Show less',
  },
  texts,
);
