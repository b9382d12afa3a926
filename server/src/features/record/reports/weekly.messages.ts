import { periodMessages } from '@brina/contract/words/period.messages';
import { messages } from '@brina/domain/language/messages';
import texts from './weekly.texts.json' with { type: 'json' };

/** Words of the weekly letter about a company’s food records, and of the page on which it is switched off (S3.5, B2.9). */
export const weeklyMessages = messages(
  'server/weekly',
  {
    subject: { en: 'Food records, {from} to {to}', note: 'subject of a weekly email; {from}, {to}: days' },
    // What needs a person
    openActions: periodMessages.texts.openActions,
    openReviews: periodMessages.texts.openReviews,
    openMissing: periodMessages.texts.openMissing,
    openExceptions: {
      en: {
        one: '{n} record of the week has not kept its limit, or is not proven.',
        other: '{n} records of the week have not kept their limit, or are not proven.',
      },
      note: 'first line of a weekly email',
    },
    openProbes: {
      en: { one: '{n} core probe has to be checked.', other: '{n} core probes have to be checked.' },
      note: 'first line of a weekly email',
    },
    nothingOpen: periodMessages.texts.nothingOpen,
    // The week
    week: {
      en: 'This is the week from {from} to {to} of {company}, by the calendar of {timeZone}.',
      note: '{from}, {to}: days; {company}: a name; {timeZone}: such as Europe/Rome',
    },
    empty: 'There is no record in this week. That is what this message says.',
    countOf: { en: '{kind}, {verdict}', note: 'what is counted: cycles that passed, days whose limit was kept' },
    cycles: periodMessages.texts.batches,
    days: periodMessages.texts.days,
    running: periodMessages.texts.running,
    discarded: periodMessages.texts.discarded,
    openRecords: { en: 'Open the records of the week', note: 'button of an email' },
    // The anchor
    whyNote:
      'Below is the signed checkpoint of your book as this message was sent. Keep the message: nobody can change a record that the checkpoint covers without this text showing it.',
    noBook: 'Your book of records has no entry yet, so no checkpoint goes with this message.',
    verify: {
      en: 'Check that a record was not changed',
      note: 'link to a page that verifies a record without sign-in',
    },
    // Switching it off
    whyYou: {
      en: 'You get this message on Mondays because HACCP reports are switched on in your preferences on {host}.',
      note: '{host}: address of the portal',
    },
    off: { en: 'No more of these messages', note: 'link at the end of a weekly email' },
    offTitle: { en: 'Weekly messages about food records', note: 'heading of a page' },
    offQuestion: 'Do you want no more of these weekly messages? Nothing else changes.',
    offButton: { en: 'Switch them off', note: 'button: no more weekly messages' },
    offDone: 'You get no more of these weekly messages. You can switch them on again in your preferences.',
    offUnknown: 'This link is not whole, or not of this portal. You can switch the messages off in your preferences.',
    toPortal: { en: 'To the portal', note: 'link' },
  },
  texts,
);
