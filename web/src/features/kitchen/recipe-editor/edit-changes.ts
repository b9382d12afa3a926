/** What differs between two states of a cycle, phase by phase: for who has to choose between them (B3.6). */
import type { PhasePlan } from '@brina/domain/appliance/phase-plan';
import { proofingPhases } from '@brina/domain/cycles/proofing';
import { definitionOf, type RecipeEdit } from './edit-state.ts';

/** A difference; null where one of the two has no such phase. Places count from 0. */
export type EditDifference =
  | {
      readonly kind: 'phase';
      readonly place: number;
      readonly before: PhasePlan | null;
      readonly after: PhasePlan | null;
    }
  | { readonly kind: 'hold'; readonly before: PhasePlan | null; readonly after: PhasePlan | null }
  | { readonly kind: 'plan'; readonly phase: (typeof proofingPhases)[number] }
  | { readonly kind: 'title'; readonly before: string; readonly after: string }
  | { readonly kind: 'description' | 'look' | 'sector' | 'kitchens' | 'languages' | 'sanigen' };

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Everything in which `after` differs from `before`, what the cycle does first. */
export function differencesOf(before: RecipeEdit, after: RecipeEdit): readonly EditDifference[] {
  return [
    ...phaseDifferences(before, after),
    ...(same(before.hold, after.hold) ? [] : [{ kind: 'hold', before: before.hold, after: after.hold } as const]),
    ...planDifferences(before, after),
    ...(same(before.sanigen, after.sanigen) ? [] : [{ kind: 'sanigen' } as const]),
    ...(before.title === after.title ? [] : [{ kind: 'title', before: before.title, after: after.title } as const]),
    ...(before.description === after.description ? [] : [{ kind: 'description' } as const]),
    ...(same([before.language, before.texts], [after.language, after.texts]) ? [] : [{ kind: 'languages' } as const]),
    ...(before.icon === after.icon && before.colour === after.colour ? [] : [{ kind: 'look' } as const]),
    ...(before.sector === after.sector ? [] : [{ kind: 'sector' } as const]),
    ...(same(before.laboratoryIds, after.laboratoryIds) ? [] : [{ kind: 'kitchens' } as const]),
  ];
}

function phaseDifferences(before: RecipeEdit, after: RecipeEdit): readonly EditDifference[] {
  const count = Math.max(before.phases.length, after.phases.length);
  return Array.from({ length: count }, (_, place) => place).flatMap((place): readonly EditDifference[] => {
    const [was, is] = [before.phases[place]?.plan ?? null, after.phases[place]?.plan ?? null];
    return same(was, is) ? [] : [{ kind: 'phase', place, before: was, after: is }];
  });
}

function planDifferences(before: RecipeEdit, after: RecipeEdit): readonly EditDifference[] {
  const [was, is] = [definitionOf(before), definitionOf(after)];
  if (was.family !== 'PL' || is.family !== 'PL') return [];
  return proofingPhases.flatMap((phase): readonly EditDifference[] =>
    same(was.plan[phase], is.plan[phase]) ? [] : [{ kind: 'plan', phase }],
  );
}

/** A title of a copy: the next number behind it, as long as a title may be. */
export function copyTitle(title: string, length_max: number): string {
  const [, words = title, number] = /^(.*?)(?: (\d{1,3}))?$/.exec(title.trim()) ?? [];
  const suffix = ` ${number === undefined ? 2 : Number(number) + 1}`;
  return words.slice(0, length_max - suffix.length).trimEnd() + suffix;
}
