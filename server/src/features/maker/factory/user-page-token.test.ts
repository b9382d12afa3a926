import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { openUser, sealUser } from './user-page-token.ts';

const key = randomBytes(32);
const user = { email: 'ada|neri@example.com', role: 'USER' };

describe('tokens of user pages', () => {
  it('S2.30 a token opens to the user it was made for, and no two are the same', () => {
    const [one, other] = [sealUser(key, user), sealUser(key, user)];
    assert.notEqual(one, other);
    assert.deepEqual([openUser(key, one), openUser(key, other)], [user, user]);
    assert.match(one, /^[\w-]+$/);
    assert.doesNotMatch(Buffer.from(one, 'base64url').toString('latin1'), /ada|neri|USER/);
  });

  it('S2.30 any flipped bit of its text is refused, and so is any other length', () => {
    const token = sealUser(key, user);
    for (let at = 0; at < token.length; at++) {
      for (let bit = 0; bit < 7; bit++) {
        const flipped = String.fromCharCode(token.charCodeAt(at) ^ (1 << bit));
        const changed = token.slice(0, at) + flipped + token.slice(at + 1);
        assert.equal(openUser(key, changed), undefined, `bit ${bit} of letter ${at}`);
      }
      assert.equal(openUser(key, token.slice(0, at)), undefined, `cut at ${at}`);
    }
    for (const more of ['A', '=', '.', ' ', 'AAAA']) assert.equal(openUser(key, token + more), undefined);
  });

  it('S2.30 another installation’s key and an unknown version are refused', () => {
    const token = sealUser(key, user);
    assert.equal(openUser(randomBytes(32), token), undefined);
    const bytes = Buffer.from(token, 'base64url');
    bytes[0] = 2;
    assert.equal(openUser(key, bytes.toString('base64url')), undefined);
  });
});
