import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { modelRow } from '../appliance/families/families.ts';
import { type ChamberFaults, chamberBuild, newChamber, soundChamber, stepChamber } from './chamber.ts';

/** When the air came to a temperature, in minutes since it was at 20 °C, and what the probe of the coil showed then. */
type Crossing = { readonly at_min: number; readonly coil: number };

type PullDown = {
  /** At each of `points`; null: it never came there. */
  readonly crossings: readonly (Crossing | null)[];
  readonly coldest: number;
  readonly condenserPeak: number;
};

const timedFrom = 20;
const points = [-12, -20, -32, -35] as const;
const step_s = 5;

/** Cools an empty cell down in a kitchen of 30 °C, for three hours at most, as whoever installs it does. */
function pullDown(name: string, faults: Partial<ChamberFaults> = {}, ice = 0): PullDown {
  const model = modelRow(name);
  assert.ok(model, name);
  const build = chamberBuild(model);
  const chamber = newChamber(build, 30, 25);
  const sound = { ambient: 30, open: false, doorSince_s: 0, halted: false };
  const around = { ...sound, faults: { ...soundChamber, ...faults } };
  const demand = { air: model.kind === 'blast' ? -38 : -25, rh: null, fan: 1, defrost: 'none' } as const;
  let began_s: number | null = null;
  const crossings: (Crossing | null)[] = points.map(() => null);
  let condenserPeak = 0;
  for (let time_s = 0; time_s - (began_s ?? 0) < 3 * 3600; time_s += step_s) {
    const before = chamber.probes;
    // A coil full of ice stays so.
    if (ice > 0) chamber.nodes = { ...chamber.nodes, frost: ice };
    stepChamber(build, chamber, demand, around, time_s, step_s);
    const { air, coil, condenser } = chamber.probes;
    condenserPeak = Math.max(condenserPeak, condenser);
    const shareTo = (point: number): number => (before.air - point) / (before.air - air);
    if (began_s === null && air <= timedFrom) began_s = time_s + step_s * shareTo(timedFrom);
    points.forEach((point, i) => {
      if (crossings[i] || air > point) return;
      const at_min = (time_s + step_s * shareTo(point) - (began_s ?? 0)) / 60;
      crossings[i] = { at_min, coil: before.coil + (coil - before.coil) * shareTo(point) };
    });
  }
  return { crossings, coldest: chamber.probes.air, condenserPeak };
}

const near = (actual: number | undefined, expected: number, tolerance: number, what: string): void =>
  assert.ok(
    actual !== undefined && Math.abs(actual - expected) <= tolerance,
    `${what}: ${actual?.toFixed(2)} instead of ${expected}`,
  );

describe('an empty cell that is cooled down', () => {
  // What is wrong with a cell of 45 kg; minutes to −12, −20, −32 and −35 °C, and the probe of the coil then.
  const rows: readonly [string, Partial<ChamberFaults>, number, readonly number[], readonly number[]][] = [
    ['nothing wrong', {}, 0, [11, 17, 36, 46], [-24.7, -29.8, -39.4, -42.0]],
    ['a tenth of its refrigerant lost', { charge: 0.9 }, 0, [12, 19, 42, 53], [-25.8, -30.9, -40.6, -43.2]],
    ['a fifth of its refrigerant lost', { charge: 0.8 }, 0, [14, 21, 49, 65], [-26.8, -32.0, -41.7, -44.3]],
    ['a compressor worn to 80 %', { wear: 0.8 }, 0, [14, 21, 49, 65], [-23.6, -29.2, -39.3, -42.0]],
    ['a coil full of ice', {}, 1, [14, 23, 58, 79], [-25.3, -30.3, -39.9, -42.5]],
    ['a fan at half its speed', { fanLoss: 0.5 }, 0, [11, 16, 32, 39], [-25.8, -30.5, -40.0, -42.5]],
    ['a fouled condenser', { foul: 1 }, 0, [11, 17, 36, 46], [-24.7, -29.8, -39.4, -42.0]],
  ];
  for (const [what, faults, ice, minutes, coil] of rows) {
    it(`takes its time, and shows its evaporator, with ${what}`, () => {
      const { crossings } = pullDown('MF Next L 45', faults, ice);
      minutes.forEach((expected, i) => {
        // The table has whole minutes.
        near(crossings[i]?.at_min, expected, 0.5 + expected * 0.03, `minutes to ${points[i]}`);
      });
      coil.forEach((expected, i) => {
        near(crossings[i]?.coil, expected, 0.5, `evaporator at ${points[i]}`);
      });
    });
  }

  it('never gets there with its door ajar, and drives the condenser up when that is fouled', () => {
    const ajar = pullDown('MF Next L 45', { ajar: 1 });
    assert.deepEqual(ajar.crossings.slice(2), [null, null]);
    near(ajar.coldest, -29.6, 0.5, 'coldest');
    near(pullDown('MF Next L 45', { foul: 1 }).condenserPeak, 87, 3, 'condenser');
  });

  // Minutes to −35 °C of the other sizes.
  const sizes = [
    ['MF Next XS 12', 70],
    ['MF Next S 20', 55],
    ['MF Next M 30', 50],
    ['MF Next XL 70', 42],
    ['SF Roll 100 RWL', 42],
  ] as const;
  for (const [name, minutes] of sizes) {
    it(`takes ${minutes} minutes for a ${name}`, () => {
      near(pullDown(name).crossings[3]?.at_min, minutes, 0.5 + minutes * 0.03, 'minutes to −35 °C');
    });
  }

  it('shows the same evaporator in a freezer and in a prover that freezes as far as these come', () => {
    const [first, second] = pullDown('CP Next 700').crossings;
    near(first?.coil, -25, 0.5, 'freezer at −12');
    near(second?.coil, -30, 0.5, 'freezer at −20');
    near(pullDown('PL Next 20 F').crossings[0]?.coil, -25, 1, 'prover at −12');
  });
});
