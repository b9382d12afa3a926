import { messages } from '@brina/domain/language/messages';
import { documentMessages } from '../documents/document.messages.ts';
import texts from './login.texts.json' with { type: 'json' };

/** Words of the sign-in page and of the splash after it. */
export const loginMessages = messages(
  'web/login',
  {
    title: 'Sign in',
    email: { en: 'Email', apart: 'field: the address of whoever signs in' },
    password: 'Password',
    showPassword: 'Show or hide the password',
    rememberMe: 'Remember me',
    submit: { en: 'Sign in', apart: 'button; elsewhere a title' },
    required: 'This field is required.',
    invalid_email: 'Enter a valid email address.',
    sign_in_failed:
      'The email or password is not correct. Check both and try again. After several tries, wait a few minutes or reset the password.',
    user_info_failed: 'A problem has occurred. Try again later.',
    too_many_requests: 'Too many attempts. Try again in a few minutes.',
    ended: 'Your session has ended. Sign in again.',
    busy: 'Many people are signing in at this moment. Try again in a few seconds.',
    unreachable: 'The portal cannot be reached. Check your internet connection and try again.',
    forgot: 'Forgot password?',
    newHere: 'No account yet?',
    signUp: 'Sign up',
    backToSignIn: 'Back to sign-in',
    accessibility: documentMessages.texts.accessibility,
    welcome: 'Opening your kitchens …',
  },
  texts,
);
