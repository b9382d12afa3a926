import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, it } from 'node:test';
import { verifyPath } from '@brina/contract/calls/record/verify';
import { endonym, locales } from '@brina/domain/language/locales';
import { sharedPortal } from '../../../../test/portal.ts';
import { isSignedBy, sha256 } from './browser.mjs';
import { makeVerifyPage, verifierText } from './verify-page.ts';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('the page that verifies', async () => {
  const portal = await sharedPortal();

  it('B2.8 needs no login, has everything in it, and may do nothing but run that and ask its own portal', async () => {
    const reply = await fetch(portal.url + verifyPath);
    const html = await reply.text();
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get('set-cookie'), null);
    assert.equal(html, makeVerifyPage().html);
    const inner = (tag: string): string => new RegExp(`<${tag}>(.*?)</`, 's').exec(html)?.[1] ?? '';
    const policy = (reply.headers.get('content-security-policy') ?? '').split('; ');
    for (const part of [
      "default-src 'none'",
      `script-src ${hashOf(inner('script type="module"'))}`,
      `style-src ${hashOf(inner('style'))}`,
      "connect-src 'self'",
      "frame-ancestors 'none'",
    ])
      assert.ok(policy.includes(part), `${part} is missing in ${policy.join('; ')}`);
    const whole = verifierText().replaceAll(/^export /gm, '');
    assert.ok(inner('script type="module"').startsWith(whole), 'the verifier of the exports is another one');
    // Saved to disk, or read out of an export, it lacks nothing and calls nobody.
    assert.doesNotMatch(html, /<(?:script|img|link|iframe)[^>]*(?:src|href)=|@import|url\(/);
    assert.doesNotMatch(inner('script type="module"'), /^\s*(?:import|export) /m);
  });

  it('B2.8 speaks nine languages without asking for them', async () => {
    const html = await (await fetch(portal.url + verifyPath)).text();
    const data = JSON.parse(/<script type="application\/json" id="texts">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}');
    const { languages } = data as { languages: { code: string; name: string; texts: Record<string, string> }[] };
    assert.deepEqual(
      languages.map(({ code, name }) => [code, name]),
      locales.map((locale) => [locale, endonym(locale)]),
    );
    const titles = new Set(languages.map(({ texts }) => texts['is.CHANGED']));
    // British and American English say it alike.
    assert.equal(titles.size, locales.length - 1);
    for (const { texts } of languages) assert.ok(texts['verdict.FAIL'] && texts['reason.time_exceeded']);
  });

  it('B2.8 has hashes and signatures of its own that say what those of Node say', () => {
    for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 37 + length) % 256);
      assert.deepEqual(Buffer.from(sha256(bytes)), createHash('sha256').update(bytes).digest());
    }
    for (const length of [0, 50, 111, 112, 300]) {
      const { publicKey, privateKey } = generateKeyPairSync('ed25519');
      const key = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
      const message = Uint8Array.from({ length }, (_, at) => at % 256);
      const signature = sign(null, message, privateKey);
      assert.equal(isSignedBy(key, message, signature), true);
      for (const at of [0, 31, 32, 63]) {
        const forged = Buffer.from(signature);
        forged[at] = (forged[at] ?? 0) ^ 1;
        assert.equal(isSignedBy(key, message, forged), false);
      }
      // The same signature plus the order of the group: a verifier that takes it would have two for one message.
      const s = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`);
      const more = s + 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;
      const twin = Buffer.from(more.toString(16).padStart(64, '0'), 'hex').reverse();
      assert.equal(isSignedBy(key, message, Buffer.concat([signature.subarray(0, 32), twin])), false);
    }
  });
});
