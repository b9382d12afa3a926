import { messages } from '@brina/domain/language/messages';
import { actionMessages } from '../lib/action.messages.ts';
import texts from './released.texts.json' with { type: 'json' };

/** Words of the dialog that hands out the activation codes of released appliances. */
export const releasedMessages = messages(
  'web/released',
  {
    copyAll: 'Copy all',
    copied: actionMessages.texts.copied,
    print: actionMessages.texts.print,
    noted: 'I have noted the codes',
  },
  texts,
);
