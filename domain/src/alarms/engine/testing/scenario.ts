/** Drives the engine as a test tells it, and says what came of it. */
import { modelRow } from '../../../appliance/families/families.ts';
import type { MetricName } from '../../../appliance/metrics.ts';
import { advance, startEngine } from '../engine.ts';
import type { Input, UnitContext } from '../input.ts';
import type { Interval } from '../interval.ts';
import type { EngineState } from '../state.ts';
import { isEngineState } from '../state-shape.ts';

export const second = 1000;
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Some Thursday morning. */
export const start = Date.UTC(2026, 2, 5, 6);

/** A model in a kitchen of the usual limits. */
export function contextOf(storedName: string, more: Partial<UnitContext> = {}): UnitContext {
  const model = modelRow(storedName);
  if (!model) throw new Error(`no model ${storedName}`);
  return { model, timeZone: 'Europe/Rome', ...more };
}

/** The cabinet most scenarios speak of. */
export const cabinet = contextOf('CP Next 700');
export const blast = contextOf('MF Next L 45');

type Values = Partial<Record<MetricName, number | null>>;

/** Samples from one minute to another, `values` by the minute. */
export function samples(
  from_min: number,
  to_min: number,
  values: Values | ((minute: number) => Values),
  every_s = 60,
): Input[] {
  const inputs: Input[] = [];
  for (let at = from_min * 60; at < to_min * 60; at += every_s)
    inputs.push({
      at_ms: start + at * second,
      kind: 'sample',
      values: typeof values === 'function' ? values(at / 60) : values,
    });
  return inputs;
}

/** A fact at a minute. */
export const at = (at_min: number, fact: Record<string, unknown>): Input =>
  ({ at_ms: start + Math.round(at_min * minute), ...fact }) as Input;

/** Inputs in order of time; those of one moment stay as they were given. */
export const inOrder = (...parts: readonly (readonly Input[])[]): Input[] =>
  parts.flat().sort((a, b) => a.at_ms - b.at_ms);

/** What the engine said in the end, oldest first, and everything it said on the way. */
export type Outcome = { readonly intervals: Interval[]; readonly said: Interval[]; readonly state: EngineState };

/** Runs inputs from a fresh state, or from one that was kept. */
export function run(
  context: UnitContext,
  inputs: readonly Input[],
  from?: EngineState,
  started = start - hour,
): Outcome {
  let state = from ?? startEngine(context, started);
  const last = new Map<string, Interval>();
  const said: Interval[] = [];
  for (const input of inputs) {
    const advanced = advance(state, input, context);
    state = advanced.state;
    for (const interval of advanced.changed) {
      said.push(interval);
      last.set(`${interval.name} ${interval.zone} ${interval.startedAt}`, interval);
    }
  }
  // What a run comes to is never taken for damage.
  if (!isEngineState(JSON.parse(JSON.stringify(state)), context)) throw new Error('the state has another shape');
  const intervals = [...last.values()].sort((a, b) => a.startedAt - b.startedAt || (a.name < b.name ? -1 : 1));
  return { intervals, said, state };
}

/** Minutes after the start at which an interval began, was raised and ended. */
export const minutes = ({
  startedAt,
  raisedAt,
  clearedAt,
}: Interval): { started: number; raised: number; cleared: number } => ({
  started: (startedAt - start) / minute,
  raised: ((raisedAt ?? Number.NaN) - start) / minute,
  cleared: ((clearedAt ?? Number.NaN) - start) / minute,
});

/** The only interval of a name. */
export function only(intervals: readonly Interval[], name: string): Interval {
  const found = intervals.filter((interval) => interval.name === name);
  if (found.length !== 1) throw new Error(`${found.length} intervals of ${name}: ${JSON.stringify(intervals)}`);
  return found[0] as Interval;
}

export const namesOf = (intervals: readonly Interval[]): string[] => intervals.map(({ name }) => name);

/** Numbers between 0 and 1 that look random and are the same in every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
