import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { locales } from '@brina/domain/language/locales';
import { formatClock } from '@brina/domain/language/time';
import { clockOf, daysFrom, minuteOf, momentOf, parseClock } from './clock-input.ts';

describe('times as a person types them', () => {
  it('S1.3 reads 24 h and 12 h, with and without a sign between', () => {
    const read: [string, number | null][] = [
      ['6:30', 390],
      ['06.30', 390],
      ['630', 390],
      ['6', 360],
      ['6h30', 390],
      ['6:30 pm', 1110],
      ['12:30 a.m.', 30],
      ['午後6:30', 1110],
      ['25', null],
      ['13 pm', null],
      ['6:75', null],
      ['soon', null],
    ];
    for (const [text, minutes] of read) assert.equal(parseClock(text), minutes, text);
  });

  it('S1.3 reads back whatever it writes, in every language and both clocks', () => {
    for (const locale of locales) {
      for (const hours of ['12h', '24h'] as const) {
        for (const minutes of [0, 30, 390, 720, 725, 1110, 1439]) {
          const written = formatClock(momentOf(minutes), { locale, hours, timeZone: 'UTC' });
          assert.equal(parseClock(written), minutes, `${locale} ${hours} ${written}`);
        }
      }
    }
  });

  it('joins a day and a time to a minute of the kitchen’s clock', () => {
    assert.equal(minuteOf('2026-03-29', 390), '2026-03-29T06:30');
    assert.equal(clockOf('2026-03-29T06:30'), 390);
    // Late in the evening in Rome it is the next day in Tokyo.
    const evening = Date.UTC(2026, 2, 28, 21);
    assert.deepEqual(daysFrom(evening, 2, 'Europe/Rome'), ['2026-03-28', '2026-03-29']);
    assert.deepEqual(daysFrom(evening, 1, 'Asia/Tokyo'), ['2026-03-29']);
  });
});
