import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { metricNames } from '../../appliance/metrics.ts';
import { minute_ms } from '../../language/durations.ts';
import { alarms } from '../alarms.ts';
import { advance, openIntervals, productTemperature, sameState, startEngine } from './engine.ts';
import type { Input } from './input.ts';
import { type Interval, reconcile } from './interval.ts';
import { alarmRules } from './rules.ts';
import type { EngineState } from './state.ts';
import { isEngineState } from './state-shape.ts';
import {
  at,
  blast,
  cabinet,
  contextOf,
  hour,
  minute,
  minutes,
  namesOf,
  only,
  run,
  samples,
  second,
  start,
} from './testing/scenario.ts';

const contexts = ['CP Next 700', 'CP Next 700 Duo', 'MF Next L 45', 'PL Next 20'].map((name) => contextOf(name));

const stretch = fc.constantFrom(second, 10 * second, minute, minute, minute, 4 * minute, 20 * minute, 5 * hour);
const temperature = fc.double({ min: -30, max: 30, noNaN: true });
const value = fc.oneof(temperature, fc.constantFrom(0, 1, 2, 3, 4, 5, 70, 195, null));
const fact: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('sample'),
      values: fc.dictionary(
        fc.constantFrom(
          'TCell',
          'TCell',
          'cellSetTemp',
          'TCore1',
          'door',
          'defrostState',
          'lastDefrostEnd',
          'mainsVoltage',
          'compressorState',
          'TEvap1',
          'TCondenser1',
          'TAmbient',
          'powerState',
          'operatingMode',
          'cycleState',
          'cyclePhase',
          'TCellZone2',
          'levelHumidity',
          'cellSetHumidity',
          'heaterPercentage',
        ),
        value,
        { maxKeys: 8 },
      ),
    }),
  },
  fc.record({ kind: fc.constant('door'), door: fc.constantFrom(1, 2), open: fc.boolean() }),
  fc.record({
    kind: fc.constant('alarm'),
    name: fc.constantFrom('openDoorAlarm', 'evapFanAlarm', 'newAlarm'),
    active: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('power'), event: fc.constantFrom('lastGasp', 'returned', 'booted') }),
  fc.record({
    kind: fc.constant('cycle'),
    runId: fc.constantFrom('a', 'b'),
    event: fc.constantFrom('started', 'ended', 'stopped'),
    function: fc.constantFrom(0, 1, 2),
  }),
  fc.record({
    kind: fc.constant('maintenance'),
    what: fc.constantFrom('cleaning', 'visitOpened', 'visitClosed', 'fateEntered'),
  }),
);

/** A life of a unit that nobody would wish it. */
const stream = fc.array(fc.tuple(stretch, fact), { minLength: 20, maxLength: 160 }).map((facts) => {
  let now = start;
  return facts.map(([after, one]): Input => {
    now += after;
    return { at_ms: now, ...one } as Input;
  });
});

const stored = (state: EngineState): EngineState => JSON.parse(JSON.stringify(state)) as EngineState;

describe('the alarm engine', () => {
  it('S3.12 a stream cut into batches, its state stored between them, gives the same intervals', () => {
    fc.assert(
      fc.property(
        stream,
        fc.constantFrom(...contexts),
        fc.array(fc.nat(160), { maxLength: 8 }),
        (inputs, context, cuts) => {
          const whole = run(context, inputs);
          const parts = { state: startEngine(context, start - hour), said: [] as unknown[] };
          inputs.forEach((input, index) => {
            if (cuts.includes(index)) parts.state = stored(parts.state);
            const { state, changed } = advance(parts.state, input, context);
            parts.state = state;
            parts.said.push(...changed);
          });
          assert.deepEqual(parts.said, whole.said);
          assert.ok(sameState(parts.state, whole.state));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('S3.12 a stream replayed from any checkpoint gives the same', () => {
    fc.assert(
      fc.property(stream, fc.constantFrom(...contexts), fc.nat(), (inputs, context, cut) => {
        const half = cut % inputs.length;
        const before = run(context, inputs.slice(0, half));
        const kept = stored(before.state);
        const first = run(context, inputs.slice(half), before.state);
        const again = run(context, inputs.slice(half), kept);
        assert.deepEqual(again.said, first.said);
        assert.ok(sameState(again.state, first.state));
      }),
      { numRuns: 100 },
    );
  });

  it('S3.12 how often somebody looks changes nothing', () => {
    fc.assert(
      fc.property(
        stream,
        fc.constantFrom(...contexts),
        fc.integer({ min: 7, max: 4000 }),
        (inputs, context, every_s) => {
          const looked: Input[] = [];
          let last = start;
          for (const input of inputs) {
            for (
              let tick = last + every_s * second;
              tick < input.at_ms && looked.length < 3000;
              tick += every_s * second
            )
              looked.push({ at_ms: tick, kind: 'time' });
            last = input.at_ms;
            looked.push(input);
          }
          const [plain, often] = [run(context, inputs), run(context, looked)];
          assert.deepEqual(often.intervals, plain.intervals);
          assert.ok(sameState(often.state, plain.state));
        },
      ),
      {
        numRuns: 100,
        // Nothing is measured before or after the cycle for hours: no look of ours makes anything of that.
        examples: [
          [
            [
              { at_ms: start + second, kind: 'cycle', runId: 'a', event: 'started', function: 0 },
              { at_ms: start + 2 * second, kind: 'cycle', runId: 'a', event: 'stopped', function: 0 },
              { at_ms: start + 18_002 * second, kind: 'sample', values: {} },
            ],
            contextOf('MF Next L 45'),
            7,
          ],
        ],
      },
    );
  });

  it('S3.12 nothing a fact can hold makes it throw, and the state stays JSON', () => {
    const names = fc.constantFrom(...metricNames, '__proto__', 'constructor', 'nonsense');
    const odd = fc.oneof(
      fc.anything(),
      fc.record({
        at_ms: fc.oneof(fc.integer(), fc.anything()),
        kind: fc.constantFrom(
          'sample',
          'door',
          'alarm',
          'power',
          'gap',
          'cycle',
          'phase',
          'maintenance',
          'firmware',
          'time',
        ),
      }),
      fc.record({ at_ms: fc.nat(), kind: fc.constant('sample'), values: fc.dictionary(names, fc.anything()) }),
      fc.record({
        at_ms: fc.nat(),
        kind: fc.constant('cycle'),
        event: fc.constantFrom('started', 'ended', 'x'),
        runId: fc.anything(),
        function: fc.anything(),
        plan: fc.array(fc.anything()),
      }),
      fc.record({ at_ms: fc.nat(), kind: fc.constant('alarm'), name: fc.anything(), active: fc.anything() }),
      fc.record({
        at_ms: fc.nat(),
        kind: fc.constant('phase'),
        index: fc.anything(),
        phase: fc.anything(),
        state: fc.constant('running'),
      }),
    );
    fc.assert(
      fc.property(fc.array(odd, { maxLength: 30 }), fc.constantFrom(...contexts), (inputs, context) => {
        const state = startEngine(context, 0);
        for (const input of inputs) advance(state, input as Input, context);
        assert.ok(sameState(state, stored(state)));
        assert.ok(isEngineState(stored(state), context));
      }),
      // Chance seldom comes upon it: no text can be made of this one.
      { numRuns: 500, examples: [[[{ at_ms: 0, kind: 'cycle', event: 'started', runId: { toString: 0 } }], cabinet]] },
    );
  });

  it('S3.12 every alarm the server may raise on a unit has a rule, and no rule is left over', () => {
    // What needs the whole laboratory, and what tells that the rules fail.
    const apart = ['blackOutAlarm', 'siteNetworkWarning', 'offlineWarning', 'rulesFailedWarning'];
    // Whether a limiter tripped, or a needle’s board answers, only the unit knows.
    const wanted = Object.entries(alarms).flatMap(([name, { by }]) =>
      by === 'unit' || apart.includes(name) ? [] : [name],
    );
    assert.deepEqual([...new Set(namesOf(alarmRules as never))].sort(), wanted.sort());
  });

  it('S3.12 an alarm nobody knows is kept under its own name', () => {
    const { said, state } = run(cabinet, [
      at(0, { kind: 'alarm', name: 'quantumAlarm', active: true }),
      at(5, { kind: 'alarm', name: 'quantumAlarm', active: false }),
      at(6, { kind: 'alarm', name: '__proto__', active: true }),
    ]);
    assert.deepEqual(minutes(said.at(1) as never), { started: 0, raised: 0, cleared: 5 });
    assert.deepEqual(namesOf(openIntervals(state)), ['__proto__']);
  });

  it('S3.12 around a defrost the timer stands still and goes on where it stood', () => {
    const warm = { TCell: -16, cellSetTemp: -22 };
    const held = samples(-90, 0, { TCell: -22, cellSetTemp: -22 });
    const without = run(cabinet, [...held, ...samples(0, 300, warm)]).intervals;
    const within = run(cabinet, [
      ...held,
      ...samples(0, 40, warm),
      ...samples(40, 60, { ...warm, defrostState: 3 }),
      ...samples(60, 300, { ...warm, defrostState: 0 }),
    ]).intervals;
    const [a, b] = [without, within].map((found) => minutes(only(found, 'productTempHighWarning')));
    assert.ok(a && b);
    assert.equal(a.started, b.started);
    // Twenty minutes of defrost and thirty after it.
    assert.equal(b.raised - a.raised, 50);
  });

  it('S3.12 missing data neither raise nor clear', () => {
    const held = samples(-90, 0, { TCell: 2, cellSetTemp: 2 });
    const gap = run(cabinet, [...held, ...samples(0, 12, { TCell: 12, cellSetTemp: 2 }), at(200, { kind: 'time' })]);
    assert.deepEqual(namesOf(gap.intervals), []);
    const open = run(cabinet, [...held, ...samples(0, 30, { TCell: 12, cellSetTemp: 2 }), at(900, { kind: 'time' })]);
    assert.deepEqual(namesOf(openIntervals(open.state)), ['productTempHighAlarm']);
  });

  it('S3.12 the first to see an alarm opens it; the unit’s all-clear does not hide what the server still sees', () => {
    const { intervals } = run(cabinet, [
      ...samples(-5, 0, { door: 0 }),
      ...samples(0, 2, { door: 1 }),
      at(2, { kind: 'alarm', name: 'openDoorAlarm', active: true }),
      ...samples(2, 6, { door: 1 }),
      at(6, { kind: 'alarm', name: 'openDoorAlarm', active: false }),
      ...samples(6, 10, { door: 1 }),
      ...samples(10, 12, { door: 0 }),
    ]);
    const door = only(intervals, 'openDoorAlarm');
    assert.deepEqual(door.by, ['unit', 'server']);
    assert.deepEqual(minutes(door), { started: 2, raised: 2, cleared: 10 });
  });

  it('S3.12 a cause hides its effects while it is active, never an excursion of food', () => {
    const { state } = run(blast, [
      ...samples(-5, 0, { TCondenser1: 40, compressorState: 1 }, 10),
      at(0, { kind: 'alarm', name: 'condFanAlarm', active: true }),
      ...samples(0, 30, { TCondenser1: 70, compressorState: 1 }, 10),
    ]);
    const folded = Object.fromEntries(openIntervals(state).map(({ name, foldedInto }) => [name, foldedInto]));
    assert.deepEqual(folded, {
      condFanAlarm: null,
      highPressureAlarm: 'condFanAlarm',
      condenserHighTempWarning: 'condFanAlarm',
    });
  });

  it('S3.12 with its air probe broken a unit’s warnings of the air are folded, its excursions of food are not', () => {
    const { state } = run(cabinet, [
      ...samples(-90, 0, { TCell: 2, cellSetTemp: 2 }),
      ...samples(0, 50, { TCell: 12, cellSetTemp: 2 }),
      at(50, { kind: 'alarm', name: 'cellProbeAlarm', active: true }),
    ]);
    const folded = Object.fromEntries(openIntervals(state).map(({ name, foldedInto }) => [name, foldedInto]));
    assert.equal(folded['productTempHighWarning'], 'cellProbeAlarm');
    assert.equal(folded['productTempHighAlarm'], null);
  });

  it('S3.12 during a service visit alarms are listed and not notified, but those that endanger food are', () => {
    const { state } = run(cabinet, [
      ...samples(-90, 0, { TCell: 2, cellSetTemp: 2 }),
      at(0, { kind: 'maintenance', what: 'visitOpened' }),
      ...samples(0, 60, { TCell: 12, cellSetTemp: 2, mainsVoltage: 190 }),
    ]);
    const folded = Object.fromEntries(openIntervals(state).map(({ name, foldedInto }) => [name, foldedInto]));
    assert.equal(folded['mainsVoltageLowWarning'], 'serviceVisit');
    assert.equal(folded['productTempHighAlarm'], null);
    const closed = run(cabinet, [at(61, { kind: 'maintenance', what: 'visitClosed' })], structuredClone(state)).state;
    assert.equal(openIntervals(closed).find(({ name }) => name === 'mainsVoltageLowWarning')?.foldedInto, null);
    const later = run(cabinet, [at(9 * 60, { kind: 'time' })], state).state;
    assert.equal(openIntervals(later).find(({ name }) => name === 'mainsVoltageLowWarning')?.foldedInto, null);
  });

  it('S3.12 food that gets warm again and again keeps each excursion', () => {
    const swing = Array.from({ length: 6 }, (_, time) => [
      ...samples(time * 14, time * 14 + 6, { TCore1: 55, cyclePhase: 9, cellSetTemp: 65, TCell: 65 }),
      ...samples(time * 14 + 6, time * 14 + 14, { TCore1: 66, cyclePhase: 9, cellSetTemp: 65, TCell: 65 }),
    ]).flat();
    const held = samples(-60, 0, { TCore1: 66, cyclePhase: 9, cellSetTemp: 65, TCell: 65 });
    const low = run(blast, [...held, ...swing]).intervals.filter(({ name }) => name === 'hotHoldLowAlarm');
    assert.equal(low.length, 6);
    assert.deepEqual(
      low.map(({ chattering }) => chattering > 0),
      [false, false, false, true, true, true],
    );
    assert.ok(low.every(({ excursion }) => excursion?.extreme === 55));
  });

  it('S3.12 the two zones of a duo are judged apart', () => {
    const duo = contextOf('CP Next 700 Duo');
    const held = { TCell: 2, cellSetTemp: 2, TCellZone2: -22, cellSetTempZone2: -22 };
    const { intervals } = run(duo, [...samples(-90, 0, held), ...samples(0, 60, { ...held, TCellZone2: -8 })]);
    assert.ok(intervals.length > 0 && intervals.every(({ zone }) => zone === 2), JSON.stringify(intervals));
  });

  it('S3.12 a unit’s own alarm is one of the zone it names; what is judged for the whole unit stays one', () => {
    const duo = contextOf('CP Next 700 Duo');
    const tell = (minute: number, name: string, zone?: 2): Input =>
      at(minute, { kind: 'alarm', name, active: true, ...(zone && { zone }) });
    const { intervals } = run(duo, [
      tell(0, 'evapFanAlarm', 2),
      tell(1, 'evapFanAlarm'),
      tell(2, 'boardCommAlarm', 2),
      tell(3, 'mainsVoltageLowWarning', 2),
    ]);
    assert.deepEqual(
      intervals.map(({ name, zone }) => [name, zone]),
      [
        ['evapFanAlarm', 2],
        ['evapFanAlarm', undefined],
        ['boardCommAlarm', 2],
        ['mainsVoltageLowWarning', undefined],
      ],
    );
    assert.deepEqual(
      run(cabinet, [tell(0, 'evapFanAlarm', 2)]).intervals.map(({ zone }) => zone),
      [undefined],
      'a unit with one zone has no second',
    );
  });

  it('S3.12 begun anew with what is on, an alarm goes on from where it began and ends when it is over', () => {
    const warm = { TCell: 12, cellSetTemp: 2, mainsVoltage: 190 };
    const before = run(cabinet, [
      ...samples(-90, 0, { TCell: 2, cellSetTemp: 2, mainsVoltage: 230 }),
      ...samples(0, 60, warm),
      at(60, { kind: 'alarm', name: 'evapFanAlarm', active: true }),
    ]);
    const open = openIntervals(before.state);
    for (const name of ['evapFanAlarm', 'mainsVoltageLowWarning', 'productTempHighAlarm'])
      assert.ok(namesOf(open).includes(name), name);
    const gone = { ...(open[0] as Interval), name: 'ofAnotherVersionAlarm', by: ['server'] } satisfies Interval;
    const anew = startEngine(cabinet, start + 60 * minute, [...open, gone]);
    assert.deepEqual(namesOf(openIntervals(anew)), namesOf(open), 'what no rule would ever end is not taken over');
    const still = run(cabinet, samples(61, 70, warm), anew);
    const began = ({ name, startedAt, raisedAt }: Interval) => [name, startedAt, raisedAt];
    assert.deepEqual(openIntervals(still.state).map(began), open.map(began));
    const worse = (intervals: readonly Interval[]) =>
      intervals.find(({ name }) => name === 'productTempHighAlarm')?.excursion?.degree_min ?? 0;
    assert.ok(worse(openIntervals(still.state)) > worse(open) + 30, 'its excursion goes on');
    const over = run(
      cabinet,
      [
        ...samples(70, 240, { TCell: 2, cellSetTemp: 2, mainsVoltage: 230 }),
        at(240, { kind: 'alarm', name: 'evapFanAlarm', active: false }),
      ],
      still.state,
    );
    assert.deepEqual(openIntervals(over.state), []);
    assert.deepEqual(
      over.intervals.map(({ name, startedAt, state }) => [name, startedAt, state]).toSorted(),
      open.map(({ name, startedAt }) => [name, startedAt, 'cleared']).toSorted(),
    );
  });

  it('S3.12 the product channel follows the air as food does, and says when it cannot', () => {
    const held = samples(-60, 0, { TCell: 2, cellSetTemp: 2 });
    const { state } = run(cabinet, [...held, ...samples(0, 25, { TCell: 12, cellSetTemp: 2 })]);
    assert.ok(Math.abs((productTemperature(state, cabinet) ?? 0) - (2 + 10 * (1 - Math.exp(-1)))) < 0.05);
    run(cabinet, samples(200, 201, { TCell: 2, cellSetTemp: 2 }), state);
    assert.equal(productTemperature(state, cabinet), null);
    run(cabinet, samples(201, 290, { TCell: 2, cellSetTemp: 2 }), state);
    assert.ok(productTemperature(state, cabinet) !== null);
    // Switched off, it says nothing; switched on again, it begins with the air as it is.
    run(cabinet, samples(290, 320, { TCell: 18, cellSetTemp: 2, powerState: 0 }), state);
    assert.equal(productTemperature(state, cabinet), null);
    run(cabinet, samples(320, 321, { TCell: 18, cellSetTemp: 2, powerState: 1 }), state);
    assert.equal(productTemperature(state, cabinet), 18);
  });

  it('S3.12 late data: the same alarm keeps its identity, what was not true is retracted', () => {
    const held = samples(-60, 0, { TCell: 2, cellSetTemp: 2 });
    const [early, late] = [12, 10].map(
      (warm) =>
        run(cabinet, [
          ...held,
          ...samples(0, 60, { TCell: warm, cellSetTemp: 2 }),
          ...samples(60, 400, { TCell: 2, cellSetTemp: 2 }),
        ]).intervals,
    );
    assert.ok(early && late);
    const { changed, retracted, appeared, kept } = reconcile(early, late);
    assert.deepEqual(
      changed
        .map(({ old, now }) => [old.name, now.name])
        .flat()
        .sort(),
      ['productTempHighAlarm', 'productTempHighAlarm', 'productTempHighWarning', 'productTempHighWarning'],
    );
    assert.deepEqual(
      retracted.map(({ name }) => name),
      ['productTempCriticalAlarm'],
    );
    assert.deepEqual([appeared, kept], [[], []]);
    assert.equal(reconcile(early, early).kept.length, early.length);
  });

  it('S3.12 a hole that a longer one covers stays itself', () => {
    const hole = (from_min: number, to_min: number): Interval => ({
      name: 'dataGapWarning',
      startedAt: from_min * minute_ms,
      raisedAt: to_min * minute_ms,
      clearedAt: to_min * minute_ms,
      state: 'cleared',
      by: ['server'],
      evidence: { minutes: to_min - from_min },
      foldedInto: null,
      chattering: 0,
    });
    const [short, long] = [hole(11, 12), hole(0, 12)];
    assert.deepEqual(reconcile([short], [long, short]), {
      kept: [short],
      changed: [],
      appeared: [long],
      retracted: [],
    });
  });
});
