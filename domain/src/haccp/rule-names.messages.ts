import { messages } from '../language/messages.ts';
import texts from './rule-names.texts.json' with { type: 'json' };

/** What a food-safety rule asks for, what one without a name of its own is called, and what rules belong to. */
export const ruleNameMessages = messages(
  'domain/haccp/rule-names',
  {
    plan: 'Food-safety plan',
    fromToIn: {
      en: '{from} to {to} in {limit}',
      note: 'what a rule asks for: temperatures, and how long it may take',
    },
    heldFor: {
      en: '{to} or colder for {time}',
      note: 'what a rule asks for fish that is eaten raw: a temperature, and for how long',
    },
    keptAt: {
      en: '{to} or colder, warmer for at most {time}',
      note: 'what a rule asks for food that thaws: a temperature, and for how long at a time it may be above it',
    },
    toIn: { en: 'to {to} in {limit}', note: 'what a rule asks for: a temperature, and how long it may take' },
    toAtAll: { en: 'to {to}', note: 'what a rule asks for that names no time: a temperature that is to be reached' },
    ofArea: { en: '{area}: {asks}', note: '{area}: a country; {asks}: 63 °C to 10 °C in 120 min' },
    own: {
      en: 'Own limit: {asks}',
      note: 'a limit that the kitchen has set; {asks}: 63 °C to 10 °C in 120 min',
    },
    estimate: { en: '{name} (estimate: check with your authority)', note: '{name}: name of a rule' },
    or: { en: '{one}, or {other}', note: 'two ways to keep a rule' },
  },
  texts,
);
