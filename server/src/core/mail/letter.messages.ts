import { messages } from '@brina/domain/language/messages';
import texts from './letter.texts.json' with { type: 'json' };

/** Words that stand in every letter, or in letters to one person. */
export const letterMessages = messages(
  'server/letter',
  {
    greeting: 'Hello {name},',
    greetingWithoutName: 'Hello,',
    open: 'Open Brina',
    copyAddress: 'If the button does not work, copy this address into your browser:',
    sender:
      'Brina, the portal for professional blast chillers. This message was sent automatically; replies are not read.',
  },
  texts,
);
