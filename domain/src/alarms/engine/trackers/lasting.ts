/** Conditions that are one half of a rule and have a delay of their own. */

import { minute_ms, second_ms } from '../../../language/durations.ts';
import type { Inhibition } from '../../rows/alarm-row.ts';
import type { LastingMemory } from '../memory.ts';
import { believed_ms, type UnitView } from '../unit-view.ts';

type Lasting = {
  readonly when: (unit: UnitView) => boolean | null;
  readonly after_ms: number;
  readonly paused?: readonly Inhibition[];
};

/** Hotter than a cell may get, by what the family is built for. */
const cellMax = { MF: 100, PL: 45, MYA: 45 } as const;

const known = (value: number | null, holds: (value: number) => boolean): boolean | null =>
  value === null ? null : holds(value);

/** Each condition, for how long it has to hold, and what stops its clock. */
export const lastingConditions = {
  productFarAbove: {
    when: ({ product, limit }) => (limit ? known(product, (food) => food > limit.max + limit.tolerance_K + 5) : false),
    after_ms: 2 * minute_ms,
    paused: ['powerUp'],
  },
  cellFarAbove: {
    when: ({ cell, limit }) => (limit ? known(cell, (air) => air > limit.max + limit.tolerance_K + 10) : false),
    after_ms: 10 * minute_ms,
    paused: ['defrost', 'door', 'powerUp'],
  },
  heatedOver: {
    when: ({ cell, set, stage }) =>
      stage === 'heat' || stage === 'proof' || stage === 'holdHot'
        ? set === null
          ? null
          : known(cell, (air) => air > set + 8)
        : false,
    after_ms: 5 * minute_ms,
    // From preheating down to holding the air needs a while.
    paused: ['powerUp'],
  },
  cellTooHot: {
    when: ({ cell, context: { model } }) => {
      const max = (cellMax as Readonly<Partial<Record<string, number>>>)[model.family];
      return max === undefined ? false : known(cell, (air) => air > max);
    },
    after_ms: 5 * minute_ms,
  },
  cellScorching: {
    when: ({ cell, context: { model } }) => (model.family === 'MF' ? known(cell, (air) => air > cellMax.MF) : false),
    after_ms: 10 * second_ms,
  },
  waterEmpty: { when: (unit) => known(unit.value('waterLevel'), (level) => level === 0), after_ms: minute_ms },
  waterNotFilled: { when: (unit) => known(unit.value('waterLevel'), (level) => level < 2), after_ms: 5 * minute_ms },
  waterPressureOff: {
    when: (unit) => known(unit.value('PWater'), (pressure) => pressure < 1 || pressure > 6),
    after_ms: 2 * minute_ms,
  },
} as const satisfies Readonly<Record<string, Lasting>>;

/** Name of a lasting condition. */
export type LastingName = keyof typeof lastingConditions;

const rows = Object.entries(lastingConditions) as unknown as readonly (readonly [LastingName, Lasting])[];

/** Takes a sample in. */
export function noteLasting(memory: LastingMemory, zones: readonly UnitView[]): void {
  for (const unit of zones)
    for (const [name, { when, paused }] of rows) {
      const key = unit.zone === 1 ? name : `${name}2`;
      const held = memory[key];
      const now = when(unit);
      if (now === true && held === undefined) memory[key] = { since: unit.at, held_ms: 0, at: unit.at };
      if (held === undefined) continue;
      const stands = paused?.some((inhibition) => unit.inhibited(inhibition)) ?? false;
      if (now === false && !stands) delete memory[key];
      if (now === true && !stands) held.held_ms += Math.min(unit.at - held.at, believed_ms);
      held.at = unit.at;
    }
}

/** The moment since which a condition has held, once it held for long enough; false before. */
export function lasted(unit: UnitView, name: LastingName): number | false {
  const held = unit.memory.lasting[unit.zone === 1 ? name : `${name}2`];
  return held !== undefined && held.held_ms >= lastingConditions[name].after_ms ? held.since : false;
}

/** The first of several moments; false when none of them has come. */
export const anyOf = (...findings: readonly (number | false)[]): number | false => {
  const moments = findings.filter((finding) => finding !== false);
  return moments.length === 0 ? false : Math.min(...moments);
};
