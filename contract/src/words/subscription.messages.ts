import { messages } from '@brina/domain/language/messages';
import texts from './subscription.texts.json' with { type: 'json' };

/** How often emails about records come, for screens and letters (B2.9). */
export const subscriptionMessages = messages(
  'contract/subscription',
  {
    'every.day': { en: 'Every day', note: 'how often emails come' },
    'every.week': { en: 'Every week', note: 'how often emails come' },
    'every.month': { en: 'Every month', note: 'how often emails come' },
  },
  texts,
);
