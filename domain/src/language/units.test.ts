import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fileSize } from './file-size.ts';
import { locales } from './locales.ts';
import { formatQuantity, parseQuantity, type QuantityUnit } from './quantity.ts';
import { type ConvertedUnit, decimalsOf, measurements, toImperial, toMetric } from './units.ts';

const near = (actual: number, expected: number): void => assert.ok(Math.abs(actual - expected) < 1e-9, `${actual}`);

describe('units', () => {
  it('S9.3 conversions: °C to °F, mm to in, m to ft, kg to lbs, bar to psi', () => {
    near(toImperial(-18, 'Cel'), -0.4);
    near(toImperial(25.4, 'mm'), 1);
    near(toImperial(0.3048, 'm'), 1);
    near(toImperial(0.453_592_37, 'kg'), 1);
    assert.equal(toImperial(3.5, 'bar').toFixed(2), '50.76');
    near(toImperial(3, 'K'), 5.4);
  });

  it('S9.3 decimals: temperature 1, mm 0, in 2, m and ft 2, kg and lb 1, bar and psi 2', () => {
    const shown = (unit: ConvertedUnit): number[] => measurements.map((measurement) => decimalsOf(unit, measurement));
    assert.deepEqual(
      [shown('Cel'), shown('K'), shown('mm'), shown('m'), shown('kg'), shown('bar')],
      [
        [1, 1],
        [1, 1],
        [0, 2],
        [2, 2],
        [1, 1],
        [2, 2],
      ],
    );
  });

  it('S9.3 a file size has unit 1000 and 3 decimals', () => {
    assert.deepEqual(fileSize(999), { value: 999, unit: 'B' });
    assert.deepEqual(fileSize(1_234_567), { value: 1.235, unit: 'MB' });
    assert.deepEqual(fileSize(999_999.9), { value: 1, unit: 'MB' });
    assert.deepEqual(fileSize(0), { value: 0, unit: 'B' });
  });

  it('S9.3 there and back again changes nothing', () => {
    const unit = fc.constantFrom<ConvertedUnit>('Cel', 'K', 'mm', 'm', 'kg', 'bar');
    fc.assert(
      fc.property(unit, fc.double({ min: -1e4, max: 1e4, noNaN: true }), (of, value) => {
        assert.ok(Math.abs(toMetric(toImperial(value, of), of) - value) < 1e-8);
      }),
    );
  });

  it('S1.2 S9.3 showing a value and typing it back changes it by no more than its decimals, in every language', () => {
    const unit = fc.constantFrom<Exclude<QuantityUnit, 's'>>(
      'Cel',
      'K',
      'mm',
      'm',
      'kg',
      'bar',
      '%',
      'W',
      'Wh',
      'h',
      'V',
      '1',
    );
    const halfStep: Readonly<Record<string, number>> = {
      Cel: 0.05,
      K: 0.05,
      mm: 0.5,
      m: 0.005,
      kg: 0.05,
      bar: 0.005,
      '%': 0.5,
      W: 5,
      Wh: 5,
      h: 0.5,
      V: 0.5,
      '1': 0.5,
    };
    fc.assert(
      fc.property(
        unit,
        fc.double({ min: -99_999, max: 99_999, noNaN: true }),
        fc.constantFrom(...locales),
        fc.constantFrom(...measurements),
        (of, value, locale, measurement) => {
          const text = formatQuantity(value, of, { locale, measurement });
          const back = parseQuantity(text, of, { locale, measurement });
          assert.ok(back !== null, `${text} (${locale}) is read`);
          // The imperial step is smaller than the metric one in every unit, so the metric one bounds both.
          assert.ok(Math.abs(back - value) <= (halfStep[of] as number) + 1e-6, `${value} ${of} → ${text} → ${back}`);
          // Typed back once more it stays: opening and saving a form a hundred times moves nothing.
          assert.equal(formatQuantity(back, of, { locale, measurement }), text);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
