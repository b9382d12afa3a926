import { recordMessages } from '@brina/contract/words/record.messages';
import { applianceTerms } from '@brina/domain/appliance/appliance-terms.messages';
import { messages } from '@brina/domain/language/messages';
import { placeTerms } from '../../../lib/place-term.messages.ts';
import texts from './book.texts.json' with { type: 'json' };
import { haccpMessages } from './haccp.messages.ts';

/** Texts of the book: all food records of a company. */
export const bookMessages = messages(
  'web/haccp/book',
  {
    title: placeTerms.texts.records,
    failed: haccpMessages.texts.loadFailed,
    loading: haccpMessages.texts.loading,
    manual: {
      en: 'Cooled without an appliance',
      note: 'button and heading: food that cools in an ice bath, measured by hand',
    },
    today: {
      en: { one: '{n} record today', other: '{n} records today' },
      note: 'HACCP records of food',
    },
    needs: {
      en: { one: '{n} needs you', other: '{n} need you' },
      note: 'records of the month, missing ones, and probes to be checked that somebody has to look at; stands beside: 6 records today',
    },
    allWell: {
      en: 'nothing needs you',
      note: 'nothing in the book waits for somebody; stands beside: 6 records today',
    },
    none: 'No record yet',
    noneHint: 'Every cycle that chills or freezes food leaves a record here, and every day in which food was held.',
    noMatch: 'No record matches the filters',
    noMatchHint: 'Take a filter away to see more.',
    startedAt: recordMessages.texts.startedAt,
    appliance: applianceTerms.texts.appliance,
    kitchen: applianceTerms.texts.kitchen,
    what: { en: 'Content', note: 'column: which cycle made a record, or that it is of a day of storage' },
    holding: { en: 'Day of storage', note: 'kind of a record: what an appliance held in a day' },
    batch: { en: 'Cycle', note: 'kind of a record: food that was chilled or frozen' },
    product: recordMessages.texts.product,
    lot: recordMessages.texts.lot,
    result: { en: 'Measured', note: 'column: minutes against their limit, or how warm the food was' },
    warmest: { en: 'up to {temperature}', note: 'how warm food became in a day' },
    verdict: recordMessages.texts.verdict,
    needsYou: { en: 'Needs you', note: 'filter: records that somebody has to look at' },
    needsSomebody: { en: 'Only those that need you', note: 'filter of records' },
    kind: { en: 'Kind', note: 'filter: of a record: cycle, or day of storage' },
    any: { en: 'All', note: 'filter: nothing is chosen' },
    calendar: { en: 'Calendar', note: 'heading: days of a month with their records' },
    noKitchen: 'Without kitchen',
    former: 'Month before',
    later: 'Month after',
    cell: {
      en: '{unit}, {day}: {what}',
      note: 'a day of an appliance, or of a kitchen, in the calendar; {what}: 3 kept, 1 failed',
    },
    counted: { en: '{n} × {verdict}', note: 'how many records have a verdict' },
    unjudged: { en: 'not judged yet', note: 'of records that still run, or wait for their data; follows a number' },
    removed: {
      en: 'removed after the retention time',
      note: 'of records that were older than records are kept; follows a number',
    },
    choose: { en: 'Select', note: 'column, and what a box to tick does: a record is to be in a file' },
    chooseOf: { en: 'Select {name}, {time}', note: 'what a box to tick does, of one record; {name}: an appliance' },
    report: { en: 'Report of a period', note: 'button: leads to a dialog with the same title' },
  },
  texts,
);
