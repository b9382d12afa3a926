import { messages } from '@brina/domain/language/messages';
import texts from './appliance-cycles.texts.json' with { type: 'json' };

/** The page of an appliance's cycles (S2.41). */
export const applianceCycleMessages = messages(
  'web/appliance/cycles-page',
  {
    title: 'Cycles',
    views: {
      en: 'What is shown of the cycles',
      note: 'names a row of tabs: cycles that ran, planned ones, favourites',
    },
    ran: { en: 'Ran', note: 'tab: cycles that ran on this appliance' },
    scheduled: { en: 'Scheduled', note: 'tab: starts that are planned on this appliance' },
    favourites: { en: 'Favourites', note: 'tab: numbered favourite cycles of this appliance' },
  },
  texts,
);
