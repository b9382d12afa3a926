/**
 * The favourites of an appliance are changed on two sides, in the portal and at its panel, also while the two do not hear each other
 * (S3.10). For each place a three-way merge says what becomes of that: what both had last, against what each has now. No clock decides.
 */

/**
 * What is in a place: a cycle of the library in one of its versions, or one that was made at the panel (`number` null, `version` 0). With
 * another hash than its version has, it was changed at the panel.
 */
export type SlotRef = { readonly number: number | null; readonly version: number; readonly hash: string };

/** What is in a place, if anything. */
export type Placed = SlotRef | null;

/** The two sides of a place. */
export type SlotSides = {
  /** What both had last. */
  readonly base: Placed;
  /** What the portal wants in it. */
  readonly portal: Placed;
  /** What the appliance told of it last. */
  readonly unit: Placed;
  /** What the portal has sent for it and has not seen there yet; absent: nothing. */
  readonly sent?: Placed | undefined;
};

/**
 * What becomes of a place: `agreed` both sides have the same, `send` the portal's is to go to the appliance, `differs` both sides were
 * changed, and a person has to choose.
 */
export type SlotMerge = {
  readonly open: 'agreed' | 'send' | 'differs';
  readonly base: Placed;
  readonly portal: Placed;
};

/** Whether two places hold the same: the same version of the same cycle, doing the same. */
export const samePlaced = (a: Placed, b: Placed): boolean =>
  a === b || (a !== null && b !== null && a.number === b.number && a.version === b.version && a.hash === b.hash);

/**
 * Merges the sides of a place. What only one side has changed is taken from it; what both have changed in different ways stays on both
 * until somebody chooses. What was sent and is there now counts as agreed, whatever the portal wants by then.
 */
export function mergeSlot({ base, portal, unit, sent }: SlotSides): SlotMerge {
  const agreed = sent !== undefined && samePlaced(unit, sent) ? sent : base;
  if (samePlaced(portal, unit) || samePlaced(portal, agreed)) return { open: 'agreed', base: unit, portal: unit };
  return { open: samePlaced(unit, agreed) ? 'send' : 'differs', base: agreed, portal };
}

/** How a place is answered that differs: the appliance’s stays, or the portal’s is sent. */
export const slotAnswers = ['appliance', 'portal'] as const;

/** An answer to a place that differs. */
export type SlotAnswer = (typeof slotAnswers)[number];

/** The sides once a person has chosen. The other places are left as they are. */
export const answered = ({ portal, unit }: SlotSides, answer: SlotAnswer): SlotSides => ({
  base: unit,
  portal: answer === 'appliance' ? unit : portal,
  unit,
});

/** Where a place stands, as people read it. */
export const slotStates = ['inSync', 'sending', 'offline', 'running', 'refused', 'differs'] as const;

/** State of a place: `offline` and `running` say what it waits for. */
export type SlotState = (typeof slotStates)[number];

/** What decides whether a wish can go to the appliance now. `refusal`: why it has not taken it; null: it has not said so. */
export type SlotMoment = {
  readonly online: boolean;
  readonly running: boolean;
  readonly refusal: string | null;
};

/**
 * State of a place. What passes by itself is told as waiting: an appliance that ran a cycle, or did not answer, is asked again when
 * the cycle has ended or it is back.
 */
export function slotState(open: SlotMerge['open'], { online, running, refusal }: SlotMoment): SlotState {
  if (open === 'agreed') return 'inSync';
  if (open === 'differs') return 'differs';
  const passes = refusal === null || refusal === 'cycle_running' || refusal === 'expired';
  if (passes && !online) return 'offline';
  if (passes && running) return 'running';
  return refusal === null ? 'sending' : 'refused';
}
