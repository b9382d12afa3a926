import { messages } from '@brina/domain/language/messages';
import texts from './password.texts.json' with { type: 'json' };

/** Texts of the field for a new password, wherever one is chosen (S5.5). */
export const passwordMessages = messages(
  'web/password',
  {
    newPassword: 'New password',
    confirmation: 'Repeat the password',
    showPassword: 'Show or hide the password',
    rule: 'At least 10 characters, with an upper-case letter, a lower-case letter, a digit and one of {specials}',
    strength: 'Password strength',
    'strength.none': 'Enter a password',
    'strength.weak': 'Weak',
    'strength.medium': { en: 'Medium', apart: 'strength of a password' },
    'strength.strong': 'Strong',
    aboutStrength: 'About password and strength',
    ruleExplained:
      'A password is accepted only if it has at least 10 characters, among them an upper-case letter, a lower-case letter, a digit and one of {specials}.',
    meterExplained:
      'The bar only estimates how hard a password is to guess: it may be full from 8 characters on, before the rule is met.',
    passwordMissing: 'Enter a new password.',
    passwordRule: 'The password does not meet the rule above.',
    confirmationMissing: 'Enter the password again.',
    confirmationDiffers: 'The two passwords are not the same.',
  },
  texts,
);
