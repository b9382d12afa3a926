import { messages } from '@brina/domain/language/messages';
import texts from './ready.texts.json' with { type: 'json' };

/** Texts of a time at which something is to be ready. */
export const readyMessages = messages(
  'web/appliance/ready',
  {
    yesterday: 'Yesterday',
    today: 'Today',
    tomorrow: 'Tomorrow',
    day: 'Day',
    time: { en: 'Time', apart: 'field: a time of day' },
    pickTime: 'Choose a time',
    noTime: 'Enter a time, such as {example}.',
    tooSoonAt: 'Too soon. Ready at {time} at the earliest.',
    tooLateAt: 'Too late: it would wait too long. Ready at {time} at the latest.',
  },
  texts,
);
