import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Locale, locales } from './locales.ts';
import { formatClock, formatDate, formatDateTime, formatDuration, utcOffset } from './time.ts';

const nbsp = '\u00a0';
const afternoon = Date.UTC(2026, 2, 5, 14, 4, 9);
const halfPastNoon = Date.UTC(2026, 2, 5, 11, 30);
const rome = 'Europe/Rome';
const clock = (at: number, locale: Locale, hours: '12h' | '24h'): string =>
  formatClock(at, { locale, hours, timeZone: rome });

describe('times', () => {
  it('S1.3 24 h: 15:04 in every language, midnight is 00:00', () => {
    for (const locale of locales) assert.equal(clock(afternoon, locale, '24h'), '15:04');
    assert.equal(clock(Date.UTC(2026, 2, 4, 23), 'en', '24h'), '00:00');
  });

  it('S1.3 12 h: half past noon is 12:30, but 午後0:30; no ordinary space', () => {
    assert.equal(clock(halfPastNoon, 'en', '12h'), `12:30${nbsp}pm`);
    assert.equal(clock(halfPastNoon, 'en-US', '12h'), `12:30${nbsp}PM`);
    assert.equal(clock(halfPastNoon, 'es', '12h'), `12:30${nbsp}p.${nbsp}m.`);
    assert.equal(clock(halfPastNoon, 'ja', '12h'), '午後0:30');
    assert.equal(clock(afternoon, 'it', '12h'), `3:04${nbsp}PM`);
  });

  it('dates are numeric on screens and carry the month as a word on documents', () => {
    const date = (locale: Locale, style: 'screen' | 'document'): string =>
      formatDate(afternoon, { locale, timeZone: rome }, style);
    assert.equal(date('en', 'screen'), '05/03/2026');
    assert.equal(date('en-US', 'screen'), '03/05/2026');
    assert.equal(date('du', 'screen'), '05-03-2026');
    assert.equal(date('de', 'screen'), '05.03.2026');
    assert.equal(date('ja', 'screen'), '2026/03/05');
    assert.equal(date('en', 'document'), `5${nbsp}Mar${nbsp}2026`);
    assert.equal(date('ja', 'document'), '2026年3月5日');
  });

  it('a document prints the offset of the kitchen’s zone, once where its head has it', () => {
    const format = { locale: 'en', hours: '24h', timeZone: rome } as const;
    assert.equal(formatDateTime(afternoon, format), '05/03/2026 15:04');
    assert.equal(
      formatDateTime(afternoon, format, 'document', { seconds: true }),
      `5${nbsp}Mar${nbsp}2026 15:04:09 UTC+1`,
    );
    const under = (at: number, locale: Locale) =>
      formatDateTime(at, { ...format, locale }, 'document', { headOffset: 'UTC+1' });
    assert.deepEqual(
      (['en', 'de', 'ja'] as const).map((locale) => under(afternoon, locale)),
      [`5${nbsp}Mar${nbsp}2026 15:04`, `5.${nbsp}März${nbsp}2026 15:04`, '2026年3月5日 15:04'],
    );
    // The hour that the clocks go back over: of its two half past twos, the one that is not of the head says so.
    const twice = [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)];
    assert.deepEqual(
      twice.map((at) => under(at, 'en')),
      [`25${nbsp}Oct${nbsp}2026 02:30 UTC+2`, `25${nbsp}Oct${nbsp}2026 02:30`],
    );
    assert.equal(utcOffset(afternoon, 'America/St_Johns'), 'UTC−3:30');
    assert.equal(utcOffset(afternoon, 'UTC'), 'UTC');
  });

  it('durations are h:mm', () => {
    assert.deepEqual([0, 29, 90, 5400, 86_400, -600].map(formatDuration), [
      '0:00',
      '0:00',
      '0:02',
      '1:30',
      '24:00',
      '−0:10',
    ]);
  });
});
