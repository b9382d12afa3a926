import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { families, modelRow } from '../appliance/families/families.ts';
import type { ModelRow } from '../appliance/families/family.ts';
import { type PhasePlan, phasesOf } from '../appliance/phase-plan.ts';
import { planFor } from '../cycles/cycle-plan.ts';
import { planProofing } from '../cycles/proofing.ts';
import { scheduleStart } from '../cycles/schedule.ts';
import { minute_ms } from '../language/durations.ts';
import { instantOf, localMinute } from '../language/local-minute.ts';
import { type Forecast, forecastCycle, forecastProofing } from './forecast.ts';
import { defaultLoad, type FoodLoad } from './loads.ts';
import { scheduleDrift_min } from './schedule-drift.ts';

const model = (name: string): ModelRow => {
  const row = modelRow(name);
  assert.ok(row, name);
  return row;
};
const mf = model('MF Next L 45');
const chill = planFor(families.MF, { function: 0 }, mf);
const freeze = planFor(families.MF, { function: 1 }, mf);

const load = (kg: number, depth_mm: number, from_C = 70): FoodLoad => ({ kg, depth_mm, from_C });
/** A cell and a room as the tables have them. */
const start = { cell: 4, ambient: 30 } as const;

const within = (actual: number | null, expected: number, share: number, what: string): void =>
  assert.ok(
    actual !== null && Math.abs(actual - expected) <= expected * share,
    `${what}: ${actual?.toFixed(2)} instead of ${expected}`,
  );

const lengths = ({ phases }: Forecast): (number | null)[] =>
  phases.map(({ from_min, to_min }) => (to_min === null ? null : to_min - from_min));

describe('forecast of a cycle', () => {
  // What is laid in, the cell, then minutes in all and by phase, and the energy.
  const rows: readonly [string, readonly PhasePlan[], FoodLoad, number, number, readonly number[], number | null][] = [
    ['a full chill', chill, load(45, 35), 4, 78.8, [61.7, 17.2], 2.81],
    ['thick trays', chill, load(45, 50), 4, 135.5, [81.2, 54.3], 3.33],
    ['half a load, thicker', chill, load(22.5, 40), 4, 86.0, [62.7, 23.3], 1.98],
    ['a little less, flat', chill, load(40.5, 28), 4, 62.2, [], null],
    ['a little more, thick', chill, load(49.5, 42), 4, 100.3, [], null],
    ['food at 85 °C', chill, load(45, 35, 85), 4, 87.0, [70.0, 17.0], 3.27],
    ['a warm cell', chill, load(45, 35), 30, 83.8, [66.2, 17.7], 3.11],
    ['a freeze', freeze, load(33.75, 35), 4, 227.3, [227.3], 6.87],
    ['a freeze of thick trays', freeze, load(33.75, 50), 4, 304.1, [304.1], 8.26],
  ];
  for (const [what, plan, food, cell, minutes, phases, kWh] of rows) {
    it(`tells minutes and energy of ${what}`, () => {
      const forecast = forecastCycle(mf, plan, food, { ...start, cell });
      within(forecast.total_min, minutes, 0.03, 'minutes');
      phases.forEach((expected, i) => {
        within(lengths(forecast)[i] ?? null, expected, 0.03, `phase ${i + 1}`);
      });
      if (kWh !== null) within(forecast.kWh, kWh, 0.03, 'kWh');
    });
  }

  it('tells phases, their ends, and a point a minute', () => {
    const { points, phases, total_min } = forecastCycle(mf, chill, load(45, 35), start);
    assert.deepEqual(
      phases.map(({ index, phase, endedBy, byFood, holds }) => ({ index, phase, endedBy, byFood, holds })),
      [
        { index: 0, phase: 2, endedBy: 'target', byFood: true, holds: false },
        { index: 1, phase: 3, endedBy: 'target', byFood: true, holds: false },
        { index: 2, phase: 7, endedBy: null, byFood: false, holds: true },
      ],
    );
    assert.equal(phases[1]?.to_min, total_min);
    assert.deepEqual(points[0], { at_min: 0, air: 4, rh: 50, surface: 70, core: 70 });
    const minutes = points.map(({ at_min }) => at_min);
    assert.deepEqual(
      [...minutes].sort((a, b) => a - b),
      minutes,
    );
    for (let minute = 0; minute <= (total_min ?? 0); minute++) assert.ok(minutes.includes(minute), `minute ${minute}`);
    assert.ok((points.find(({ at_min }) => at_min === total_min)?.core ?? 99) <= 3);
  });

  const anyFood = fc.record({
    kg: fc.double({ min: 9, max: 45, noNaN: true }),
    depth_mm: fc.double({ min: 15, max: 80, noNaN: true }),
    from_C: fc.double({ min: 50, max: 86, noNaN: true }),
  });
  const minutesOf = (plan: readonly PhasePlan[], food: FoodLoad): number =>
    forecastCycle(mf, plan, food, start).total_min ?? Number.NaN;

  it('cools no core sooner that lies deeper', () => {
    fc.assert(
      fc.property(
        anyFood,
        fc.constantFrom(chill, freeze),
        fc.double({ min: 1.01, max: 1.3, noNaN: true }),
        (food, plan, more) => {
          assert.ok(minutesOf(plan, { ...food, depth_mm: food.depth_mm * more }) >= minutesOf(plan, food));
        },
      ),
      { numRuns: 40, seed: 7 },
    );
  });

  it('cools no core sooner that is more or comes in hotter, but for when the compressor happens to start', () => {
    // Far from its set-point the thermostat has no say; at it one start more or less is worth some minutes.
    const hard = phasesOf('-25/100/-/c3', { phase: 2 });
    const cases = [
      [hard, 0.01],
      [chill, 0.12],
    ] as const;
    fc.assert(
      fc.property(anyFood, fc.constantFrom(...cases), (food, [plan, swing]) => {
        const least = minutesOf(plan, food) * (1 - swing);
        assert.ok(minutesOf(plan, { ...food, kg: food.kg * 1.1 }) >= least, `more than ${JSON.stringify(food)}`);
        assert.ok(
          minutesOf(plan, { ...food, from_C: food.from_C + 4 }) >= least,
          `hotter than ${JSON.stringify(food)}`,
        );
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  it('goes by the clock where time ends a phase, to the second', () => {
    const plan = phasesOf('57/80/<25/8h', { phase: 25 });
    assert.equal(defaultLoad('drying', mf), null);
    const { total_min, points, phases } = forecastCycle(mf, plan, null);
    assert.deepEqual([total_min, phases[0]?.endedBy], [480, 'time']);
    assert.ok(points.every(({ core, surface }) => core === null && surface === null));
    assert.ok((points.at(-1)?.rh ?? 99) < 25);
    const [odd] = plan;
    assert.ok(odd);
    const uneven = forecastCycle(mf, [{ ...odd, end: { by: 'time', time_min: 35.27 } }], null);
    assert.equal(uneven.total_min, 35.27);
  });

  it('puts the purge in where cold follows heat, which ends when the cell is cool', () => {
    const plan = planFor(families.MF, { function: 6, core: 65, coreHold_min: 14 }, mf);
    const { phases } = forecastCycle(mf, plan, load(10, 35, 5));
    assert.deepEqual(
      phases.map(({ index, phase }) => [index, phase]),
      [
        [0, 15],
        [1, 16],
        [null, 17],
        [2, 2],
        [3, 3],
        [4, 7],
      ],
    );
    assert.equal(phases[2]?.endedBy, 'target');
    assert.ok((lengths({ phases } as Forecast)[2] ?? 99) < 10);
    // The core was held for its minutes.
    assert.ok((lengths({ phases } as Forecast)[1] ?? 0) >= 14);
  });

  it('says of food that never gets there that it has no end, and ends what takes too long', () => {
    // It has no heater.
    const ef = model('EF Next M 25');
    const hot = phasesOf('85/100/-/c80', { phase: 7 });
    const endless = forecastCycle(ef, hot, load(10, 20, 5));
    assert.deepEqual([endless.total_min, endless.phases[0]?.to_min, endless.phases[0]?.endedBy], [null, null, null]);
    const [phase] = hot;
    assert.ok(phase);
    const cut = forecastCycle(ef, [{ ...phase, max_min: 120 }], load(10, 20, 5));
    assert.equal(cut.phases[0]?.endedBy, 'maximum');
    assert.ok(Math.abs((cut.total_min ?? 0) - 120) < 0.5);
  });

  it('refuses what would never end, rather than never to return', () => {
    const plan = [{ phase: 25, air: 57, fan: 80, rh: null, end: { by: 'time', time_min: Number.NaN } } as const];
    assert.throws(() => forecastCycle(mf, plan, null), RangeError);
  });

  it('ends a phase by its air, and by food that is even with it', () => {
    const cooled = forecastCycle(mf, phasesOf('-35/100/-/a-35', { phase: 1 }), null, { cell: 20, ambient: 30 });
    assert.equal(cooled.phases[0]?.endedBy, 'target');
    within(cooled.total_min, 46, 0.1, 'minutes to −35 °C');
    const even = forecastCycle(
      mf,
      [{ phase: 3, air: 3, fan: 100, rh: null, end: { by: 'even', within_K: 2 } }],
      load(10, 30, 20),
    );
    assert.deepEqual([even.phases[0]?.endedBy, even.phases[0]?.byFood], ['target', true]);
    const last = even.points.at(-1);
    assert.ok(Math.abs((last?.core ?? 99) - (last?.air ?? 0)) <= 2.1);
  });
});

describe('forecast of a plan by the clock', () => {
  const timeZone = 'Europe/Rome';
  const proofing = phasesOf(
    '0/60/-/90m · 2/30/75/auto · 2>12/30/75/180m · 27/35/78/150m · H10/20/80',
    { phase: 18 },
    { phase: 19 },
    { phase: 20 },
    { phase: 21 },
    { phase: 22 },
  );
  // The evening it begins, then by the kitchen's clock when blocking, storing, waking and proofing end.
  const nights = [
    ['2026-03-20', ['19:30', '01:00', '04:00', '06:30']],
    // Clocks go forward at two: an hour less to store.
    ['2026-03-28', ['19:30', '00:00', '04:00', '06:30']],
    // And back at three: what is stored until two has an hour more.
    ['2026-10-24', ['19:30', '02:00', '04:00', '06:30']],
  ] as const;
  for (const [day, ends] of nights) {
    it(`S4.17 proves in the night of ${day} as planned`, () => {
      const now_ms = instantOf(`${day}T18:00`, timeZone);
      const next = new Date(Date.parse(`${day}T12:00Z`) + 86_400_000).toISOString().slice(0, 10);
      const args = { function: 8, phases: proofing, readyAt: `${next}T06:30` };
      const schedule = scheduleStart(mf, args, { now_ms, timeZone });
      assert.ok(schedule && 'phases' in schedule);
      const forecast = forecastCycle(mf, proofing, null, { ready_min: (schedule.readyAt - now_ms) / minute_ms });
      const told = forecast.phases.map(({ to_min }) =>
        to_min === null ? null : localMinute(now_ms + to_min * minute_ms, timeZone).slice(11),
      );
      assert.deepEqual(told, [...ends, null]);
      const planned = schedule.phases.map(({ to }) => localMinute(to, timeZone).slice(11));
      assert.deepEqual(planned, [...ends]);
      const storing_min = { '2026-03-20': 330, '2026-03-28': 270, '2026-10-24': 390 }[day];
      assert.equal(lengths(forecast)[1], storing_min);
      assert.deepEqual(
        [forecast.phases[1]?.endedBy, forecast.total_min],
        ['clock', (schedule.readyAt - now_ms) / minute_ms],
      );
      assert.equal(scheduleDrift_min(schedule.phases, forecast), null);
    });
  }

  it('tells when what is ready to serve needs longer than its plan counts with', () => {
    const now_ms = instantOf('2026-06-10T14:00', timeZone);
    const args = { function: 5, by: 'clock', readyAt: '2026-06-10T19:00' } as const;
    const schedule = scheduleStart(mf, args, { now_ms, timeZone });
    assert.ok(schedule && 'phases' in schedule);
    const plan = planFor(families.MF, args, mf);
    const forecast = forecastCycle(mf, plan, load(20, 35, 5), { ready_min: 300 });
    const [waiting, heating] = lengths(forecast);
    // The unit reckons with its heater and begins earlier than the plan, which counts with an hour.
    within(heating ?? null, 97, 0.05, 'minutes of heating');
    assert.ok((waiting ?? 0) < 240 - 15);
    within(scheduleDrift_min(schedule.phases, forecast), 30, 0.1, 'difference');
    const agreed = schedule.phases.map((phase, i) => {
      const at = (minute: number | null | undefined): number => now_ms + (minute ?? 0) * minute_ms;
      return { ...phase, from: at(forecast.phases[i]?.from_min) + 10 * minute_ms, to: at(forecast.phases[i]?.to_min) };
    });
    assert.equal(
      scheduleDrift_min(
        [...agreed.slice(0, 1).map((phase) => ({ ...phase, from: now_ms })), ...agreed.slice(1)],
        forecast,
      ),
      null,
    );
  });

  it('S4.17 follows the plan of a prover with its air and humidity', () => {
    const pl = model('PL Next 20');
    const now_ms = instantOf('2026-06-10T18:00', timeZone);
    const schedule = planProofing(pl, { readyAt: '2026-06-11T06:30' }, { now_ms, timeZone });
    assert.ok('phases' in schedule);
    const forecast = forecastProofing(pl, schedule);
    assert.deepEqual(
      forecast.phases.map(({ from_min }) => now_ms + from_min * minute_ms),
      schedule.phases.map(({ from }) => from),
    );
    assert.equal(forecast.total_min, 750);
    const at = (minute: number) => forecast.points.find(({ at_min }) => at_min === minute);
    assert.ok(Math.abs((at(85)?.air ?? 99) - 0) < 2.5 && Math.abs((at(300)?.air ?? 99) - 2) < 2.5);
    assert.ok(Math.abs((at(749)?.air ?? 99) - 27) < 1 && Math.abs((at(749)?.rh ?? 0) - 78) <= 3);
    assert.ok(forecast.points.every(({ core }) => core === null));
    assert.equal(scheduleDrift_min(schedule.phases, forecast), null);
  });
});
