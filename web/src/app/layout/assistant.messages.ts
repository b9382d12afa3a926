import { messages } from '@brina/domain/language/messages';
import { actionMessages } from '../../lib/action.messages.ts';
import texts from './assistant.texts.json' with { type: 'json' };

/** Words of the assistant's panel. */
export const assistantMessages = messages(
  'web/assistant',
  {
    notYet: 'The assistant is not available yet.',
    minimize: 'Minimise',
    close: actionMessages.texts.close,
  },
  texts,
);
