import { messages } from '@brina/domain/language/messages';
import texts from './run.texts.json' with { type: 'json' };

/** Running a cycle of the library on one or several appliances (S4.14, S8.21). */
export const runMessages = messages(
  'web/kitchen/library-run',
  {
    title: { en: 'Run “{title}”', note: '{title}: title of a cycle' },
    choose: { en: 'On which appliances?', note: 'heading of a choice' },
    nowhere: 'None of your appliances runs this cycle.',
    continue: { en: 'Continue', apart: 'to the next step of a dialog' },
    cancel: 'Cancel',
    start: { en: { one: 'Start on {n} appliance', other: 'Start on {n} appliances' }, note: 'button' },
    again: { en: 'Try again', note: 'button: for appliances that did not start' },
    done: { en: 'Done', note: 'button: close', apart: 'closes a dialog; elsewhere a step of a diagnosis' },
    readyAt: { en: 'Ready at', note: 'field: day and time' },
    check: 'Food in, needle in the thickest piece, door shut?',
    'state.sending': 'Sending …',
    'state.sent': 'Waiting for the appliance …',
    'state.accepted': { en: 'Confirm it at the appliance’s panel.', note: 'a person has to press there' },
    'state.running': { en: 'Running', apart: 'the answer of an appliance to a start' },
  },
  texts,
);
