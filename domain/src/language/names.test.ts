import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fullName } from './names.ts';

describe('names', () => {
  it('S3.34 the family name comes first in Japanese; what is missing leaves no space', () => {
    assert.equal(fullName('it', { first: 'Ada', last: 'Neri' }), 'Ada Neri');
    assert.equal(fullName('ja', { first: '花子', last: '山田' }), '山田 花子');
    assert.equal(fullName('en', { first: '', last: 'Neri' }), 'Neri');
    assert.equal(fullName('en', { first: '', last: '' }), '');
  });
});
