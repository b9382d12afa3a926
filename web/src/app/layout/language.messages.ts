import { messages } from '@brina/domain/language/messages';
import { actionMessages } from '../../lib/action.messages.ts';
import texts from './language.texts.json' with { type: 'json' };

/** Words of the language dialog; the languages name themselves. */
export const languageMessages = messages(
  'web/language',
  {
    title: 'Choose a language',
    set: 'Set language',
    cancel: actionMessages.texts.cancel,
    notLoaded: 'This language could not be loaded. Please try again.',
    notSaved: 'The language is set in this browser only: it could not be saved to your account.',
  },
  texts,
);
