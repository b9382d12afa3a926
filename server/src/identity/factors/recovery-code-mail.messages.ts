import { messages } from '@brina/domain/language/messages';
import texts from './recovery-code-mail.texts.json' with { type: 'json' };

/** Words of the letter to whose recovery code was used. */
export const recoveryCodeMailMessages = messages(
  'server/recovery-code-mail',
  {
    subject: 'One of your recovery codes has been used',
    text: 'Somebody, probably you, has just confirmed your sign-in to Brina with a recovery code. This code no longer works.',
    where: 'Time: {time}. Device: {device}. Network address: {address}.',
    deviceUnknown: 'not known',
    left: {
      one: '{n} code is left. You can make new ones in your account.',
      other: '{n} codes are left. You can make new ones in your account.',
    },
    notYou: 'If it was not you, open Brina now, change your password and look at your devices in the account.',
  },
  texts,
);
