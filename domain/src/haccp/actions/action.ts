import { day_ms, minute_ms } from '../../language/durations.ts';

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
export function callsForAction(kind: 'batch' | 'day', verdict: string, reasons: readonly string[] = []): boolean {
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

/** What is known of what the action is about. */
export type ActionFacts = {
  now: number;
  /** What there was of the food, kg; null: nobody knows. */
  load_kg: number | null;
  /** Whether one of its records says FAIL or EXCEEDED. */
  isFailed: boolean;
  /** Whether it is about food: then something became of that. */
  isAboutFood: boolean;
  /** How often its cause was that of another action on the unit within thirty days. */
  sameCause: number;
};

/** More than was loaded can be found by weighing, but not much more. */
const load_tolerance = 1.1;
const reason_min = 20;
const text_min = 5;
/** A clock of a phone may be wrong by this much. */
const clockOff_ms = 5 * minute_ms;
/** From the third time on something has to be done that it does not happen again. */
const sameCause_max = 2;
export const sameCauseWithin_ms = 30 * day_ms;

export type ActionFault =
  | 'action_in_future'
  | 'reading_in_future'
  | 'late_entry_reason'
  | 'disposition_exceeds_load'
  | 'disposition_reason'
  | 'action_incomplete'
  | 'prevention_needed';

/** Tenths of a kilogram, so that sums are exact. */
const tenthsOf = (kg: number): number => Math.round(kg * 10);

/** What is wrong with an action as somebody wants to save it; the first of it. */
export function actionFault(said: ActionSaid, facts: ActionFacts): ActionFault | undefined {
  if (said.at > facts.now + clockOff_ms) return 'action_in_future';
  if (said.measured !== null && said.measured.at > facts.now + clockOff_ms) return 'reading_in_future';
  if (said.at < facts.now - day_ms && said.lateReason.length < text_min) return 'late_entry_reason';
  if (facts.load_kg !== null) {
    const sum = said.dispositions.reduce((tenths, { kg }) => tenths + tenthsOf(kg), 0);
    if (sum > Math.round(facts.load_kg * load_tolerance * 10)) return 'disposition_exceeds_load';
  }
  const isKeptUnproven = ({ fate, reason }: Disposition): boolean =>
    fate === 'KEPT' && facts.isFailed && ((reason ?? '').length < reason_min || said.measured === null);
  if (said.dispositions.some(isKeptUnproven)) return 'disposition_reason';
  if (!isComplete(said, facts)) return 'action_incomplete';
  const recurs = said.state === 'done' && facts.sameCause >= sameCause_max && said.cause !== 'UNKNOWN';
  return recurs && said.prevention.length < text_min ? 'prevention_needed' : undefined;
}

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
