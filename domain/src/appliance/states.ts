/**
 * State codes on the wire → the key under which `states.messages.ts` words them. Codes of modes, functions and phases differ by
 * family and stand in the family rows; so do the raw codes of Sanigen levels, whose common scale from 0 to 5 is here (S4.18).
 */
import { inFirstZone } from './metrics.ts';

export const states = {
  powerState: { 0: 'standby', 1: 'on' },
  cycleRunning: { 0: 'no', 1: 'yes' },
  lightState: { 0: 'off', 1: 'on' },
  compressorState: {
    0: 'off',
    1: 'running',
    2: 'waiting',
    3: 'pumpDown',
    4: 'hotGasDefrost',
    5: 'protection',
    6: 'locked',
  },
  door: { 0: 'closed', 1: 'door1Open', 2: 'door2Open', 3: 'bothOpen' },
  defrostState: { 0: 'none', 1: 'requested', 2: 'pumpDown', 3: 'heating', 4: 'dripping', 5: 'fanDelay' },
  lastDefrostEnd: { 0: 'none', 1: 'temperature', 2: 'timeOut', 3: 'person', 4: 'powerLoss' },
  cycleState: { 0: 'standby', 1: 'running', 2: 'ended', 3: 'stopped', 4: 'interrupted', 5: 'waiting' },
  cyclePhaseState: { 0: 'standby', 1: 'running', 2: 'terminated', 3: 'skipped' },
  humidifierState: { 0: 'off', 1: 'heatingUp', 2: 'producing', 3: 'flushing', 4: 'fault' },
  waterLevel: { 0: 'empty', 1: 'low', 2: 'right', 3: 'tooHigh' },
  drainState: { 0: 'free', 1: 'filling', 2: 'full' },
  printerState: {
    0: 'notFitted',
    1: 'ready',
    2: 'printing',
    3: 'paperLow',
    4: 'paperOut',
    5: 'notAnswering',
    6: 'fault',
  },
  sanigenLevel: { 0: 'notActive', 1: 'minimum', 2: 'low', 3: 'medium', 4: 'high', 5: 'veryHigh' },
} as const;

/** How a run of a cycle ends, and how it stands. */
export const runEnds = ['ended', 'stopped', 'interrupted'] as const satisfies readonly StateOf<'cycleState'>[];
export type RunEnd = (typeof runEnds)[number];
export const runStates = ['running', ...runEnds] as const satisfies readonly StateOf<'cycleState'>[];

/** What is told of a phase: that it began, that it came to its end, that a person ended it. */
export const phaseEvents = [
  'running',
  'terminated',
  'skipped',
] as const satisfies readonly StateOf<'cyclePhaseState'>[];
export type PhaseEvent = (typeof phaseEvents)[number];

/** A metric whose codes are listed here. */
export type StateMetric = keyof typeof states;

type StateOf<M extends StateMetric> = (typeof states)[M][keyof (typeof states)[M]] & string;

/** The codes of a metric by its states: `stateCodes('defrostState').heating`. */
export const stateCodes = <M extends StateMetric>(metric: M): Readonly<Record<StateOf<M>, number>> =>
  Object.fromEntries(Object.entries(states[metric]).map(([code, state]) => [state, Number(code)])) as Record<
    StateOf<M>,
    number
  >;

/** Key of a state's words: `door.closed`. */
export type StateKey = {
  [M in StateMetric]: `${M}.${StateOf<M>}`;
}[StateMetric];

const isStateMetric = (metric: string): metric is StateMetric => Object.hasOwn(states, metric);

/**
 * The key of a state's words, or undefined when the metric has no listed codes or the code is unknown. A second zone's state has
 * the words of the first; of `sanigenLevel` the level is asked for, not the raw code.
 */
export function stateKey(metric: string, code: number): StateKey | undefined {
  const listed = inFirstZone(metric);
  if (!isStateMetric(listed)) return undefined;
  const key = (states[listed] as Readonly<Record<number, string>>)[code];
  return key === undefined ? undefined : (`${listed}.${key}` as StateKey);
}
