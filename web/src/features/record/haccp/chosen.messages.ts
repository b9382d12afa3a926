import { messages } from '@brina/domain/language/messages';
import texts from './chosen.texts.json' with { type: 'json' };

/** Texts of what can be done with records that were ticked in the book. */
export const chosenMessages = messages(
  'web/haccp/chosen',
  {
    chosen: { en: { one: '{n} record chosen', other: '{n} records chosen' } },
    tooMany: { en: 'At most {n} in one file.', note: 'more records were chosen than one file can have' },
    notSignable: {
      en: 'At most {n} under one signature, and each in the company’s book.',
      note: 'these records cannot be signed at once',
    },
    table: { en: 'Save as table', note: 'button: records become a file that a spreadsheet opens' },
    data: { en: 'Save as data', note: 'button: records become a file for programs, with their proofs' },
    clear: { en: 'Choose none', note: 'button: takes away every tick' },
  },
  texts,
);
