import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { deleteOwnUser } from '@brina/contract/calls/people/account';
import {
  changePassword,
  checkCode,
  lookAtLink,
  resendCode,
  resetPassword,
  type SignUp,
  signUp,
} from '@brina/contract/calls/people/registration';
import { hour_ms, minute_ms } from '@brina/domain/language/durations';
import { ending } from '../../../../test/given.ts';
import { mailsTo } from '../../../../test/outbox.ts';
import { issueCode } from './mailed-codes.ts';
import {
  anyAddress,
  firstPassword,
  hashesOf,
  newPasswordBy,
  signUpOf,
  startPublicPortal,
  type Visitor,
  visitorsOf,
} from './testing/visitor.ts';

describe('attacks on registration', async () => {
  const portal = await startPublicPortal();
  after(() => portal[Symbol.asyncDispose]());
  const { visitor, tokensOf, signedIn, mailedCode, mailedLink, registered, confirmed, userOf } = visitorsOf(portal);

  const attempts = async (): Promise<number> => {
    const count = (db: Parameters<Parameters<typeof portal.db.read>[0]>[0]) =>
      db
        .selectFrom('attempt')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
    return (await portal.db.read(count)).n;
  };

  /** Everything of a request that a stranger sees, and what it cost. */
  async function seen(send: (from: Visitor) => Promise<Response>) {
    const before = await attempts();
    let reply: Response | undefined;
    const hashes = await hashesOf(async () => {
      reply = await send(visitor());
    });
    assert.ok(reply);
    const own = new Set(['date', 'x-request-id', 'content-length']);
    const headers = [...reply.headers].filter(([name]) => !own.has(name));
    const body = (await reply.text()).replace(/[\da-f]{8}-[\da-f-]{27}/g, '');
    return { status: reply.status, headers, body, hashes, counted: (await attempts()) - before };
  }

  const signUpWith = (body: object) => (from: Visitor) =>
    from.raw(signUp.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  describe('who has an account', () => {
    it('S8.4 sign-up answers and costs the same for known, unconfirmed and unknown addresses, and changes nothing', async () => {
      const [known, unconfirmed] = [await confirmed(), await registered()];
      const before = [await userOf(known.email), await userOf(unconfirmed.email)];
      const replies = [];
      for (const email of [signUpOf().email, known.email, known.email.toUpperCase(), unconfirmed.email]) {
        const { counted: _counted, ...reply } = await seen(
          signUpWith(signUpOf({ email, firstName: 'Eve', password: 'Other-pass-99' })),
        );
        replies.push(reply);
      }
      for (const reply of replies) assert.deepEqual(reply, replies[0]);
      assert.deepEqual([replies[0]?.status, replies[0]?.hashes], [200, 1]);
      assert.deepEqual([await userOf(known.email), await userOf(unconfirmed.email)], before);
      const letters = (await mailsTo(portal, known.email)).filter(({ kind }) => kind === 'account.registered');
      assert.equal(letters.length, 2);
      assert.ok(!letters.some(({ text }) => text.includes('Eve')));
    });

    it('S7.6 S8.5 a forgotten password answers and costs the same whether there is an account or not', async () => {
      const { email } = await confirmed();
      const replies = [];
      for (const asked of [email, signUpOf().email])
        replies.push(
          await seen((from) =>
            from.raw(resetPassword.path.replace('{email}', encodeURIComponent(asked)), { method: 'POST' }),
          ),
        );
      assert.deepEqual(replies[0], replies[1]);
      assert.deepEqual([replies[0]?.status, replies[0]?.hashes], [200, 0]);
    });

    it('S7.7 S8.8 no link that does not work tells why, and each costs one hash', async () => {
      const [owner, other] = [await confirmed(), await confirmed()];
      for (const { email } of [owner, other]) await visitor().call(resetPassword, { params: { email } });
      const [own, others] = [await mailedLink(owner.email), await mailedLink(other.email)];
      await visitor().call(changePassword, newPasswordBy(others));
      const { email } = owner;
      const replies = [];
      for (const link of [
        { email, token: 'x' },
        { email, token: ''.padEnd(200, 'x') },
        { email, token: others.token },
        { email: other.email, token: others.token },
        { email: other.email, token: own.token },
        { email: signUpOf().email, token: own.token },
      ]) {
        const { headers } = newPasswordBy(link);
        const path = changePassword.path.replace('{email}', encodeURIComponent(link.email));
        replies.push(await seen((from) => from.raw(path, { method: 'POST', headers })));
      }
      for (const reply of replies) assert.deepEqual(reply, replies[0]);
      assert.deepEqual([replies[0]?.status, replies[0]?.hashes], [422, 1]);
      assert.match(replies[0]?.body ?? '', /link_invalid/);
      await visitor().call(changePassword, newPasswordBy(own));
    });

    it('nobody’s mailbox is flooded: three letters an hour, from however many addresses they are asked for', async () => {
      const { email } = await confirmed();
      for (let n = 0; n < 4; n += 1) {
        await visitor().call(resetPassword, { params: { email } });
        await visitor().call(signUp, { headers: {}, body: signUpOf({ email }) });
      }
      const letters = () =>
        mailsTo(portal, email).then((mails) => mails.filter(({ kind }) => /reset|registered/.test(kind)).length);
      assert.equal(await letters(), 3);
      portal.clock.leap(hour_ms);
      await visitor().call(resetPassword, { params: { email } });
      assert.equal(await letters(), 4);
    });
  });

  describe('the confirmation code', () => {
    it('S5.15 runs from 0000 to 9999, and leading zeros count', async () => {
      const { email, person } = await registered();
      const { id: userId } = (await userOf(email)) ?? assert.fail();
      const issued = await portal.db.write(async (db) => {
        const codes: string[] = [];
        while (codes.length < 200)
          codes.push(await issueCode(db, { userId, kind: 'confirm', now: portal.clock.now() }));
        while (!codes.at(-1)?.startsWith('0'))
          codes.push(await issueCode(db, { userId, kind: 'confirm', now: portal.clock.now() }));
        return codes;
      });
      for (const code of issued) assert.match(code, /^\d{4}$/);
      assert.ok(new Set(issued).size > 180);
      const latest = issued.at(-1) ?? '';
      const shortened = latest.replace(/^0+/, '');
      assert.equal((await person.refused(checkCode, { query: { code: shortened } })).code, 'bad_request');
      assert.deepEqual(await person.call(checkCode, { query: { code: latest } }), { code: '200' });
    });

    it('of two hundred guesses, a hundred at once, five are looked at; then even the right one is refused', async () => {
      const { email, person } = await registered();
      const right = await mailedCode(email);
      const guesses = Array.from({ length: 201 }, (_, n) => String(n).padStart(4, '0'))
        .filter((code) => code !== right)
        .slice(0, 200);
      const answers = await inParallel(100, guesses, (code) =>
        person.refused(checkCode, { query: { code } }).then((refused) => refused.code),
      );
      assert.equal(answers.filter((code) => code === 'code_wrong').length, 4);
      assert.equal(answers.filter((code) => code === 'code_expired').length, 196);
      assert.equal((await person.refused(checkCode, { query: { code: right } })).code, 'code_expired');
      assert.equal((await userOf(email))?.status, 'INACTIVE');
    });

    it('new codes give a guesser ten a day, not five an hour', async () => {
      const { email, body } = await registered();
      let had = 0;
      for (let hour = 0; hour < 4; hour += 1) {
        // A token lives no longer.
        const person = await signedIn(email, body.password);
        for (let n = 0; n < 6; n += 1)
          had += await person.call(resendCode, {}).then(
            () => 1,
            () => 0,
          );
        portal.clock.leap(hour_ms);
      }
      assert.equal(had, 10);
    });

    it('who deletes an unconfirmed account and registers anew gets no more codes, and floods no mailbox', async () => {
      const { email } = signUpOf();
      for (let n = 0; n < 15; n += 1) {
        const { person } = await registered({ email });
        await visitor().call(resetPassword, { params: { email } });
        await portal.settled();
        await person.call(deleteOwnUser, {});
      }
      const sent = Object.groupBy(await mailsTo(portal, email), ({ kind }) => kind);
      assert.ok((sent['account.confirm']?.length ?? 0) <= 11, `${sent['account.confirm']?.length} codes`);
      assert.ok((sent['account.reset']?.length ?? 0) <= 3, `${sent['account.reset']?.length} links`);
      assert.equal(sent['account.deleted'], undefined, 'nobody has confirmed that address');
      const { person } = await registered({ email });
      assert.equal((await person.refused(resendCode, {})).code, 'too_many_requests');
      portal.clock.leap(24 * hour_ms);
      const late = await signedIn(email, firstPassword);
      await late.call(resendCode, {});
      await late.call(checkCode, { query: { code: await mailedCode(email) } });
    });

    it('the code of another user, or of nobody, opens nothing', async () => {
      const [victim, thief] = [await registered(), await registered()];
      let code = await mailedCode(victim.email);
      while (code === (await mailedCode(thief.email))) {
        await victim.person.call(resendCode, {});
        code = await mailedCode(victim.email);
      }
      assert.equal((await thief.person.refused(checkCode, { query: { code } })).code, 'code_wrong');
      assert.equal((await visitor().refused(checkCode, { query: { code } })).code, 'token_missing');
      assert.equal((await userOf(thief.email))?.status, 'INACTIVE');
    });

    it('what is stored tells the code to nobody who tries all ten thousand', async () => {
      const { email } = await registered();
      const code = await mailedCode(email);
      const user = await userOf(email);
      const row = await portal.db.read((db) =>
        db
          .selectFrom('mailed_code')
          .select(['id', 'secret_hash'])
          .where('user_id', '=', user?.id ?? '')
          .executeTakeFirstOrThrow(),
      );
      for (const text of [code, `${row.id} ${code}`, `${row.id}${code}`, `${user?.id}${code}`])
        for (const algorithm of ['sha256', 'sha1', 'md5'])
          assert.notEqual(row.secret_hash, createHash(algorithm).update(text).digest('hex'));
    });
  });

  describe('links', () => {
    it('a link works once, also for two who use it at the same moment', async () => {
      const { email } = await confirmed();
      await visitor().call(resetPassword, { params: { email } });
      const link = await mailedLink(email);
      const passwords = ['First-one-2026', 'Other-one-2026', 'Third-one-2026'];
      const changes = passwords.map((password) => () => visitor().call(changePassword, newPasswordBy(link, password)));
      const outcomes = (await portal.race(...changes)).map(ending);
      const won = passwords.filter((_, i) => outcomes[i] === 'done');
      assert.equal(won.length, 1);
      for (const password of passwords)
        assert.equal((await tokensOf(email, password)) !== undefined, password === won[0]);
    });

    it('the link of a deleted user opens nothing', async () => {
      const { email, person } = await confirmed();
      await visitor().call(resetPassword, { params: { email } });
      const link = await mailedLink(email);
      await person.call(deleteOwnUser, {});
      assert.equal((await visitor().refused(changePassword, newPasswordBy(link))).code, 'link_invalid');
      assert.equal(await tokensOf(email, firstPassword), undefined);
      assert.deepEqual(await visitor().call(resetPassword, { params: { email } }), { code: '200' });
    });

    it('a used link makes the other secrets of that mailbox worthless', async () => {
      const { email, person } = await registered();
      const code = await mailedCode(email);
      await visitor().call(resetPassword, { params: { email } });
      await visitor().call(changePassword, newPasswordBy(await mailedLink(email)));
      assert.equal((await person.refused(checkCode, { query: { code } })).code, 'token_invalid');
      const open = await portal.db.read((db) =>
        db
          .selectFrom('mailed_code as c')
          .innerJoin('app_user as u', 'u.id', 'c.user_id')
          .select('c.id')
          .where('u.email', '=', email)
          .where('c.used_at', 'is', null)
          .execute(),
      );
      assert.deepEqual(open, []);
    });

    it('S8.5 S8.8 who looks at a link that does not work learns nothing, whoever has the address', async () => {
      const [owner, other] = [await confirmed(), await confirmed()];
      for (const { email } of [owner, other]) await visitor().call(resetPassword, { params: { email } });
      const [own, others] = [await mailedLink(owner.email), await mailedLink(other.email)];
      const looked = (email: string, token: string) => (from: Visitor) =>
        from.raw(lookAtLink.path.replace('{email}', encodeURIComponent(email)), {
          headers: { 'verification-code': token },
        });
      const replies = [];
      for (const [email, token] of [
        [owner.email, 'x'],
        [owner.email, ''.padEnd(200, 'x')],
        [owner.email, others.token],
        [(await confirmed()).email, own.token],
        [signUpOf().email, own.token],
      ] as const)
        replies.push(await seen(looked(email, token)));
      for (const reply of replies) assert.deepEqual(reply, replies[0]);
      assert.deepEqual([replies[0]?.status, replies[0]?.hashes, replies[0]?.counted], [422, 0, 1]);
      assert.equal((await seen(looked(owner.email, own.token))).status, 200);
      // A token in the address, which may be logged, is none.
      const path = lookAtLink.path.replace('{email}', encodeURIComponent(owner.email));
      assert.equal((await visitor().raw(`${path}?verification-code=${own.token}`, {})).status, 400);
    });

    it('looking at links ends after a hundred and twenty of a network', async () => {
      const { email } = await confirmed();
      const guesser = visitor();
      const answers = await inParallel(
        10,
        Array.from({ length: 130 }, (_, n) => `token-${n}`),
        (token) =>
          guesser
            .refused(lookAtLink, { params: { email }, headers: { 'verification-code': token } })
            .then((refused) => refused.code),
      );
      assert.equal(answers.filter((code) => code === 'link_invalid').length, 120);
      assert.equal(answers.filter((code) => code === 'too_many_requests').length, 10);
    });

    it('guessing tokens ends after thirty tries of a network', async () => {
      const { email } = await confirmed();
      const guesser = visitor();
      const answers = await inParallel(
        10,
        Array.from({ length: 40 }, (_, n) => `token-${n}`),
        (token) => guesser.refused(changePassword, newPasswordBy({ email, token })).then((refused) => refused.code),
      );
      assert.equal(answers.filter((code) => code === 'link_invalid').length, 30);
      assert.equal(answers.filter((code) => code === 'too_many_requests').length, 10);
    });
  });

  describe('what is sent', () => {
    it('no field of a sign-up gives a role, a state, a company or an id', async () => {
      for (const extra of [
        { role: 'SUPERFACTORY' },
        { status: 'ACTIVE' },
        { id: '0198c0de-0000-7000-8000-000000000001' },
        { companyId: '0198c0de-0000-7000-8000-000000000001' },
        { pro: true },
        { __proto__: null, constructor: { prototype: { role: 'FACTORY' } } },
        { company: { ...signUpOf().company, id: 'x' } },
        { preferences: { ...signUpOf().preferences, marketing: true } },
      ]) {
        const body = { ...signUpOf(), ...extra };
        const refused = await visitor().refused(signUp, { headers: {}, body: body as unknown as SignUp });
        assert.deepEqual([refused.status, refused.fields?.[0]?.code], [400, 'unknown_field'], JSON.stringify(extra));
        assert.equal(await userOf(body.email), undefined);
      }
    });

    it('a field that every object has by nature is an unknown one', async () => {
      const { person } = await registered();
      for (const name of ['toString', '__proto__', 'constructor', 'hasOwnProperty'])
        assert.equal((await person.raw(`${checkCode.path}?code=x&${name}=1`, { method: 'POST' })).status, 400, name);
    });

    it('too much, too deep or no JSON at all is refused at once', async () => {
      const deep = '['.repeat(100_000) + ']'.repeat(100_000);
      const nested = `{"companyName":${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}}`;
      for (const [body, status] of [
        [JSON.stringify({ ...signUpOf(), companyName: 'x'.repeat(300_000) }), 413],
        [deep, 400],
        [nested, 400],
        ['{"a":', 400],
        ['null', 400],
      ] as const) {
        const { counted, hashes, ...reply } = await seen(signUpWith(body as unknown as object));
        assert.deepEqual([reply.status, counted, hashes], [status, 0, 0]);
      }
    });

    it('a name cannot end the line of a header, and stands in the letter as the text it is', async () => {
      for (const firstName of ['Ada\r\nBcc: eve@test.example', 'Ada\nEve', 'Ada\u2028Eve'])
        assert.equal(
          (await visitor().refused(signUp, { headers: {}, body: signUpOf({ firstName }) })).fields?.[0]?.path,
          'body.firstName',
        );
      for (const email of ['ada@test.example\r\nBcc: eve@test.example', 'ada@test.example,eve@test.example'])
        assert.equal(
          (await visitor().refused(signUp, { headers: {}, body: signUpOf({ email }) })).fields?.[0]?.path,
          'body.email',
        );
      const firstName = '<script>alert(1)</script><img src=x onerror=alert(2)>';
      const { email } = await registered({ firstName, lastName: '"><b>' });
      const [letter] = await mailsTo(portal, email);
      assert.ok(letter);
      assert.ok(!/<script|<img src=x|<b>/i.test(letter.html), 'a tag of the name is a tag of the letter');
      assert.match(letter.html, /(&lt;|&#60;)script/);
    });
  });

  it('B11.1 of a thousand sign-ups from one network thirty are admitted an hour, and the portal stays up', async () => {
    const flooder = visitor({ address: anyAddress() });
    const bodies = Array.from({ length: 1_000 }, () => JSON.stringify(signUpOf()));
    let answered = 0;
    const healthy: boolean[] = [];
    const statuses: number[] = [];
    const hashes = await hashesOf(async () => {
      statuses.push(
        ...(await inParallel(50, bodies, async (body) => {
          const reply = await signUpWith(body as unknown as object)(flooder);
          await reply.arrayBuffer();
          answered += 1;
          if (answered % 200 === 0) healthy.push((await visitor().raw('/health', {})).ok);
          return reply.status;
        })),
      );
    });
    assert.equal(statuses.filter((status) => status === 200).length, 30);
    assert.equal(statuses.filter((status) => status === 429).length, 970);
    assert.equal(hashes, 30);
    assert.deepEqual(healthy, [true, true, true, true, true]);

    portal.clock.leap(20 * minute_ms);
    const refused = await flooder.refused(signUp, { headers: {}, body: signUpOf() });
    assert.deepEqual([refused.code, refused.data], ['too_many_requests', { minutes: 40 }]);
    // Somebody else registers meanwhile, and the network itself an hour later.
    await visitor().call(signUp, { headers: {}, body: signUpOf() });
    portal.clock.leap(40 * minute_ms);
    await flooder.call(signUp, { headers: {}, body: signUpOf() });
  });
});

/** Does `work` for every item, so many at once, and resolves with the results in their order. */
async function inParallel<T, R>(width: number, items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const [at, item] of queue) results[at] = await work(item);
    }),
  );
  return results;
}
