import { listNews } from '@brina/contract/calls/maker/news';
import { getUserInfo, type UserInfo } from '@brina/contract/calls/people/account';
import { getCompany } from '@brina/contract/calls/people/company';
import { listHolds } from '@brina/contract/calls/record/keeping';
import { getLedger } from '@brina/contract/calls/record/ledger';
import { countNotifications, readNotifications } from '@brina/contract/calls/record/notifications';
import { listSigners } from '@brina/contract/calls/record/signatures';
import type { PublicConfig } from '@brina/contract/config';
import { userMay } from '@brina/contract/testing/rights';
import type { BrowserCall, Reply } from '@brina/contract/wire/call';
import type { ErrorCode } from '@brina/contract/wire/errors';
import { provideFetch } from '../fetch.ts';

/** What a fixture has been asked, as far as tests look at it. */
export type Asked = { method: string; path: string; query: string; headers: Headers; body: string };

type Answer = (asked: Asked) => Response | Promise<Response>;

/** `config.json` of a portal in tests. */
export const testConfig: PublicConfig = {
  tokenUrl: '/idp/token',
  clientId: 'brina-web',
  genericClientId: 'brina-generic',
  genericClientSecret: 'generic-secret',
  resource: 'urn:brina:api',
  subscriptionKey: 'test-key',
  subscriptionKeyHeader: 'Ocp-Apim-Subscription-Key',
  socketUrl: 'ws://127.0.0.1:1/secured/room',
  brand: 'IRINOX',
  environment: 'prod',
  features: { maintenance: false, afterSales: false, demo: false },
  tutorialUrl: null,
  version: 'test',
};

/** What the contract shows as the reply of a call, as the reply that it is; changing it changes no other. */
export const exampleReply = <C extends BrowserCall & { example: { reply?: unknown } }>(call: C): Reply<C> =>
  structuredClone(call.example.reply) as Reply<C>;

/** The user of the contract's example, changed where a test needs another, with what such a user may. */
export function exampleUser(change: Partial<UserInfo> = {}): UserInfo {
  const user = { ...getUserInfo.example.reply, ...change };
  return { ...user, may: userMay(user.membership ? `member ${user.membership.role}` : user.role) };
}

/**
 * Answers the app's requests in place of a portal, with replies the contract types. It stands where requests leave the app; nothing
 * of the app itself is replaced.
 */
export function portalFixture(user: UserInfo = exampleUser()) {
  const asked: Asked[] = [];
  const answers = new Map<string, Answer>();
  let tokens = 0;

  const on = (method: string, path: string, answer: Answer): void => void answers.set(`${method} ${path}`, answer);
  const fixture = {
    /** Every request so far, oldest first. */
    asked,
    /** Requests for a path so far. */
    askedFor: (path: string): Asked[] => asked.filter((request) => request.path === path),
    /** Answers a request that is no call of the contract, such as one for a token. */
    on,
    /** Answers a call; `params` fill its path. A function is asked each time. */
    reply<C extends BrowserCall & { example: { reply?: unknown } }>(
      call: C,
      reply: Reply<C> | C['example']['reply'] | (() => Reply<C>),
      params: Record<string, string> = {},
    ): void {
      const body = typeof reply === 'function' ? (reply as () => Reply<C>) : () => reply;
      on(call.method, fill(call.path, params), () => Response.json(body()));
    },
    /** Refuses a call with an error of the catalogue. */
    refuse(call: BrowserCall, status: number, code: ErrorCode, params: Record<string, string> = {}): void {
      on(call.method, fill(call.path, params), () => refusal(status, code));
    },
    /** Leaves a call without an answer, as a cut cable does. */
    cut(call: BrowserCall, params: Record<string, string> = {}): void {
      on(call.method, fill(call.path, params), () => {
        throw new TypeError('Failed to fetch');
      });
    },
  };

  on('GET', '/config.json', () => Response.json(testConfig));
  on('POST', testConfig.tokenUrl, ({ body }) => {
    tokens += 1;
    const generic = body.includes('client_credentials');
    return Response.json({
      access_token: testToken(user.id, tokens),
      ...(generic ? {} : { refresh_token: `refresh-${tokens}` }),
    });
  });
  fixture.reply(getUserInfo, user);
  // What the frame around every screen asks for.
  fixture.reply(countNotifications, 0);
  fixture.reply(readNotifications, readNotifications.example.reply);
  fixture.reply(listNews, []);
  fixture.reply(getCompany, getCompany.example.reply);
  fixture.reply(listHolds, { ...listHolds.example.reply, holds: [] });
  fixture.reply(getLedger, getLedger.example.reply);
  // Nobody else signs where a test does not say who.
  fixture.reply(listSigners, []);

  provideFetch(async (input, init) => {
    const request = new Request(input, init);
    const one = {
      method: request.method,
      path: new URL(request.url).pathname,
      query: new URL(request.url).search,
      headers: request.headers,
      body: await request.text(),
    };
    asked.push(one);
    const answer = answers.get(`${one.method} ${one.path}`);
    return answer ? answer(one) : refusal(404, 'not_found');
  });
  return fixture;
}

/** An access token as far as the app reads one: its `oid` claim. */
const testToken = (oid: string, number: number): string =>
  `e30.${btoa(JSON.stringify({ oid, number })).replaceAll('=', '')}.signature`;

const refusal = (status: number, code: ErrorCode): Response =>
  Response.json({ code, message: `refused: ${code}`, requestId: 'test' }, { status });

const fill = (path: string, params: Record<string, string>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? `{${name}}`));
