import { day_ms } from '../../language/durations.ts';
import { clockOff_ms, isBeforeRecord } from '../by-hand.ts';
import type { MissingKind } from '../missing/missing.ts';

/** Why something went wrong. */
export const actionCauses = [
  'TOO_MUCH',
  'TOO_THICK',
  'COVERED',
  'LATE_LOADED',
  'PROBE',
  'DOOR',
  'POWER',
  'UNIT',
  'PERSON',
  'UNKNOWN',
  'OTHER',
] as const;
export type ActionCause = (typeof actionCauses)[number];

/** What became of food. */
export const fates = [
  'KEPT',
  'RECHILLED',
  'REHEATED',
  'SERVED_AT_ONCE',
  'MOVED',
  'HELD',
  'RETURNED',
  'DISCARDED',
] as const;
export type Fate = (typeof fates)[number];

/**
 * Whether something an action is about is food: then something became of that. A check is of a probe; of what is missing only food that was
 * cooled without a cycle was there for certain.
 * @param missing what is missing, of a missing record
 */
export const isOfFood = (
  kind: 'batch' | 'day' | 'check' | 'missing' | 'manual',
  missing: MissingKind | null,
): boolean => (kind === 'missing' ? missing === 'warmLoad' : kind !== 'check');

/** Where an action stands. What was done and has to be done anew is `reopened`: it is open again. */
export const actionStates = ['open', 'done', 'verified', 'reopened', 'withdrawn'] as const;
export type ActionState = (typeof actionStates)[number];

/** What a person that saves may make of an action; it is verified by a call of its own. */
const nextStates: Readonly<Record<ActionState, readonly ActionState[]>> = {
  open: ['open', 'done', 'withdrawn'],
  reopened: ['reopened', 'done', 'withdrawn'],
  done: ['reopened'],
  verified: ['reopened'],
  withdrawn: ['reopened'],
};
export const mayBecome = (from: ActionState, to: ActionState): boolean => nextStates[from].includes(to);

/** Whether somebody still has to do something about it. */
export const isOpen = (state: ActionState): boolean => state === 'open' || state === 'reopened';

/** Whether a record calls for an action by itself. An ABORTED batch does unless another goes on with it. */
export function callsForAction(
  kind: 'batch' | 'day' | 'manual',
  verdict: string,
  reasons: readonly string[] = [],
): boolean {
  if (kind === 'day') return verdict === 'EXCEEDED';
  // A tray without a needle is known by its time alone: nobody can prove such a batch, and nothing went wrong.
  if (reasons.includes('by_time')) return false;
  return verdict === 'FAIL' || verdict === 'NOT_PROVEN' || verdict === 'ABORTED';
}

/** What became of some of the food: how much, and what belongs to it. */
export type Disposition = {
  fate: Fate;
  kg: number;
  /** REHEATED: at least so warm in its core, °C. */
  core_C?: number | null | undefined;
  /** MOVED: where. */
  where?: string | null | undefined;
  /** HELD: until when somebody decides, epoch ms. */
  decideBy?: number | null | undefined;
  /** KEPT, although it is not proven that it is safe. */
  reason?: string | null | undefined;
};

/** What somebody says of an action. */
export type ActionSaid = {
  state: ActionState;
  /** Why it is withdrawn or reopened. */
  reason: string;
  cause: ActionCause | null;
  causeText: string;
  dispositions: readonly Disposition[];
  measured: { value_C: number; at: number; instrument: string } | null;
  /** When it was done, epoch ms. */
  at: number;
  lateReason: string;
  prevention: string;
};

/** Food of some records, kg: what there was of it, and what other actions say already of the same. */
export type FoodTold = { load_kg: number; told_kg: number };

/** What is known of what the action is about. */
export type ActionFacts = {
  now: number;
  /** When the first of its records began, epoch ms; null: nobody knows. */
  began: number | null;
  /** The food that it can speak of, as far as its loads are known: of none of these more than there was. */
  foods: readonly FoodTold[];
  /** Whether one of its records says FAIL or EXCEEDED. */
  isFailed: boolean;
  /** Whether it is about food: then something became of that. */
  isAboutFood: boolean;
  /** How often its cause was that of another action on the unit within thirty days. */
  sameCause: number;
};

/** More than was loaded can be found by weighing, but not much more. */
const load_tolerance = 1.1;
/** Why food is kept of which the record says that it failed. */
export const keptReason_min = 20;
/** Any other reason, and what is done that it does not happen again. */
export const text_min = 5;
/** From the third time on something has to be done that it does not happen again. */
const sameCause_max = 2;
export const sameCauseWithin_ms = 30 * day_ms;

export type ActionFault =
  | 'action_in_future'
  | 'reading_in_future'
  | 'time_not_of_record'
  | 'decision_in_past'
  | 'late_entry_reason'
  | 'disposition_exceeds_load'
  | 'disposition_reason'
  | 'action_incomplete'
  | 'prevention_needed';

/** Tenths of a kilogram, so that sums are exact. */
const tenthsOf = (kg: number): number => Math.round(kg * 10);

/**
 * What is wrong with an action as somebody wants to save it; the first of it. What was done, and what was measured, is not of before the
 * records began; either of more than a day ago needs a reason why it is told now. A decision that is awaited is yet to come: one that was
 * due is told as it was made.
 */
export function actionFault(said: ActionSaid, facts: ActionFacts): ActionFault | undefined {
  const { measured, dispositions } = said;
  return (
    timeFault(said, facts) ??
    (exceedsLoad(dispositions, facts.foods) ? 'disposition_exceeds_load' : undefined) ??
    (dispositions.some((one) => isKeptUnproven(one, measured, facts)) ? 'disposition_reason' : undefined) ??
    (isComplete(said, facts) ? undefined : 'action_incomplete') ??
    (recurs(said, facts) && said.prevention.length < text_min ? 'prevention_needed' : undefined)
  );
}

function timeFault({ at, measured, lateReason, state, dispositions }: ActionSaid, { now, began }: ActionFacts) {
  if (at > now + clockOff_ms) return 'action_in_future';
  if (measured !== null && measured.at > now + clockOff_ms) return 'reading_in_future';
  const told = Math.min(at, measured?.at ?? at);
  // What is opened again, or withdrawn, says what it said.
  const isSaidNow = state === 'open' || state === 'done';
  if (isSaidNow && told < now - day_ms && lateReason.length < text_min) return 'late_entry_reason';
  if (began !== null && isBeforeRecord(told, began)) return 'time_not_of_record';
  const isPast = ({ decideBy }: Disposition) => decideBy != null && decideBy < now - clockOff_ms;
  return isSaidNow && dispositions.some(isPast) ? 'decision_in_past' : undefined;
}

/** How much dispositions speak of, kg. */
export const told_kg = (dispositions: readonly Pick<Disposition, 'kg'>[]): number =>
  dispositions.reduce((tenths, { kg }) => tenths + tenthsOf(kg), 0) / 10;

/** The most that dispositions may speak of food, kg. */
export const most_kg = ({ load_kg, told_kg: told }: FoodTold): number =>
  Math.max(0, Math.round(load_kg * load_tolerance * 10) - tenthsOf(told)) / 10;

const exceedsLoad = (dispositions: readonly Disposition[], foods: readonly FoodTold[]): boolean =>
  dispositions.length > 0 && foods.some((food) => told_kg(dispositions) > most_kg(food));

/** A core without an instrument was measured by nobody knows what: it proves nothing. */
const isKeptUnproven = (
  { fate, reason }: Disposition,
  measured: ActionSaid['measured'],
  { isFailed }: ActionFacts,
): boolean => fate === 'KEPT' && isFailed && ((reason ?? '').length < keptReason_min || !measured?.instrument.trim());

/** Whether the next action of a cause has to say what is done against it. @param earlier as `ActionFacts.sameCause` */
export const needsPrevention = (earlier: number): boolean => earlier >= sameCause_max;

const recurs = ({ state }: ActionSaid, { sameCause }: ActionFacts): boolean =>
  state === 'done' && needsPrevention(sameCause);

/** Whether everything is there that its state, its cause and what became of the food ask for. */
function isComplete(
  { state, reason, cause, causeText, dispositions }: ActionSaid,
  { isAboutFood }: ActionFacts,
): boolean {
  if ((state === 'withdrawn' || state === 'reopened') && reason.length < text_min) return false;
  if (cause === 'OTHER' && causeText.length < text_min) return false;
  if (!dispositions.every(hasItsOwn)) return false;
  return state !== 'done' || (cause !== null && (!isAboutFood || dispositions.length > 0));
}

const hasItsOwn = ({ fate, core_C, where, decideBy }: Disposition): boolean => {
  if (fate === 'REHEATED') return core_C != null;
  if (fate === 'MOVED') return (where ?? '') !== '';
  return fate !== 'HELD' || decideBy != null;
};

/** How much was thrown away, kg. */
export const discarded_kg = (dispositions: readonly Disposition[]): number =>
  dispositions.reduce((tenths, { fate, kg }) => tenths + (fate === 'DISCARDED' ? tenthsOf(kg) : 0), 0) / 10;

/** What that cost, to the hundredth of the currency. */
export const costOf = (dispositions: readonly Disposition[], cost_per_kg: number): number =>
  Math.round(discarded_kg(dispositions) * cost_per_kg * 100) / 100;
