import { messages } from '../language/messages.ts';
import texts from './advice.texts.json' with { type: 'json' };

/** Advice on a cycle: what somebody who cooks for others would point out; `advice-words.ts` fills them. */
export const adviceMessages = messages(
  'domain/recipes/advice',
  {
    cold_after_hot_missing: {
      en: 'Nothing chills the food after the heat, or keeps it at [63 Cel] or more. Warm food that is left standing spoils fastest.',
      note: 'advice on a cycle that cooks',
    },
    hold_too_warm: {
      en: 'Phase {n} holds the food at {air}. It may be stored at {max} at most.',
      note: 'advice; {air}, {max}: temperatures',
    },
    kill_step_short: {
      en: 'Phase {n}: at a core of {core}, it takes {time} to kill what makes people ill. Hold it that long, or go higher.',
      note: 'advice; {core}: a temperature, {time}: a length of time such as 10 min',
    },
    no_probe_end: {
      en: 'It ends by time alone. Without a core probe in the food, its record will say {verdict}.',
      note: 'advice; {verdict}: the verdict NOT PROVEN',
    },
    slow_through_danger: {
      en: 'The core would be between [10 Cel] and [54 Cel] for {time}. More than six hours let bacteria grow.',
      note: 'advice; {time}: a length of time such as 7 h 10 min',
    },
    parasite_short: {
      en: 'Fish that is eaten raw needs [−20 Cel] at its core for 24 hours, or [−35 Cel] for 15 hours. This cycle does not give it that.',
      note: 'advice on a cycle whose title or description speaks of raw fish',
    },
  },
  texts,
);
