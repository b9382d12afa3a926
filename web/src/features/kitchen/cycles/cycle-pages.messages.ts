import { stateMessages } from '@brina/domain/appliance/states.messages';
import { messages } from '@brina/domain/language/messages';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { applianceTerms } from '../../../lib/appliance-term.messages.ts';
import texts from './cycle-pages.texts.json' with { type: 'json' };

/** Texts of the cycle pages of an appliance (S2.38, S2.41). */
export const cyclePageMessages = messages(
  'web/appliance/cycles',
  {
    title: 'Cycles',
    toAppliance: 'To the appliance',
    phases: 'Phases',
    phaseDone: stateMessages.texts['cyclePhaseState.terminated'],
    phaseRunning: 'Running',
    afterwards: { en: 'Afterwards: {phase}', note: 'phase: the holding that follows the phases of a cycle' },
    noneRunning: 'No cycle is running',
    editPhases: 'Edit the phases one by one',
    air: applianceMessages.texts['arg.air'],
    fan: 'Fan speed',
    time: applianceMessages.texts['arg.time_min'],
    'end.core': 'Core at the end',
    'end.surface': 'Surface at the end',
    'show.ran': { en: 'Ran', note: 'tab: cycles that ran' },
    'show.scheduled': { en: 'Scheduled', note: 'tab: starts that are planned' },
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
  },
  texts,
);
