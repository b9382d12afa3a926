import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { getUserInfo, updateUserInfo } from '@brina/contract/calls/people/account';
import type { WireError } from '@brina/contract/wire/errors';
import { given } from './given.ts';
import { sharedPortal } from './portal.ts';

describe('what comes in by HTTP', async () => {
  const portal = await sharedPortal();
  const { user, headersOf } = given(portal);

  /** Writes a request as it is, without the tidying of a client, and reads the answer to its end. */
  async function raw(head: string): Promise<{ status: number; headers: Record<string, string>; text: string }> {
    const socket = connect(portal.httpPort, '127.0.0.1');
    const parts: Buffer[] = [];
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.write(`${head}\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
    await once(socket, 'close');
    const [first = '', ...rest] = Buffer.concat(parts).toString().split('\r\n\r\n');
    const [line = '', ...lines] = first.split('\r\n');
    const headers = Object.fromEntries(
      lines.map((one) => [one.slice(0, one.indexOf(':')).toLowerCase(), one.slice(one.indexOf(':') + 2)]),
    );
    return { status: Number(line.split(' ')[1]), headers, text: rest.join('\r\n\r\n') };
  }

  it('B11.1 a known path that is asked in another way says in which it can be', async () => {
    const owner = await user();
    for (const [method, path, allow] of [
      ['DELETE', getUserInfo.path, 'GET, HEAD, PUT'],
      ['PATCH', '/health', 'GET, HEAD'],
      ['POST', '/login', 'GET, HEAD'],
    ] as const) {
      const reply = await fetch(portal.url + path, { method, headers: headersOf(owner.accessToken) });
      const { code } = (await reply.json()) as WireError;
      assert.deepEqual([reply.status, code, reply.headers.get('allow')], [405, 'method_not_allowed', allow], path);
    }
    const nowhere = await fetch(`${portal.url}/api/v1/nowhere`, { method: 'DELETE' });
    assert.deepEqual([nowhere.status, ((await nowhere.json()) as WireError).code], [404, 'not_found']);
  });

  for (const method of ['PROPFIND', 'TRACE', 'BREW', 'get'])
    it(`B11.1 the method ${method} is refused in our words`, async () => {
      const { status, text } = await raw(`${method} /api/v1/nowhere HTTP/1.1`);
      assert.ok(status >= 400 && status < 500, String(status));
      const { code, requestId } = JSON.parse(text) as WireError;
      assert.ok(code && requestId, text);
    });

  it('B11.1 JSON is UTF-8: what says that it is something else, or is not, is refused and not guessed', async () => {
    const owner = await user();
    const put = async (type: string, body: Uint8Array<ArrayBuffer>): Promise<string> => {
      const headers = { ...headersOf(owner.accessToken), 'content-type': type };
      const reply = await fetch(portal.url + updateUserInfo.path, { method: updateUserInfo.method, headers, body });
      return `${reply.status} ${((await reply.json()) as Partial<WireError>).code}`;
    };
    const json = JSON.stringify(updateUserInfo.example.body);
    const [utf8, utf16] = [new Uint8Array(Buffer.from(json)), new Uint8Array(Buffer.from(json, 'utf16le'))];
    // Well-formed but for its bytes: read as UTF-8, the name would have a sign in it that nobody typed.
    const broken = new Uint8Array(Buffer.from('{"firstName":"J\u00f6rg"}', 'latin1'));
    const whole = new Uint8Array(Buffer.from('{"firstName":"J\u00f6rg"}'));
    assert.equal(await put('application/json; charset=utf-16', utf16), '415 unsupported_media_type');
    assert.equal(await put('application/json; charset=iso-8859-1', utf8), '415 unsupported_media_type');
    assert.equal(await put('application/json', broken), '400 bad_request');
    assert.match(await put('application/json', whole), /^200 /);
    for (const type of ['application/json', 'application/json; charset=utf-8', 'application/json;charset="UTF-8"'])
      assert.match(await put(type, utf8), /^200 /, type);
  });

  it('B11.1 sign-in and keys answer with the same safety headers as all else', async () => {
    const replies = await Promise.all(['/health', '/idp/jwks', '/idp/nowhere'].map((path) => fetch(portal.url + path)));
    for (const { headers, url } of replies) {
      assert.match(headers.get('x-request-id') ?? '', /^[\da-f-]{36}$/, url);
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/, url);
      assert.match(headers.get('permissions-policy') ?? '', /camera=\(\)/, url);
      for (const [name, value] of [
        ['referrer-policy', 'same-origin'],
        ['x-content-type-options', 'nosniff'],
        ['cross-origin-opener-policy', 'same-origin'],
        ['cross-origin-resource-policy', 'same-origin'],
      ] as const)
        assert.equal(headers.get(name), value, `${name} of ${url}`);
    }
  });
});
