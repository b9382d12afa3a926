import { messages } from '../language/messages.ts';
import texts from './planned-start.texts.json' with { type: 'json' };

/** Why a planned start was missed or not possible; what the unit itself refused says it by `refusalMessages`. */
export const plannedReasonMessages = messages(
  'domain/cycles/planned-start',
  {
    offline: 'The appliance was not connected at that minute.',
    late: 'The portal could not ask in time.',
    nobody: 'Nobody confirmed it at the panel.',
    busy: 'Another cycle was running all the time.',
    cycle_gone: 'Its cycle was deleted.',
    unsupported: 'The software of the appliance cannot ask at its panel any more.',
    not_compatible: 'The appliance cannot run this cycle any more.',
    clock: 'The clock of the appliance is wrong: it took the start for over. Set it there.',
  },
  texts,
);
