import { messages } from '@brina/domain/language/messages';
import texts from './took.texts.json' with { type: 'json' };

/** How long a run took, and should have. */
export const tookMessages = messages(
  'web/kitchen/took',
  {
    expected: {
      en: '{share} of the expected {about}',
      note: '{about}: a length of time, below the one that a cycle really took; {share}: per cent of it that it really took',
    },
  },
  texts,
);
