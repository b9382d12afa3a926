import { messages } from '@brina/domain/language/messages';
import texts from './forgot.texts.json' with { type: 'json' };

/** Words of the page for a forgotten password (S8.5). */
export const forgotMessages = messages(
  'web/forgot',
  {
    title: 'Reset the password',
    lead: 'Enter the email address of your account. You will receive a link for a new password.',
    submit: 'Send the link',
    sent: 'Check your email: we have sent you a link to reset the password.',
    notSent: 'Check the email address and try again later.',
  },
  texts,
);
