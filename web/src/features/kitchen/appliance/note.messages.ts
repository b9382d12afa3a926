import { messages } from '@brina/domain/language/messages';
import texts from './note.texts.json' with { type: 'json' };

/** Texts of what somebody should be told of an appliance. */
export const noteMessages = messages(
  'web/note',
  {
    understood: { en: 'Understood', note: 'button: nobody has to be told of it any more' },
    understoodOf: {
      en: 'Understood: {what}',
      note: 'label of the same button for who does not see what stands beside it',
    },
  },
  texts,
);
