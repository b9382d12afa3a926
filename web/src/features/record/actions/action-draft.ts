import type { Action, ActionInput } from '@brina/contract/calls/record/actions';
import {
  type ActionCause,
  type ActionState,
  costOf,
  type Fate,
  isOfFood,
  keptReason_min,
  most_kg,
  text_min,
  told_kg,
} from '@brina/domain/haccp/actions/action';
import { hour_ms, minute_ms } from '@brina/domain/language/durations';

/** What the steps know of what the action is about, whether somebody has opened it yet or not. */
export type Asked = Pick<Action, 'load_kg' | 'told_kg' | 'proposedCauses'> & {
  subjects: readonly Pick<Action['subjects'][number], 'kind' | 'missing' | 'verdict' | 'serialNumber'>[];
  /** Causes that need something against them; of an action that nobody has opened yet the portal says so when it is saved. */
  needsPrevention: readonly ActionCause[];
  /** By the plan; null: it says nothing, or nobody has asked yet. */
  cost_per_kg: ActionInput['cost'] | null;
};

/** What the needle in the food read last: the core with its own moment, epoch ms, and the unit that it is of. */
export type Needle = { value_C: number; at: number; unit: string; timeZone: string };

/** A value of the needle tells of food as it is now for so long. */
const needleFresh_ms = 10 * minute_ms;
export const isFresh = ({ at }: Needle, now: number): boolean => at > now - needleFresh_ms;

/** A core temperature, when it was measured, and with what. */
type Measured = NonNullable<ActionInput['measured']>;

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
  /** The core of the food; null: not measured; undefined: nobody has said. */
  measured: Measured | null | undefined;
  /** There was no food that something could become of. */
  isWithoutFood: boolean;
  /** Of which something was said before. */
  earlier: readonly Part[];
  /** What is spoken of now: all of the food, or what is left of it. */
  part: Part;
  cause: ActionCause | null;
  causeText: string;
  prevention: string;
  /** What the food that is thrown away cost, in the currency of the plan; null: by the plan; NaN: what was typed is no number. */
  cost: number | null;
};

/** A quantity of food by steps of this. */
export const step_kg = 0.5;
/** As many parts as an action takes. */
const parts_max = 20;

const partOf = (kg: number): Part => ({ fate: null, kg, heated_C: 75, where: '', decideIn_h: 2, reason: '' });

/** What the steps begin with: the whole load, as far as no other action speaks of it, and nothing that nobody has measured. */
export const draftOf = (asked: Asked): Draft => ({
  measured: undefined,
  isWithoutFood: false,
  earlier: [],
  part: partOf(Math.max(0.1, left_kg({ earlier: [] }, asked) ?? 1)),
  cause: null,
  causeText: '',
  prevention: '',
  cost: null,
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

/** Whether it is said how warm the food is, and with what that was measured; or that nobody has. */
export const isMeasured = ({ measured }: Draft): boolean =>
  measured === null || (measured !== undefined && measured.instrument.trim() !== '');

/** Whether what belongs to a fate is there. */
export function isWhole({ part: { fate, where, reason }, measured, cost }: Draft, asked: Asked): boolean {
  if (fate === 'MOVED') return where.trim() !== '';
  if (fate === 'KEPT' && isFailed(asked)) return reason.trim().length >= keptReason_min && measured != null;
  return fate === 'DISCARDED' ? !Number.isNaN(cost) : fate !== null;
}

/** Whether a cause is said, in words where it is none of the usual ones, and what is done against one that comes again. */
export const isExplained = ({ cause, causeText, prevention }: Draft, { needsPrevention }: Asked): boolean =>
  cause !== null &&
  (cause !== 'OTHER' || causeText.trim().length >= text_min) &&
  (!needsPrevention.includes(cause) || prevention.trim().length >= text_min);

/** What all that is thrown away costs by the plan; undefined: the plan says nothing. */
export const plannedCost = ({ earlier, part }: Draft, { cost_per_kg }: Asked): ActionInput['cost'] =>
  cost_per_kg
    ? {
        ...cost_per_kg,
        amount: costOf(
          [...earlier, part].flatMap(({ fate, kg }) => (fate === null ? [] : [{ fate, kg: tenths(kg) }])),
          cost_per_kg.amount,
        ),
      }
    : undefined;

/** What is saved of a draft. @param now epoch ms */
export function inputOf(draft: Draft, { cost_per_kg }: Asked, now: number): ActionInput {
  const { measured, isWithoutFood, earlier, part, cause, causeText, prevention, cost } = draft;
  const dispositions = isWithoutFood ? [] : [...earlier, part].flatMap((one) => dispositionOf(one, now));
  const isCostSaid = cost !== null && cost_per_kg && dispositions.some(({ fate }) => fate === 'DISCARDED');
  return {
    state: 'done',
    reason: '',
    cause,
    causeText: causeText.trim(),
    dispositions,
    measured: measured ? { ...measured, instrument: measured.instrument.trim() } : null,
    at: now,
    lateReason: '',
    prevention: prevention.trim(),
    ...(isCostSaid && { cost: { ...cost_per_kg, amount: cost } }),
  };
}

/** An action that is opened again, or withdrawn: it says what it said, and why that is. */
export const restated = (
  { cause, causeText, dispositions, measured, at, lateReason, prevention, cost }: Action,
  state: Extract<ActionState, 'reopened' | 'withdrawn'>,
  reason: string,
): ActionInput => ({
  state,
  reason: reason.trim(),
  cause,
  causeText,
  dispositions,
  measured,
  at,
  lateReason,
  prevention,
  cost,
});

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
