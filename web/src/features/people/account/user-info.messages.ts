import { messages } from '@brina/domain/language/messages';
import { actionMessages } from '../../../lib/action.messages.ts';
import { userTerms } from '../../../lib/user-term.messages.ts';
import texts from './user-info.texts.json' with { type: 'json' };

/** Texts of the page with the user’s own details (S3.34). */
export const userInfoMessages = messages(
  'web/user-info',
  {
    title: 'User details',
    firstName: actionMessages.texts.firstName,
    lastName: actionMessages.texts.lastName,
    email: userTerms.texts.email,
    emailHint: 'You sign in with it; it cannot be changed here.',
    saved: 'Your details are saved.',
    notSaved: 'Your details could not be saved.',
    person: { en: 'Person', apart: 'heading over what is about the reader' },
    address: { en: 'Address', note: 'heading: postal address' },
  },
  texts,
);
