import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import { changePassword, checkCode, type SignUp, signUp } from '@brina/contract/calls/people/registration';
import { type Call, everyCallErrors, type Input, type Reply } from '@brina/contract/wire/call';
import { CallFailed, send } from '@brina/contract/wire/client';
import type { WireError } from '@brina/contract/wire/errors';
import { mailsTo, type OutboxMail } from '../../../../../test/outbox.ts';
import { startTestPortal, type TestPortal } from '../../../../../test/portal.ts';
import { hexOf, seededRandom } from '../../../../../test/random.ts';

/** What people choose in these tests, and choose anew. */
export const firstPassword = 'Cold-line-2026';
export const secondPassword = 'Kalte-Kette-27!';

/** A portal behind a proxy, so that every visitor has an address of its own and no test meets the limit of another. */
export const startPublicPortal = (): Promise<TestPortal> =>
  startTestPortal({
    environment: { BRINA_PUBLIC_URL: 'https://portal.example', BRINA_TRUSTED_PROXY: '127.0.0.1' },
  });

type Refused = { status: number } & WireError;

/** Somebody at a browser, without an account or signed in. */
export type Visitor = {
  address: string;
  call<C extends Call>(call: C, input: Input<C>, headers?: Record<string, string>): Promise<Reply<C>>;
  /** Makes a call that must be refused, with an error that it declares. */
  refused<C extends Call>(call: C, input: Input<C>, headers?: Record<string, string>): Promise<Refused>;
  /** Any request, as it is: for what no client of ours would send. */
  raw(path: string, init: { method?: string; headers?: Record<string, string>; body?: string }): Promise<Response>;
};

/** Visitors of a portal, and what they do most. */
export function visitorsOf(portal: TestPortal) {
  const base = `http://127.0.0.1:${portal.httpPort}`;
  const { subscriptionKeyHeader, subscriptionKey, tokenUrl, clientId } = portal.publicConfig;

  /** Somebody from an address of its own, or from the one given. */
  function visitor({ token, address = anyAddress() }: { token?: string; address?: string } = {}): Visitor {
    const own = {
      [subscriptionKeyHeader]: subscriptionKey,
      'x-forwarded-for': address,
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const call: Visitor['call'] = (one, input, headers = {}) => {
      portal.clock.tick();
      return send(one, input, { baseUrl: base, headers: () => ({ ...own, ...headers }) });
    };
    return {
      address,
      call,
      refused: async (one, input, headers) => {
        try {
          await call(one, input, headers);
        } catch (error) {
          if (!(error instanceof CallFailed)) throw error;
          const { code } = error.error;
          assert.ok([...everyCallErrors, ...one.errors].includes(code), `${one.id} does not declare ${code}`);
          return { status: error.status, ...error.error };
        }
        throw new Error(`${one.id} was not refused`);
      },
      raw: (path, init) => fetch(base + path, { ...init, headers: { ...own, ...init.headers } }),
    };
  }

  /** The tokens of a sign-in with this password; `undefined` when it is refused. */
  async function tokensOf(email: string, password: string, address = anyAddress()) {
    const reply = await fetch(base + tokenUrl, {
      method: 'POST',
      headers: { 'x-forwarded-for': address },
      body: new URLSearchParams({ grant_type: 'password', username: email, password, client_id: clientId }),
    });
    return reply.ok ? ((await reply.json()) as { access_token: string; refresh_token: string }) : undefined;
  }

  async function signedIn(email: string, password: string): Promise<Visitor> {
    const tokens = await tokensOf(email, password);
    assert.ok(tokens, `${email} cannot sign in`);
    return visitor({ token: tokens.access_token });
  }

  /** The latest mail of a kind to somebody. */
  async function mail(email: string, kind: string): Promise<OutboxMail> {
    const found = (await mailsTo(portal, email)).findLast((one) => one.kind === kind);
    assert.ok(found, `${email} got no ${kind}`);
    return found;
  }

  /** The code of the latest confirmation mail. */
  const mailedCode = async (email: string): Promise<string> => {
    const code = /^\s*(\d{4})\s*$/m.exec((await mail(email, 'account.confirm')).text)?.[1];
    assert.ok(code, 'no code in the mail');
    return code;
  };

  /** E-mail and token of the link in the latest mail of a kind. */
  const mailedLink = async (email: string, kind = 'account.reset') => {
    const address = (await mail(email, kind)).links.find((one) => one.includes('/changepassword?'));
    assert.ok(address, 'no link in the mail');
    const { searchParams } = new URL(address);
    return { email: searchParams.get('email') ?? '', token: searchParams.get('token') ?? '' };
  };

  /** A registered person whose address is not confirmed yet, signed in. */
  async function registered(more: Partial<SignUp> = {}) {
    const body = signUpOf(more);
    await visitor().call(signUp, { headers: {}, body });
    return { email: body.email, body, person: await signedIn(body.email, body.password) };
  }

  /** A registered person who has confirmed its address, signed in. */
  async function confirmed(more: Partial<SignUp> = {}) {
    const made = await registered(more);
    await made.person.call(checkCode, { query: { code: await mailedCode(made.email) } });
    return made;
  }

  const userOf = (email: string) =>
    portal.db.read((db) => db.selectFrom('app_user').selectAll().where('email', '=', email).executeTakeFirst());

  return { visitor, tokensOf, signedIn, mail, mailedCode, mailedLink, registered, confirmed, userOf };
}

let addresses = 0;

/** A network address that no other visitor has. */
export const anyAddress = (): string => {
  addresses += 1;
  return `198.18.${addresses >> 8}.${addresses & 255}`;
};

const random = seededRandom('sign-ups');

/** A complete sign-up of somebody new. */
export const signUpOf = (more: Partial<SignUp> = {}): SignUp => ({
  ...(signUp.example.body as SignUp),
  email: `${hexOf(random, 12)}@test.example`,
  password: firstPassword,
  ...more,
});

/** The sign-up with some values of its company changed. */
export const withCompany = (company: Partial<SignUp['company']>): SignUp => {
  const body = signUpOf();
  return { ...body, company: { ...body.company, ...company } };
};

/** Input of the call that uses a link. */
export const newPasswordBy = (
  link: { email: string; token: string },
  password = secondPassword,
): Input<typeof changePassword> => ({
  params: { email: link.email },
  headers: { 'verification-code': link.token, 'new-password': password },
});

/** Counts password hashes while `work` is done: what they cost tells a stranger more than any text. */
export async function hashesOf(work: () => Promise<unknown>): Promise<number> {
  const argon2 = mock.method(crypto, 'argon2');
  syncBuiltinESMExports();
  try {
    await work();
    return argon2.mock.callCount();
  } finally {
    argon2.mock.restore();
    syncBuiltinESMExports();
  }
}
