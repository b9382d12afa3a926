/** What is wrong with a cabinet, as the condenser above the room and the air above the evaporator show it at equal evaporator. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FaultName, setFault } from '../faults.ts';
import { trialOf } from '../testing/trial.ts';

const chilled = 2;
const frozen = 1;
const days = 3;

/** Means of one run of the compressor of two minutes or more. */
type Run = { readonly coil: number; readonly approach: number; readonly gap: number };
type Life = { readonly runs: readonly Run[]; readonly duty: number };

/** Days of a cabinet of 700 l with sixty openings of twenty seconds each, after one in which it finds its ease. */
function live(mode: number, faults: Partial<Record<FaultName, number>> = {}): Life {
  const trial = trialOf({ model: 'CP Next 700', modes: [mode] });
  const { appliance } = trial;
  appliance.hands.settle();
  for (const [name, value] of Object.entries(faults)) assert.ok(setFault(trial.faults, name as FaultName, value));
  const runs: Run[] = [];
  let minutes: Run[] = [];
  let [since_min, door_min, on_min] = [0, 0, 0];
  const end = (): void => {
    const mean = (key: keyof Run): number => minutes.reduce((sum, one) => sum + one[key], 0) / minutes.length;
    if (minutes.length > 1) runs.push({ coil: mean('coil'), approach: mean('approach'), gap: mean('gap') });
    minutes = [];
  };
  for (let minute = 0; minute < (days + 1) * 1440; minute++) {
    // From eight to ten in the evening, every fourteen minutes.
    if (minute % 1440 < 840 && minute % 14 === 0) {
      appliance.hands.openDoor(true);
      trial.pass(1 / 3, 5);
      appliance.hands.openDoor(false);
      door_min = minute;
      trial.pass(2 / 3, 10);
    } else trial.pass(1, 10);
    if (minute < 1440) continue;
    const runsNow = appliance.compressorState === 1 && appliance.view.defrost(0) === 0;
    if (appliance.compressorState === 1) on_min++;
    if (!runsNow) {
      end();
      since_min = minute;
    } else if (minute - since_min >= 2 && minute - door_min >= 3) {
      const { air, coil, condenser } = trial.chamber.probes;
      minutes.push({ coil, approach: condenser - appliance.ambient, gap: air - coil });
    }
  }
  return { runs, duty: on_min / (days * 1440) };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

const binOf = ({ coil }: Run): number => Math.round(coil / 2) * 2;

/** How far a cabinet is from a sound one: kelvin at the condenser, percent at the coil and of the duty. */
function distance(sound: Life, life: Life): readonly [number, number, number] {
  const known = life.runs.flatMap((run) => {
    const alike = sound.runs.filter((other) => binOf(other) === binOf(run));
    if (alike.length < 5) return [];
    const [approach, gap] = [median(alike.map((one) => one.approach)), median(alike.map((one) => one.gap))];
    return [{ cond_K: run.approach - approach, coil: run.gap / gap - 1 }];
  });
  assert.ok(known.length >= 5, 'runs that are known');
  return [
    median(known.map(({ cond_K }) => cond_K)),
    median(known.map(({ coil }) => coil)) * 100,
    (life.duty / sound.duty - 1) * 100,
  ];
}

describe('signs of what is wrong with a cabinet of 700 l', () => {
  // Kelvin at the condenser, percent at the coil and of the time that the compressor runs.
  const rows: readonly [number, string, Partial<Record<FaultName, number>>, readonly [number, number, number]][] = [
    [chilled, 'nothing', {}, [0, 0, 0]],
    [chilled, 'a condenser half fouled', { foul: 0.5 }, [7.5, 0, 0]],
    [chilled, '80 % charge', { charge: 0.8 }, [-0.8, 9, 31]],
    [chilled, 'a compressor worn to 80 %', { wear: 0.8 }, [-2.2, -6, 31]],
    [chilled, 'a fan 30 % weak', { fanLoss: 0.3 }, [0, 2, -3]],
    [chilled, 'a torn gasket', { ajar: 0.25 }, [-0.2, 4, 105]],
    [frozen, 'a condenser half fouled', { foul: 0.5 }, [7.7, 0, 0]],
    [frozen, '80 % charge', { charge: 0.8 }, [-1.9, 10, 28]],
    [frozen, 'a compressor worn to 80 %', { wear: 0.8 }, [-1.8, -2, 28]],
    [frozen, 'a fan 30 % weak', { fanLoss: 0.3 }, [-0.6, 2, 8]],
    [frozen, 'a torn gasket', { ajar: 0.25 }, [-2.7, 52, 140]],
    [frozen, 'a defrost that stays cold', { defrostDead: 1 }, [-1.3, 3, 22]],
  ];
  const sound = new Map([chilled, frozen].map((mode) => [mode, live(mode)]));
  for (const [mode, what, faults, [cond_K, coil, duty]] of rows) {
    it(`shows ${what} at ${mode === chilled ? '+2' : '−20'} °C`, () => {
      const found = distance(sound.get(mode) as Life, live(mode, faults));
      assert.ok(Math.abs(found[0] - cond_K) <= 0.4, `condenser: ${found[0]} instead of ${cond_K} K`);
      assert.ok(Math.abs(found[2] - duty) <= 5, `duty: ${found[2]} instead of ${duty} %`);
      assert.ok(Math.abs(found[1] - coil) <= 3, `coil: ${found[1]} instead of ${coil} %`);
    });
  }
});
