import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatFileSize } from './file-size.ts';
import type { Locale } from './locales.ts';
import { formatMoney, formatNumber, parseNumber } from './numbers.ts';
import { formatCharge, formatQuantity, formatSpan, parseQuantity, type QuantityUnit, unitSymbol } from './quantity.ts';

const metric = (value: number, unit: QuantityUnit, locale: Locale): string =>
  formatQuantity(value, unit, { locale, measurement: 'metric' });
const nbsp = '\u00a0';

describe('quantities', () => {
  it('S3.24 a temperature has one decimal, a real minus and the language’s space before °C', () => {
    assert.equal(metric(-18, 'Cel', 'en'), '−18.0°C');
    assert.equal(metric(-18, 'Cel', 'ja'), '−18.0°C');
    for (const locale of ['it', 'ru', 'es', 'du', 'de'] as const)
      assert.equal(metric(-18, 'Cel', locale), `−18,0${nbsp}°C`);
    assert.equal(metric(-18, 'Cel', 'fr'), '−18,0\u202f°C');
    assert.equal(metric(-0.04, 'Cel', 'en'), '0.0°C');
  });

  it('S1.2 imperial shows °F, psi, lb, in and ft; a difference is never shifted by 32', () => {
    const imperial = (value: number, unit: QuantityUnit): string =>
      formatQuantity(value, unit, { locale: 'en-US', measurement: 'imperial' });
    assert.equal(imperial(5, 'Cel'), '41.0°F');
    assert.equal(imperial(5, 'K'), '9.0°F');
    assert.equal(imperial(3.5, 'bar'), `50.76${nbsp}psi`);
    assert.equal(imperial(45, 'kg'), `99.2${nbsp}lb`);
    assert.equal(imperial(790, 'mm'), `31.10${nbsp}in`);
    assert.equal(imperial(2, 'm'), `6.56${nbsp}ft`);
    assert.equal(imperial(80, '%'), '80%');
  });

  it('S9.3 the charge of a refrigerant has more decimals than other weights, a file’s size three', () => {
    assert.equal(formatCharge(0.46, { locale: 'en', measurement: 'metric' }), `0.460${nbsp}kg`);
    assert.equal(formatCharge(0.46, { locale: 'en-US', measurement: 'imperial' }), `1.01${nbsp}lb`);
    assert.equal(formatFileSize(1_234_567, 'de'), `1,235${nbsp}MB`);
    assert.equal(formatFileSize(999, 'en'), `999${nbsp}B`);
  });

  it('S3.24 power and energy in kW and kWh with 2 decimals; Cyrillic units in Russian, closed up in Japanese', () => {
    assert.equal(metric(3373, 'W', 'en'), `3.37${nbsp}kW`);
    assert.equal(metric(1500, 'Wh', 'ru'), `1,50${nbsp}кВт·ч`);
    assert.equal(metric(1500, 'Wh', 'ja'), '1.50kWh');
    assert.equal(metric(45, 'kg', 'ru'), `45,0${nbsp}кг`);
    assert.equal(unitSymbol('Cel', { locale: 'en', measurement: 'imperial' }), '°F');
  });

  it('per cent is closed up where the language closes it', () => {
    assert.equal(metric(85, '%', 'en'), '85%');
    assert.equal(metric(85, '%', 'du'), '85%');
    assert.equal(metric(85, '%', 'de'), `85${nbsp}%`);
    assert.equal(metric(85, '%', 'fr'), `85${nbsp}%`);
  });

  it('seconds are shown as h:mm', () => assert.equal(metric(5400, 's', 'de'), '1:30'));

  it('a span of time is in words, its hours and minutes apart as the language parts them', () => {
    const minutes = (locale: Locale) => [0, 38, 60, 78, 103.7].map((minute) => formatSpan(minute * 60_000, locale));
    const of = (hour: string, minute: string, gap: string) =>
      [
        [null, 0],
        [null, 38],
        [1, null],
        [1, 18],
        [1, 44],
      ].map(([hours, rest]) =>
        [hours === null ? '' : hours + gap + hour, rest === null ? '' : rest + gap + minute].filter(Boolean).join(gap),
      );
    assert.deepEqual(minutes('en'), of('h', 'min', nbsp));
    assert.deepEqual(minutes('de'), of('h', 'min', nbsp));
    assert.deepEqual(minutes('ja'), of('時間', '分', ''));
    assert.equal(formatSpan(78 * 60_000, 'ru'), `1${nbsp}ч${nbsp}18${nbsp}мин`);
  });

  it('S3.24 money is in euros with 2 decimals', () => {
    assert.equal(formatMoney(1234.5, 'en'), '€1,234.50');
    assert.equal(formatMoney(1234.5, 'it'), `1234,50${nbsp}€`);
    assert.equal(formatMoney(1234.5, 'du'), `€${nbsp}1.234,50`);
    assert.equal(formatMoney(-2, 'de'), `−2,00${nbsp}€`);
  });

  it('numbers follow the language', () => {
    assert.equal(formatNumber(1234.5, 'es', 1), '1234,5');
    assert.equal(formatNumber(12_345.6, 'es', 1), '12.345,6');
    assert.equal(formatNumber(1234.5, 'fr', 1), '1\u202f234,5');
  });

  it('a comma or a point is read as the decimal sign by the language, minus and full-width digits too', () => {
    assert.equal(parseNumber('3,5', 'de'), 3.5);
    assert.equal(parseNumber('3.5', 'de'), 3.5);
    assert.equal(parseNumber('1.234', 'de'), 1234);
    assert.equal(parseNumber('1.234,5', 'it'), 1234.5);
    assert.equal(parseNumber('1,234.5', 'en'), 1234.5);
    assert.equal(parseNumber('−18', 'fr'), -18);
    assert.equal(parseNumber('－１８．５', 'ja'), -18.5);
    for (const text of ['', '-', '1,2,3', 'abc', '1e5', '12..3']) assert.equal(parseNumber(text, 'en'), null, text);
  });

  it('S1.2 what is typed in °F is stored in °C', () => {
    const stored = parseQuantity('41 °F', 'Cel', { locale: 'en-US', measurement: 'imperial' });
    assert.ok(stored !== null && Math.abs(stored - 5) < 1e-9);
    assert.equal(parseQuantity('41 °F', 'Cel', { locale: 'en', measurement: 'metric' }), null);
    assert.equal(parseQuantity('1,5 кВт·ч', 'Wh', { locale: 'ru', measurement: 'metric' }), 1500);
  });
});
