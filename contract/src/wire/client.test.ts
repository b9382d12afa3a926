import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { allCalls } from '../all-calls.ts';
import { call, json } from './call.ts';
import { CallFailed, requestOf, send } from './client.ts';

const spec = {
  id: 'test.request',
  spec: 'S7.1',
  summary: '',
  path: '/api/v1/account/things/{name}/of/{owner}',
  roles: 'any',
  reply: json(z.unknown()),
  errors: [],
  example: {},
} as const;
const get = call({ ...spec, method: 'GET' });
const post = call({ ...spec, method: 'POST' });

// A path cannot hold an empty segment, and addresses swallow "." and "..".
const segment = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/^\.{1,2}$/.test(text));
const text = fc.string({ unit: 'grapheme' });

describe('the request of a call', () => {
  it('carries parameters and filters whatever characters they have', () => {
    const query = fc.dictionary(
      fc.stringMatching(/^[a-z]{1,8}$/),
      fc.oneof(text, fc.integer(), fc.boolean(), fc.array(text, { maxLength: 3 }), fc.constant(undefined)),
    );
    fc.assert(
      fc.property(segment, segment, query, (name, owner, asked) => {
        const { url, method, body } = requestOf(get, { params: { name, owner }, query: asked });
        const { pathname, searchParams } = new URL(url, 'https://portal.example');
        assert.deepEqual(pathname.split('/').slice(4).map(decodeURIComponent), ['things', name, 'of', owner]);
        for (const [key, value] of Object.entries(asked)) {
          const sent = (Array.isArray(value) ? value : [value]).filter((one) => one !== undefined).map(String);
          assert.deepEqual(searchParams.getAll(key), sent);
        }
        assert.deepEqual([method, body], ['GET', undefined]);
      }),
    );
  });

  it('carries a body as JSON and says so, and nothing where there is none', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { body, headers } = requestOf(post, { params: { name: 'a', owner: 'b' }, body: value });
        assert.deepEqual(JSON.parse(body ?? ''), JSON.parse(JSON.stringify(value)));
        assert.equal(headers['content-type'], 'application/json');
      }),
    );
    const bare = requestOf(post, { params: { name: 'a', owner: 'b' }, headers: { 'verification-code': '0042' } });
    assert.deepEqual(bare.headers, { 'verification-code': '0042' });
    assert.equal('body' in bare, false);
  });

  it('of every example goes to the address that the specification names', () => {
    for (const one of allCalls) {
      const { url } = requestOf(one, one.example);
      const pattern = new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/{}]+')}(\\?.+)?$`);
      assert.match(url, pattern, one.id);
    }
  });
});

describe('sending a call', () => {
  const to = (reply: () => Promise<Response>) => ({ baseUrl: '', headers: () => ({}), fetch: reply as typeof fetch });
  const input = { params: { name: 'a', owner: 'b' } } as never;

  it('fails with the portal’s own error', async () => {
    const error = { code: 'not_found', message: 'Nicht da.', requestId: 'r1' };
    const refusal = send(
      get,
      input,
      to(async () => Response.json(error, { status: 404 })),
    );
    await assert.rejects(
      refusal,
      (thrown: CallFailed) => thrown.status === 404 && thrown.error.message === 'Nicht da.',
    );
  });

  it('fails as generic where something else answered, or nothing did', async () => {
    const page = new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'x-request-id': 'r2' } });
    await assert.rejects(
      send(
        get,
        input,
        to(async () => page),
      ),
      (thrown: CallFailed) => {
        assert.deepEqual([thrown.status, thrown.error.code, thrown.error.requestId], [502, 'generic', 'r2']);
        return true;
      },
    );
    const unreachable = to(() => Promise.reject(new TypeError('fetch failed')));
    await assert.rejects(send(get, input, unreachable), (thrown: CallFailed) => thrown.status === 0);
  });

  it('is aborted by its signal, which is no failure of the call', async () => {
    const stop = new AbortController();
    stop.abort();
    const aborted = to(() => Promise.reject(stop.signal.reason as Error));
    await assert.rejects(send(get, input, aborted, stop.signal), { name: 'AbortError' });
  });
});
