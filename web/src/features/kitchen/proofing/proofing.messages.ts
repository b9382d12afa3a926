import { stateMessages } from '@brina/domain/appliance/states.messages';
import { messages } from '@brina/domain/language/messages';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import texts from './proofing.texts.json' with { type: 'json' };

/** Texts of a programmed proving (S4.17). */
export const proofingMessages = messages(
  'web/appliance/proofing',
  {
    hint: 'Say when the dough is to be ready: it is stopped, kept cold, woken and proved in time.',
    plan: 'Plan',
    start: 'Start this plan',
    doughReady: 'Dough ready',
    ready: { en: 'Ready', apart: 'dough that can be baked' },
    readyAtTime: { en: 'Ready at {time}', apart: 'a day with its time, not a time of day' },
    timeline: 'Phases of the plan',
    done: stateMessages.texts['cyclePhaseState.terminated'],
    running: 'Running',
    repeat: 'Repeat',
    'repeat.none': { en: 'Once', note: 'a plan that runs one time' },
    'repeat.daily': 'Every day',
    'repeat.days': 'On some days',
    repeatHint: 'It begins again only after the door was opened in between: somebody has put in new dough.',
    noDays: 'Choose at least one day.',
    rests: 'Keep the dough resting until it is collected',
    phases: 'Temperatures and times of the phases',
    'setting.air': applianceMessages.texts['arg.air'],
    'setting.rh': 'Relative humidity',
    'setting.time_min': applianceMessages.texts['arg.time_min'],
    'setting.fan': 'Fan speed',
    cancelTitle: 'Cancel the plan?',
    cancelBody: 'The prover goes to standby. Dough that is in it is neither cooled nor proved any more.',
  },
  texts,
);
