import { applianceTerms } from '@brina/domain/appliance/appliance-terms.messages';
import { messages } from '@brina/domain/language/messages';
import texts from './change-password.texts.json' with { type: 'json' };

/** Texts of the page behind a mailed link (S2.11, S8.8). */
export const changePasswordMessages = messages(
  'web/change-password',
  {
    title: 'Choose a new password',
    welcome: 'Welcome',
    invited: 'You are invited. Choose a password to accept.',
    company: applianceTerms.texts.company,
    invitedBy: { en: 'Invited by', apart: 'a person; elsewhere companies' },
    account: 'Your account',
    accept: 'Accept and set a password',
    unknown: 'If you do not know this company, close this page: nobody joins without agreeing.',
    loading: 'Checking the link',
    failed: 'The link could not be checked.',
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
