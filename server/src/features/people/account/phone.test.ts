import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countries } from '@brina/domain/people/countries';
import { examplePhone, readPhone } from './phone.ts';

describe('phone numbers', () => {
  it('the example of each country is a number, whatever country it is read for', () => {
    for (const country of ['', ...countries]) {
      const example = examplePhone(country);
      assert.match(example, /^\+\d/, country);
      assert.match(readPhone(example, country) ?? '', /^\+\d{6,15}$/, country);
      assert.equal(readPhone(example, ''), readPhone(example, country));
    }
  });

  it('a stored number is read as itself', () => {
    for (const country of countries) {
      const stored = readPhone(examplePhone(country), country) ?? '';
      assert.equal(readPhone(stored, country), stored);
    }
  });

  it('what is no number, several, or one within a sentence is none', () => {
    for (const typed of ['0', '+', 'abc', '0422 412345 / 0422 412346', 'tel 0422 412345', '+390422412345;ext=7', '１'])
      assert.equal(readPhone(typed, 'IT'), undefined, typed);
    assert.equal(readPhone('0422 412345', ''), undefined, 'without a country it needs its code');
  });
});
