import { messages } from '../language/messages.ts';
import texts from './notices.texts.json' with { type: 'json' };

/** What somebody of a kitchen is told, in a line. */
export const noticeMessages = messages(
  'domain/cycles/notices',
  {
    tray_done: 'Tray {tray} is done',
    'tray_done.product': { en: 'Tray {tray} is done: {product}', note: 'product: what lies on the tray' },
    'tray_done.trolley': 'Trolley {tray} is done',
    'tray_done.trolley.product': {
      en: 'Trolley {tray} is done: {product}',
      note: 'product: what stands on the trolley',
    },
    start_missed: {
      en: '“{title}” was not started at {minute}. {reason}',
      note: 'title: of a cycle; reason: why, a sentence',
    },
    start_not_possible: {
      en: '“{title}” could not be started at {minute}. {reason}',
      note: 'title: of a cycle; reason: why, a sentence',
    },
    start_declined: '“{title}” at {minute} was declined at the panel',
    probe_check_due: {
      en: 'Check core probe {needle} by {day}',
      note: 'needle: number of the probe; day: a date by which it is to be checked in ice or boiling water',
    },
    cold_in_time: {
      en: 'This load is in time after all',
      note: 'a warning that it would be too late is over, as somebody has split the load or closed the door, say',
    },
    record_waits: {
      en: 'A record waits: what became of the food?',
      note: 'a reminder: of a record that did not pass, nobody has said for two hours what was done with the food',
    },
    unknown: {
      en: 'Something happened at the appliance',
      note: 'in place of a notice that this version has no words for',
    },
  },
  texts,
);
