import { messages } from '../../language/messages.ts';
import { ruleMessages } from '../rules.messages.ts';
import texts from './holding.texts.json' with { type: 'json' };

/** Words of the days of what is held: verdicts, why, as what. */
export const holdingMessages = messages(
  'domain/haccp/holding/holding',
  {
    // They speak of the limit, not of the food
    'verdict.KEPT': { en: 'LIMIT KEPT', note: 'verdict: food was held within its limit all day' },
    'verdict.KEPT_WITH_GAP': { en: 'KEPT WITH GAP', note: 'verdict: the limit was kept, although data are missing' },
    'verdict.EXCEEDED': { en: 'LIMIT EXCEEDED', note: 'verdict: food was held outside of its limit for too long' },
    'verdict.NOT_PROVEN': ruleMessages.texts['verdict.NOT_PROVEN'],
    'verdict.NOT_IN_USE': { en: 'NOT IN USE', note: 'verdict on a day: the appliance stood by' },
    'verdict.NO_LIMIT': ruleMessages.texts['verdict.NOT_APPLICABLE'],
    'reason.beyond_grace': 'The food was beyond its limit for longer at a time than is tolerated.',
    'reason.gap_bounded':
      'Data are missing for more than an hour, but the food was within its limit before, and so was the air afterwards.',
    'reason.gap_unbounded': 'Data are missing for more than an hour, and nothing shows that the limit was kept.',
    'reason.gap_at_limit': 'Data are missing while the food was beyond its limit: it may have lasted longer.',
    'reason.few_data': 'Less than 80 % of the time is known.',
    'reason.some_data': 'Less than 95 % of the time is known; the limit was kept in it.',
    'reason.no_data': 'No temperature was recorded.',
    'reason.probe_broken': 'The air probe gave no value for more than half an hour.',
    'reason.stand_by': 'The appliance stood by all day.',
    'reason.nothing_limited': 'No limit applies to what was held.',
    'reason.kept': 'The food was within its limit, or beyond it only for as long as is tolerated.',
    'kind.chilled': { en: 'Chilled food', note: 'what an appliance holds' },
    'kind.frozen': { en: 'Frozen food', note: 'what an appliance holds' },
    'kind.hot': { en: 'Hot food', note: 'what an appliance holds' },
    'kind.free': { en: 'Without a limit', note: 'what an appliance holds: chocolate, dough' },
    'kind.off': { en: 'Not holding', note: 'an appliance that stands by, or runs a cycle' },
    'gap.probe_fault': 'The air probe gave no value',
  },
  texts,
);
