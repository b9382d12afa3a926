import { CallFailed } from '@brina/contract/wire/client';
import { isAcceptablePassword } from '@brina/domain/people/password';
import type { passwordMessages } from './password.messages.ts';

/** What is wrong with a typed password: a key of `passwordMessages`, worded when it is shown so that it follows a change of language. */
export type PasswordFault = Extract<
  keyof (typeof passwordMessages)['texts'],
  'passwordMissing' | 'passwordRule' | 'confirmationMissing' | 'confirmationDiffers'
>;

/** What is wrong with a new password (S5.5); null when nothing is. */
export const newPasswordFault = (password: string): PasswordFault | null => {
  if (password === '') return 'passwordMissing';
  return isAcceptablePassword(password) ? null : 'passwordRule';
};

/** Whether a new password was refused because it is guessed early: one of the commonest, or made of what is known of its owner. */
export const isGuessed = (cause: unknown): boolean =>
  cause instanceof CallFailed &&
  [cause.error, ...(cause.error.fields ?? [])].some(
    ({ code }) => code === 'password_common' || code === 'password_personal',
  );

/** What is wrong with the repetition of a new password (S5.5); null when both are the same. */
export const confirmationFault = (confirmation: string, password: string): PasswordFault | null => {
  if (confirmation === '') return 'confirmationMissing';
  return confirmation === password ? null : 'confirmationDiffers';
};
