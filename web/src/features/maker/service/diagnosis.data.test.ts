import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AlarmInterval, listAlarms } from '@brina/contract/calls/record/alarms';
import type { Chart } from '@brina/contract/calls/record/telemetry';
import { day_ms, hour_ms } from '@brina/domain/language/durations';
import { dailyWork, lastThirtyDays, pastOf, zoneCurves } from './diagnosis.data.ts';

const values = (numbers: (number | null)[]) => ({ min: numbers, mean: numbers, max: numbers });

describe('the last thirty days', () => {
  it('S2.31 what is over is counted by name, the gravest and then the most frequent first; effects and mistakes are not', () => {
    const [example] = listAlarms.example.reply;
    const over = (name: string, change: Partial<AlarmInterval> = {}): AlarmInterval => ({
      ...example,
      by: ['server'],
      name,
      state: 'cleared',
      foldedInto: null,
      excursion: null,
      ...change,
    });
    assert.deepEqual(
      pastOf([
        over('descaleWarning', { severity: 'W' }),
        over('offlineWarning', { severity: 'W' }),
        over('chillTimeExceededAlarm', { severity: 'A' }),
        over('openDoorAlarm', { severity: 'A' }),
        over('chillTimeExceededAlarm', { severity: 'A' }),
        over('humidityLowWarning', { foldedInto: 'openDoorAlarm' }),
        over('productTempHighAlarm', {
          severity: 'C',
          foldedInto: 'openDoorAlarm',
          excursion: { extreme: 12, degree_min: 9 },
        }),
        over('noCoolingAlarm', { state: 'retracted' }),
        over('highPressureAlarm', { state: 'active', clearedAt: null }),
      ]).map(({ name, times }) => `${times} ${name}`),
      ['1 productTempHighAlarm', '2 chillTimeExceededAlarm', '1 openDoorAlarm', '1 descaleWarning', '1 offlineWarning'],
    );
  });

  it('S2.31 a day is the kitchen’s: what is counted before its midnight is the day before', () => {
    // 10 July, 20:00 UTC is 05:00 of the next day in Tokyo.
    const from = Date.UTC(2026, 6, 10, 12);
    const to = from + 24 * hour_ms;
    const at = [0, 2, 4, 8, 12].map((hours) => from + hours * hour_ms);
    const chart: Chart = {
      from,
      to,
      level: '10min',
      step_ms: hour_ms,
      at,
      series: {
        totalOpenDoor1Counter: values([100, 104, 110, 125, null]),
        totalOpenDoor2Counter: values([5, 5, 6, 8, 9]),
        compressorHours: values([50, 51, 52.5, 55, 58]),
      },
      gaps: [],
      arriving: false,
    };
    assert.deepEqual(
      dailyWork(chart, { from, to }, 'Asia/Tokyo').map(({ doors, compressor_h }) => ({ doors, compressor_h })),
      [
        { doors: 4, compressor_h: 1 },
        { doors: 25, compressor_h: 7 },
      ],
    );
    assert.deepEqual(
      dailyWork(chart, { from, to }, 'UTC').map(({ doors }) => doors),
      [28, 1],
    );
  });

  it('S2.31 a counter that was set back counts from nought; a day without values is not a day without work; what a silence held is no day’s', () => {
    const from = Date.UTC(2026, 6, 10);
    const at = [from, from + hour_ms, from + 2 * day_ms];
    const chart: Chart = {
      from,
      to: from + 3 * day_ms,
      level: '10min',
      step_ms: hour_ms,
      at,
      series: { totalOpenDoor1Counter: { ...values([900, 3, 10]), min: [900, 3, 8] } },
      gaps: [],
      arriving: false,
    };
    assert.deepEqual(
      dailyWork(chart, chart, 'UTC').map(({ doors, compressor_h }) => [doors, compressor_h]),
      [
        [3, null],
        [null, null],
        [2, null],
      ],
    );
  });

  it('B4.1 S2.31 a day that a stretch touches which is still arriving says so, also by its last hour', () => {
    const from = Date.UTC(2026, 6, 10);
    const gaps = [
      { from: from + 23 * hour_ms, to: from + 25 * hour_ms, reason: 'arriving' as const },
      { from: from + 60 * hour_ms, to: from + 61 * hour_ms, reason: 'link_lost' as const },
    ];
    const to = from + 3 * day_ms;
    const chart: Chart = { from, to, level: '10min', step_ms: hour_ms, at: [], series: {}, gaps, arriving: true };
    assert.deepEqual(
      dailyWork(chart, chart, 'UTC').map(({ isArriving }) => isArriving),
      [true, true, false],
    );
  });

  it('S2.31 the day on which the clocks go back has 25 hours of work, the one on which they go forward 23', () => {
    for (const [midnight, hours] of [
      [Date.UTC(2026, 9, 24, 22), 25],
      [Date.UTC(2026, 2, 28, 23), 23],
    ] as const) {
      const at = Array.from({ length: 12 + hours + 12 }, (_, hour) => midnight + (hour - 12) * hour_ms);
      const running = values(at.map((_, hour) => 400 + hour));
      const [from = 0, to = 0] = [at[0], at.at(-1)];
      const chart: Chart = {
        from,
        to,
        level: '10min',
        step_ms: hour_ms,
        at,
        series: { compressorHours: running },
        gaps: [],
        arriving: false,
      };
      const days = dailyWork(chart, chart, 'Europe/Rome').map(({ compressor_h }) => compressor_h);
      assert.deepEqual(days, [11, hours, 12]);
    }
  });

  it('a cabinet of two zones has two sets of curves, every other model one', () => {
    assert.deepEqual(
      zoneCurves('CP Next 700 Duo').map(({ chamber, evaporator }) => [chamber, evaporator]),
      [
        ['TCell', 'TEvap1'],
        ['TCellZone2', 'TEvap2'],
      ],
    );
    assert.deepEqual(
      zoneCurves('MF Next L 45').map(({ chamber }) => chamber),
      ['TCell'],
    );
    assert.deepEqual(
      zoneCurves('of tomorrow').map(({ zone }) => zone),
      [1],
    );
    const { from, to } = lastThirtyDays(Date.UTC(2026, 0, 31));
    assert.equal((to - from) / 86_400_000, 30);
  });
});
