import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Input } from './input.ts';
import type { Interval } from './interval.ts';
import { chamber } from './testing/cabinet.ts';
import { cycle, idle } from './testing/chiller.ts';
import {
  at,
  blast,
  cabinet,
  day,
  hour,
  inOrder,
  minute,
  minutes,
  namesOf,
  only,
  run,
  samples,
  start,
} from './testing/scenario.ts';

/** Within a minute of what was asked for. */
const about = (actual: number, expected: number, what: string): void =>
  assert.ok(Math.abs(actual - expected) <= 1, `${what}: ${actual}, not about ${expected}`);

const of = (intervals: readonly Interval[], name: string): Interval[] =>
  intervals.filter((interval) => interval.name === name);

/** What was said, in short. */
const told = (said: readonly Interval[]): string[] =>
  said
    .map((interval) => `${interval.name} ${JSON.stringify(minutes(interval))} ${JSON.stringify(interval.evidence)}`)
    .slice(0, 6);

describe('scenarios of the alarm engine', () => {
  it('S3.12 scenario 1: a healthy freezer cabinet with four defrosts a day says nothing in 30 days', () => {
    // At -20 °C it is one of the healthy units (healthy.test.ts).
    const { said } = run(cabinet, [...chamber({ set: -22, days: 30, seed: 1 })]);
    assert.deepEqual(told(said), []);
  });

  it('S3.12 scenario 1: a set-point at the limit itself is told once', () => {
    const { intervals } = run(cabinet, [...chamber({ set: -18, days: 5, seed: 2 })]);
    only(intervals, 'setPointMarginWarning');
    assert.deepEqual(
      namesOf(intervals).filter((name) => name !== 'setPointMarginWarning' && name !== 'productTempHighAlarm'),
      [],
    );
  });

  it('S3.12 scenario 2: frozen food gets warm in steps: warning, alarm, critical', () => {
    const held = samples(-60, 0, { TCell: -22, cellSetTemp: -22 });
    const after = samples(60, 240, { TCell: -22, cellSetTemp: -22 });
    const { intervals, said } = run(cabinet, [...held, ...samples(0, 60, { TCell: -8, cellSetTemp: -22 }), ...after]);
    assert.deepEqual(namesOf(intervals).sort(), [
      'productTempCriticalAlarm',
      'productTempHighAlarm',
      'productTempHighWarning',
    ]);
    const warning = minutes(only(intervals, 'productTempHighWarning'));
    about(warning.started, 8, 'warning started');
    about(warning.raised, 38, 'warning raised');
    const alarm = only(intervals, 'productTempHighAlarm');
    about(minutes(alarm).started, 17, 'alarm started');
    about(minutes(alarm).raised, 47, 'alarm raised');
    const critical = minutes(only(intervals, 'productTempCriticalAlarm'));
    about(critical.started, 49, 'critical started');
    about(critical.raised, 51, 'critical raised');
    about((alarm.excursion?.since ?? 0) / minute - start / minute, 8, 'degree-minutes from');
    // The food at -8 °C for an hour: at most -18 + 10 K, and the integral of the filter's curve above -18 °C.
    assert.ok(alarm.excursion && alarm.excursion.extreme > -10 && alarm.excursion.extreme < -8);
    assert.ok(alarm.excursion.degree_min > 350 && alarm.excursion.degree_min < 600, `${alarm.excursion.degree_min}`);
    assert.equal(alarm.state, 'cleared');
    assert.ok(said.every(({ foldedInto }) => foldedInto === null));
  });

  it('S3.12 scenario 3: chilled food gets warm', () => {
    const held = samples(-60, 0, { TCell: 2, cellSetTemp: 2 });
    const { intervals } = run(cabinet, [...held, ...samples(0, 60, { TCell: 12, cellSetTemp: 2 })]);
    const alarm = minutes(only(intervals, 'productTempHighAlarm'));
    about(alarm.started, 9, 'alarm started');
    about(alarm.raised, 24, 'alarm raised');
    about(minutes(only(intervals, 'productTempHighWarning')).raised, 39, 'warning raised');
    about(minutes(only(intervals, 'productTempCriticalAlarm')).raised, 42, 'critical raised');
    assert.equal(intervals.length, 3);
  });

  it('S3.12 scenario 4: a busy kitchen with 150 openings a day says nothing in 30 days', () => {
    const life = {
      set: 2,
      days: 30,
      seed: 4,
      defrosts: 4,
      defrost_K: 3,
      openings: 150,
      open_s: 30,
      airPeak: 21,
      duty: 0.36,
    };
    assert.deepEqual(told(run(cabinet, [...chamber(life)]).said), []);
  });

  it('S3.12 scenario 5: a door left open is one alarm, and the humidity it costs is not told', () => {
    const humid = { TCell: 2, cellSetTemp: 2, cellSetHumidity: 80 };
    const { intervals } = run(cabinet, [
      ...samples(-60, 0, { ...humid, levelHumidity: 80, door: 0 }),
      at(0, { kind: 'door', door: 1, open: true }),
      ...samples(0.5, 12, { ...humid, TCell: 9, levelHumidity: 40, door: 1 }),
      at(12, { kind: 'door', door: 1, open: false }),
      ...samples(12.5, 120, { ...humid, levelHumidity: 76, door: 0 }),
    ]);
    const door = only(intervals, 'openDoorAlarm');
    assert.deepEqual(minutes(door), { started: 0, raised: 3, cleared: 12 });
    assert.deepEqual(
      intervals.filter(({ name, foldedInto }) => name !== 'openDoorAlarm' && foldedInto === null),
      [],
    );
  });

  it('S3.12 scenario 6: one defrost by the clock is a notice, two in a row are a fault', () => {
    const defrost = (from: number, end: number): Input[] => [
      ...samples(from, from + 30, { TCell: -18, cellSetTemp: -20, defrostState: 3 }),
      ...samples(from + 30, from + 31, { TCell: -18, cellSetTemp: -20, defrostState: 4, lastDefrostEnd: end }),
      ...samples(from + 31, from + 240, { TCell: -20, cellSetTemp: -20, defrostState: 0 }),
    ];
    const one = run(cabinet, [...defrost(0, 1), ...defrost(240, 2), ...defrost(480, 1)]).intervals;
    assert.deepEqual(namesOf(one), ['defrostTimeoutWarning']);
    const two = run(cabinet, [...defrost(0, 2), ...defrost(240, 2), ...defrost(480, 1)]).intervals;
    about(minutes(only(two, 'defrostTimeoutWarning')).raised, 31, 'first time-out');
    const failed = minutes(only(two, 'defrostFailedAlarm'));
    about(failed.raised, 271, 'second time-out');
    about(failed.cleared, 511, 'ended by temperature');
    assert.equal(two.length, 2);
  });

  it('S3.12 scenario 11: a needle left in air is told by minute 15, and pushing it in clears it', () => {
    const { intervals } = run(blast, [
      ...idle(start - hour, start),
      ...cycle({ startAt: start, needleInAir: (minute) => minute < 20, every_s: 60 }),
    ]);
    const warning = minutes(only(intervals, 'coreProbeNotInsertedWarning'));
    assert.ok(warning.raised >= 3 && warning.raised <= 15, `${warning.raised}`);
    assert.ok(warning.cleared >= 20 && warning.cleared <= 24, `${warning.cleared}`);
  });

  it('S3.12 scenario 11: cold food with the needle in it is not mistaken for air', () => {
    const { intervals } = run(blast, [...cycle({ startAt: start, core: 5 })]);
    assert.deepEqual(told(intervals), []);
  });

  it('S3.12 scenario 12: thick pieces are forecast to be late, and are late; nothing is blamed on the machine', () => {
    const { intervals } = run(blast, [...cycle({ startAt: start, depth_mm: 50 })]);
    const forecast = minutes(only(intervals, 'chillForecastWarning'));
    assert.ok(forecast.raised >= 20 && forecast.raised <= 40, `${forecast.raised}`);
    const late = only(intervals, 'chillTimeExceededAlarm');
    about(minutes(late).raised, 90, 'late');
    assert.ok(late.excursion && late.excursion.extreme > 3 && late.excursion.degree_min > 100);
    assert.equal(intervals.length, 2, told(intervals).join());
  });

  it('S3.12 scenario 12: a usual load, and half of one, are not forecast to be late', () => {
    for (const load of [{}, { depth_mm: 40, load_kg: 22 }, { core: 90 }, { ambient: 38 }, { depth_mm: 20 }])
      assert.deepEqual(
        namesOf(run(blast, [...cycle({ startAt: start, ...load })]).intervals),
        [],
        JSON.stringify(load),
      );
  });

  it('S3.12 scenario 12: whatever will be in time is not warned of, whatever will be far from it is, with half its time left', () => {
    const loads = [20, 25, 30, 35, 39, 42, 46, 50, 60].flatMap((depth_mm) =>
      [0, 0.3, 0.5].flatMap((fanLoss) =>
        [1, 0.6].flatMap((charge) => [70, 90].map((core) => ({ depth_mm, fanLoss, charge, core }))),
      ),
    );
    const seen = { inTime: 0, late: 0 };
    for (const load of loads) {
      const inputs = [...cycle({ startAt: start, ...load })];
      const began = inputs.find((input) => input.kind === 'sample' && Number(input.values.TCore1) <= 70)?.at_ms ?? 0;
      const took_min = ((inputs.at(-1)?.at_ms ?? 0) - began) / minute;
      const warned = of(run(blast, inputs).intervals, 'chillForecastWarning').map((one) => minutes(one).raised);
      const said = `${JSON.stringify(load)}: ${took_min} min, warned at ${warned.join()}`;
      if (took_min <= 90) assert.deepEqual(warned, [], said);
      if (took_min > 120) assert.ok(warned.length === 1 && (warned[0] ?? 0) <= 45, said);
      // A warning that comes when it is late already says that there is time where there is none.
      for (const raised of warned) assert.ok(start + raised * minute < began + 90 * minute, said);
      seen[took_min <= 90 ? 'inTime' : 'late'] += 1;
    }
    assert.ok(seen.inTime > 20 && seen.late > 20);
  });

  it('S3.12 scenario 13: a condenser that fouls over 20 weeks is told weeks before it stops the unit', () => {
    // Clean for two weeks, then half fouled by week 20 and cleaned; or always clean, and in summer at 38 °C.
    const fouling = function* (half: boolean): Generator<Input> {
      for (let today = -14; today < 146; today += 1) {
        const ambient = half || today < 14 ? 30 : 38;
        const foul = half && today < 140 ? (0.5 * Math.max(0, today)) / 140 : 0;
        const morning = start + today * day;
        if (today === 140 && half) yield { at_ms: morning - hour, kind: 'maintenance', what: 'cleaning' };
        yield* idle(morning - hour / 2, morning, ambient);
        for (const run of [0, 1]) yield* cycle({ startAt: morning + run * 3 * hour, ambient, foul, every_s: 60 });
        yield* idle(morning + 5 * hour, morning + 5.5 * hour, ambient);
      }
    };
    const { intervals } = run(blast, [...fouling(true)], undefined, start - 15 * day);
    const dirty = only(intervals, 'condenserDirtyWarning');
    const week = ((dirty.raisedAt ?? 0) - start) / day / 7;
    assert.ok(week >= 11 && week <= 13.2, `week ${week}`);
    const hot = intervals.find(({ name }) => name === 'condenserHighTempWarning' || name === 'highPressureAlarm');
    assert.ok(hot === undefined || hot.startedAt - (dirty.raisedAt ?? 0) >= 7 * day, 'hot too early');
    const cleared = ((dirty.clearedAt ?? 0) - start) / day;
    assert.ok(cleared > 140 && cleared < 142, `cleared on day ${cleared}`);
    assert.deepEqual(
      of(run(blast, [...fouling(false)], undefined, start - 15 * day).intervals, 'condenserDirtyWarning'),
      [],
    );
  });

  it('S3.12 scenario 14: a swinging mains voltage chatters, and stays one interval', () => {
    const swing: Input[] = [];
    for (let time = 0; time < 12; time += 1) {
      const from = time * 6;
      swing.push(
        ...samples(from, from + 2.5, { mainsVoltage: 195 }, 10),
        ...samples(from + 2.5, from + 6, { mainsVoltage: 225 }, 10),
      );
    }
    const { intervals } = run(cabinet, [...swing, ...samples(72, 200, { mainsVoltage: 230 })]);
    const low = of(intervals, 'mainsVoltageLowWarning');
    assert.equal(low.length, 4);
    assert.deepEqual(
      low.map(({ chattering }) => chattering),
      [0, 0, 0, 12],
    );
    const last = low[3] as Interval;
    about(minutes(last).raised, 19, 'fourth');
    assert.equal(last.state, 'cleared');
    about(minutes(last).cleared, 68.5, 'quiet from');
    const open = run(cabinet, [...swing, ...samples(72, 120, { mainsVoltage: 230 })]).intervals;
    assert.equal((of(open, 'mainsVoltageLowWarning')[3] as Interval).state, 'active');
  });

  it('S3.12 scenario 15: a warm cabinet gets its time to cool down, and no more', () => {
    const on = samples(-60, 0, { powerState: 0, TCell: 25, cellSetTemp: 2, operatingMode: 2 });
    // On its way so that it passes set + 3 K at the minute `to`, and goes on.
    const cooling = (from: number, to: number, warm: number, set: number, mode: number) => {
      const tau = (to - from) / Math.log((warm - set) / 3);
      return (now: number) => ({
        powerState: 1,
        operatingMode: mode,
        cellSetTemp: set,
        TCell: set + (warm - set) * Math.exp(-(now - from) / tau),
      });
    };
    const inTime = run(cabinet, [...on, ...samples(0, 300, cooling(0, 70, 25, 2, 2))]).intervals;
    assert.deepEqual(namesOf(inTime), [], 'a');
    const never = run(cabinet, [
      ...on,
      ...samples(0, 130, { powerState: 1, operatingMode: 2, cellSetTemp: 2, TCell: 15 }),
    ]);
    about(minutes(only(never.intervals, 'pullDownAlarm')).raised, 120, 'b');
    const frozen = run(cabinet, [
      ...on,
      ...samples(0, 300, cooling(0, 70, 25, 2, 2)),
      ...samples(300, 700, cooling(300, 500, 2, -22, 1)),
    ]).intervals;
    assert.deepEqual(namesOf(frozen), [], 'c');
  });

  it('S3.12 scenario 10: what a backlog shows later has its true times, whichever way it came', () => {
    const night = [...samples(-60, 0, { TCell: 2, cellSetTemp: 2 }), ...samples(0, 60, { TCell: 12, cellSetTemp: 2 })];
    const rest = samples(60, 300, { TCell: 2, cellSetTemp: 2 });
    const forwards = run(cabinet, [...night, ...rest]).intervals;
    const backwards = run(cabinet, inOrder([...night, ...rest].reverse())).intervals;
    assert.deepEqual(backwards, forwards);
    assert.deepEqual(namesOf(forwards).sort(), [
      'productTempCriticalAlarm',
      'productTempHighAlarm',
      'productTempHighWarning',
    ]);
    // Before the backlog came there was only the hole.
    const live = run(cabinet, [
      ...samples(-60, -30, { TCell: 2, cellSetTemp: 2 }),
      ...samples(200, 300, { TCell: 2, cellSetTemp: 2 }),
    ]);
    assert.deepEqual(namesOf(live.intervals), ['dataGapWarning']);
  });
});
