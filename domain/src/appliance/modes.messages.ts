import { messages } from '../language/messages.ts';
import texts from './modes.texts.json' with { type: 'json' };

/** Shown names of the modes and of the programs of an automatic mode (S4.16, S4.17). */
export const modeMessages = messages(
  'domain/appliance/modes',
  {
    standby: 'Standby',
    negativeCold: 'Frozen storage',
    positiveCold: 'Chilled storage',
    chocolate: 'Chocolate',
    defrost: 'Defrosting',
    manual: 'Manual',
    automatic: 'Automatic',
    test: 'Test',
    continuous: 'Continuous proving',
    direct: 'Direct proving',
    programmed: 'Programmed proving',
    defrosting: 'Defrosting',
    unknown: 'Unknown',
    pralines: 'Chocolate and pralines',
    creamPastry: 'Cream pastry',
    glazedMousse: 'Glazed mousse',
    macarons: 'Macarons',
    dryPastry: 'Dry pastry',
    sugarWork: 'Sugar work',
  },
  texts,
);
