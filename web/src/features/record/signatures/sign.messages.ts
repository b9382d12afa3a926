import { messages } from '@brina/domain/language/messages';
import { actionMessages as buttons } from '../../../lib/action.messages.ts';
import texts from './sign.texts.json' with { type: 'json' };

/** Texts of signing: who signs, and what it means. */
export const signMessages = messages(
  'web/signatures',
  {
    pin: 'Your signing PIN',
    pinOf: { en: 'Signing PIN of {name}', note: 'label of a keypad: the PIN of another person' },
    who: 'Who signs?',
    myself: { en: 'I sign', note: 'choice: the person who is signed in' },
    somebodyElse: { en: 'Somebody else', note: 'button: shows who else can sign here' },
    password: 'Your password',
    showPassword: 'Show or hide the password',
    usePassword: 'Sign with the password',
    delete: { en: 'Delete the last digit', note: 'button of a keypad' },
    sign: { en: 'Sign', note: 'button, and heading of the step in which somebody signs' },
    cancel: buttons.texts.cancel,
    signed: 'Signed.',
    nobody: 'Nobody has signed this record yet.',
    review: { en: 'Sign as reviewed', note: 'button: opens the dialog in which a record is signed' },
    reviewBody: 'You have looked at this record as it stands. Your name, the time and this revision go into the book.',
    reviewMany: {
      en: {
        one: 'You have looked at {n} record as it stands. Your name and the time go into the book.',
        other: 'You have looked at {n} records as they stand. Your name and the time go into the book.',
      },
      note: 'in the dialog that signs records',
    },
  },
  texts,
);
