import { messages } from '@brina/domain/language/messages';
import texts from './wall.texts.json' with { type: 'json' };

/** Texts of the wall display of a kitchen. */
export const wallMessages = messages(
  'web/wall',
  {
    title: 'Wall display',
    allKitchens: 'All kitchens',
    live: { en: 'Live', note: 'the values come as they are measured' },
    connecting: 'Connecting…',
    lost: 'No connection since {time}. It is restored by itself.',
    moreAlarms: { one: '{n} more alarm', other: '{n} more alarms' },
    empty: 'No appliance to show.',
    loadFailed: 'The appliances could not be loaded; another try follows in a moment.',
    pages: 'Pages',
    page: 'Page {n} of {of}',
    pause: 'Stop turning pages',
    resume: 'Turn pages again',
    light: 'Light colours',
    dark: 'Dark colours',
    leave: 'Leave the wall display',
  },
  texts,
);
