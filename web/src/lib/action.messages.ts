import { messages } from '@brina/domain/language/messages';
import texts from './action.texts.json' with { type: 'json' };

/** Words of buttons and fields that many screens share; their catalogues take the rows from here. */
export const actionMessages = messages(
  'web/action',
  {
    cancel: 'Cancel',
    save: 'Save',
    close: 'Close',
    copied: 'Copied',
    print: 'Print',
    firstName: 'First name',
    lastName: 'Last name',
  },
  texts,
);
