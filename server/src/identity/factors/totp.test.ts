import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTotpSecret, stepOfCode, totpCode, totpStep, totpUri } from './totp.ts';

/** The ASCII bytes `12345678901234567890` of RFC 6238, appendix B, in base 32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('codes of authenticator apps', () => {
  it('B11.4 are those of RFC 6238, appendix B, as six digits', () => {
    const vectors: readonly [at_s: number, code: string][] = [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_111_111_111, '050471'],
      [1_234_567_890, '005924'],
      [2_000_000_000, '279037'],
      [20_000_000_000, '353130'],
    ];
    for (const [at_s, code] of vectors) assert.equal(totpCode(secret, totpStep(at_s * 1000)), code);
  });

  it('B11.4 are taken one step early or late, and not further', () => {
    const now = 1_234_567_890_000;
    const present = totpStep(now);
    for (const step of [-2, -1, 0, 1, 2]) {
      const expected = Math.abs(step) <= 1 ? present + step : undefined;
      assert.equal(stepOfCode(secret, totpCode(secret, present + step), now), expected, String(step));
    }
    for (const wrong of ['', '00592', '0059240', '005925', '٠٠٥٩٢٤'])
      assert.equal(stepOfCode(secret, wrong, now), undefined);
  });

  it('B11.4 have secrets of 160 bits that an app can be told', () => {
    const made = newTotpSecret();
    assert.match(made, /^[A-Z2-7]{32}$/);
    assert.notEqual(newTotpSecret(), made);
    const uri = new URL(totpUri(made, { issuer: 'Brina', account: 'ada+x@example.com' }));
    assert.equal(
      decodeURIComponent(uri.pathname),
      '//totp/Brina:ada+x@example.com'.slice(uri.host ? 1 + 'totp/'.length : 0),
    );
    assert.equal(uri.searchParams.get('secret'), made);
    assert.equal(uri.searchParams.get('period'), '30');
  });
});
