import { messages } from '@brina/domain/language/messages';
import texts from './change-password.texts.json' with { type: 'json' };

/** Texts of the page behind a mailed link (S2.11, S8.8). */
export const changePasswordMessages = messages(
  'web/change-password',
  {
    title: 'Choose a new password',
    welcome: 'Welcome',
    invited: 'You were invited. Choose a password for your account {email}.',
    opened: 'Your account is ready. You can now sign in.',
    lead: 'For the account {email}',
    submit: 'Save password',
    changed: 'Password changed. You can now sign in.',
    toLogin: { en: 'Sign in', apart: 'button; elsewhere a title' },
    // The specification words a failure here as it words a failed sign-up.
    problem: 'The registration was not completed. Check your details and try again.',
    newLink: 'Ask for a new link',
  },
  texts,
);
