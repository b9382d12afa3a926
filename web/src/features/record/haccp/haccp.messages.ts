import { errorMessages } from '@brina/contract/wire/errors.messages';
import { periodMessages } from '@brina/contract/words/period.messages';
import { messages } from '@brina/domain/language/messages';
import { actionMessages } from '../../../lib/action.messages.ts';
import texts from './haccp.texts.json' with { type: 'json' };

/** Texts of the screens of HACCP reports: the list of an appliance, and what can be done with one record. */
export const haccpMessages = messages(
  'web/haccp',
  {
    title: 'HACCP reports',
    back: 'Back',
    allRecords: 'All records of the appliance',
    loading: 'Loading the records',
    loadFailed: 'The records could not be shown.',
    empty: 'No cycle in this period',
    emptyHint:
      'Every cycle that chills or freezes food leaves a record here. Choose a longer period to see earlier ones.',
    batches: { en: 'Cycles', note: 'heading of a list: runs that left a record' },
    lastDay: 'Temperature of the last 24 hours',
    period: 'Period',
    'period.day': 'Last day',
    'period.week': 'Last week',
    'period.month': 'Last month',
    'period.months2': 'Last 2 months',
    'period.months3': 'Last 3 months',
    'period.custom': 'Own period',
    from: 'From',
    to: 'To',
    'days.reversed': 'The last day is before the first.',
    'days.tooLong': errorMessages.texts.range_too_long,
    running: 'Still running',
    waiting: 'Waiting for its data',
    removed: {
      en: 'Removed after the retention time',
      note: 'in place of the verdict: the record was older than records are kept',
    },
    print: actionMessages.texts.print,
    savePdf: { en: 'Save as PDF', note: 'button: a record becomes a file' },
    tryRule: 'Try another rule',
    tryRuleHint: 'Nothing of it becomes part of the record.',
    tried: 'Calculated today, not part of the record',
    noSuchRule: 'No rule fits',
    curveSummary: 'Core from {first} to {last} in {time}.',
    curveNoCore: 'No core temperature was measured.',
    asTable: 'Show as table',
    asChart: 'Show as chart',
    resetZoom: 'Show whole cycle',
    before: { en: 'before:', note: 'followed by the verdict of a former judge' },
    openEarlier: 'Open the earlier record',
    openLater: 'Open the later record',
    shownPoint: 'Curve of the core',
    warmest: 'Warmest point that counts',
    everyPoint: 'Every point',
    verify: 'Verify a record',
    checks: periodMessages.texts.checks,
  },
  texts,
);
