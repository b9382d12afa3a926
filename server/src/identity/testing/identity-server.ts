import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import middie from '@fastify/middie';
import Fastify from 'fastify';
import { pino } from 'pino';
import { memoryBus } from '#core/bus/memory-bus.ts';
import type { Database } from '#core/db/database.ts';
import type { SignInOutcome } from '#core/metrics.ts';
import { plainAddress } from '#core/network.ts';
import { stillClock, type TestClock } from '#core/testing/test-clock.ts';
import { hashPassword } from '../passwords.ts';
import { openIdentity } from '../provider.ts';
import { createUser, type NewUser } from '../users.ts';

export const issuer = 'https://brina.example/idp';
export const resource = 'https://brina.example/api';
export const webClient = 'brina-web';
export const genericClient = { id: 'brina-generic', secret: 'a-public-secret' };
export const password = 'Neve#2025fredda';

/** What the token endpoint sent back. `text` is the body, byte by byte. */
type TokenReply = {
  status: number;
  headers: Headers;
  text: string;
  body: { access_token: string; refresh_token: string; expires_in: number; token_type: string; error: string };
};

/** The identity of a portal behind real HTTP, mounted as the portal mounts it. Its clock can be set. */
export type IdentityServer = Awaited<ReturnType<typeof startIdentity>>;

/** Starts it over a database; two over the same one are two processes of a portal, or one before and after a restart. */
export async function startIdentity(
  db: Database,
  {
    clock = stillClock(),
    accessToken_s = 3600,
    sessionIdle_s = null,
  }: { clock?: TestClock; accessToken_s?: number; sessionIdle_s?: number | null } = {},
) {
  const bus = memoryBus();
  // What is logged as an error is a failure of the test, whatever the reply was.
  const failures: string[] = [];
  const log = pino({ level: 'error', base: null }, { write: (line: string) => void failures.push(line) });
  const factorKey = Buffer.alloc(32, 7);
  const address = () => 'https://brina.example';
  const clients = { web: { id: webClient }, generic: genericClient };
  const outcomes: SignInOutcome[] = [];
  const identity = await openIdentity({
    db,
    bus,
    clock,
    log,
    limited: () => {},
    metrics: { signIn: (outcome) => void outcomes.push(outcome), answered: () => {} },
    issuer,
    resource,
    clients,
    accessToken_s,
    sessionIdle_s,
    factorKey,
    address,
  });
  const app = Fastify({ trustProxy: true });
  await app.register(middie);
  app.use('/idp', identity.callback);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });

  const post = async (
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<TokenReply> => {
    const reply = await fetch(url + path, { method: 'POST', body: new URLSearchParams(fields), headers });
    // No reply of the provider ever sets a cookie (docs/SECURITY.md).
    assert.equal(reply.headers.get('set-cookie'), null);
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, text, body: text ? JSON.parse(text) : undefined };
  };

  return {
    url,
    factorKey,
    db,
    bus,
    clock,
    identity,
    /** What became of each sign-in, as it is counted. */
    outcomes,
    post,
    /** The password grant, from an address of its own unless one is named. */
    signIn: (
      email: string,
      typed: string,
      {
        address = randomAddress(),
        ...more
      }: { address?: string; remember_me?: string; scope?: string; code?: string } = {},
    ) =>
      post(
        identity.tokenPath,
        { grant_type: 'password', client_id: webClient, username: email, password: typed, ...more },
        { 'x-forwarded-for': address },
      ),
    /** The refresh grant with the fields of S7.38. */
    refresh: (refresh_token: string, more: Record<string, string> = {}) =>
      post(identity.tokenPath, { grant_type: 'refresh_token', client_id: webClient, resource, refresh_token, ...more }),
    generic: () =>
      post(identity.tokenPath, {
        grant_type: 'client_credentials',
        client_id: genericClient.id,
        client_secret: genericClient.secret,
      }),
    /** Makes a user with an e-mail of its own and {@link password}. */
    givenUser: async (user: Partial<NewUser> = {}) => {
      const email = `${randomUUID()}@example.com`;
      const passwordHash = await hashPassword(password);
      const names = { first: 'Ada', last: 'Neri' };
      const id = await db.write((tx) =>
        createUser(tx, { email, passwordHash, role: 'USER', language: 'it', names, ...user }, clock.now()),
      );
      return { id, email };
    },
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await bus[Symbol.asyncDispose]();
      assert.deepEqual(failures, [], 'errors in the log');
    },
  };
}

/** An address that no other test uses, as the portal spells it: limits count by address. */
export const randomAddress = (): string => {
  const groups = randomUUID().replaceAll('-', '').slice(0, 12).match(/.{4}/g) ?? [];
  return plainAddress(`2001:${groups.join(':')}::1`);
};
