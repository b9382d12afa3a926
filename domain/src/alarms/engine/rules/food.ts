/** Food that is held: by the product channel against the set-point (operation) and the limit of the food-safety plan (compliance). */
import { holdGrace_min } from '../../../haccp/holding/limits.ts';
import { type AlarmRule, above, below, minute, plus } from '../rule.ts';
import { anyOf, lasted } from '../trackers/lasting.ts';
import type { UnitView } from '../unit-view.ts';

/** Above its set-point by this much food is getting warm. */
const warm_K = ({ stage, frozen }: UnitView): number => (stage === 'chocolate' ? 2.5 : frozen ? 4 : 3);

/** Holding cold, or chocolate: what has a set-point for the food itself. */
const holds = ({ stage }: UnitView): boolean => stage === 'holdCold' || stage === 'chocolate';

/** The limit with what it tolerates, moved by some kelvin. */
const limitPlus = ({ limit }: UnitView, K: number): number | null =>
  limit === null ? null : limit.max + limit.tolerance_K + K;

/** Degree-minutes count from the limit itself, whatever it tolerates. */
const beyondLimit = (unit: UnitView): readonly [number, number] | null =>
  unit.limit === null || unit.product === null ? null : [unit.product - unit.limit.max, unit.product];

/** Hot food by its coldest point, or by the air where no needle is in it. */
const hotFood = (unit: UnitView): number | null => unit.coreMin ?? unit.product;

const hotMin = ({ hold }: UnitView): number => hold.hot_min_C;

const tooCold = (unit: UnitView): boolean | null => {
  const { product, set, stage } = unit;
  if (stage === 'chocolate') return below(product, plus(set, -2.5));
  if (stage !== 'holdCold' || unit.frozen) return false;
  const farBelow = below(product, plus(set, -3));
  const freezes = set !== null && set >= 0 ? below(product, -1.5) : false;
  return farBelow === true || freezes === true ? true : farBelow;
};

const notTooCold = (unit: UnitView): boolean | null => {
  const { product, set, stage } = unit;
  if (stage === 'chocolate') return above(product, plus(set, -1.5));
  if (stage !== 'holdCold' || unit.frozen) return true;
  const near = above(product, plus(set, -2));
  return near === true && set !== null && set >= 0 ? above(product, -0.5) : near;
};

const marginless = (unit: UnitView, margin_K: number): boolean | null => {
  if (unit.stage === 'holdHot') return below(unit.set, hotMin(unit) + margin_K);
  return unit.isBlast || unit.limit === null ? false : above(unit.set, unit.limit.max - margin_K);
};

/** Rules of this group, in the order of its alarms. */
export const foodRules: readonly AlarmRule[] = [
  {
    name: 'productTempHighWarning',
    reads: ['TProduct', 'TCell', 'cellSetTemp'],
    when: (unit) => holds(unit) && above(unit.product, plus(unit.set, warm_K(unit))),
    after_s: 30 * minute,
    clear: (unit) => !holds(unit) || below(unit.product, plus(unit.set, warm_K(unit) - 1)),
    clearAfter_s: 10 * minute,
    zones: true,
  },
  {
    name: 'productTempHighAlarm',
    reads: ['TProduct', 'TCell', 'cellSetTemp'],
    when: (unit) => unit.limit !== null && above(unit.product, limitPlus(unit, 0)),
    after_s: ({ frozen }) => holdGrace_min[frozen ? 'frozen' : 'chilled'] * minute,
    clear: (unit) => unit.limit === null || below(unit.product, limitPlus(unit, -0.5)),
    clearAfter_s: 10 * minute,
    zones: true,
    beyond: beyondLimit,
  },
  {
    name: 'productTempCriticalAlarm',
    reads: ['TProduct', 'TCell', 'cellSetTemp'],
    // The food counts through defrosts and open doors; the air only outside of them.
    when: (unit) => unit.limit !== null && anyOf(lasted(unit, 'productFarAbove'), lasted(unit, 'cellFarAbove')),
    after_s: 0,
    clear: (unit) => unit.limit === null || below(unit.product, limitPlus(unit, 4)),
    clearAfter_s: 10 * minute,
    zones: true,
    beyond: beyondLimit,
  },
  {
    name: 'productTempLowWarning',
    reads: ['TProduct', 'TCell', 'cellSetTemp'],
    when: tooCold,
    after_s: 30 * minute,
    clear: notTooCold,
    clearAfter_s: 10 * minute,
    zones: true,
  },
  {
    name: 'setPointMarginWarning',
    reads: ['cellSetTemp'],
    when: (unit) => marginless(unit, 2),
    after_s: 60 * minute,
    clear: (unit) => {
      const without = marginless(unit, 2);
      return without === null ? null : !without;
    },
    clearAfter_s: 0,
    zones: true,
  },
  {
    name: 'pullDownAlarm',
    reads: ['TCell', 'cellSetTemp'],
    when: (unit) =>
      (holds(unit) || unit.stage === 'retard') &&
      unit.here.pull !== null &&
      !unit.here.pull.reached &&
      above(unit.cell, plus(unit.set, 3)),
    after_s: ({ frozen }) => (frozen ? 240 : 120) * minute,
    clear: (unit) => unit.stage === 'off' || below(unit.cell, plus(unit.set, 3)),
    clearAfter_s: 5 * minute,
    zones: true,
  },
  {
    name: 'hotHoldLowAlarm',
    reads: ['TProduct', 'TCell', 'TCoreMin'],
    when: (unit) => unit.stage === 'holdHot' && below(hotFood(unit), hotMin(unit)),
    after_s: holdGrace_min.hot * minute,
    clear: (unit) => {
      const food = hotFood(unit);
      return unit.stage !== 'holdHot' || (food === null ? null : food >= hotMin(unit));
    },
    clearAfter_s: 5 * minute,
    beyond: (unit) => {
      const food = unit.stage === 'holdHot' ? hotFood(unit) : null;
      return food === null ? null : [hotMin(unit) - food, food];
    },
    evidence: (unit) => ({ holdLimit: hotMin(unit) }),
  },
  {
    name: 'retardTempHighAlarm',
    reads: ['TProduct', 'TCell'],
    when: (unit) => unit.stage === 'retard' && unit.memory.process.retardedCold && above(unit.product, 6),
    after_s: 60 * minute,
    clear: (unit) => unit.stage !== 'retard' || below(unit.product, 5),
    clearAfter_s: 10 * minute,
  },
  {
    name: 'proofTempWarning',
    reads: ['TCell', 'cellSetTemp'],
    when: (unit) => unit.stage === 'proof' && aside(unit, 3),
    after_s: 15 * minute,
    clear: (unit) => {
      const outside = aside(unit, 2);
      return unit.stage !== 'proof' || (outside === null ? null : !outside);
    },
    clearAfter_s: 10 * minute,
  },
  {
    name: 'proofOverrunWarning',
    reads: ['door'],
    when: ({ memory, stage }) => memory.process.readySince !== null && stage !== 'sleep',
    after_s: 60 * minute,
    clear: ({ memory }) => memory.process.readySince === null,
    clearAfter_s: 0,
  },
];

const aside = ({ cell, set }: UnitView, K: number): boolean | null =>
  cell === null || set === null ? null : Math.abs(cell - set) > K;
