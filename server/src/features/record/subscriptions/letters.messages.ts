import { periodMessages } from '@brina/contract/words/period.messages';
import { subscriptionMessages } from '@brina/contract/words/subscription.messages';
import { messages } from '@brina/domain/language/messages';
import texts from './letters.texts.json' with { type: 'json' };

/** Words of letters about a company’s food records, and of the pages on which they are confirmed and switched off (S3.5, B2.9). */
export const letterMessages = messages(
  'server/letters',
  {
    subject: { en: 'Food records, {days}', note: 'subject of an email; {days}: one day, or from one to another' },
    days: { en: 'from {from} to {to}', note: 'two days' },
    // What needs a person
    openActions: periodMessages.texts.openActions,
    openReviews: periodMessages.texts.openReviews,
    openMissing: periodMessages.texts.openMissing,
    openExceptions: {
      en: {
        one: '{n} record of this time has not kept its limit, or is not proven.',
        other: '{n} records of this time have not kept their limit, or are not proven.',
      },
      note: 'first line of an email about a day, a week or a month',
    },
    openProbes: {
      en: { one: '{n} core probe has to be checked.', other: '{n} core probes have to be checked.' },
      note: 'first line of a weekly email',
    },
    openRules: {
      en: {
        one: '{n} rule of your food-safety plan comes in a new version within {days} days: see the plan.',
        other: '{n} rules of your food-safety plans come in a new version within {days} days: see the plans.',
      },
      note: 'first line of an email about a day, a week or a month',
    },
    nothingOpen: periodMessages.texts.nothingOpen,
    // The period
    about: {
      en: '{place}: {days}, by the calendar of {timeZone}.',
      note: '{place}: a company, or one of its kitchens; {days}: one day, or from one to another; {timeZone}: such as Europe/Rome',
    },
    empty: 'There is no record in this time. That is what this message says.',
    countOf: { en: '{kind}, {verdict}', note: 'what is counted: cycles that passed, days whose limit was kept' },
    cycles: periodMessages.texts.batches,
    dayRecords: periodMessages.texts.days,
    running: periodMessages.texts.running,
    discarded: periodMessages.texts.discarded,
    openRecords: { en: 'Open these records', note: 'button of an email' },
    linkUntil: {
      en: 'The button opens these records until {time}, without sign-in. It is meant for you alone.',
      note: '{time}: day and time',
    },
    // The anchor
    whyNote:
      'Below is the signed checkpoint of the book as this message was sent. Keep the message: nobody can change a record that the checkpoint covers without this text showing it.',
    noBook: 'The book of records has no entry yet, so no checkpoint goes with this message.',
    verify: {
      en: 'Check that a record was not changed',
      note: 'link to a page that verifies a record without sign-in',
    },
    // What has waited for a day
    waiting: {
      en: {
        one: 'Nobody has said for a day what was done about {n} food record',
        other: 'Nobody has said for a day what was done about {n} food records',
      },
      note: 'subject of an email to the owner of a kitchen: of food that was not cooled in time, for instance',
    },
    waitingHint: {
      en: 'Ask in the kitchen what became of the food, and enter it in the record: whoever inspects sees that it is open.',
      note: 'in an email to the owner of a kitchen',
    },
    'why.waiting': {
      en: 'You get this message once for each record because HACCP reports are switched on in your preferences on {host}.',
      note: '{host}: address of the portal',
    },
    // Why somebody gets it
    'why.owner': {
      en: 'You get this message on Mondays because HACCP reports are switched on in your preferences on {host}.',
      note: '{host}: address of the portal',
    },
    'why.subscription': {
      en: 'You get this message because you have subscribed to it on {host}.',
      note: '{host}: address of the portal',
    },
    'why.receiver': {
      en: 'You get this message because you have confirmed on {host} that you want it.',
      note: '{host}: address of the portal',
    },
    // Asking an address
    askSubject: { en: 'Do you want messages about food records?', note: 'subject of an email' },
    askTitle: {
      en: '{company} wants to send you messages about its food records.',
      note: '{company}: name of a company',
    },
    howOften: { en: 'How often', note: 'in front of: every day, every week, every month' },
    'every.day': subscriptionMessages.texts['every.day'],
    'every.week': subscriptionMessages.texts['every.week'],
    'every.month': subscriptionMessages.texts['every.month'],
    aboutWhat: { en: 'About', note: 'in front of the name of a company, a kitchen or an appliance' },
    askButton: { en: 'See and confirm', note: 'button of an email' },
    askHint: {
      en: 'Nothing comes unless you confirm it within {days} days. If you do not know who asks, do nothing.',
      note: '{days}: a number',
    },
    askNever: { en: 'This company is not to ask me again', note: 'link at the end of an email' },
    confirmButton: { en: 'I want these messages', note: 'button' },
    confirmDone: 'Confirmed. The first message comes once its time is over, and each has a link that ends them.',
    confirmUnknown: 'This link is not valid any more. Whoever has asked you can send another one.',
    // Switching them off
    off: { en: 'No more of these messages', note: 'link at the end of an email' },
    title: { en: 'Messages about food records', note: 'heading of a page' },
    'question.owner':
      'Do you want no more messages about food records, neither on Mondays nor when a record waits? Nothing else changes.',
    'question.subscription':
      'Do you want to end these messages? Then nobody gets them any more, and links in earlier ones open nothing.',
    'question.receiver':
      'Do you want no more of these messages? Then links in those that you have open nothing any more.',
    'question.ask': 'Is this company never to ask you again whether you want its messages about food records?',
    offButton: { en: 'Switch them off', note: 'button: no more messages' },
    'done.owner': 'You get no more messages about food records. You can switch them on again in your preferences.',
    'done.subscription': 'This subscription has ended: nobody gets its messages any more.',
    'done.receiver': 'You get no more of these messages. The company cannot ask you again whether you want them.',
    'done.ask': 'The company cannot ask you again.',
    offUnknown: 'This link is not whole, or not of this portal. You can switch the messages off in your preferences.',
    toPortal: { en: 'To the portal', note: 'link' },
  },
  texts,
);
