import { recordMessages } from '@brina/contract/words/record.messages';
import { messages } from '@brina/domain/language/messages';
import { applianceMessages } from './appliance.messages.ts';
import texts from './tray.texts.json' with { type: 'json' };

/** Timers of trays, or of trolleys: as they stand, and how they are set. */
export const trayMessages = messages(
  'web/tray',
  {
    'place.tray': recordMessages.texts['place.tray'],
    'place.trolley': recordMessages.texts['place.trolley'],
    done: { en: 'Done', note: 'of a tray: its time is over', apart: 'of a tray; elsewhere closes a dialog' },
    unknownLeft: { en: 'Time left unknown', note: 'of a timer that was set while the appliance had no clock' },
    soundOn: { en: 'Sound is on', note: 'button that is pressed in: a tone is heard when a tray is done' },
    soundOff: { en: 'Sound is off', note: 'button: no tone is heard when a tray is done' },
    'title.tray': { en: 'Tray timers', note: 'heading' },
    'title.trolley': { en: 'Trolley timers', note: 'heading' },
    loading: 'Loading the timers',
    failed: 'The timers could not be loaded.',
    none: 'No timer is running.',
    set: { en: 'Set a timer', note: 'button' },
    setAnew: { en: 'Set anew', note: 'button: the timer of one tray begins again' },
    clear: { en: 'Clear', note: 'button: takes the timer of one tray away' },
    'which.tray': { en: 'Tray', note: 'field: which tray' },
    'which.trolley': { en: 'Trolley', note: 'field: which trolley' },
    time: { en: 'Length of the timer', note: 'field: minutes' },
    product: applianceMessages.texts['arg.product'],
    optional: applianceMessages.texts.optional,
    timeOnly: 'A timer proves time, not temperature: no core probe measures there.',
    needle: { en: 'Core probe {n} measures there.', note: 'on one tray' },
    'add.tray': { en: 'Add a tray', note: 'button: one more timer at the start of a cycle' },
    'add.trolley': { en: 'Add a trolley', note: 'button: one more timer at the start of a cycle' },
    remove: { en: 'Remove', note: 'button: one timer less at the start of a cycle' },
    timers: { en: 'Timers', note: 'in a summary: of trays or trolleys' },
  },
  texts,
);
