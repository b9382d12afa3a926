/** States of a cycle and what may be done in each (S4.14), shared by both ends; the unit has the last word. */
import type { PhasePlan } from '../appliance/phase-plan.ts';
import { states } from '../appliance/states.ts';

/** State of a cycle: `ended` may still be holding the food, `waiting` waits for the panel or a delayed start. */
export type CycleState = (typeof states.cycleState)[keyof typeof states.cycleState];

/** What a person does with a cycle. */
export type CycleAction = 'start' | 'stop' | 'skipPhase';

/** States in which an action is offered and accepted. */
const allowedIn = {
  // From holding, the holding ends by itself; a stopped or interrupted batch keeps its verdict, and a new one begins.
  start: ['standby', 'ended', 'stopped', 'interrupted'],
  stop: ['running', 'ended', 'waiting'],
  skipPhase: ['running'],
} as const satisfies Record<CycleAction, readonly CycleState[]>;

/** Whether an action is possible in a state: `cycleCan.start('standby')`. */
export const cycleCan = {
  start: (state: CycleState): boolean => (allowedIn.start as readonly CycleState[]).includes(state),
  stop: (state: CycleState): boolean => (allowedIn.stop as readonly CycleState[]).includes(state),
  skipPhase: (state: CycleState): boolean => (allowedIn.skipPhase as readonly CycleState[]).includes(state),
} as const satisfies Record<CycleAction, (state: CycleState) => boolean>;

/**
 * Whether a phase of a plan, counted from 1 as on the wire, may be ended early: not the last that works, which is stopped instead, and
 * not one that holds the core, on which the food's safety rests.
 */
export function isSkippable(plan: readonly PhasePlan[], index: number): boolean {
  const phase = plan[index - 1];
  const isLast = plan.findLastIndex((one) => !one.hold) === index - 1;
  const holdsCore = phase?.end.by === 'core' && phase.end.hold_min !== undefined;
  return phase !== undefined && !phase.hold && !isLast && !holdsCore;
}

/** The state a wire code stands for; an unknown code gives undefined. */
export const cycleStateOf = (code: number): CycleState | undefined =>
  (states.cycleState as Readonly<Record<number, CycleState>>)[code];
