import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLaboratory, listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { getUserInfo, updateUserInfo } from '@brina/contract/calls/people/account';
import { call, json } from '@brina/contract/wire/call';
import type { WireError } from '@brina/contract/wire/errors';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { type Locale, locales } from '@brina/domain/language/locales';
import { translate } from '@brina/domain/language/messages';
import Fastify from 'fastify';
import { pino } from 'pino';
import * as z from 'zod/mini';
import { given } from '../../../test/given.ts';
import { nobodysIds } from '../../../test/instances.ts';
import { sharedPortal } from '../../../test/portal.ts';
import { Guesses } from '../access/guesses.ts';
import { answerErrors } from './error-replies.ts';
import { type Handled, handle } from './handle.ts';
import { mountCalls } from './router.ts';
import { serverOptions } from './server-options.ts';

describe('the way of a call', async () => {
  const portal = await sharedPortal();
  const { user, laboratory, headersOf } = given(portal);
  const { subscriptionKeyHeader, subscriptionKey } = portal.publicConfig;
  const key = { [subscriptionKeyHeader]: subscriptionKey };

  /** A request with whatever is wrong with it. */
  async function request(method: string, path: string, headers: Record<string, string>, body?: string) {
    const reply = await fetch(portal.url + path, { method, headers, ...(body !== undefined && { body }) });
    const text = await reply.text();
    const error = JSON.parse(text) as WireError;
    return { status: reply.status, headers: reply.headers, error, text };
  }

  it('S7.1 S6.1 refuses in a fixed order: key, token, role, shape, ownership, rule', async () => {
    const [owner, service] = [await user(), await user('SERVICE')];
    const own = await laboratory(owner, 'Main');
    await laboratory(owner, 'Other');
    const type = { 'content-type': 'application/json' };
    // Each request has every fault of the ones after it.
    const steps = [
      [{}, '{', nobodysIds().laboratory, 401, 'key_missing'],
      [{ ...headersOf(owner.accessToken), [subscriptionKeyHeader]: 'x' }, '{', own, 401, 'key_missing'],
      [key, '{', nobodysIds().laboratory, 401, 'token_missing'],
      [{ ...key, authorization: 'Bearer no.real.token' }, '{', nobodysIds().laboratory, 401, 'token_invalid'],
      [headersOf(service.accessToken), '{', nobodysIds().laboratory, 403, 'access_denied'],
      [headersOf(owner.accessToken), '{', nobodysIds().laboratory, 400, 'malformed_json'],
      [headersOf(owner.accessToken), '{"name":7}', nobodysIds().laboratory, 400, 'bad_request'],
      [headersOf(owner.accessToken), '{"name":"Other"}', nobodysIds().laboratory, 404, 'not_found'],
      [headersOf(owner.accessToken), '{"name":"OTHER"}', own, 409, 'laboratory_name_taken'],
    ] as const;
    for (const [headers, body, id, status, code] of steps) {
      const refused = await request('PUT', `/api/v1/appliance/labs/${id}`, { ...type, ...headers }, body);
      assert.deepEqual([refused.status, refused.error.code], [status, code]);
    }
  });

  it('S7.1 a body of the wrong kind or size is refused after who sent it', async () => {
    const [owner, service] = [await user(), await user('SERVICE')];
    const path = '/api/v1/appliance/labs';
    const xml = { 'content-type': 'application/xml' };
    const asService = await request('POST', path, { ...headersOf(service.accessToken), ...xml }, '<a/>');
    assert.deepEqual([asService.status, asService.error.code], [403, 'access_denied']);
    const wrongKind = await request('POST', path, { ...headersOf(owner.accessToken), ...xml }, '<a/>');
    assert.deepEqual([wrongKind.status, wrongKind.error.code], [415, 'unsupported_media_type']);

    const large = JSON.stringify({ name: 'x'.repeat(serverOptions.bodyLimit) });
    const type = { 'content-type': 'application/json' };
    const nobodys = await request('POST', path, { ...key, ...type }, large);
    assert.deepEqual([nobodys.status, nobodys.error.code], [401, 'token_missing']);
    const tooLarge = await request('POST', path, { ...headersOf(owner.accessToken), ...type }, large);
    assert.deepEqual([tooLarge.status, tooLarge.error.code], [413, 'body_too_large']);
    assert.deepEqual(await owner.call(listLaboratories, {}), []);
  });

  it('a missing body, JSON that is no object and an address that is none are said to be so', async () => {
    const owner = await user();
    const headers = headersOf(owner.accessToken);
    const type = { 'content-type': 'application/json' };
    for (const [body, code] of [
      ['', 'required'],
      ['[]', 'wrong_type'],
      ['"a"', 'wrong_type'],
      ['null', 'wrong_type'],
    ]) {
      const { status, error } = await request('POST', '/api/v1/appliance/labs', { ...headers, ...type }, body);
      assert.deepEqual([status, error.fields?.map((field) => [field.path, field.code])], [400, [['body', code]]]);
    }
    for (const path of [
      '/api/v1/appliance/nothing',
      '/api/v1/appliance/labs/%zz',
      '/api/v1',
      `/api/v1/appliance/labs/${'x'.repeat(900)}`,
    ]) {
      const { status, error } = await request('PUT', path, headers);
      assert.deepEqual([status, error.code], [404, 'not_found'], path);
    }
    const { status } = await request('PUT', `/api/v1/appliance/labs/${'x'.repeat(200)}`, { ...headers, ...type }, '{}');
    assert.equal(status, 400);
  });

  it('every reply has a request id of its own, and an error tells the same one', async () => {
    const owner = await user();
    const seen = new Set<string>();
    for (const path of ['/api/v1/account/user-info', '/api/v1/appliance/labs', '/health', '/api/nothing']) {
      const reply = await fetch(portal.url + path, { headers: headersOf(owner.accessToken) });
      const id = reply.headers.get('x-request-id') ?? '';
      assert.match(id, /^[0-9a-f-]{36}$/);
      seen.add(id);
      const body = (await reply.json()) as { requestId?: string };
      if (!reply.ok) assert.equal(body.requestId, id);
    }
    assert.equal(seen.size, 4);
  });

  it('a stranger’s request id is not taken over', async () => {
    const { headers } = await request('GET', '/api/nothing', { 'x-request-id': 'mine', 'request-id': 'mine' });
    assert.notEqual(headers.get('x-request-id'), 'mine');
  });

  it('S1.1 an error speaks the language of the user, whatever the browser asks for', async () => {
    for (const language of locales) {
      const owner = await user('USER', { language });
      const { message } = await owner.refused(createLaboratory, { body: { name: '' } }, { 'accept-language': 'fr' });
      assert.equal(message, translate(errorMessages, language, 'bad_request'));
    }
  });

  it('S1.1 to somebody unknown an error speaks the language that the request asks for', async () => {
    const asked: [string, Locale][] = [
      ['it', 'it'],
      ['ru-RU,ru;q=0.9', 'ru'],
      ['es_ES', 'es'],
      ['nl-NL, nl;q=0.8, en;q=0.5', 'du'],
      ['de;q=0.3, ja;q=0.9', 'ja'],
      ['xx, fr;q=0.2', 'fr'],
      ['en-US', 'en-US'],
      ['de;q=0, *', 'en'],
      ['', 'en'],
    ];
    for (const [header, locale] of asked) {
      const { error } = await request('GET', getUserInfo.path, { ...key, 'accept-language': header });
      assert.equal(error.message, translate(errorMessages, locale, 'token_missing'), header);
    }
  });

  it('S4.3 who has not confirmed the e-mail address yet sees itself and nothing else', async () => {
    const newcomer = await user();
    await portal.db.write((db) =>
      db.updateTable('app_user').set({ status: 'INACTIVE' }).where('id', '=', newcomer.id).execute(),
    );
    assert.equal((await newcomer.call(getUserInfo, {})).status, 'INACTIVE');
    const refusal = await newcomer.refused(listLaboratories, {});
    assert.deepEqual([refusal.status, refusal.code], [403, 'access_denied']);
  });

  it('S4.3 who has not accepted the terms in force reads and changes nothing, until it has', async () => {
    const person = await user();
    await portal.db.write((db) =>
      db.updateTable('app_user').set({ tos_version: null }).where('id', '=', person.id).execute(),
    );
    const info = await person.call(getUserInfo, {});
    assert.deepEqual([info.status, info.tos, info.knowsTerms, info.may.claim], ['ACTIVE', false, false, false]);
    const refusal = await person.refused(listLaboratories, {});
    assert.deepEqual([refusal.status, refusal.code], [403, 'terms_not_accepted']);
    const accepted = await person.call(updateUserInfo, { body: { tos: true } });
    assert.deepEqual([accepted.tos, accepted.knowsTerms, accepted.may.claim], [true, true, true]);
    await person.call(listLaboratories, {});
  });

  it('S6.1 a changed role works at once, without a new token', async () => {
    const person = await user('SERVICE');
    await portal.db.write((db) =>
      db.updateTable('app_user').set({ role: 'FACTORY' }).where('id', '=', person.id).execute(),
    );
    assert.equal((await person.refused(listLaboratories, {})).status, 403);
  });

  it('a portal with a call that nobody answers, that two answer, or that is not in the contract does not start', () => {
    const { db, clock, identity } = portal;
    const parts = { db, clock, log: pino({ level: 'silent' }), subscriptionKey, subscriptionKeyHeader };
    const start = (...handled: Handled[]) =>
      mountCalls(Fastify(serverOptions), [listLaboratories, getUserInfo], handled, {
        ...parts,
        verify: identity.verify,
        demandsFactor: false,
        guesses: new Guesses(),
        limited: () => {},
      });
    const [laboratories, info] = [listLaboratories, getUserInfo].map((one) => handle(one, async () => [] as never));
    const other = handle(updateUserInfo, async () => [] as never);
    assert.ok(laboratories && info);
    start(laboratories, info);
    assert.throws(() => start(info), { message: `no handler for: ${listLaboratories.id}` });
    assert.throws(() => start(info, laboratories, info), { message: `two handlers for: ${getUserInfo.id}` });
    assert.throws(() => start(info, laboratories, other), { message: `not in the contract: ${updateUserInfo.id}` });
  });

  it('S4.9 what a call announces goes out when it is committed, and never when it failed', async () => {
    const owner = await user();
    const announcing = call({
      id: 'test.announcing',
      spec: 'S4.9',
      summary: '',
      method: 'POST',
      path: '/api/v1/account/announcing',
      roles: 'any',
      body: z.object({ fails: z.boolean() }),
      reply: json(z.object({ count: z.int() })),
      errors: [],
      example: {},
    });
    const heard: string[] = [];
    const run = handle(announcing, async ({ body, afterCommit }) => {
      afterCommit(() => heard.push('announced'));
      heard.push('carried out');
      if (body.fails) throw new Error('too late');
      return { count: 1 };
    });
    const log = pino({ level: 'silent' });
    const app = Fastify(serverOptions);
    answerErrors(app, log);
    const { db, clock, identity } = portal;
    mountCalls(app, [run.call], [run], {
      db,
      clock,
      log,
      subscriptionKey,
      subscriptionKeyHeader,
      verify: identity.verify,
      demandsFactor: false,
      guesses: new Guesses(),
      limited: () => {},
    });
    await using _server = { [Symbol.asyncDispose]: () => app.close() };
    const post = (fails: boolean) =>
      app.inject({ method: 'POST', url: announcing.path, headers: headersOf(owner.accessToken), payload: { fails } });
    assert.equal((await post(false)).statusCode, 200);
    assert.deepEqual(heard.splice(0), ['carried out', 'announced']);
    assert.equal((await post(true)).statusCode, 500);
    assert.deepEqual(heard, ['carried out']);
  });

  it('S8.25 a call that fails says nothing but its request id, and leaves nothing behind', async () => {
    const owner = await user();
    const broken = call({
      id: 'test.broken',
      spec: 'S8.25',
      summary: '',
      method: 'POST',
      path: '/api/v1/account/broken',
      roles: 'any',
      body: z.object({ how: z.string() }),
      reply: json(z.object({ count: z.int() })),
      errors: [],
      example: {},
    });
    const faults: Record<string, () => unknown> = {
      throws: () => {
        throw new Error('the password of the database is hunter2');
      },
      throwsText: () => Promise.reject('hunter2' as unknown as Error),
      repliesNonsense: () => ({ count: 'hunter2' }),
    };
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    const app = Fastify(serverOptions);
    answerErrors(app, log);
    const parts = {
      db: portal.db,
      clock: portal.clock,
      log,
      subscriptionKey,
      subscriptionKeyHeader,
      verify: portal.identity.verify,
      demandsFactor: false,
      guesses: new Guesses(),
      limited: () => {},
    };
    const run = handle(broken, async ({ body, audit }) => {
      await audit('laboratory.update', owner.id);
      return faults[body.how]?.() as never;
    });
    mountCalls(app, [run.call], [run], parts);
    await using _server = { [Symbol.asyncDispose]: () => app.close() };

    for (const how of Object.keys(faults)) {
      const headers = { ...headersOf(owner.accessToken), 'idempotency-key': how };
      const { statusCode, json: body } = await app.inject({
        method: 'POST',
        url: broken.path,
        headers,
        payload: { how },
      });
      const { message, ...rest } = body() as WireError;
      assert.equal(statusCode, 500);
      assert.equal(message, translate(errorMessages, 'en', 'generic'));
      assert.deepEqual(Object.keys(rest), ['code', 'requestId']);
      assert.match(lines.pop() ?? '', new RegExp(`"request_id":"${rest.requestId}".*"err"`), 'the log has the rest');
    }
    const kept = await portal.db.read((db) =>
      db
        .selectFrom('audit')
        .select('id')
        .where('on_id', '=', owner.id)
        .where('action', '=', 'laboratory.update')
        .execute(),
    );
    assert.deepEqual(kept, []);
  });
});
