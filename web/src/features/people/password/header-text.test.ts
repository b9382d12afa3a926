import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { headerText } from './header-text.ts';

/** What a reader of RFC 8187 makes of a value. */
const read = (value: string): string => (value.startsWith("UTF-8''") ? decodeURIComponent(value.slice(7)) : value);

describe('passwords in a header', () => {
  it('S7.7 a plain password travels as it is, any other as RFC 8187 says', () => {
    assert.equal(headerText('Cold-line-2027'), 'Cold-line-2027');
    assert.equal(headerText('Kälte-2027'), "UTF-8''K%C3%A4lte-2027");
    assert.equal(headerText(' spaced 1#A'), "UTF-8''%20spaced%201%23A");
    assert.equal(headerText("UTF-8''A1#"), "UTF-8''UTF-8%27%27A1%23");
    assert.equal(headerText("utf-8'de'A1#"), "UTF-8''utf-8%27de%27A1%23");
  });

  it('S7.7 every password comes out of the header as it went in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (password) => {
        assert.equal(read(new Headers({ 'new-password': headerText(password) }).get('new-password') ?? ''), password);
      }),
      { numRuns: 1000 },
    );
  });
});
