import { messages } from '@brina/domain/language/messages';
import { applianceTerms } from '../../../lib/appliance-term.messages.ts';
import texts from './alarm-tab.texts.json' with { type: 'json' };

/** Texts of past alarms and of what was told. */
export const alarmTabMessages = messages(
  'web/appliance/alarms',
  {
    past: 'Past alarms',
    none: 'No alarm in this period',
    'period.7d': '7 days',
    'period.30d': '30 days',
    'period.90d': '90 days',
    meaning: 'Meaning',
    causes: 'Likely causes',
    technician: 'To check',
    secondZone: 'Lower compartment',
    ofKitchen: 'Concerns the whole kitchen',
    folded: 'Follows from: {alarm}',
    foundLater: 'Found later in late data',
    excursion: 'Food at {value} at most',
    nothingTold: 'Nothing was reported in the last 90 days',
    what: { en: 'What', note: 'column: name of an alarm' },
    type: 'Type',
    'type.alarm': applianceTerms.texts.alarm,
    'type.maintenance': 'Recommended maintenance',
    date: 'Date',
    state: applianceTerms.texts.state,
    stillActive: { en: 'Active', apart: 'an alarm, not a person' },
    over: { en: 'Cleared', note: 'an alarm that is over' },
  },
  texts,
);
