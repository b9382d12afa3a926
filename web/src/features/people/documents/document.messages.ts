import { messages } from '@brina/domain/language/messages';
import { actionMessages } from '../../../lib/action.messages.ts';
import texts from './document.texts.json' with { type: 'json' };

/** Words around the documents a user reads; the documents themselves are files in each language. */
export const documentMessages = messages(
  'web/document',
  {
    accessibility: 'Accessibility statement',
    loading: 'Loading the document',
    retry: 'Load again',
    close: actionMessages.texts.close,
  },
  texts,
);
