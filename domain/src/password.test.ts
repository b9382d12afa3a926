import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isAcceptablePassword, passwordSpecials } from './password.ts';

describe('passwords', () => {
  it('S5.5 at least 10 characters, one upper, one lower, one digit and one special', () => {
    for (const special of passwordSpecials) assert.ok(isAcceptablePassword(`Abcdefgh1${special}`), special);
    for (const [missing, password] of [
      ['length', 'Abcdef12#'],
      ['upper', 'abcdefgh1#'],
      ['lower', 'ABCDEFGH1#'],
      ['digit', 'Abcdefghi#'],
      ['special', 'Abcdefgh12'],
      ['a special of the list', 'Abcdefgh1_'],
    ] as const) {
      assert.equal(isAcceptablePassword(password), false, missing);
    }
  });
});
