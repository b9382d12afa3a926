import { applianceTerms } from '@brina/domain/appliance/appliance-terms.messages';
import { messages } from '@brina/domain/language/messages';
import texts from './alarm-tab.texts.json' with { type: 'json' };

/** Texts of alarms, warnings and upkeep that are over, and of what was reported. */
export const alarmTabMessages = messages(
  'web/appliance/alarms',
  {
    past: { en: 'Past', note: 'heading: alarms, warnings and upkeep that are over' },
    none: 'No alarm, warning or upkeep ended in this period',
    named: { en: '{grade}: {name}', note: '{grade}: Alarm, Warning or Upkeep; {name}: name of an alarm' },
    beganAt: 'Began {time}',
    lasted: 'lasted {time}',
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
    'grade.alarm': applianceTerms.texts.alarm,
    'grade.warning': applianceTerms.texts.warning,
    'grade.upkeep': applianceTerms.texts.upkeep,
    began: applianceTerms.texts.began,
    told: { en: 'Reported', note: 'column: when people were told of an alarm, which is later than it began' },
    state: applianceTerms.texts.state,
    stillActive: { en: 'Active', apart: 'an alarm, not a person' },
    over: { en: 'Cleared', note: 'an alarm that is over' },
  },
  texts,
);
