import { messages } from '@brina/domain/language/messages';
import texts from './new-cycle.texts.json' with { type: 'json' };

/** The question what a new cycle is to do. */
export const newCycleMessages = messages(
  'web/kitchen/library-new',
  {
    continue: { en: 'Continue', apart: 'to the editor' },
    cancel: 'Cancel',
    hint: 'It begins with the usual phases of the function; you change them as you like.',
  },
  texts,
);
