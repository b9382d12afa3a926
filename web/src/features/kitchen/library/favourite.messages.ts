import { messages } from '@brina/domain/language/messages';
import { actionMessages } from '../../../lib/action.messages.ts';
import texts from './favourite.texts.json' with { type: 'json' };
import { recipeMessages } from './recipe.messages.ts';

/** Putting a cycle of the library among the favourites of an appliance, 24 numbered places at its panel (S1.6, S3.10). */
export const favouriteMessages = messages(
  'web/kitchen/library/favourite',
  {
    add: recipeMessages.texts.favourite,
    appliance: recipeMessages.texts.appliance,
    place: {
      en: 'Place',
      note: 'field: one of 24 numbered places at the panel, with what is there',
      apart: 'a number at the panel, not where an appliance stands',
    },
    placeWith: { en: '{n} · {title}', note: 'a numbered place and the cycle in it' },
    empty: { en: 'Empty', note: 'nothing is in a place', apart: 'a place at the panel, not a tank' },
    unnamed: { en: 'Cycle of the appliance', note: 'a cycle whose name nobody knows' },
    onlyThere: 'The cycle there is only at the appliance. Save it to the library first.',
    notTold: 'The favourites are not known yet',
    nowhere: 'No appliance with favourites runs this cycle.',
    save: actionMessages.texts.save,
    cancel: actionMessages.texts.cancel,
    added: { en: '“{title}” is among the favourites, place {n}', note: '{title}: of a cycle' },
    failed: 'The favourites could not be changed.',
  },
  texts,
);
