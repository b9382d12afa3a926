import { messages } from '@brina/domain/language/messages';
import { actionMessages } from '../../../lib/action.messages.ts';
import { newsBoxMessages } from './news-box.messages.ts';
import texts from './news-editor.texts.json' with { type: 'json' };

/** Texts of the place where announcements are written. */
export const newsEditorMessages = messages(
  'web/news-editor',
  {
    label: newsBoxMessages.texts.news,
    loading: 'Loading the news',
    failed: 'The news could not be shown.',
    none: 'No news written yet',
    noneHint: 'News appears on the first screen of the roles you choose, from the day you choose.',
    write: 'Write news',
    edit: 'Edit news',
    back: 'All news',
    gone: 'This news no longer exists',

    // The list
    title: 'Title',
    state: { en: 'State', apart: 'of a piece of news, not of an appliance' },
    planned: 'Planned',
    shown: { en: 'Shown now', apart: 'a piece of news' },
    over: { en: 'Over', note: 'state of a piece of news: its last day is past' },
    roles: 'For the roles',
    languages: 'Languages',
    from: 'Shown from',
    to: 'Shown until',

    // The form
    zone: 'Times of {zone}',
    body: 'Text',
    textsHint: 'Write at least one language. Readers of another one see English, or else the first there is.',
    written: 'written',
    needText: 'Write the news in at least one language.',
    needRole: 'Choose at least one role.',
    endsLater: 'The end must be after the beginning.',
    preview: 'Preview',
    previewEmpty: 'What you write appears here.',
    save: actionMessages.texts.save,
    cancel: actionMessages.texts.cancel,
    saved: 'The news was saved.',
    remove: 'Delete news',
    removeTitle: 'Delete this news?',
    removeBody: '“{title}” disappears for everybody at once and cannot be restored.',
    removed: 'The news was deleted.',
  },
  texts,
);
