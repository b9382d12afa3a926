import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { seeded } from '../../alarms/engine/testing/scenario.ts';
import { type NeedleRun, type NeedleRunOf, needleRun } from '../testing/needle-run.ts';
import { type CorePoint, fitFood } from './food.ts';
import { type CoreForecast, forecastCore } from './forecast-core.ts';
import { atFull, type Lead } from './machine.ts';
import { minimised } from './minimise.ts';
import { type Facts, middle, reasonsOf } from './reasons.ts';

const target = { chill: 3, freeze: -18 } as const;

/** The forecast at a minute of a run. */
function at(
  run: NeedleRun,
  minute: number,
  kind: 'chill' | 'freeze' = 'chill',
  learned: readonly Lead[] = [],
): CoreForecast {
  const points = run.points.filter(([at_min]) => at_min <= minute);
  const targets = [target[kind]];
  const said = forecastCore({ kind, points, ahead: run.aheadAt(minute), targets, learned, isDisturbed: false });
  if (typeof said === 'string') assert.fail(`${said} at ${minute}`);
  return said;
}

const endOf = ({ reaching: [only] }: CoreForecast): number => only?.at_min ?? Number.NaN;

type Case = Omit<NeedleRunOf, 'random'>;
const chills: Readonly<Record<string, Case>> = {
  'L 45 kg 35 mm': {},
  '50 mm': { depth_mm: 50 },
  '20 mm': { depth_mm: 20 },
  'fan −30 %': { faults: { fanLoss: 0.3 } },
  'fan −50 %': { faults: { fanLoss: 0.5 } },
  'charge 60 %': { faults: { charge: 0.6 } },
  '65 kg': { load_kg: 65 },
  'from 90 °C': { from_C: 90 },
  '22 kg 40 mm': { load_kg: 22, depth_mm: 40 },
};
/** Real ends of the table of section 12. */
const ends_min = {
  'L 45 kg 35 mm': 80,
  '50 mm': 139,
  '20 mm': 52,
  'fan −30 %': 94,
  'fan −50 %': 109,
  'charge 60 %': 97,
  '65 kg': 92,
};

describe('forecast of the core in a cycle that runs', () => {
  for (const coreOnly of [false, true])
    it(`B2.14 from minute 30 it is within 7 min or 12 % of the remaining time, ${coreOnly ? 'core only' : 'with an outer point'}`, () => {
      for (const [name, load] of Object.entries(chills))
        for (const seed of [1, 2, 3]) {
          const run = needleRun({ ...load, coreOnly, random: seeded(seed) });
          for (let minute = 30; minute < run.total_min - 1; minute += 10) {
            const off = endOf(at(run, minute)) - run.total_min;
            const allowed = Math.max(7, 0.12 * (run.total_min - minute));
            assert.ok(Math.abs(off) <= allowed, `${name}, minute ${minute}: ${off.toFixed(1)} of ${run.total_min}`);
          }
        }
    });

  it('B2.14 the ends are those of the table, and most ranges hold them from minute 10 on', () => {
    let [held, all] = [0, 0];
    for (const [name, load] of Object.entries(chills)) {
      const run = needleRun({ ...load, random: seeded(4) });
      const expected = (ends_min as Readonly<Record<string, number>>)[name];
      if (expected !== undefined) assert.ok(Math.abs(run.total_min - expected) <= 3, `${name}: ${run.total_min}`);
      for (const minute of [10, 15, 20, 25, 30, 45]) {
        const [only] = at(run, minute).reaching;
        assert.ok(only);
        all += 1;
        if (only.low_min <= run.total_min && run.total_min <= only.high_min) held += 1;
      }
    }
    assert.ok(held >= 0.95 * all, `${held} of ${all}`);
  });

  it('B2.14 thick food is forecast late by minute 23 in each of three minutes, whatever ends in 88 min never is', () => {
    for (const [name, load] of Object.entries(chills)) {
      const run = needleRun({ ...load, random: seeded(5) });
      const late = (minute: number): boolean => endOf(at(run, minute)) > 95;
      if (name === '50 mm') assert.ok([21, 22, 23].every(late));
      if (run.total_min > 88) continue;
      for (let minute = 20; minute < run.total_min - 1; minute += 1)
        assert.ok(![minute, minute - 1, minute - 2].every((one) => one >= 20 && late(one)), `${name} at ${minute}`);
    }
  });

  it('B2.14 a first freeze says only that it will not be before; one of a unit that froze before says when', () => {
    const first = needleRun({ kind: 'freeze', random: seeded(6) });
    assert.equal(at(first, 60, 'freeze').reaching[0]?.high_min, Number.POSITIVE_INFINITY);
    assert.ok((at(first, 60, 'freeze').reaching[0]?.low_min ?? 0) < first.total_min);
    // As a unit of the class learns it from freezing 35 mm: a few steps of many.
    const learned: readonly Lead[] = learnedFrom(first);
    for (const load of [{}, { depth_mm: 50 }, { faults: { fanLoss: 0.3 } }]) {
      const run = needleRun({ ...load, kind: 'freeze', random: seeded(7) });
      for (const [minute, allowed] of [
        [20, 25],
        [60, 15],
        [90, 18],
      ] as const) {
        const said = at(run, minute, 'freeze', learned);
        const off = endOf(said) - run.total_min;
        assert.ok(Math.abs(off) <= allowed, `${JSON.stringify(load)} at ${minute}: ${off.toFixed(1)}`);
        assert.ok((said.reaching[0]?.high_min ?? 0) >= run.total_min);
      }
    }
  });

  it('B2.14 says that it is too early while the core has not moved, and that no food has such a curve', () => {
    const run = needleRun({ random: seeded(8) });
    const ask = (points: readonly CorePoint[]): unknown =>
      forecastCore({ kind: 'chill', points, ahead: run.aheadAt(40), targets: [3], learned: [], isDisturbed: false });
    assert.equal(ask([]), 'early');
    assert.equal(ask(run.points.slice(0, 6)), 'early');
    const shaken = run.points.slice(0, 40).map((point, i): CorePoint => {
      const [at_min, air, core, ...rest] = point;
      return [at_min, air, core + (i % 2 ? 4 : -4), ...rest];
    });
    assert.equal(ask(shaken), 'unclear');
  });

  it('B2.14 a disturbed cycle has twice the range, and several targets come in their order', () => {
    const run = needleRun({ random: seeded(9) });
    const question = {
      kind: 'chill',
      points: run.points.slice(0, 40),
      ahead: run.aheadAt(40),
      targets: [21, 5, 3],
      learned: [],
    } as const;
    const [calm, moved] = [false, true].map((isDisturbed) => forecastCore({ ...question, isDisturbed }));
    assert.ok(calm && moved && typeof calm !== 'string' && typeof moved !== 'string');
    const ends = calm.reaching.map(({ at_min }) => at_min);
    assert.deepEqual(
      ends,
      ends.toSorted((a, b) => a - b),
    );
    const width = ({ reaching }: CoreForecast): number => (reaching[2]?.high_min ?? 0) - (reaching[2]?.at_min ?? 0);
    assert.ok(Math.abs(width(moved) / width(calm) - 2) < 0.4);
  });

  it('B2.14 a property: it always answers, never earlier than now, whatever the points are', () => {
    const value = fc.double({ min: -60, max: 130, noNaN: true });
    const point = fc.tuple(
      value,
      value,
      fc.option(value),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.option(value),
    );
    fc.assert(
      fc.property(fc.array(point, { maxLength: 80 }), fc.constantFrom('chill', 'freeze'), (drawn, kind) => {
        const points = drawn.map(([air, core, ...rest], i): CorePoint => [i, air, core, ...rest]);
        const said = forecastCore({
          kind,
          points,
          ahead: { phases: [], phase_min: 0 },
          targets: [3],
          learned: [],
          isDisturbed: false,
        });
        if (typeof said === 'string') return;
        for (const { at_min, low_min, high_min } of said.reaching) {
          assert.ok(!Number.isNaN(at_min) && low_min <= at_min && at_min <= high_min);
          assert.ok(low_min >= points.length - 1);
        }
      }),
      { numRuns: 60 },
    );
  });
});

/** The middle of what a run shows in each 2 K of air. */
function learnedFrom(run: NeedleRun): readonly Lead[] {
  const { points } = run;
  const fit = fitFood(points);
  assert.ok(fit);
  const steps = new Map<number, number[]>();
  for (const [air, lead] of atFull(points, fit))
    steps.set(Math.floor(air / 2), [...(steps.get(Math.floor(air / 2)) ?? []), lead]);
  return [...steps].map(([step, leads]): Lead => [2 * step + 1, middle(leads) as number]).sort(([a], [b]) => a - b);
}

describe('why food will be late', () => {
  const facts: Facts = { door_min: 0, load_kg: 45, full_kg: 45, condenserCooler_K: null };
  const reason = (load: Case, more: Partial<Facts> = {}, minute = 30): unknown => {
    const run = needleRun({ ...load, random: seeded(11) });
    return reasonsOf(at(run, minute).shown, [], { ...facts, ...more })[0];
  };

  it('B2.14 thick food is found with its depth, a weak fan as air, too much and little refrigerant as themselves', () => {
    assert.deepEqual(reason({ depth_mm: 50 }), { reason: 'thick', depth_mm: 50 });
    for (const fanLoss of [0.3, 0.5]) assert.deepEqual(reason({ faults: { fanLoss } }), { reason: 'air' });
    assert.deepEqual(reason({ load_kg: 65 }, { load_kg: 65 }), { reason: 'tooMuch' });
    assert.deepEqual(reason({ load_kg: 65 }, { load_kg: null }), { reason: 'moreFood' });
    assert.deepEqual(reason({ faults: { charge: 0.6 } }, { condenserCooler_K: 5 }), { reason: 'refrigerant' });
    assert.equal(reason({}), undefined);
  });

  it('B2.14 the door comes first, and food hotter than in the good cycles of the unit', () => {
    assert.deepEqual(reason({ depth_mm: 50 }, { door_min: 2 }), { reason: 'door' });
    const shown = at(needleRun({ from_C: 88, random: seeded(12) }), 30).shown;
    const usual = Array.from({ length: 5 }, () => ({ ...shown, from_C: 70 }));
    assert.deepEqual(reasonsOf(shown, usual, facts), [{ reason: 'hot' }]);
    assert.deepEqual(reasonsOf(shown, usual.slice(1), facts), []);
  });
});

describe('the least of a function', () => {
  it('B2.14 is found in a bent valley, and where the function is no number the start stays', () => {
    const valley = ([x = 0, y = 0]: readonly number[]): number => (1 - x) ** 2 + 20 * (y - x * x) ** 2;
    const [x = 0, y = 0] = minimised(valley, [-1, 1], { reach: 0.5, steps: 300, enough: 1e-9 });
    assert.ok(Math.abs(x - 1) < 0.05 && Math.abs(y - 1) < 0.1, `${x} ${y}`);
    assert.deepEqual(
      minimised(() => Number.NaN, [3, 4], { reach: 0.5, steps: 90, enough: 1e-9 }),
      [3, 4],
    );
  });
});
