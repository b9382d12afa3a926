import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { initialsOf, isGuessablePin, isMovedOn } from './signing.ts';

const digit = fc.integer({ min: 0, max: 9 });

describe('signing', () => {
  it('B2.6 PINs that are tried first are no PINs, and few others are refused', () => {
    for (const pin of ['000000', '123456', '654321', '890123', '121212', '123123', '777777', '210987'])
      assert.ok(isGuessablePin(pin), pin);
    for (const pin of ['407193', '112233', '246810', '159357']) assert.ok(!isGuessablePin(pin), pin);
    fc.assert(
      fc.property(digit, fc.constantFrom(0, 1, 9), (first, step) => {
        const pin = Array.from({ length: 6 }, (_, i) => (first + i * step) % 10).join('');
        assert.ok(isGuessablePin(pin));
      }),
    );
    const refused = Array.from({ length: 1_000_000 }, (_, i) => String(i).padStart(6, '0')).filter(isGuessablePin);
    assert.ok(refused.length < 1200, `${refused.length} of a million`);
  });

  it('B2.6 initials are what stays of a name', () => {
    assert.equal(initialsOf('Anna Neri'), 'AN');
    assert.equal(initialsOf('  jean-luc  de la Tour'), 'JLD');
    assert.equal(initialsOf('山田 太郎'), '山太');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => assert.ok(Array.from(initialsOf(name)).length <= 9)),
    );
  });

  it('B2.6 a signature ends with another verdict, and never with the same', () => {
    const verdict = fc.constantFrom('PASS', 'FAIL', 'NOT_PROVEN');
    fc.assert(
      fc.property(fc.array(verdict, { minLength: 1, maxLength: 6 }), fc.nat(5), (verdicts, nth) => {
        const revisions = verdicts.map((one, i) => ({ revision: i + 1, verdict: one }));
        const signed = Math.min(nth, verdicts.length - 1);
        const others = verdicts.slice(signed).filter((one) => one !== verdicts[signed]);
        assert.equal(isMovedOn({ revision: signed + 1 }, revisions.toReversed()), others.length > 0);
      }),
    );
  });
});
