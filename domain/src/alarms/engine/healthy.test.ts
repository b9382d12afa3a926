import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Input } from './input.ts';
import type { Interval } from './interval.ts';
import { type ChamberLife, chamber } from './testing/cabinet.ts';
import { cycle, idle } from './testing/chiller.ts';
import { blast, contextOf, day, hour, minute, minutes, run, start } from './testing/scenario.ts';

const told = (said: readonly Interval[]): string[] =>
  said
    .map((interval) => `${interval.name} ${JSON.stringify(minutes(interval))} ${JSON.stringify(interval.evidence)}`)
    .slice(0, 6);

/** Days of two or three chills and a freeze, with the door opened to load and to unload. */
function* kitchen(
  days: number,
  more: { foul?: number; charge?: number; fanLoss?: number; from?: number } = {},
): Generator<Input> {
  const { from = 0, ...faults } = more;
  for (let today = from; today < from + days; today += 1) {
    let now = start + today * day;
    for (const kind of ['chill', 'chill', 'freeze'] as const) {
      yield { at_ms: now, kind: 'door', door: 1, open: true };
      yield { at_ms: now + 50_000, kind: 'door', door: 1, open: false };
      const begun = now + 2 * minute;
      const depth_mm = 30 + ((today * 7) % 4);
      let last = begun;
      for (const fact of cycle({
        startAt: begun,
        kind,
        depth_mm,
        load_kg: kind === 'freeze' ? 30 : 45,
        cycleId: kind === 'chill' ? 1 : 2,
        every_s: 30,
        ...faults,
      })) {
        last = fact.at_ms;
        yield fact;
      }
      yield* idle(last + minute, last + 30 * minute);
      now = last + 31 * minute;
    }
    yield* idle(now, start + (today + 1) * day);
  }
}

const chambers: readonly (readonly [string, Partial<ChamberLife> & { set: number }])[] = [
  ['CP Next 700', { set: -20, mode: 1 }],
  ['CP Next 700', { set: 2, mode: 2, defrost_K: 3 }],
  ['CP Next 700', { set: 14, mode: 3, humidity: 55, defrosts: 0, openings: 20 }],
  ['CP Plus 700', { set: -22, mode: 1 }],
  ['MYA 20', { set: 14, mode: 1, humidity: 55, defrosts: 0, openings: 30 }],
  ['MYA 20', { set: 2, mode: 2, humidity: 75, defrost_K: 3, openings: 30 }],
  ['PL Next 20', { set: 4, mode: 1, humidity: 75, defrosts: 2, defrost_K: 3, openings: 20 }],
];

describe('healthy units', () => {
  for (const [model, life] of chambers)
    it(`S3.12 ${model} at ${life.set} °C says nothing in 30 days, defrosts and openings and all`, () => {
      assert.deepEqual(told(run(contextOf(model), [...chamber({ days: 30, seed: 7, ...life })]).said), []);
    });

  it('S3.12 a blast chiller that chills and freezes for 30 days says nothing', () => {
    assert.deepEqual(told(run(blast, [...kitchen(30)]).said), []);
  });
});

describe('units that wear', () => {
  const names = (said: readonly Interval[]): string[] => [...new Set(said.map(({ name }) => name))].sort();
  it('S3.12 a lost charge, a weak fan and a fouled condenser are told apart by their signs', () => {
    // Each wears after the same twenty healthy days.
    const { state } = run(blast, [...kitchen(20)]);
    const after = (fault: { charge?: number; fanLoss?: number; foul?: number }): string[] =>
      names(run(blast, [...kitchen(14, { ...fault, from: 20 })], structuredClone(state)).said);
    const charge = after({ charge: 0.7 });
    const fan = after({ fanLoss: 0.35 });
    const condenser = after({ foul: 0.4 });
    assert.ok(charge.includes('refrigerantLowWarning') && !charge.includes('evapFanWeakWarning'), charge.join());
    assert.ok(fan.includes('evapFanWeakWarning') && !fan.includes('refrigerantLowWarning'), fan.join());
    assert.ok(condenser.includes('condenserDirtyWarning'), condenser.join());
    assert.ok(!condenser.includes('refrigerantLowWarning') && !condenser.includes('evapFanWeakWarning'));
  });

  it('S3.12 a torn gasket, an iced coil and a low charge of a cabinet', () => {
    const cabinetAfter = (fault: ChamberLife['fault'], more: Partial<ChamberLife> = {}): string[] =>
      names(
        run(contextOf('CP Next 700'), [
          ...chamber({
            set: 2,
            mode: 2,
            days: 28,
            seed: 3,
            defrost_K: 3,
            ...more,
            fault: (at, values) => {
              if (at > start + 18 * day) fault?.(at, values);
            },
          }),
        ]).said,
      );
    const works = (at: number, values: Record<string, number | null>, duty: number, condenser: number): void => {
      if (values['defrostState'] !== 0) return;
      const running = at % (19.5 * minute) < duty * 19.5 * minute;
      values['compressorState'] = running ? 1 : 0;
      values['TCondenser1'] = running ? condenser : 31;
      if (running) values['TEvap1'] = (values['TCell'] ?? 0) - 8;
    };
    const leak = cabinetAfter((at, values) => {
      works(at, values, 0.45, 42.5);
      const sinceDefrost = (at - 3 * hour) % (6 * hour);
      if (sinceDefrost >= 28 * minute && sinceDefrost < 38 * minute) values['defrostState'] = 3;
    });
    assert.ok(leak.includes('doorLeakWarning'), leak.join());
    const charge = cabinetAfter((at, values) => works(at, values, 0.45, 39));
    assert.ok(charge.includes('refrigerantLowWarning') && !charge.includes('doorLeakWarning'), charge.join());
    const iced = cabinetAfter((_, values) => {
      if (values['compressorState'] === 1) values['TEvap1'] = (values['TCell'] ?? 0) - 14;
    });
    assert.deepEqual(iced, ['evapIcedWarning']);
  });
});
