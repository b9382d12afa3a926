import { recordMessages } from '@brina/contract/words/record.messages';
import { messages } from '@brina/domain/language/messages';
import { actionMessages as buttons } from '../../../lib/action.messages.ts';
import { checkMessages } from '../checks/checks.messages.ts';
import { bookMessages } from './book.messages.ts';
import texts from './manual.texts.json' with { type: 'json' };

/** Texts of coolings without an appliance: the list in the book, and the steps by which one is recorded. */
export const manualMessages = messages(
  'web/haccp/manual',
  {
    title: bookMessages.texts.manual,
    byHand: { en: 'by hand', note: 'how the temperatures of a record were measured' },
    goesOn: { en: 'Goes on', note: 'state of a cooling that somebody measures by hand' },
    course: { en: 'From {first} to {last} in {time}', note: 'temperatures of food, and how long it took' },
    only: { en: '{first} at {time}', note: 'the only temperature that was measured, and when' },
    dueBy: { en: 'At {to} by {time}, in {left}', note: 'until when food that is measured by hand has to be so cold' },
    duePast: { en: 'At {to} was due by {time}', note: 'until when food that is measured by hand had to be so cold' },
    dueFrom: {
      en: 'Below {from} the clock starts: {limit} to {to}',
      note: 'how long food that is measured by hand may take to the colder temperature',
    },
    dueNone: 'Cold enough: the cooling can be ended.',
    add: { en: 'Add a reading', note: 'button: to a cooling that somebody measures by hand' },
    end: { en: 'End the cooling', note: 'button: no more is measured' },
    endYes: {
      en: 'Yes, end it',
      note: 'button: of food that was cooled without an appliance nothing more is measured',
    },
    endHint: 'It is judged by its readings. None can be added after that.',
    readings: { en: 'Readings', note: 'heading: temperatures that somebody measured by hand' },
    by: { en: '{name}, {instrument}', note: 'who measured, and with what' },
    later: { en: 'entered at {time}', note: 'of a temperature that was measured earlier' },
    showMore: { en: 'Show earlier ones', note: 'button: coolings that were measured by hand' },
    // Steps
    step: checkMessages.texts.step,
    next: checkMessages.texts.next,
    back: checkMessages.texts.back,
    less: checkMessages.texts.less,
    more: checkMessages.texts.more,
    cancel: buttons.texts.cancel,
    save: buttons.texts.save,
    'kitchen.title': 'In which kitchen?',
    'product.title': 'What is cooled?',
    product: recordMessages.texts.product,
    lot: recordMessages.texts.lot,
    'process.title': 'How cold is it to be?',
    'process.chill': { en: 'Chilled', note: 'choice: food is chilled, not frozen' },
    'process.freeze': { en: 'Frozen', note: 'choice: food is frozen' },
    'cooked.title': 'When was it cooked?',
    'cooked.now': { en: 'Just now', note: 'choice: when food was cooked' },
    'cooked.ago': { en: '{time} ago', note: 'choice: when food was cooked' },
    'cooked.unknown': { en: 'Time not known', note: 'choice: when food was cooked' },
    'instrument.title': 'What do you measure with?',
    instrument: checkMessages.texts.instrument,
    'instrument.usual': recordMessages.texts.instrumentUsual,
    'temperature.title': 'How warm is its core?',
    'temperature.hint': 'Stir, and measure in the middle, where it is warmest.',
    temperature: recordMessages.texts.core,
  },
  texts,
);
