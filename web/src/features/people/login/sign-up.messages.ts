import { messages } from '@brina/domain/language/messages';
import { actionMessages } from '../../../lib/action.messages.ts';
import texts from './sign-up.texts.json' with { type: 'json' };

/** Words of the registration of a company and its first user (S5.2, S8.4). */
export const signUpMessages = messages(
  'web/sign-up',
  {
    title: { en: 'Sign up', apart: 'title; elsewhere a button' },
    lead: 'Register your company and yourself. A code by email then confirms your address.',
    company: 'Your company',
    person: 'About you',
    consents: 'Consents',
    firstName: actionMessages.texts.firstName,
    lastName: actionMessages.texts.lastName,
    country: 'Your country',
    submit: 'Sign up',
    failed: 'The registration was not completed. Check your details and try again.',
    trace: 'Error {code}, request {requestId}',
  },
  texts,
);
