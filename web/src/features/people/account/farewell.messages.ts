import { messages } from '@brina/domain/language/messages';
import texts from './farewell.texts.json' with { type: 'json' };

/** Texts of the last thing that is shown of a deleted account. */
export const farewellMessages = messages(
  'web/farewell',
  {
    title: 'Your account is deleted',
    body: 'These appliances are released. Their next owner adds them with these codes, which are shown only now.',
  },
  texts,
);
