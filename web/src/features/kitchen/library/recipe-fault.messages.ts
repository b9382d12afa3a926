import { messages } from '@brina/domain/language/messages';
import texts from './recipe-fault.texts.json' with { type: 'json' };

/** What keeps a cycle from being saved, where the general sentence does not say what to do. */
export const recipeFaultMessages = messages(
  'web/kitchen/library-faults',
  {
    choose: { en: 'Choose a value.', note: 'a field is empty' },
    beyondTarget: {
      en: 'The air ({air}) must be at least [2 K] beyond the target, or the core never gets there.',
      note: '{air}: a temperature',
    },
    beyondSurface: {
      en: 'The air ({air}) must be at least [2 K] beyond the target, or the surface never gets there.',
      note: '{air}: a temperature',
    },
    onlyLast: 'Only the last phase may run until somebody stops it.',
    oneClock: 'Only one phase can take the time that is left until the clock.',
    holdFirst: 'A holding follows a phase that works. Add one before it.',
    phaseCount: { en: 'A cycle has {min} to {max} phases.', note: 'numbers' },
    longest: {
      en: 'The whole cycle lasts a week at most. {max} are left for this phase.',
      note: '{max}: a length of time',
    },
    family: '{family} cannot do this.',
  },
  texts,
);
