import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { getUserInfo } from '@brina/contract/calls/people/account';
import { endOneSession } from '@brina/contract/calls/people/sessions';
import { removeMember } from '@brina/contract/calls/people/sharing';
import { type Call, call, json } from '@brina/contract/wire/call';
import type { Role } from '@brina/domain/people/roles';
import Fastify from 'fastify';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { pino } from 'pino';
import * as z from 'zod/mini';
import { given, type TestUser } from '../../../test/given.ts';
import { sharedPortal } from '../../../test/portal.ts';
import { Guesses } from '../access/guesses.ts';
import type { Db } from '../db/database.ts';
import { answerErrors } from './error-replies.ts';
import { handle, type ReadContext } from './handle.ts';
import { mountCalls } from './router.ts';
import { serverOptions } from './server-options.ts';

/** A read that tells as whom it was made; what else it does, a test says. */
const reading = call({
  id: 'test.reading',
  spec: 'S6.1',
  summary: '',
  method: 'GET',
  path: '/api/v1/account/reading',
  roles: ['USER', 'SERVICE'],
  members: ['KITCHEN_MANAGER'],
  reply: json(z.object({ role: z.string(), companyId: z.nullable(z.string()), language: z.string() })),
  errors: [],
  example: {},
});

describe('a read whose caller was guessed', async () => {
  const portal = await sharedPortal();
  const { user, member, headersOf } = given(portal);
  const change = (work: (db: Db) => Promise<unknown>): Promise<unknown> => portal.db.write(work);
  const setRole = ({ id }: TestUser, role: Role) =>
    change((db) => db.updateTable('app_user').set({ role }).where('id', '=', id).execute());
  const sessionOf = ({ accessToken }: TestUser): string => decodeJwt<{ sid: string }>(accessToken).sid;
  const endSession = (person: TestUser) =>
    change((db) =>
      db.updateTable('session').set({ ended_at: sql`created_at` }).where('id', '=', sessionOf(person)).execute(),
    );

  /** A server with the one call; `also` is what its handler does besides, `seen` as whom it ran. */
  async function serving(also: (context: ReadContext) => unknown = () => undefined) {
    const seen: string[] = [];
    const guesses = new Guesses();
    const log = pino({ level: 'silent' });
    const app = Fastify(serverOptions);
    answerErrors(app, log);
    const run = handle(reading, async (context) => {
      const { db, caller } = context;
      seen.push(caller.role);
      await also(context);
      const { language } = await db
        .selectFrom('app_user')
        .where('id', '=', caller.userId)
        .select('language')
        .executeTakeFirstOrThrow();
      return { role: caller.role, companyId: caller.companyId, language };
    });
    let verified = (): unknown => undefined;
    mountCalls(app, [reading], [run], {
      db: portal.db,
      clock: portal.clock,
      log,
      ...portal.publicConfig,
      demandsFactor: false,
      guesses,
      limited: () => {},
      verify: async (token) => {
        const proof = await portal.identity.verify(token);
        await verified();
        return proof;
      },
    });
    const get = async (person: TestUser) => {
      const reply = await app.inject({ url: reading.path, headers: headersOf(person.accessToken) });
      return { status: reply.statusCode, ...reply.json<{ role: string; code: string }>() };
    };
    return {
      get,
      seen,
      guesses,
      /** Lets something happen while a request is under way: its token is verified, nothing has been read. */
      meanwhile: async (person: TestUser, happens: () => Promise<unknown>) => {
        verified = happens;
        const reply = await get(person);
        verified = () => undefined;
        return reply;
      },
      [Symbol.asyncDispose]: () => app.close(),
    };
  }

  it('S6.1 is made once while the caller is the same, and anew when its role is another', async () => {
    await using server = await serving();
    const person = await user('USER');
    for (const _ of ['first', 'again']) assert.equal((await server.get(person)).role, 'USER');
    assert.deepEqual(server.seen.splice(0), ['USER', 'USER']);
    await setRole(person, 'SERVICE');
    assert.equal((await server.get(person)).role, 'SERVICE');
    assert.deepEqual(server.seen, ['USER', 'SERVICE'], 'what was read for the guess was thrown away');
  });

  it('S6.1 S6.2 S4.6 a role, a session and a membership that were taken away end the very next call, also one under way', async () => {
    await using server = await serving();
    const owner = await user('USER');
    const takings: [who: () => Promise<TestUser>, take: (person: TestUser) => Promise<unknown>, status: number][] = [
      [() => user('USER'), (person) => setRole(person, 'FACTORY'), 403],
      [() => user('USER'), endSession, 401],
      [
        () => member(owner, 'KITCHEN_MANAGER'),
        (person) => change((db) => db.deleteFrom('membership').where('user_id', '=', person.id).execute()),
        403,
      ],
    ];
    for (const [who, take, status] of takings)
      for (const isUnderWay of [false, true]) {
        const person = await who();
        await server.get(person);
        assert.equal((await server.get(person)).status, 200, 'it is guessed from now on');
        if (!isUnderWay) await take(person);
        const refused = isUnderWay ? await server.meanwhile(person, () => take(person)) : await server.get(person);
        assert.equal(refused.status, status);
        assert.equal((await server.get(person)).status, status);
      }
  });

  it('S6.1 waits behind a change that is being committed, and then goes by it', {
    skip: portal.db.kind !== 'pglite',
  }, async () => {
    await using server = await serving();
    const person = await user('USER');
    await server.get(person);
    const inside = Promise.withResolvers<void>();
    const changing = change(async (db) => {
      await db.updateTable('app_user').set({ role: 'FACTORY' }).where('id', '=', person.id).execute();
      inside.resolve();
      await sql`select pg_sleep(0.05)`.execute(db);
    });
    await inside.promise;
    const [reply] = await Promise.all([server.get(person), changing]);
    assert.equal(reply.status, 403);
  });

  it('S7.1 is refused for its caller before anything that its handler found wrong', async () => {
    await using server = await serving(({ db, caller }) => {
      // As the guessed caller it fails in the database, and with it, on a session of its own, all that comes after.
      if (caller.role === 'USER') return sql`select 1 / (select 0)`.execute(db);
      return undefined;
    });
    const [person, ended] = [await user('SERVICE'), await user('SERVICE')];
    for (const one of [person, ended]) {
      await server.get(one);
      await setRole(one, 'USER');
      assert.equal((await server.get(one)).status, 500);
    }
    await endSession(ended);
    assert.deepEqual(
      [(await server.get(ended)).code, server.guesses.of(sessionOf(ended))],
      ['token_invalid', undefined],
    );
    await setRole(person, 'SERVICE');
    assert.deepEqual(
      [(await server.get(person)).role, server.seen.slice(-2)],
      ['SERVICE', ['USER', 'SERVICE']],
      'a failure of the wrong guess is thrown away with it',
    );
    await setRole(person, 'FACTORY');
    assert.equal((await server.get(person)).code, 'access_denied');
  });

  it('S6.1 is made in vain once at most: what a session was before is forgotten with the refusal', async () => {
    await using server = await serving();
    const person = await user('USER');
    await server.get(person);
    await setRole(person, 'FACTORY');
    for (const _ of ['first', 'again', 'and again']) assert.equal((await server.get(person)).code, 'access_denied');
    assert.deepEqual(server.seen, ['USER', 'USER'], 'how long the read takes tells nothing from the second call on');
  });

  it('is not made for a guess to whom the call would not be open', async () => {
    await using server = await serving();
    const person = await user('USER');
    await server.get(person);
    const guess = server.guesses.of(sessionOf(person)) ?? assert.fail('nothing was remembered');
    server.guesses.keep({ ...guess, role: 'FACTORY' });
    assert.equal((await server.get(person)).role, 'USER');
    assert.deepEqual(server.seen, ['USER', 'USER'], 'no handler ever runs as FACTORY');
  });

  it('S4.6 S6.2 in the portal itself an ended session and a removed member are refused at once', async () => {
    const owner = await user('USER');
    const [signedOut, removed] = [await user('USER'), await member(owner, 'KITCHEN_MANAGER')];
    const ask = async (person: TestUser, one: Call): Promise<void> =>
      void (await person.call(one as never, {} as never));
    for (const _ of ['first', 'guessed']) {
      await ask(signedOut, getUserInfo);
      await ask(removed, listLaboratories);
    }
    await signedOut.call(endOneSession, { params: { id: sessionOf(signedOut) } });
    assert.equal((await signedOut.refused(getUserInfo, {})).code, 'token_invalid');
    await owner.call(removeMember, { params: { email: removed.email } });
    assert.ok([401, 403].includes((await removed.refused(listLaboratories, {})).status));
  });
});
