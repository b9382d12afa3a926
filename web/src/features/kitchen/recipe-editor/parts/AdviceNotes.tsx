import { makersPlan } from '@brina/domain/haccp/plans/food-plan';
import { adviceOn } from '@brina/domain/recipes/advice';
import { checkDefinition } from '@brina/domain/recipes/recipe-check';
import { useDeferredValue, useMemo } from 'react';
import { AdviceList, adviceTexts } from '../../library/AdviceList.tsx';
import { storageOf } from '../../library/kitchen-rule.ts';
import { definitionOf, type RecipeEdit } from '../edit-state.ts';

/** A cycle is written for no kitchen: the maker's limits are those of all. */
const makers = { plan: makersPlan, now_ms: 0, timeZone: 'UTC' };

/** Texts to have before it is shown. */
export const messages = adviceTexts;

/** Advice on the cycle as it stands: it blocks nothing, and is quiet while the cycle is not one yet. */
export function AdviceNotes({ edit }: { edit: RecipeEdit }) {
  const shown = useDeferredValue(edit);
  const found = useMemo(() => {
    const definition = definitionOf(shown);
    if (checkDefinition(definition).length > 0) return [];
    return adviceOn(definition, { words: `${shown.title} ${shown.description}`, ...storageOf(definition, makers) });
  }, [shown]);
  return <AdviceList advice={found} />;
}
