import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { minute_ms, second_ms } from '../../language/durations.ts';
import { type ChamberSample, closingsOf, type DoorMoment, warmLoads } from './warm-loads.ts';

const start = Date.UTC(2026, 2, 5, 9);
const at = (min: number): number => start + min * minute_ms;

type Course = readonly (readonly [min: number, air: number])[];
/** Cold food is in, the door is open from minute 8 to 10, and 40 K come with what was put in. */
const warmed: Course = [
  [0, 2],
  [8, 2],
  [10, 10],
  [13, 26],
  [30, 8],
  [60, 3],
];
/** The door is open for as long, and nothing warm was put in. */
const aired: Course = [
  [0, 2],
  [8, 2],
  [10, 24],
  [13, 9],
  [60, 3],
];
const opened: readonly DoorMoment[] = [
  { at: at(8), door: 1, isOpen: true },
  { at: at(10), door: 1, isOpen: false },
];

const airAt = (course: Course, min: number): number => {
  const next = course.findIndex(([of]) => of >= min);
  const [after, before] = [course[next] ?? course.at(-1), course[next - 1]];
  if (!after || !before) return course[0]?.[1] ?? Number.NaN;
  return before[1] + ((min - before[0]) / (after[0] - before[0])) * (after[1] - before[1]);
};

type Says = (min: number) => Partial<ChamberSample> | null;
/** A course as a unit tells it, a sample every so many seconds. */
function told(course: Course, every_s: number, says: Says = () => ({})): ChamberSample[] {
  const count = Math.floor((60 * 60) / every_s) + 1;
  return Array.from({ length: count }, (_, i) => (i * every_s) / 60).flatMap((min): ChamberSample[] => {
    const said = says(min);
    return said ? [{ at: at(min), air: airAt(course, min), state: 'rests', cools: true, ...said }] : [];
  });
}
const loadsOf = (samples: readonly ChamberSample[], doors: readonly DoorMoment[] = opened) =>
  warmLoads(samples, closingsOf(doors)).map((moment) => (moment - start) / minute_ms);
const within =
  (from: number, to: number, said: Partial<ChamberSample> | null): Says =>
  (min) =>
    min >= from && min < to ? said : {};

describe('food that was cooled without a cycle', () => {
  it('B2.11 the air rises by 15 K within five minutes after the door was closed: warm food was put in; airing the chamber is none', () => {
    assert.deepEqual(loadsOf(told(warmed, 60)), [10]);
    assert.deepEqual(loadsOf(told(aired, 60)), []);
    const [rises, slow]: Course[] = [10 + 15, 10 + 14.9].map((top) => [...warmed.slice(0, 3), [15, top], [60, 3]]);
    assert.deepEqual([loadsOf(told(rises as Course, 60)), loadsOf(told(slow as Course, 60))], [[10], []]);
    const late: Course = [...warmed.slice(0, 3), [15, 12], [20, 40], [60, 3]];
    assert.deepEqual(loadsOf(told(late, 60)), [], 'it rises later');
  });

  it('B2.11 nothing is told of a door that stays open, of a defrost, of a compressor at rest, nor where a cycle runs or follows', () => {
    const samples = told(warmed, 30);
    assert.deepEqual(loadsOf(samples, opened.slice(0, 1)), [], 'it stays open');
    const again = { at: at(11), door: 1, isOpen: true };
    assert.deepEqual(loadsOf(samples, [...opened, again]), [], 'it is opened again before');
    const other = { at: at(7), door: 2, isOpen: true };
    assert.deepEqual(loadsOf(samples, [...opened, other]), [], 'another one is open');
    assert.deepEqual(loadsOf(samples, [...opened, other, { ...other, at: at(10.1), isOpen: false }]), [10.1]);
    for (const [why, says] of [
      ['a defrost', within(5, 16, { state: 'defrosts' })],
      ['a defrost that begins later', within(11, 12, { state: 'defrosts' })],
      ['a compressor at rest', within(0, 60, { cools: false })],
      ['a cycle', within(0, 60, { state: 'works' })],
      ['a cycle that ends as the door is closed', within(0, 10.5, { state: 'works' })],
      ['a cycle that follows', within(35, 60, { state: 'works' })],
      ['no probe', within(9, 14, { air: null })],
    ] as const)
      assert.deepEqual(loadsOf(told(warmed, 30, says)), [], why);
    assert.deepEqual(loadsOf(told(warmed, 30, within(41, 60, { state: 'works' }))), [10], 'a cycle of other food');
    assert.deepEqual(loadsOf(told(warmed, 30, within(10, 12, { cools: false }))), [10], 'it had to rest first');
  });

  it('B2.11 what nobody measured proves nothing: neither that the air rose, nor that no cycle followed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 45 }), fc.integer({ min: 6, max: 20 }), (from, length) => {
        // From the sample before it to the one after it.
        const touches = from - 1 < 40 && from + length > 10;
        const loads = loadsOf(told(warmed, 60, within(from, from + length, null)));
        if (touches) assert.deepEqual(loads, [], `${from} to ${from + length}`);
        else assert.deepEqual(loads, [10]);
      }),
    );
    const ends = told(warmed, 60).filter((one) => one.at < at(39));
    assert.deepEqual(loadsOf(ends), [], 'it is silent before the half hour is over');
    assert.deepEqual(loadsOf([]), []);
  });

  it('B2.11 no sampling rate decides, no order, and nothing that is told twice', () => {
    for (const every_s of [2, 10, 30, 60]) {
      assert.deepEqual(loadsOf(told(warmed, every_s)), [10], `every ${every_s} s`);
      assert.deepEqual(loadsOf(told(aired, every_s)), [], `every ${every_s} s`);
    }
    const value = fc.double({ min: -20, max: 60, noNaN: true });
    const curve = fc.array(value, { minLength: 14, maxLength: 14 });
    const offsets = fc.array(fc.integer({ min: 0, max: 60 * 60 }), { maxLength: 60 });
    let found = 0;
    fc.assert(
      fc.property(curve, offsets, fc.boolean(), (values, more, isReversed) => {
        const coarse = told(
          values.map((air, i): readonly [number, number] => [i * 5, air]),
          60,
          within(20, 25, { cools: false }),
        );
        const loads = loadsOf(coarse);
        found += loads.length;
        // What lies straight between two samples says nothing new.
        const finer = more.flatMap((second) => {
          const moment = start + second * second_ms;
          const place = coarse.findLastIndex((one) => one.at <= moment);
          const [before, after] = [coarse[place], coarse[place + 1]];
          if (!before || !after) return [];
          const share = (moment - before.at) / (after.at - before.at);
          const air = (before.air ?? 0) + share * ((after.air ?? 0) - (before.air ?? 0));
          return before.at === moment ? [{ ...before }] : [{ ...before, at: moment, air }];
        });
        const all = [...coarse, ...finer].sort((a, b) => a.at - b.at);
        const doors = [...opened, ...opened.slice(1)];
        assert.deepEqual(loadsOf(isReversed ? all.toReversed() : all, doors), loads);
      }),
      { numRuns: 300 },
    );
    assert.ok(found > 0, 'some of them are loads');
  });

  it('B2.11 one an hour is told at most, whatever is put in meanwhile', () => {
    const every = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(every, (pauses) => {
        let minute = 0;
        const moments = pauses.map((pause) => (minute += pause));
        const doors = moments.flatMap((min) => [
          { at: at(min - 0.5), door: 1, isOpen: true },
          { at: at(min), door: 1, isOpen: false },
        ]);
        // It rises and falls all the time, as fast as nothing does.
        const samples = Array.from({ length: 2 * (minute + 40) }, (_, i) => ({
          at: at(i / 2),
          air: i % 2 === 0 ? 0 : 30,
          state: 'rests' as const,
          cools: true,
        }));
        const loads = loadsOf(samples, doors);
        assert.ok(loads.length >= 1);
        for (const [place, load] of loads.entries())
          assert.ok(place === 0 || load >= (loads[place - 1] ?? 0) + 60, `${loads}`);
        for (const min of moments) assert.ok(loads.some((load) => min >= load && min < load + 60));
      }),
    );
  });
});
