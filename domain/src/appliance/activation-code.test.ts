import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  activationCodeAlphabet,
  activationCodeLength,
  isActivationCode,
  normaliseActivationCode,
  showActivationCode,
} from './activation-code.ts';

const code = fc.string({ unit: fc.constantFrom(...Array.from(activationCodeAlphabet)), minLength: 10, maxLength: 10 });

describe('activation codes', () => {
  it('S1.4 ten characters of an alphabet of 32 that cannot be taken for one another', () => {
    assert.equal(new Set(activationCodeAlphabet).size, 32);
    assert.equal(activationCodeLength, 10);
    for (const confusing of 'ILOU') assert.equal(activationCodeAlphabet.includes(confusing), false);
  });

  it('S1.4 a code is recognised however it is typed: case, spaces, dashes, O for 0, I and L for 1', () => {
    fc.assert(
      fc.property(code, fc.array(fc.constantFrom(' ', '-', '–', ''), { minLength: 10, maxLength: 10 }), (it, gaps) => {
        const typed = Array.from(it)
          .map((character, index) => character.toLowerCase() + gaps[index])
          .join('');
        assert.equal(normaliseActivationCode(typed), it);
        assert.ok(isActivationCode(normaliseActivationCode(showActivationCode(it))));
        assert.equal(normaliseActivationCode(typed.replaceAll('0', 'o').replaceAll('1', 'l')), it);
      }),
    );
  });

  it('what has another form is no code', () => {
    for (const text of ['', '7K2QMX94T', '7K2QMX94TBX', '7K2QMX94TU', '7k2qmx94tb', '7K2QM_94TB']) {
      assert.equal(isActivationCode(text), false, text);
    }
    fc.assert(fc.property(fc.string(), (text) => isActivationCode(text) === /^[0-9A-HJKMNP-TV-Z]{10}$/.test(text)));
  });
});
