import { applianceTerms } from '@brina/domain/appliance/appliance-terms.messages';
import { messages } from '@brina/domain/language/messages';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { actionMessages } from '../../../lib/action.messages.ts';
import { recipeMessages } from '../library/recipe.messages.ts';
import { runMessages } from '../library/run.messages.ts';
import texts from './ran.texts.json' with { type: 'json' };

/** Texts of the cycles that ran on an appliance (S2.41, S1.6). */
export const ranMessages = messages(
  'web/appliance/ran',
  {
    runs: 'Cycles that ran',
    none: 'No cycle ran in this period',
    'period.7d': '7 days',
    'period.30d': '30 days',
    'period.90d': '90 days',
    started: 'Started',
    duration: applianceMessages.texts['arg.time_min'],
    state: applianceTerms.texts.state,
    'state.running': 'Running',
    'state.ended': 'Completed',
    'state.stopped': 'Stopped',
    'state.interrupted': 'Interrupted',
    verdict: 'Verdict',
    record: 'Record',
    version: recipeMessages.texts.version,
    differs: recipeMessages.texts.differs,
    cycle: { en: 'Cycle', note: 'column: which cycle of the library, or which function' },
    again: { en: 'Run again', note: 'button: start the same cycle once more' },
    save: { en: 'Save as cycle', note: 'button: keep in the library what ran' },
    more: { en: 'More about the run of {when}', note: 'names the menu of a row; {when}: date and time' },
    asThen: { en: 'Version {n}, as it ran', note: 'choice: the version of a cycle that ran then' },
    asNow: { en: 'Version {n}, as it is now', note: 'choice: the present version of a cycle' },
    which: { en: 'The cycle was changed since. Which one?', note: 'heading of a choice between two versions' },
    againTitle: { en: 'Run “{title}” again', note: '{title}: what ran, such as the name of a function' },
    phases: { en: 'It runs the same phases: {phases}.', note: '{phases}: phases of a cycle, in a line' },
    start: applianceMessages.texts.start,
    cancel: actionMessages.texts.cancel,
    readyAt: runMessages.texts.readyAt,
    checkFood: runMessages.texts.check,
    whyOffline: applianceMessages.texts.whyOffline,
  },
  texts,
);
