import type { Action, ActionInput } from '@brina/contract/calls/record/actions';
import { type ActionCause, type Fate, isOfFood, most_kg, told_kg } from '@brina/domain/haccp/actions/action';
import { hour_ms } from '@brina/domain/language/durations';

/** What the steps know of what the action is about, whether somebody has opened it yet or not. */
export type Asked = Pick<Action, 'load_kg' | 'told_kg' | 'proposedCauses'> & {
  subjects: readonly Pick<Action['subjects'][number], 'kind' | 'missing' | 'verdict'>[];
};

/** What becomes of some of the food. */
export type Part = {
  fate: Fate | null;
  kg: number;
  /** REHEATED: to which core, °C. */
  heated_C: number;
  where: string;
  /** HELD: in how many hours somebody decides. */
  decideIn_h: number;
  /** KEPT: why. */
  reason: string;
};

/** What somebody has said so far. */
export type Draft = {
  /** Core of the food as measured by hand, °C; null: not measured; undefined: nobody has said. */
  core_C: number | null | undefined;
  /** There was no food that something could become of. */
  isWithoutFood: boolean;
  /** Of which something was said before. */
  earlier: readonly Part[];
  /** What is spoken of now: all of the food, or what is left of it. */
  part: Part;
  cause: ActionCause | null;
  causeText: string;
  prevention: string;
};

/** A quantity of food by steps of this. */
export const step_kg = 0.5;
/** As many parts as an action takes. */
const parts_max = 20;

const partOf = (kg: number): Part => ({ fate: null, kg, heated_C: 75, where: '', decideIn_h: 2, reason: '' });

/** What the steps begin with: the whole load, as far as no other action speaks of it, and nothing that nobody has measured. */
export const draftOf = (asked: Asked): Draft => ({
  core_C: undefined,
  isWithoutFood: false,
  earlier: [],
  part: partOf(Math.max(0.1, left_kg({ earlier: [] }, asked) ?? 1)),
  cause: null,
  causeText: '',
  prevention: '',
});

const tenths = (kg: number): number => Math.round(kg * 10) / 10;

/** What is left of the load but for what was said before, kg; null: nobody knows what there was. */
export const left_kg = ({ earlier }: Pick<Draft, 'earlier'>, { load_kg, told_kg: elsewhere }: Asked): number | null =>
  load_kg === null ? null : Math.max(0, tenths(load_kg - elsewhere - told_kg(earlier)));

/** What would be left beside all that is said, kg; null: nobody knows. */
export function rest_kg(draft: Draft, asked: Asked): number | null {
  const left = left_kg(draft, asked);
  return left === null ? null : Math.max(0, tenths(left - draft.part.kg));
}

/** The most that can be said of the part that is spoken of, kg. */
export const part_max_kg = ({ earlier }: Draft, { load_kg, told_kg: elsewhere }: Asked): number =>
  load_kg === null ? 999.9 : Math.max(0.1, most_kg({ load_kg, told_kg: elsewhere + told_kg(earlier) }));

/** Whether something else can be said of a rest. */
export const canSplit = (draft: Draft, asked: Asked): boolean =>
  draft.earlier.length + 1 < parts_max && isWhole(draft, asked) && rest_kg(draft, asked) !== 0;

/** Goes on with what is left. */
export const withRest = (draft: Draft, asked: Asked): Draft => ({
  ...draft,
  earlier: [...draft.earlier, draft.part],
  part: partOf(rest_kg(draft, asked) ?? 1),
});

/** Goes back to the part before; what was said of the one after it is taken back. */
export function withoutRest(draft: Draft): Draft {
  const before = draft.earlier.at(-1);
  return before ? { ...draft, earlier: draft.earlier.slice(0, -1), part: before } : draft;
}

/** Whether something became of food for certain. */
export const isAboutFood = ({ subjects }: Pick<Asked, 'subjects'>): boolean =>
  subjects.some(({ kind, missing }) => isOfFood(kind, missing?.kind ?? null));

/** Whether a record says that its food was not safe: then it is not kept without a reason. */
export const isFailed = ({ subjects }: Pick<Asked, 'subjects'>): boolean =>
  subjects.some(({ verdict }) => verdict === 'FAIL' || verdict === 'EXCEEDED');

/** Whether the words that belong to a fate are there. */
export function isWhole({ part: { fate, where, reason }, core_C }: Draft, asked: Asked): boolean {
  if (fate === 'MOVED') return where.trim() !== '';
  if (fate === 'KEPT' && isFailed(asked)) return reason.trim().length >= 20 && core_C !== null && core_C !== undefined;
  return fate !== null;
}

/** What is saved of a draft. @param now epoch ms */
export function inputOf(draft: Draft, now: number): ActionInput {
  const { core_C, isWithoutFood, earlier, part, cause, causeText, prevention } = draft;
  return {
    state: 'done',
    reason: '',
    cause,
    causeText: causeText.trim(),
    dispositions: isWithoutFood ? [] : [...earlier, part].flatMap((one) => dispositionOf(one, now)),
    measured: core_C === null || core_C === undefined ? null : { value_C: core_C, at: now, instrument: '' },
    at: now,
    lateReason: '',
    prevention: prevention.trim(),
  };
}

function dispositionOf({ fate, kg, heated_C, where, decideIn_h, reason }: Part, now: number) {
  if (fate === null) return [];
  const more = {
    ...(fate === 'REHEATED' && { core_C: heated_C }),
    ...(fate === 'MOVED' && { where: where.trim() }),
    ...(fate === 'HELD' && { decideBy: now + decideIn_h * hour_ms }),
    ...(fate === 'KEPT' && reason.trim() !== '' && { reason: reason.trim() }),
  };
  return [{ fate, kg: tenths(kg), ...more }];
}
