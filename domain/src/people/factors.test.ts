import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isTotpCode, plainRecoveryCode, plainTotpCode } from './factors.ts';

describe('codes as people type them', () => {
  it('B11.4 a recovery code may be typed in small letters, with or without its groups, and with letters for digits', () => {
    for (const typed of ['0123-4567-89AB-CD1F', '0123456789abcd1f', ' o123 4567 89ab cdlf ', 'O123-4567-89AB-CDIF'])
      assert.equal(plainRecoveryCode(typed), '0123456789ABCD1F', typed);
  });

  it('B11.4 a code of an app may be typed in two groups', () => {
    assert.equal(plainTotpCode('123 456'), '123456');
  });

  it('B11.4 a code of an app is six digits, and none for recovery is', () => {
    for (const typed of ['123456', '123 456', ' 123456 ']) assert.equal(isTotpCode(typed), true, typed);
    for (const typed of ['', '12345', '1234567', '12345a', '0123-4567-8901-2345'])
      assert.equal(isTotpCode(typed), false, typed);
  });
});
