import { recordMessages } from '@brina/contract/words/record.messages';
import { messages } from '@brina/domain/language/messages';
import { actionMessages } from '../../../lib/action.messages.ts';
import { actionMessages as steps } from '../actions/actions.messages.ts';
import { signMessages } from '../signatures/sign.messages.ts';
import texts from './remarks.texts.json' with { type: 'json' };

/** Texts of what people add to a record by hand. */
export const remarkMessages = messages(
  'web/remarks',
  {
    title: { en: 'Added by hand', note: 'heading: what people added to a record' },
    hint: 'Readings and notes stand beside the verdict and never change it.',
    cancel: actionMessages.texts.cancel,
    save: actionMessages.texts.save,
    'reading.add': { en: 'Enter a reading', note: 'button: a temperature that somebody measured by hand' },
    step: steps.texts.step,
    next: steps.texts.next,
    back: steps.texts.back,
    less: steps.texts.less,
    more: steps.texts.more,
    'reading.valueTitle': 'How warm is the food?',
    'reading.value': { en: 'Measured core temperature', note: 'field: measured by hand' },
    'reading.instrumentTitle': 'With what was it measured?',
    'reading.instrumentUsual': recordMessages.texts.instrumentUsual,
    'reading.atTitle': 'When was it measured?',
    'reading.now': { en: 'Just now', note: 'choice: when a temperature was measured' },
    'reading.ago': { en: '{time} ago', note: 'choice: when a temperature was measured' },
    'reading.end': {
      en: 'At the end, {time}',
      note: 'choice: when a temperature was measured: at the end of a record',
    },
    'reading.at': { en: 'Measured at', note: 'field: date and time' },
    'reading.where': recordMessages.texts.where,
    'reading.whereHint': 'Such as the middle tray. Optional.',
    'reading.instrument': recordMessages.texts.instrument,
    'reading.added': 'The reading stands in the record.',
    'note.add': { en: 'Add a note', note: 'button: to a record' },
    'note.text': recordMessages.texts.note,
    'note.added': 'The note stands in the record.',
    'cooked.open': { en: 'Say when it was cooked', note: 'button: when food was cooked, before its cycle' },
    'cooked.hint':
      'Rules that limit the wait before chilling, or the whole time, count from here. The record is judged anew.',
    'cooked.at': recordMessages.texts.cookedAt,
    'cooked.start': { en: 'At the start', note: 'button: food was cooked when its cycle began' },
    'cooked.before': { en: '{time} before', note: 'button: food was cooked so long before its cycle began' },
    'cooked.done': 'It stands in the record, which is judged anew.',
    'link.open': {
      en: 'It goes on with the cycle before',
      note: 'button: the food of a batch was in the cycle before it, too',
    },
    'link.apart': { en: 'It is other food', note: 'button: a batch does not go on with the cycle before it' },
    'link.openBody':
      'The food was in the cycle of {time} already: both are judged as one, from its start. Your name stands in the record.',
    'link.apartBody':
      'The food was not in the cycle before: each is judged for itself. Your name stands in the record.',
    'link.sign': signMessages.texts.sign,
    'amend.open': { en: 'Correct product, lot or load', note: 'button: what was typed wrong at the start' },
    'amend.hint': 'What stood there before stays readable, with your name and your reason.',
    'amend.reason': { en: 'Why it is corrected', note: 'field' },
    'amend.done': 'Corrected. What stood there before stays readable.',
  },
  texts,
);
