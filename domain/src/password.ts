/** The rule for a new password, the same at sign-up, change and update (S5.5). */
import { passwordLength_min } from './constants.ts';

/** The characters of which one must be in a password. */
export const passwordSpecials = '#?!@$%^&*-';

/** Whether a password has at least 10 characters, an upper-case and a lower-case letter, a digit and one of #?!@$%^&*- (S5.5). */
export const isAcceptablePassword = (password: string): boolean =>
  Array.from(password).length >= passwordLength_min &&
  /\p{Lu}/u.test(password) &&
  /\p{Ll}/u.test(password) &&
  /\d/.test(password) &&
  Array.from(password).some((character) => passwordSpecials.includes(character));
