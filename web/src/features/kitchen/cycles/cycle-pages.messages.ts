import { stateMessages } from '@brina/domain/appliance/states.messages';
import { messages } from '@brina/domain/language/messages';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import texts from './cycle-pages.texts.json' with { type: 'json' };

/** Texts of the cycle pages of an appliance (S2.38, S2.41). */
export const cyclePageMessages = messages(
  'web/appliance/cycles',
  {
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
  },
  texts,
);
