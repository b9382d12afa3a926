import { messages } from '@brina/domain/language/messages';
import texts from './my-cycles.texts.json' with { type: 'json' };
import { runMessages } from './run.messages.ts';

/** Cycles that a person has put on the own dashboard (S4.15). */
export const myCyclesMessages = messages(
  'web/kitchen/my-cycles',
  {
    title: { en: 'My cycles', note: 'heading: on the dashboard' },
    run: runMessages.texts.title,
    more: { en: 'More about “{title}”', note: 'button; {title}: title of a cycle' },
    open: { en: 'Open the cycle', note: 'menu: its page' },
    pin: { en: 'Put on the dashboard', note: 'menu: a cycle' },
    unpin: { en: 'Take off the dashboard', note: 'menu: a cycle' },
    pinned: { en: '“{title}” is on the dashboard', note: '{title}: title of a cycle' },
    unpinned: { en: '“{title}” is off the dashboard', note: '{title}: title of a cycle' },
  },
  texts,
);
