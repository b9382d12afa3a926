import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { whoseTurn } from '#core/db/whose-turn.ts';
import { hashPassword, verifyAgainstNobody, verifyPassword } from './passwords.ts';

describe('passwords', () => {
  it('are kept as argon2id with 19 MiB, two passes and a salt of their own', async () => {
    const [one, other] = await Promise.all([hashPassword('Neve#2025fredda'), hashPassword('Neve#2025fredda')]);
    assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    assert.notEqual(one, other);
    assert.equal(await verifyPassword('Neve#2025fredda', one), true);
    assert.equal(await verifyPassword('Neve#2025freddo', one), false);
  });

  it('are the same however the keyboard composes their letters', async () => {
    const phc = await hashPassword('Pâté#2025gelé'.normalize('NFD'));
    assert.equal(await verifyPassword('Pâté#2025gelé'.normalize('NFC'), phc), true);
  });

  it('a hash made elsewhere with another cost is verified with that cost', async () => {
    // From the tests of the reference implementation: 64 MiB, two passes, one lane.
    const phc = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    assert.equal(await verifyPassword('password', phc), true);
    assert.equal(await verifyPassword('Password', phc), false);
  });

  it('B11.1 are hashed in turns: who asks for many makes nobody else wait for them all', async () => {
    let done = 0;
    const many = whoseTurn.run('somebody', () =>
      Array.from({ length: 20 }, () => hashPassword('Neve#2025fredda').then(() => void (done += 1))),
    );
    await whoseTurn.run('another', () => hashPassword('Neve#2025fredda'));
    // Those that were under way, and on a busy machine some that came in the same breath; in one queue it would be all twenty.
    assert.ok(done < 12, `${done} of the many came first`);
    await Promise.all(many);
  });

  it('nobody has no password', async () => {
    assert.equal(await verifyAgainstNobody(''), false);
  });

  it('what is no hash is a fault, not a wrong password', async () => {
    await assert.rejects(verifyPassword('x', 'plain'), /not the PHC string/);
  });
});
