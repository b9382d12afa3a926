import { messages } from '@brina/domain/language/messages';
import { actionMessages } from '../../../lib/action.messages.ts';
import { chosenMessages } from './chosen.messages.ts';
import { haccpMessages } from './haccp.messages.ts';
import texts from './report.texts.json' with { type: 'json' };

/** Texts of the dialog that has a report of a period made. */
export const reportMessages = messages(
  'web/haccp/report',
  {
    title: { en: 'Report of a period', note: 'title of a dialog' },
    intro: 'All records of the period with what went wrong and what was done, as a PDF file to keep and to hand over.',
    ofAll: { en: 'Of all kitchens', note: 'which records a report is of' },
    of: { en: 'Of {name}', note: 'which records a report is of; {name}: a kitchen, or an appliance' },
    make: { en: 'Make report', note: 'button' },
    byEmail: { en: 'By email', note: 'button: to have such records sent each day, week or month' },
    makeData: { en: 'Make as data (JSON)', note: 'button: makes a report for programs to read' },
    kept: { en: 'Reports of the last 30 days', note: 'heading of a list' },
    fromTo: { en: '{from} to {to}', apart: 'days, as short as can be' },
    waits: { en: 'Waiting', note: 'of a report that is not begun yet' },
    making: { en: '{done} of {total} done', note: 'how far a report is' },
    failed: { en: 'Could not be made', note: 'of a report' },
    save: haccpMessages.texts.savePdf,
    saveData: chosenMessages.texts.data,
    close: actionMessages.texts.close,
  },
  texts,
);
