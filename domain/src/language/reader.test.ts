import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { locales } from './locales.ts';
import { formatFor, type Reader } from './reader.ts';

const reader = (change: Partial<Reader> = {}): Reader => ({
  locale: 'en',
  measurement: 'metric',
  hours: '24h',
  timeZone: 'Europe/Rome',
  ...change,
});
/** Friday, 21 November 2025, 12:30 in Rome. */
const at = Date.UTC(2025, 10, 21, 11, 30);

describe('format', () => {
  it('S1.2 S9.3 shows one stored value by the reader’s system and language', () => {
    assert.equal(formatFor(reader()).temperature(-18), '−18.0°C');
    assert.equal(formatFor(reader({ locale: 'de' })).temperature(-18), '−18,0\u00a0°C');
    assert.equal(formatFor(reader({ locale: 'en-US', measurement: 'imperial' })).temperature(-18), '−0.4°F');
    assert.equal(formatFor(reader({ measurement: 'imperial' })).temperatureDelta(3), '5.4°F');
    assert.equal(formatFor(reader()).energy(1500), '1.50\u00a0kWh');
  });

  it('S1.3 shows times by the 12 or 24 h preference, in the kitchen’s zone', () => {
    assert.equal(formatFor(reader()).clock(at), '12:30');
    assert.equal(formatFor(reader({ hours: '12h' })).clock(at), '12:30\u00a0pm');
    assert.equal(formatFor(reader({ hours: '12h', locale: 'ja' })).clock(at, 'Asia/Tokyo'), '午後8:30');
    assert.equal(formatFor(reader()).dateTime(at), '21/11/2025 12:30');
  });

  it('shows a dash where a value is missing, in every language', () => {
    for (const locale of locales) {
      const format = formatFor(reader({ locale }));
      assert.equal(format.temperature(null), '–');
      assert.equal(format.clock(undefined), '–');
      assert.equal(format.ago(null), '–');
    }
  });

  it('words spans and ages', () => {
    const en = formatFor(reader());
    assert.equal(en.duration(38 * 60_000), '38\u00a0min');
    assert.equal(en.duration(64 * 60_000), '1\u00a0h\u00a04\u00a0min');
    assert.equal(en.duration(120 * 60_000), '2\u00a0h');
    assert.equal(formatFor(reader({ locale: 'ja' })).duration(64 * 60_000), '1時間4分');
    assert.equal(en.ago(20_000), 'now');
    assert.equal(en.ago(3 * 60_000), '3 minutes ago');
    assert.equal(formatFor(reader({ locale: 'ru' })).ago(2 * 3_600_000), '2 часа назад');
  });
});
