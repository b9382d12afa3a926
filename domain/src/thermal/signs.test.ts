/**
 * What is wrong with a blast chiller, as two lines show it that do not depend on the load: how far the condenser is above the room, and the
 * air above the evaporator, at equal evaporator. Beside them what the food tells. The rules that explain faults go by these figures.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { families, modelRow } from '../appliance/families/families.ts';
import { planFor } from '../cycles/cycle-plan.ts';
import { type Running, type Trial, type TrialOf, trialOf } from './testing/trial.ts';

const mf = modelRow('MF Next L 45');
assert.ok(mf);
const chill = planFor(families.MF, { function: 0 }, mf);
const freeze = planFor(families.MF, { function: 1 }, mf);

/** Numbers from 0 to 1 that are the same each time. */
function* numbers(): Generator<number, never, void> {
  for (let state = 12_345; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}
const dice = numbers();
const between = (low: number, high: number): number => low + dice.next().value * (high - low);

/** What a kitchen lays in, and how warm it is there. */
const loads = Array.from({ length: 40 }, () => ({
  kg: between(22, 50),
  depth_mm: between(28, 45),
  from_C: between(62, 90),
  ambient: between(20, 34),
}));

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1] ?? Number.NaN, sorted[sorted.length >> 1] ?? Number.NaN];
  return (low + high) / 2;
}
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Bins of 2 K. */
const binOf = ({ coil }: Running): number => Math.round(coil / 2) * 2;
type Line = { readonly approach: number; readonly gap: number };
const lineOf = ({ coil, condenser, air }: Running, ambient: number): Line => ({
  approach: condenser - ambient,
  gap: air - coil,
});

const sound = loads.map((load) => trialOf({ plan: chill, ...load }));

/** The lines of the sound unit, by bin of at least ten minutes of three runs. */
const baseline = ((): ReadonlyMap<number, Line> => {
  const bins = new Map<number, { readonly run: number; readonly line: Line }[]>();
  sound.forEach(({ running }, run) => {
    for (const one of running) {
      const seen = bins.get(binOf(one)) ?? [];
      seen.push({ run, line: lineOf(one, loads[run]?.ambient ?? Number.NaN) });
      bins.set(binOf(one), seen);
    }
  });
  const known = [...bins].filter(([, seen]) => seen.length >= 10 && new Set(seen.map(({ run }) => run)).size >= 3);
  return new Map(
    known.map(([bin, seen]) => [
      bin,
      { approach: median(seen.map(({ line }) => line.approach)), gap: median(seen.map(({ line }) => line.gap)) },
    ]),
  );
})();

/** In deep cold a condenser has so little to give off that its line says nothing. */
const approach_min = 15;

/** How far a run is from the lines of the sound unit: kelvin at the condenser, a share at the coil. */
function distance({ running }: Trial, ambient: number): { readonly cond_K: number; readonly coil: number } {
  const known = running.flatMap((one) => {
    const line = baseline.get(binOf(one));
    return line ? [{ line, now: lineOf(one, ambient) }] : [];
  });
  assert.ok(known.length >= 10, 'ten minutes that are known');
  const judged = known.filter(({ line }) => line.approach >= approach_min);
  return {
    cond_K: mean(judged.map(({ line, now }) => now.approach - line.approach)),
    coil: mean(known.map(({ line, now }) => now.gap / line.gap - 1)),
  };
}

const near = (actual: number, expected: number, tolerance: number, what: string): void =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual.toFixed(3)} instead of ${expected}`);

describe('signs of what is wrong with a blast chiller of 45 kg', () => {
  it('has its two lines, sound, by evaporator: condenser above room, air above evaporator', () => {
    const lines = [
      [-28, 15.4, 12.7],
      [-24, 17.6, 15.4],
      [-20, 20.3, 18.2],
      [-16, 22.5, 21.1],
    ] as const;
    for (const [bin, approach, gap] of lines) {
      near(baseline.get(bin)?.approach ?? Number.NaN, approach, 0.5, `condenser at ${bin}`);
      near(baseline.get(bin)?.gap ?? Number.NaN, gap, 0.5, `air at ${bin}`);
    }
  });

  // What is wrong; kelvin at the condenser; percent at the coil, of the time from 60 °C, and of core − surface against surface − air.
  const rows: readonly [string, Partial<TrialOf>, readonly [number, number, number, number]][] = [
    ['nothing', {}, [0, 0, 0, 0]],
    ['a condenser fouled to a quarter', { faults: { foul: 0.25 } }, [4, 0, 0, 0]],
    ['a condenser half fouled', { faults: { foul: 0.5 } }, [8, 0, 0, 0]],
    ['a condenser fouled', { faults: { foul: 1 } }, [16.1, 0, 0, 0]],
    ['90 % charge', { faults: { charge: 0.9 } }, [-0.4, 9, 3, 0]],
    ['80 % charge', { faults: { charge: 0.8 } }, [-0.9, 19, 5, 0]],
    ['60 % charge', { faults: { charge: 0.6 } }, [-2.4, 35, 15, 0]],
    ['a compressor worn to 80 %', { faults: { wear: 0.8 } }, [-2.8, -16, 5, 0]],
    ['a fan 20 % weak', { faults: { fanLoss: 0.2 } }, [-0.1, 5, 9, -15]],
    ['a fan 30 % weak', { faults: { fanLoss: 0.3 } }, [-0.1, 9, 17, -23]],
    ['a fan 50 % weak', { faults: { fanLoss: 0.5 } }, [-0.2, 18, 38, -39]],
    ['a coil with much ice', { ice: 0.6 }, [-1.5, 4, 4, 0]],
    ['a coil full of ice', { ice: 1 }, [-2.6, 9, 8, 0]],
    ['the door ajar', { faults: { ajar: 1 } }, [-0.1, 1, 7, 0]],
    ['60 kg', { kg: 60 }, [0, 2, 16, 0]],
    ['trays of 50 mm', { depth_mm: 50 }, [0, -1, 60, 40]],
    ['a kitchen of 38 °C', { ambient: 38 }, [0, 0, 1, 0]],
    ['a condenser half fouled and 80 % charge', { faults: { foul: 0.5, charge: 0.8 } }, [6.3, 19, 5, 0]],
  ];
  for (const [what, wrong, [cond_K, coil, pace, resist]] of rows) {
    it(`shows ${what}`, () => {
      const runs = loads.map((load, i) => {
        const run = trialOf({ plan: chill, ...load, ...wrong });
        const before = sound[i] as Trial;
        return {
          ...distance(run, wrong.ambient ?? load.ambient),
          pace: run.from60_min / before.from60_min - 1,
          resist: run.resist / before.resist - 1,
        };
      });
      const middle = (key: 'cond_K' | 'coil' | 'pace' | 'resist'): number => median(runs.map((run) => run[key]));
      near(middle('cond_K'), cond_K, 0.3, 'condenser, K');
      near(middle('coil') * 100, coil, 2, 'coil, %');
      near(middle('pace') * 100, pace, 3, 'pace, %');
      near(middle('resist') * 100, resist, 3, 'resistance, %');
    });
  }
});

describe('when the cycles end that a forecast is measured by', () => {
  const rows: readonly [string, TrialOf, number][] = [
    ['45 kg of 35 mm', { plan: chill, kg: 45, depth_mm: 35, from_C: 70 }, 80],
    ['50 mm', { plan: chill, kg: 45, depth_mm: 50, from_C: 70 }, 135],
    ['20 mm', { plan: chill, kg: 45, depth_mm: 20, from_C: 70 }, 52],
    ['a fan 30 % weak', { plan: chill, kg: 45, depth_mm: 35, from_C: 70, faults: { fanLoss: 0.3 } }, 94],
    ['a fan 50 % weak', { plan: chill, kg: 45, depth_mm: 35, from_C: 70, faults: { fanLoss: 0.5 } }, 109],
    ['60 % charge', { plan: chill, kg: 45, depth_mm: 35, from_C: 70, faults: { charge: 0.6 } }, 97],
    ['65 kg', { plan: chill, kg: 65, depth_mm: 35, from_C: 70 }, 92],
    ['a freeze of 35 mm', { plan: freeze, kg: 33.75, depth_mm: 35, from_C: 70 }, 227],
    ['a freeze of 50 mm', { plan: freeze, kg: 33.75, depth_mm: 50, from_C: 70 }, 304],
    [
      'a freeze with a fan 30 % weak',
      { plan: freeze, kg: 33.75, depth_mm: 35, from_C: 70, faults: { fanLoss: 0.3 } },
      250,
    ],
  ];
  for (const [what, trial, minutes] of rows) {
    it(`is after ${minutes} minutes with ${what}`, () => {
      near(trialOf(trial).minutes, minutes, minutes * 0.03, 'minutes');
    });
  }
});
