import { messages } from '../../language/messages.ts';
import { actionWords } from '../actions/actions.messages.ts';
import texts from './missing.texts.json' with { type: 'json' };

/** What is said of what a book of food records lacks, and of why. */
export const missingMessages = messages(
  'domain/haccp/missing/missing',
  {
    title: { en: 'Missing records', note: 'heading: what should stand in the book of food records, and does not' },
    'kind.batch': { en: 'No cycle on a usual day', note: 'what is missing: on this weekday food is usually chilled' },
    'kind.warmLoad': {
      en: 'Food cooled without a cycle',
      note: 'what is missing: warm food was put into a blast chiller, and nobody started a cycle',
    },
    'kind.look': { en: 'Daily look not done', note: 'what is missing: nobody said that it has looked at what is held' },
    'kind.product': { en: 'Product not entered', note: 'what is missing in a record' },
    'kind.lot': { en: 'Lot number not entered', note: 'what is missing in a record' },
    'kind.coverage': {
      en: 'Less than 90% of the day measured',
      note: 'what is missing in a record of a day of storage',
    },
    'kind.verification': {
      en: 'Corrective action not checked by a second person',
      note: 'what is missing: somebody said what was done about food, and nobody else has checked it',
    },
    'reason.CLOSED': { en: 'Kitchen closed', note: 'why there is no record' },
    'reason.HOLIDAY': { en: 'Holiday', note: 'why there is no record: a public holiday, or the staff is on leave' },
    'reason.NOT_USED': { en: 'Appliance not used', note: 'why there is no record' },
    'reason.BY_HAND': { en: 'Recorded by hand', note: 'why there is no record: it is on paper' },
    'reason.OTHER': actionWords.texts['cause.OTHER'],
    'reason.LATE': {
      en: 'Done late',
      note: 'what is said of a daily look at the storage that somebody took more than a day later',
    },
    open: { en: 'Not explained', note: 'nobody has said yet why a record is missing' },
    waiting: {
      en: 'Not known yet: the appliance may still hold data.',
      note: 'whether a record is missing: the appliance was offline',
    },
  },
  texts,
);
