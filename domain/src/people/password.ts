/** The rule for a new password, the same at sign-up, change and update (S5.5). */
import { passwordLength_min } from '../constants.ts';

/** The characters of which one must be in a password. */
export const passwordSpecials = '#?!@$%^&*-';

/** Whether a password has at least 10 characters, an upper-case and a lower-case letter, a digit and one of #?!@$%^&*- (S5.5). */
export const isAcceptablePassword = (password: string): boolean =>
  Array.from(password).length >= passwordLength_min &&
  /\p{Lu}/u.test(password) &&
  /\p{Ll}/u.test(password) &&
  /\d/.test(password) &&
  Array.from(password).some((character) => passwordSpecials.includes(character));

/** What the strength meter of a new password says; `none` while nothing is typed. */
export type PasswordStrength = 'none' | 'weak' | 'medium' | 'strong';

/** How far each strength fills the meter, in per cent. */
export const strengthShare: Readonly<Record<PasswordStrength, number>> = { none: 0, weak: 33, medium: 66, strong: 100 };

/**
 * The meter's judgement: strong has a lower-case letter, an upper-case letter and a digit in at least 8 characters, medium two
 * of the three in at least 6, anything else is weak. It is a hint only: what is accepted is for `isAcceptablePassword` to say,
 * which asks for more (S5.5).
 */
export function passwordStrength(password: string): PasswordStrength {
  const length = Array.from(password).length;
  if (length === 0) return 'none';
  const classes = [/\p{Ll}/u, /\p{Lu}/u, /\d/].filter((one) => one.test(password)).length;
  if (classes === 3 && length >= 8) return 'strong';
  return classes >= 2 && length >= 6 ? 'medium' : 'weak';
}
