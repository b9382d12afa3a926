import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isAcceptablePassword, passwordSpecials, passwordStrength, strengthShare } from './password.ts';

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

  it('S4.24 the meter: strong from 8 characters with all three classes, medium from 6 with two, else weak', () => {
    for (const [password, strength] of [
      ['', 'none'],
      ['a', 'weak'],
      ['abcdefghijkl', 'weak'],
      ['Abcd1', 'weak'],
      ['######', 'weak'],
      ['abcde1', 'medium'],
      ['ABCDE1', 'medium'],
      ['Abcdef', 'medium'],
      ['Abcdef1', 'medium'],
      ['Abcdefg1', 'strong'],
      ['Пароль12', 'strong'],
    ] as const) {
      assert.equal(passwordStrength(password), strength, password);
    }
    assert.deepEqual(strengthShare, { none: 0, weak: 33, medium: 66, strong: 100 });
  });

  it('S4.24 S5.5 an accepted password is always strong, and a longer one is never weaker', () => {
    const typed = fc.string({ unit: fc.constantFrom('a', 'Z', '7', '#', ' ', 'ü', 'Ж', '字', '😀'), maxLength: 14 });
    fc.assert(
      fc.property(typed, typed, (password, more) => {
        if (isAcceptablePassword(password)) assert.equal(passwordStrength(password), 'strong');
        assert.ok(strengthShare[passwordStrength(password + more)] >= strengthShare[passwordStrength(password)]);
        assert.equal(passwordStrength(password) === 'none', password === '');
      }),
      { numRuns: 2000 },
    );
  });
});
