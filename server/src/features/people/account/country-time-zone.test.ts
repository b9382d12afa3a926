import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isTimeZone } from '@brina/domain/language/time';
import { countries } from '@brina/domain/people/countries';
import { timeZoneIn } from './country-time-zone.ts';

describe('the time zone of a company', () => {
  it('is known for every country, and stays once it is the country’s', () => {
    for (const country of countries) {
      const zone = timeZoneIn(country, 'UTC');
      assert.ok(isTimeZone(zone), `${country}: ${zone}`);
      assert.equal(timeZoneIn(country, zone), zone);
    }
  });

  it('is that of the capital where a country has several, unless the present one is the country’s', () => {
    assert.deepEqual(
      ['IT', 'DE', 'US', 'AU', 'RU', 'BR', 'PT'].map((country) => timeZoneIn(country, 'Asia/Tokyo')),
      [
        'Europe/Rome',
        'Europe/Berlin',
        'America/New_York',
        'Australia/Sydney',
        'Europe/Moscow',
        'America/Sao_Paulo',
        'Europe/Lisbon',
      ],
    );
    assert.equal(timeZoneIn('US', 'America/Denver'), 'America/Denver');
    assert.equal(timeZoneIn('', 'Asia/Tokyo'), 'Asia/Tokyo');
  });
});
