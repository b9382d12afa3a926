import { messages } from '@brina/domain/language/messages';
import texts from './core-forecast.texts.json' with { type: 'json' };

/** Texts of when the food of a running cycle will be cold (B2.14). */
export const coreForecastMessages = messages(
  'web/appliance/core-forecast',
  {
    onTime: {
      en: 'On time: {core} at about {time} ({low}–{high}).',
      note: 'the core of the food reaches a temperature at a time of day, at the earliest and at the latest',
    },
    late: '{core} at about {time} ({low}–{high}), {late} after the limit.',
    lateFrom: 'Late: {core} not before {low}; the limit is {limit}.',
    perhapsLate: 'Perhaps late: {core} at about {time} ({low}–{high}); the limit is {limit}.',
    notBefore: '{core} not before {low}.',
    never: '{core} is not reached like this.',
    // Why it will be late
    door: 'The door was open too long.',
    hot: 'The food went in hotter than usual.',
    thick: { en: 'The food is thick, about {depth}.', note: 'depth: how thick, such as 50 mm' },
    air: 'Too little air reaches the food: trays covered or touching, or a weak fan.',
    tooMuch: 'There is more food in it than the appliance is made for.',
    refrigerant: 'It cools less than usual: refrigerant may be missing.',
    moreFood: 'There is more food in it than usual, or it cools less.',
    split: 'Split it now: what is moved to flat trays can still make it.',
    // Why nothing can be said
    early: 'Too early to say: the core has not moved yet.',
    unclear: 'Cannot say: the core does not cool as food does.',
    inAir: 'Cannot say: the needle follows the air.',
    moved: 'Cannot say yet: the needle was moved.',
    gap: 'Cannot say yet: measurements are missing.',
    defrost: 'Cannot say during a defrost.',
  },
  texts,
);
