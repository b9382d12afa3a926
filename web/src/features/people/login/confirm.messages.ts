import { messages } from '@brina/domain/language/messages';
import texts from './confirm.texts.json' with { type: 'json' };

/** Words of the confirmation of an e-mail address (S8.6, S8.7). */
export const confirmMessages = messages(
  'web/confirm',
  {
    title: 'Confirm your email',
    sent: 'We have sent a code of 4 digits to {email}.',
    code: 'Confirmation code',
    digit: 'Digit {place} of 4',
    incomplete: 'Enter all 4 digits.',
    submit: 'Confirm',
    resend: 'Send a new code',
    nothingCame: 'Nothing came? Look among unwanted mail too.',
    validated: 'Code validated. You can sign in now.',
    notValidated: 'The code could not be validated. Check it or ask for a new one.',
    resent: 'Code resent.',
  },
  texts,
);
