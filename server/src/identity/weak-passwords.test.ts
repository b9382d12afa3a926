import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isAcceptablePassword } from '@brina/domain/people/password';
import { type PasswordWeakness, passwordWeakness } from './weak-passwords.ts';

const eve = { email: 'eve.adams@evil.example', names: ['Eve', 'Müller'], company: 'Pasticceria Neri' };

describe('passwords that are guessed early', () => {
  const cases: [password: string, weakness: PasswordWeakness | undefined][] = [
    ['Password1!', 'password_common'],
    ['Passw0rd!!', 'password_common'],
    ['P@ssw0rd123', 'password_common'],
    ['P@$$w0rd2026', 'password_common'],
    ['Qwerty123!', 'password_common'],
    ['Welcome2024!', 'password_common'],
    ['!!Chocolate9', 'password_common'],
    ['Aaaaaaaaa1!', 'password_common'],
    ['Abcabcabc1!', 'password_common'],
    ['1qaz@WSX3edc', 'password_common'],
    ['Zaq1-Xsw2-Cde3', 'password_common'],
    ['Azertyuiop1!', 'password_common'],
    ['Neve-12345678', 'password_common'],
    ['Eve@evil.example1', 'password_personal'],
    ['Adams-2026-x', 'password_personal'],
    ['x9#MULLER-kq', 'password_personal'],
    ['P4sticc3ria-77', 'password_personal'],
    ['My-Irinox-26', 'password_personal'],
    ['8r1n4-Br!na-x', 'password_personal'],
    ['Smada-2026-x', 'password_personal'],
    ['reLLum#kq-77', 'password_personal'],
    ['Multifresh1!', 'password_personal'],
    ['Cold-line-2027', undefined],
    ['Neve#2025fredda', undefined],
    // Three letters are in many words by chance.
    ['Seven-levels-8', undefined],
    // So are four keys in a row.
    ['Trees-were-70', undefined],
    ['correct-Horse-battery-9', undefined],
    ['Пароль-2027-Ab', undefined],
  ];
  for (const [password, weakness] of cases)
    it(`S5.5 ${password} is ${weakness ?? 'accepted'}`, () => {
      assert.ok(isAcceptablePassword(password), 'follows the rule');
      assert.equal(passwordWeakness(password, eve), weakness);
    });
});
