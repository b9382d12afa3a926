import { messages } from '../../language/messages.ts';
import texts from './actions.texts.json' with { type: 'json' };

/** What is said of corrective actions: how one stands, what became of the food, and what the cause was. */
export const actionWords = messages(
  'domain/haccp/actions/actions',
  {
    title: { en: 'Corrective action', note: 'heading: what was done about food that was not safe' },
    'state.open': { en: 'Open', note: 'state of a corrective action' },
    'state.reopened': { en: 'Reopened', note: 'state of a corrective action' },
    'state.done': { en: 'Done, to be verified', note: 'state of a corrective action: somebody else has to look at it' },
    'state.verified': { en: 'Verified', note: 'state of a corrective action' },
    'state.withdrawn': { en: 'Withdrawn', note: 'state of a corrective action' },
    'fate.KEPT': { en: 'It is kept', note: 'what became of food' },
    'fate.RECHILLED': { en: 'Chilled again', note: 'what became of food' },
    'fate.REHEATED': { en: 'Heated through', note: 'what became of food' },
    'fate.SERVED_AT_ONCE': { en: 'Served at once', note: 'what became of food' },
    'fate.MOVED': { en: 'Moved elsewhere', note: 'what became of food: to another appliance' },
    'fate.HELD': { en: 'Held for a decision', note: 'what became of food' },
    'fate.RETURNED': { en: 'Returned to the supplier', note: 'what became of food' },
    'fate.DISCARDED': { en: 'Thrown away', note: 'what became of food' },
    'cause.TOO_MUCH': { en: 'Too much food', note: 'cause of a failed chill' },
    'cause.TOO_THICK': { en: 'Pieces too thick', note: 'cause of a failed chill' },
    'cause.COVERED': { en: 'Covered or stacked', note: 'cause of a failed chill: trays' },
    'cause.LATE_LOADED': { en: 'Loaded too late', note: 'cause of a failed chill' },
    'cause.PROBE': { en: 'Probe not in the food', note: 'cause of a failed chill' },
    'cause.DOOR': { en: 'Door left open', note: 'cause of a failed chill' },
    'cause.POWER': { en: 'No power', note: 'cause of a failed chill' },
    'cause.UNIT': { en: 'Fault of the appliance', note: 'cause of a failed chill' },
    'cause.PERSON': { en: 'Ended by a person', note: 'cause of a failed chill' },
    'cause.UNKNOWN': { en: 'Nobody knows', note: 'cause of a failed chill' },
    'cause.OTHER': { en: 'Something else', note: 'cause of a failed chill' },
  },
  texts,
);
