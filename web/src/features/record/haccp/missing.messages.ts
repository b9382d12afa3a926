import { recordMessages } from '@brina/contract/words/record.messages';
import { missingMessages } from '@brina/domain/haccp/missing/missing.messages';
import { messages } from '@brina/domain/language/messages';
import { actionMessages } from '../../../lib/action.messages.ts';
import { actionMessages as actionTexts } from '../actions/actions.messages.ts';
import texts from './missing.texts.json' with { type: 'json' };

/** Texts of what the book lacks, and of how somebody explains it. */
export const missingBookMessages = messages(
  'web/haccp/missing',
  {
    title: missingMessages.texts.title,
    noRecord: { en: 'No record', note: 'in place of a verdict: there is no record of something' },
    byAt: recordMessages.texts.byAt,
    openRecord: { en: 'Open record', note: 'link: to the record that lacks something' },
    tell: actionTexts.texts.tell,
    told: actionTexts.texts.told,
    explain: { en: 'Explain', note: 'button: somebody says why a record is missing' },
    explainAll: {
      en: { one: 'Explain {n} record', other: 'Explain all {n}' },
      note: 'button: says once for all missing records of a kitchen on one day why they are missing',
    },
    why: { en: 'Why is it missing?', note: 'title of a dialog: why there is no record' },
    holdsFor: {
      en: { one: 'This holds for {n} missing record of {day}.', other: 'This holds for {n} missing records of {day}.' },
    },
    once: 'Something is explained once. It stands in the book with your name.',
    more: { en: 'More about it', note: 'field: free text' },
    explained: 'Explained. It stands in the book.',
    showAll: { en: 'Show all {n}', note: 'button: days with missing records' },
    cancel: actionMessages.texts.cancel,
    save: actionMessages.texts.save,
  },
  texts,
);
