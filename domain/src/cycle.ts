/** States of a cycle and what may be done in each (S4.14), shared by both ends; the unit has the last word. */
import { states } from './states.ts';

/** State of a cycle: `ended` may still be holding the food, `waiting` waits for the panel or a delayed start. */
export type CycleState = (typeof states.cycleState)[keyof typeof states.cycleState];

/** What a person does with a cycle. */
export type CycleAction = 'start' | 'stop';

/** States in which an action is offered and accepted. */
const allowedIn = {
  // From holding, the holding ends by itself; a stopped or interrupted batch keeps its verdict, and a new one begins.
  start: ['standby', 'ended', 'stopped', 'interrupted'],
  stop: ['running', 'ended', 'waiting'],
} as const satisfies Record<CycleAction, readonly CycleState[]>;

/** Whether an action is possible in a state: `cycleCan.start('standby')`. */
export const cycleCan = {
  start: (state: CycleState): boolean => (allowedIn.start as readonly CycleState[]).includes(state),
  stop: (state: CycleState): boolean => (allowedIn.stop as readonly CycleState[]).includes(state),
} as const satisfies Record<CycleAction, (state: CycleState) => boolean>;

/** The state a wire code stands for; an unknown code gives undefined. */
export const cycleStateOf = (code: number): CycleState | undefined =>
  (states.cycleState as Readonly<Record<number, CycleState>>)[code];
