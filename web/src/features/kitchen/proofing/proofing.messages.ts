import { messages } from '@brina/domain/language/messages';
import texts from './proofing.texts.json' with { type: 'json' };

/** Texts of a programmed proving (S4.17). */
export const proofingMessages = messages(
  'web/appliance/proofing',
  {
    hint: 'Say when the dough is to be ready: it is stopped, kept cold, woken and proved in time.',
    plan: 'Plan',
    start: 'Start this plan',
    doughReady: 'Dough ready',
    ready: 'Ready',
    readyAtTime: 'Ready at {time}',
    timeline: 'Phases of the plan',
    done: 'Completed',
    running: 'Running',
    repeat: 'Repeat',
    'repeat.none': 'Once',
    'repeat.daily': 'Every day',
    'repeat.days': 'On some days',
    repeatHint: 'It begins again only after the door was opened in between: somebody has put in new dough.',
    noDays: 'Choose at least one day.',
    rests: 'Keep the dough resting until it is collected',
    phases: 'Temperatures and times of the phases',
    'setting.air': 'Air temperature',
    'setting.rh': 'Relative humidity',
    'setting.time_min': 'Duration',
    'setting.fan': 'Fan speed',
    cancelTitle: 'Cancel the plan?',
    cancelBody: 'The prover goes to standby. Dough that is in it is neither cooled nor proved any more.',
  },
  texts,
);
