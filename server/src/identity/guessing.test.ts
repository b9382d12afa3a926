import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { minute_ms } from '@brina/domain/language/durations';
import { totp } from '@brina/domain/people/factors';
import fc from 'fast-check';
import type { Database } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { openTestDatabase } from '#core/db/test-database.ts';
import type { SayLimited } from '#core/limit-log.ts';
import type { Log } from '#core/log.ts';
import { networkOf } from '#core/network.ts';
import { openAccounts } from './accounts.ts';
import { addFactor } from './factors/factors.ts';
import { renewRecoveryCodes } from './factors/recovery-codes.ts';
import { newTotpSecret, totpCode, totpStep } from './factors/totp.ts';
import { keepRefused, refusals_max } from './refused-sign-ins.ts';
import { lines_max, tellRefused } from './tell-refused.ts';
import { type IdentityServer, password, randomAddress, startIdentity } from './testing/identity-server.ts';

let db: Database;
before(async () => {
  db = await openTestDatabase();
});
after(() => db[Symbol.asyncDispose]());

/** What wrong passwords leave, without the hashing that each costs. */
const guessed = (server: IdentityServer, account: string, tries: number, from: readonly string[]): Promise<void> =>
  server.db.write(async (tx) => {
    for (let n = 0; n < tries; n += 1)
      await keepRefused(
        tx,
        { account, address: from[n % from.length] ?? '' },
        { isLocked: false, now: server.clock.now() },
      );
  });

/** Wrong passwords on an account, each try from the next of these addresses. */
async function guess(server: IdentityServer, email: string, tries: number, from: readonly string[]): Promise<void> {
  for (let n = 0; n < tries; n += 1)
    await server.signIn(email, `Wrong-line-${n}`, { address: from[n % from.length] ?? '' });
}
const addresses = (n: number): string[] => Array.from({ length: n }, randomAddress);

describe('guessing passwords', () => {
  it('S8.2 a stranger who fails shuts nobody out: the owner comes in from elsewhere, known or not', async () => {
    await using server = await startIdentity(db);
    const [kitchen, stranger] = addresses(2);
    const owner = await server.givenUser();
    await guess(server, owner.email, 12, [stranger ?? '']);
    assert.equal((await server.signIn(owner.email, password, { address: stranger ?? '' })).status, 400);
    assert.equal((await server.signIn(owner.email, password, { address: kitchen ?? '' })).status, 200);
  });

  it('S8.2 many networks together get a hundred guesses; then only where the owner has signed in before its password is looked at', async () => {
    await using server = await startIdentity(db);
    const owner = await server.givenUser();
    const kitchen = randomAddress();
    const { status } = await server.signIn(owner.email, password, { address: kitchen });
    assert.equal(status, 200);
    // Another address of the same network of the kitchen.
    const till = kitchen.replace(/::1$/, '::2');
    await guessed(server, owner.id, 95, addresses(20));
    assert.equal((await server.signIn(owner.email, password)).status, 200, 'before the hundredth');
    await guess(server, owner.email, 5, addresses(5));
    assert.equal((await server.signIn(owner.email, password)).status, 400, 'from a network nobody knows');
    assert.equal((await server.signIn(owner.email, password, { address: till })).status, 200);
    // Its sign-in does not open the account to the others.
    assert.equal((await server.signIn(owner.email, password)).status, 400);
    server.clock.leap(16 * minute_ms);
    assert.equal((await server.signIn(owner.email, password)).status, 200);
  });

  it('S8.2 whatever others do, the owner comes in with the right password where it has signed in before', async () => {
    await using server = await startIdentity(db);
    const others = addresses(12);
    const act = fc.record({ from: fc.constantFrom(...others), tries: fc.integer({ min: 1, max: 14 }) });
    const seed = Number(process.env['BRINA_TEST_SEED'] ?? 1);
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 6 }), async (acts) => {
        const owner = await server.givenUser();
        const address = randomAddress();
        await server.signIn(owner.email, password, { address });
        for (const { from, tries } of acts) await guessed(server, owner.id, 10 * tries, [from]);
        assert.equal((await server.signIn(owner.email, password, { address })).status, 200);
      }),
      { numRuns: 5, seed },
    );
  });

  it('B11.1 networks that fill the queue of sign-ins keep nobody else from its turn, and that they do is told', async () => {
    await using server = await startIdentity(db);
    const owner = await server.givenUser();
    const told: Parameters<SayLimited>[] = [];
    const accounts = openAccounts({ db, clock: server.clock, limited: (...line) => void told.push(line) });
    const networks = addresses(9);
    let answered = 0;
    const flood = Array.from({ length: 225 }, async (_, n) => {
      const address = networks[n % networks.length] ?? '';
      const { outcome } = await accounts.signIn({ email: `nobody${n}@example.com`, password: 'x', address });
      if (outcome !== 'busy') answered += 1;
      return outcome;
    });
    const [address = ''] = addresses(1);
    const { outcome } = await accounts.signIn({ email: owner.email, password, address });
    assert.equal(outcome, 'signedIn');
    assert.ok(answered < 25, `${answered} of the flood came first`);
    const sentAway = (await Promise.all(flood)).filter((one) => one === 'busy').length;
    assert.equal(sentAway, 24);
    assert.deepEqual(
      told.map(([limit, { network }]) => [limit, networks.some((flooding) => networkOf(flooding) === network)]),
      Array(sentAway).fill(['sign_ins_waiting', true]),
    );
  });

  it('B11.1 the owner comes in where it has signed in before, though hundreds of sites with a try each fill the queue', async () => {
    await using server = await startIdentity(db);
    const owner = await server.givenUser();
    const address = randomAddress();
    assert.equal((await server.signIn(owner.email, password, { address })).status, 200);
    const accounts = openAccounts({ db, clock: server.clock, limited: () => {} });
    let isOver = false;
    let sentAway = 0;
    // Each comes again as soon as it is answered.
    const flood = addresses(260).map(async (from, n) => {
      while (!isOver) {
        const { outcome } = await accounts.signIn({ email: `nobody${n}@example.com`, password: 'x', address: from });
        if (outcome === 'busy') sentAway += 1;
      }
    });
    const outcomes: string[] = [];
    for (let n = 0; n < 3; n++)
      outcomes.push((await accounts.signIn({ email: owner.email, password, address })).outcome);
    isOver = true;
    await Promise.all(flood);
    assert.deepEqual(outcomes, Array(3).fill('signedIn'));
    assert.ok(sentAway > 0, 'the queue was full');
  });

  it('B11.1 a network at its limit takes no place in the queue', async () => {
    await using server = await startIdentity(db);
    const [full = '', other = ''] = addresses(2);
    await guessed(server, (await server.givenUser()).id, 50, [full]);
    const told: Parameters<SayLimited>[] = [];
    const accounts = openAccounts({ db, clock: server.clock, limited: (...line) => void told.push(line) });
    // A hundred more than may wait: a slow machine has answered some of them by the time that the last ones come.
    const tries = Array.from({ length: 300 }, () =>
      accounts.signIn({ email: 'nobody@example.com', password: 'x', address: full }),
    );
    const { outcome } = await accounts.signIn({ email: 'nobody@example.com', password: 'x', address: other });
    assert.equal(outcome, 'refused');
    assert.deepEqual([...new Set((await Promise.all(tries)).map((one) => one.outcome))], ['limited']);
    assert.deepEqual([...new Set(told.map(([limit]) => limit))], ['sign_ins']);
  });

  it('B11.1 somebody with many networks has the turns of one', async () => {
    await using server = await startIdentity(db);
    const owner = await server.givenUser();
    const accounts = openAccounts({ db, clock: server.clock, limited: () => {} });
    let answered = 0;
    const flood = Array.from({ length: 100 }, async (_, n) => {
      const address = `2001:db8:77:${n.toString(16)}::1`;
      await accounts.signIn({ email: `nobody${n}@example.com`, password: 'x', address });
      answered += 1;
    });
    const [address = ''] = addresses(1);
    const { outcome } = await accounts.signIn({ email: owner.email, password, address });
    assert.equal(outcome, 'signedIn');
    assert.ok(answered < 10, `${answered} of the flood came first`);
    await Promise.all(flood);
  });

  it('who has no turn is told when to come again', async () => {
    await using server = await startIdentity(db);
    const owner = await server.givenUser();
    const flood = randomAddress();
    // A hundred more than may wait: a slow machine has answered some of them by the time that the last ones come.
    const tries = Array.from({ length: 300 }, (_, n) =>
      server.signIn(`nobody${n}@example.com`, 'x', { address: flood }),
    );
    assert.equal((await server.signIn(owner.email, password)).status, 200);
    const statuses = new Set((await Promise.all(tries)).map(({ status }) => status));
    assert.ok(statuses.has(503));
    assert.ok(server.outcomes.includes('busy'));
  });
});

describe('guessing the second factor', () => {
  it('B11.4 S8.2 who knows the password keeps the owner from signing in nowhere but in its own network, and from no recovery code', async () => {
    await using server = await startIdentity(db);
    const owner = await server.givenUser();
    const secret = newTotpSecret();
    const now = server.clock.now();
    const [recovery = ''] = await db.write(async (tx) => {
      await addFactor(tx, server.factorKey, {
        userId: owner.id,
        now,
        kind: 'totp',
        name: 'Phone',
        secret,
        usedStep: 0,
      });
      return renewRecoveryCodes(tx, owner.id, now);
    });
    /** Each code is good once: the next one comes with the next step. */
    const rightCode = (): string => {
      server.clock.leap(totp.step_ms);
      return totpCode(secret, totpStep(server.clock.now()));
    };
    const statusOf = async (address: string, code: string): Promise<number> =>
      (await server.signIn(owner.email, password, { address, code })).status;
    const [kitchen = '', stranger = '', other = ''] = addresses(3);

    for (let n = 0; n < 10; n += 1) assert.equal(await statusOf(stranger, '000000'), 400);
    assert.equal(await statusOf(stranger, rightCode()), 429);
    assert.equal(await statusOf(kitchen, rightCode()), 200);
    assert.equal(await statusOf(stranger, recovery), 200, 'a recovery code cannot be guessed');
    assert.equal(await statusOf(stranger, rightCode()), 429);

    for (const address of addresses(4)) for (let n = 0; n < 10; n += 1) await statusOf(address, '000000');
    assert.equal(await statusOf(other, rightCode()), 429, 'many networks together have fifty tries');
    assert.equal(await statusOf(kitchen, rightCode()), 200, 'where the owner has signed in they do not count');
    server.clock.leap(60 * minute_ms);
    assert.equal(await statusOf(other, rightCode()), 200);
  });
});

describe('what is told of refused sign-ins', () => {
  const lines: Record<string, unknown>[] = [];
  const log = { warn: (facts: Record<string, unknown>) => void lines.push(facts) } as unknown as Log;
  beforeEach(async () => {
    await db.write((tx) => tx.deleteFrom('refused_sign_in').execute());
    lines.splice(0);
  });
  const tell = (server: IdentityServer) => tellRefused({ ...server, log });
  const audited = (...on: string[]) =>
    db.read((tx) =>
      tx
        .selectFrom('audit')
        .where('on_id', 'in', on)
        .where('action', '!=', 'session.begin')
        .orderBy('id')
        .select(['action', 'user_id', 'address', 'detail'])
        .execute(),
    );

  it('B11.2 the first refusal is told within a minute, what goes on once a quarter of an hour, with how often', async () => {
    await using server = await startIdentity(db);
    const owner = await server.givenUser();
    const address = randomAddress();
    await guess(server, owner.email, 2, [address]);
    await tell(server);
    const about = { action: 'session.refused', user_id: owner.id, address };
    const first = { ...about, detail: { tries: 2, accounts: 1, networks: 1 } };
    assert.deepEqual(await audited(owner.id), [first]);
    assert.deepEqual(lines.splice(0), [{ event: 'session.refused', on: owner.id, address, ...first.detail }]);

    await guess(server, owner.email, 5, [address]);
    for (let minute = 1; minute < 15; minute += 1) {
      server.clock.leap(minute_ms);
      await tell(server);
    }
    assert.deepEqual(await audited(owner.id), [first]);
    server.clock.leap(2 * minute_ms);
    await tell(server);
    await tell(server);
    const [, second, ...more] = await audited(owner.id);
    assert.deepEqual([second?.action, second?.detail], ['session.refused', { tries: 5, accounts: 1, networks: 1 }]);
    assert.deepEqual(more, []);
  });

  it('B11.2 a lock and a network at its limit are told, and that it tries many accounts', async () => {
    await using server = await startIdentity(db);
    const owner = await server.givenUser();
    const [address = '', spray = '2001:db8:7:7::9'] = addresses(2);
    await guess(server, owner.email, 11, [address]);
    for (let n = 0; n < 50; n += 1) await server.signIn(`nobody${n}@example.com`, 'Spring-2026!', { address: spray });
    await tell(server);
    const rows = await audited(owner.id);
    assert.deepEqual(
      rows.map(({ action, detail }) => [action, (detail as { tries: number }).tries]),
      [
        ['session.locked', 10],
        ['session.refused', 11],
      ],
    );
    const network = await audited(networkOf(spray));
    assert.deepEqual(
      network.map(({ action, user_id, address }) => [action, user_id, address]),
      [
        ['network.limited', null, spray],
        ['network.refused', null, spray],
      ],
    );
    const [limit] = network.map(({ detail }) => detail as { accounts: number; tries: number });
    assert.ok(limit && limit.accounts >= 49 && limit.tries === 50, JSON.stringify(limit));
  });

  it('B11.2 of an e-mail that nobody has nothing is kept by which it could be told, however it was typed', async () => {
    await using server = await startIdentity(db);
    const typed = 'Winter-dessert-2026';
    await server.signIn(typed, 'x');
    await tell(server);
    const { rows } = await db.read(async (tx) => ({
      rows: [
        ...(await tx.selectFrom('refused_sign_in').selectAll().execute()),
        ...(await tx.selectFrom('audit').selectAll().execute()),
      ],
    }));
    assert.equal(JSON.stringify(rows).toLowerCase().includes(typed.toLowerCase()), false);
    for (const row of rows)
      if ('account' in row && row.account.startsWith('unknown ')) assert.equal(row.account.length, 12);
  });

  /** Refused sign-ins on e-mails that nobody has, each from a network of its own. */
  const refusedEverywhere = (server: IdentityServer, count: number) =>
    db.write((tx) =>
      tx
        .insertInto('refused_sign_in')
        .values(
          Array.from({ length: count }, (_, n) => ({
            at: timestamp(server.clock.now()),
            account: `unknown ${n}`,
            address: `198.18.${n >> 8}.${n & 255}`,
            network: `198.18.${n >> 8}.${n & 255}`,
            counts: true,
          })),
        )
        .execute(),
    );

  it('B11.2 who comes from everywhere fills neither log: what there is no room for is one line', async () => {
    await using server = await startIdentity(db);
    server.clock.leap(60 * minute_ms);
    await refusedEverywhere(server, 3 * lines_max.refusals);
    for (let minute = 0; minute < 3; minute += 1) {
      await tell(server);
      server.clock.leap(minute_ms);
    }
    assert.equal(lines.length, lines_max.refusals);
    const { on, tries, networks } = lines.at(-1) as Record<string, unknown>;
    assert.deepEqual([on, tries, networks], ['*', 2 * lines_max.refusals + 1, 2 * lines_max.refusals + 1]);
  });

  it('B11.2 no crowd of refusals hides a lock, and no line tells of nothing', async () => {
    await using server = await startIdentity(db);
    server.clock.leap(120 * minute_ms);
    await refusedEverywhere(server, lines_max.refusals);
    await tell(server);
    assert.equal(lines.length, lines_max.refusals, 'there is no room for another refusal');
    const owner = await server.givenUser();
    const [address = ''] = addresses(1);
    await guessed(server, owner.id, refusals_max.pair, [address]);
    // Its refusals were told before; the lock alone is news.
    await db.write((tx) =>
      tx.updateTable('refused_sign_in').set({ told: true }).where('account', '=', owner.id).execute(),
    );
    for (let minute = 0; minute < 3; minute += 1) {
      await tell(server);
      server.clock.leap(minute_ms);
    }
    const later = lines.splice(lines_max.refusals) as { event: string; on: string; tries: number }[];
    assert.deepEqual(
      later.map(({ event, on, tries }) => [event, on, tries]),
      [['session.locked', owner.id, refusals_max.pair]],
    );
  });

  it('B11.2 of more locks than there is room for one line says how many there are', async () => {
    await using server = await startIdentity(db);
    server.clock.leap(180 * minute_ms);
    const owners = await Promise.all(Array.from({ length: 3 }, () => server.givenUser()));
    for (const { id } of owners) {
      const from = addresses(lines_max.locks / 2);
      await guessed(server, id, from.length * refusals_max.pair, from);
    }
    await tell(server);
    const locks = lines.filter(({ event }) => event === 'session.locked');
    assert.equal(locks.length, lines_max.locks);
    // Each account is locked for each network, and for all of them.
    const more = 3 * (lines_max.locks / 2 + 1) - (lines_max.locks - 1);
    const { on, accounts, tries } = locks.at(-1) as Record<string, number>;
    assert.deepEqual([on, tries], ['*', more * refusals_max.pair]);
    assert.ok((accounts ?? 0) >= 2);
  });
});
