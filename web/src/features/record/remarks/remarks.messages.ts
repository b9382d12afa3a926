import { recordMessages } from '@brina/contract/words/record.messages';
import { messages } from '@brina/domain/language/messages';
import { actionMessages } from '../../../lib/action.messages.ts';
import texts from './remarks.texts.json' with { type: 'json' };

/** Texts of what people add to a record by hand. */
export const remarkMessages = messages(
  'web/remarks',
  {
    title: { en: 'Added by hand', note: 'heading: what people added to a record' },
    hint: 'What is added here stands beside the verdict and never changes it.',
    cancel: actionMessages.texts.cancel,
    save: actionMessages.texts.save,
    'reading.add': { en: 'Enter a reading', note: 'button: a temperature that somebody measured by hand' },
    'reading.value': { en: 'Measured core temperature', note: 'field: measured by hand' },
    'reading.at': { en: 'Measured at', note: 'field: date and time' },
    'reading.where': recordMessages.texts.where,
    'reading.whereHint': 'Such as the middle tray. Optional.',
    'reading.instrument': recordMessages.texts.instrument,
    'reading.instrumentHint': 'What it was measured with, such as thermometer 7.',
    'reading.added': 'The reading stands in the record.',
    'note.add': { en: 'Add a note', note: 'button: to a record' },
    'note.text': recordMessages.texts.note,
    'note.added': 'The note stands in the record.',
    'amend.open': { en: 'Correct product, lot or load', note: 'button: what was typed wrong at the start' },
    'amend.hint': 'What stood there before stays readable, with your name and your reason.',
    'amend.reason': { en: 'Why it is corrected', note: 'field' },
    'amend.done': 'Corrected. What stood there before stays readable.',
  },
  texts,
);
