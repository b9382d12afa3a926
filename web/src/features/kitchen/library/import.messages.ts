import { messages } from '@brina/domain/language/messages';
import texts from './import.texts.json' with { type: 'json' };

/** Cycles from a file (B3.6). */
export const importMessages = messages(
  'web/kitchen/library-import',
  {
    title: 'Import cycles',
    choose: 'Choose a file',
    format: { en: 'How such a file is written', note: 'link to a description for programmers' },
    inFile: 'Cycles in the file',
    keep: { en: { one: 'Import {n} cycle', other: 'Import {n} cycles' }, note: 'button' },
    cancel: 'Cancel',
    done: { en: { one: '{n} cycle imported', other: '{n} cycles imported' } },
    tooLarge: 'A file of cycles has 1 MB at most.',
    unknown: {
      en: {
        one: '{n} field of the file is not known here and will be left out.',
        other: '{n} fields of the file are not known here and will be left out.',
      },
    },
    line: { en: 'Cycle {n}', note: 'place in a file, of one without a readable title' },
    new: { en: 'New', note: 'a cycle that is not in the library yet' },
    renamed: 'The title is taken: it will be called “{title}”.',
    same: 'The same phases exist as “{title}”.',
  },
  texts,
);
