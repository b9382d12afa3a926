import { isEmail } from '../../../lib/email.ts';

/** What is wrong with a required text (S5.1); a key of `loginMessages`. */
export const requiredFault = (value: string): 'required' | null => (value.trim() === '' ? 'required' : null);

/** What is wrong with an e-mail address (S5.1, S5.2, S5.6); a key of `loginMessages`. */
export const emailFault = (value: string): 'required' | 'invalid_email' | null =>
  requiredFault(value) ?? (isEmail(value) ? null : 'invalid_email');
