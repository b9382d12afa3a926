import { messages } from '../language/messages.ts';
import texts from './stopped-by.texts.json' with { type: 'json' };

/** Words of who ended a run before its time. */
export const stoppedByMessages = messages(
  'domain/cycles/stopped-by',
  {
    portal: 'Stopped from the portal',
    portalBy: { en: 'Stopped by {name} from the portal', note: '{name}: first and last name of a person' },
    panel: 'Stopped at the appliance’s panel',
    noFault: { en: '{who}. This is no fault of the appliance.', note: '{who}: Stopped from the portal' },
  },
  texts,
);
