import type { PhasePlan } from '@brina/domain/appliance/phase-plan';
import type { RecipeEdit } from './edit-state.ts';

/** What each step of the editor is given. */
export type StepProps = {
  edit: RecipeEdit;
  onChange: (edit: RecipeEdit) => void;
  /** The sentence for a field, such as `phases.1.air` or `title`; null: nothing is wrong with it. */
  fault: (field: string) => string | null;
  /** Whether anything is wrong within a part, such as `phases.1`. */
  isFaulty: (part: string) => boolean;
};

/** What the fields of a phase are given. */
export type PhaseProps = {
  edit: RecipeEdit;
  plan: PhasePlan;
  /** Kinds to choose from. */
  kinds: readonly number[];
  onKind: (code: number) => void;
  onChange: (plan: PhasePlan) => void;
  /** The sentence for a field of this phase, such as `air` or `end.target`. */
  fault: (field: string) => string | null;
};
