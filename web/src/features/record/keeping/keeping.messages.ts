import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { applianceTerms } from '@brina/domain/appliance/appliance-terms.messages';
import { messages } from '@brina/domain/language/messages';
import { actionMessages } from '../../../lib/action.messages.ts';
import texts from './keeping.texts.json' with { type: 'json' };

/** Texts of how long a company's records are kept, and of legal holds. */
export const keepingMessages = messages(
  'web/keeping',
  {
    title: { en: 'Keeping the records', note: 'heading: how long HACCP records are kept' },
    failed: 'How long records are kept could not be loaded.',
    years: {
      en: 'Records are kept for {n} years. After that their content is removed, month by month; the book keeps the proof that they existed.',
      note: '{n} is 5 or more; book: the tamper-proof log of all records',
    },
    longer: {
      en: '{kitchen}: by its food-safety plan, what is recorded now is kept for {n} years.',
      note: '{kitchen}: name of a kitchen; {n} is 6 to 10',
    },
    longerElsewhere: {
      en: 'Where a kitchen has no plan of its own, what is recorded now is kept for {n} years by the plan of the company.',
      note: '{n} is 6 to 10',
    },
    size: {
      en: { one: 'The book has {n} entry.', other: 'The book has {n} entries.' },
      note: 'tamper-proof log of records',
    },
    sealed: { en: 'Last sealed on {time}.', note: 'when a checkpoint of the book was signed' },
    notSealed: { en: 'Not sealed yet.', note: 'no checkpoint of the book was signed' },
    stamped: {
      en: 'Last time stamp on {time} by {by}.',
      note: 'an outside authority attests the book; {by}: its host name',
    },
    witnessed: { en: 'Last cosigned on {time} by {by}.', note: 'an outside witness attests the book; {by}: its name' },
    stays: {
      en: 'What the book has recorded since {time} has never left this portal. Only a copy outside proves that nothing was changed: download the book and keep it elsewhere.',
      note: 'warning; {time}: more than 7 days ago',
    },
    exportBook: { en: 'Download the book', note: 'button: a zip with all records and their proofs' },
    holds: { en: 'Legal holds', note: 'heading: what a dispute or an authority needs is not removed' },
    holdsHint:
      'If a dispute or an authority needs records, a legal hold keeps them, however old they are, until you lift it.',
    noHolds: { en: 'No legal hold', note: 'the list of legal holds is empty' },
    ofCompany: { en: 'All records of the company', note: 'what a legal hold keeps' },
    ofKitchen: { en: 'Kitchen {name}', note: 'what a legal hold keeps: the records of this kitchen' },
    ofLot: { en: 'Lot {lot}', note: 'what a legal hold keeps: the records of this lot' },
    setBy: { en: 'Since {time}, by {name}', note: 'a legal hold' },
    liftedBy: { en: 'Lifted on {time} by {name}', note: 'a legal hold' },
    until: { en: 'It ends on {time}.', note: 'a legal hold that was lifted' },
    ended: { en: 'It ended on {time}.', note: 'a legal hold' },
    set: { en: 'Set a legal hold', note: 'button, and title of the dialog that it opens' },
    lift: { en: 'Lift', note: 'button: ends a legal hold' },
    liftTitle: { en: 'Lift this legal hold', note: 'title of a dialog, and its button' },
    liftHint: 'It ends 7 days later. Then records that are too old are removed for good.',
    setHint:
      'No record that it covers is removed until you lift the hold. Who set it, when and why stands in the book.',
    what: { en: 'What is kept', note: 'field: which records a legal hold keeps' },
    kitchen: { en: 'Records of one kitchen', note: 'choice: what a legal hold keeps' },
    lot: { en: 'Records of one lot', note: 'choice: what a legal hold keeps' },
    whichKitchen: applianceTerms.texts.kitchen,
    whichLot: { en: 'Lot', note: 'field: number of a lot of food' },
    reason: { en: 'Reason', note: 'field: why records are kept, or no longer' },
    reasonHint: { en: 'At least 5 characters, for example the file number', note: 'under a field' },
    password: { en: 'Your password, as a signature', note: 'field' },
    reveal: { en: 'Show password', note: 'button in a field' },
    setDone: 'The legal hold is set.',
    liftDone: 'The legal hold is lifted. It ends in 7 days.',
    required: fieldMessages.texts.required,
    cancel: actionMessages.texts.cancel,
  },
  texts,
);
