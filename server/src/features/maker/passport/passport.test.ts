import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { claimAppliance } from '@brina/contract/calls/kitchen/appliances';
import { createFactoryAppliance } from '@brina/contract/calls/maker/factory-appliances';
import { passportLink } from '@brina/contract/calls/maker/passport';
import { gammaOf, modelRow } from '@brina/domain/appliance/families/families';
import type { FamilyCode } from '@brina/domain/appliance/families/family-code';
import { locales } from '@brina/domain/language/locales';
import { strFromU8, unzipSync } from 'fflate';
import { timestamp } from '#core/db/instants.ts';
import { newId } from '#core/ids.ts';
import { given, newSerial } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';

describe('the product passport', async () => {
  const portal = await sharedPortal();
  const { user, laboratory } = given(portal);
  const producer = await user('FACTORY');
  const year = new Date(portal.clock.now()).getUTCFullYear();

  /** A unit of a model as the factory makes it, with the code that claims it. */
  async function make(model: string) {
    const row = modelRow(model);
    const gamma = gammaOf(model);
    assert.ok(row && gamma);
    const serialNumber = newSerial(row.family satisfies FamilyCode, portal);
    const zip = await producer.call(createFactoryAppliance, {
      body: { serialNumber, brand: 'IRINOX', domain: 'STANDARD', gamma, model },
    });
    const activationCode = strFromU8(unzipSync(zip.data)['activation-code.txt'] ?? new Uint8Array()).trim();
    return { serial: serialNumber, gtin: row.gtin, activationCode, row };
  }

  const open = async (path: string, headers: Record<string, string> = {}) => {
    // A minute on: what other tests have opened does not count.
    portal.clock.leap(60_000);
    const reply = await fetch(portal.url + path, { headers });
    return { status: reply.status, headers: reply.headers, html: await reply.text() };
  };
  /** What stands on a page, without its tags. */
  const wordsOf = (html: string) =>
    html
      .replace(/<head>.*?<\/head>/s, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/[\s\u00a0\u202f]+/g, ' ');
  const factsOf = (html: string) =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');

  it('S7.26 S2.23 the link of an appliance leads to its passport, which needs no login', async () => {
    const owner = await user();
    const { serial, gtin, activationCode } = await make('MF Next L 45');
    const labId = await laboratory(owner, 'Kitchen of secrets');
    await owner.call(claimAppliance, { body: { activationCode, name: 'Secret name', labId } });
    const { link } = await owner.call(passportLink, { params: { serial } });
    assert.equal(link, `${portal.url}/01/${gtin}/21/${serial}`);

    const { status, html, headers } = await open(new URL(link ?? '').pathname);
    assert.equal(status, 200);
    const words = wordsOf(html);
    for (const fact of [
      'MultiFresh Next L 45',
      `Serial number ${serial}`,
      gtin,
      `Year of build ${year}`,
      'R290',
      'Charge of all circuits 0.460 kg',
    ])
      assert.ok(words.includes(fact), `${fact} is missing in ${words}`);
    assert.match(words, /0\.063 kWh\/kg/);
    assert.match(words, /70°C to 3°C/);
    const american = wordsOf((await open(`${new URL(link ?? '').pathname}?lang=en-US`)).html);
    assert.match(american, /1\.01 lb.*158°F to 37\.4°F.*in × /);
    assert.doesNotMatch(american, /°C|\bkg\b|\bmm\b/);
    assert.match(words, /ISO 22042/);
    assert.match(words, /December 2035/);
    assert.match(words, /Repairs recorded 0/);
    const policy = headers.get('content-security-policy') ?? '';
    // Its own, not the policy that every reply has: nothing but its styles and its icon, and it sends and frames nothing.
    assert.deepEqual(
      policy.split('; '),
      ['default-src', 'style-src', 'img-src', 'font-src', 'base-uri', 'form-action', 'frame-ancestors'].map(
        (name) => `${name} ${['style-src', 'img-src', 'font-src'].includes(name) ? "'self'" : "'none'"}`,
      ),
    );
    assert.equal(headers.get('set-cookie'), null);
    const facts = factsOf(html);
    assert.deepEqual(
      [facts['@id'], facts.gtin, facts.serialNumber, facts.productionDate],
      [link, gtin, serial, String(year)],
    );
  });

  it('S7.26 counts repairs and tells nothing of owner, place or person', async () => {
    const owner = await user();
    const { serial, gtin, activationCode } = await make('MF Next S 20');
    const labId = await laboratory(owner, 'Kitchen of secrets');
    await owner.call(claimAppliance, { body: { activationCode, name: 'Secret name', labId } });
    await portal.db.write(async (db) => {
      const { id } = await db
        .selectFrom('appliance')
        .select('id')
        .where('serial', '=', serial)
        .executeTakeFirstOrThrow();
      const at = timestamp(portal.clock.now());
      for (const kind of ['repair', 'repair', 'cleaning'] as const)
        await db
          .insertInto('maintenance')
          .values({
            id: newId(portal.clock.now()),
            appliance: id,
            company_id: owner.companyId ?? null,
            kind,
            at,
            note: 'Secret note',
            user_id: owner.id,
            created_at: at,
          })
          .execute();
    });
    const { html } = await open(`/01/${gtin}/21/${serial}`);
    assert.match(wordsOf(html), /Repairs recorded 2/);
    assert.doesNotMatch(html, /[Ss]ecret|Company|test\.example|Rome/);
  });

  it('S7.26 a model has a page of its own, without what belongs to a unit', async () => {
    const { html, status } = await open('/01/09521017010048');
    assert.equal(status, 200);
    assert.doesNotMatch(wordsOf(html), /Serial number|Repairs|Brand/);
    // A GTIN of thirteen digits is the same with a zero before it.
    assert.equal((await open('/01/9521017010048')).status, 200);
  });

  it('S7.26 every kind of model has its own consumption, and says whose measurement it is', async () => {
    const pages = {
      'MF Next XXL 100 RWL': /0\.062 kWh\/kg.*Own measurement: ISO 22042 does not cover/,
      'CP Next 700': /Frozen storage 7\.80 kWh in 24 hours.*60 door openings/,
      'MYA 20': /Chilled storage 2\.30 kWh in 24 hours Chocolate/,
      'PL Next 20': /A standard night 5\.4 kWh.*3 hours of waking/,
    };
    for (const [model, consumption] of Object.entries(pages)) {
      const { serial, gtin } = await make(model);
      assert.match(wordsOf((await open(`/01/${gtin}/21/${serial}`)).html), consumption, model);
    }
  });

  it('S7.26 an unknown product, or a serial number of another one, is a page that says so', async () => {
    const { serial } = await make('MF Next L 45');
    for (const path of [
      `/01/09521017010055/21/${serial}`,
      '/01/09521017010048/21/MF15999999',
      '/01/00000000000000',
      '/01/abc',
      '/01/09521017010048/21/%3Cscript%3E',
      '/01/09521017010048/21/%00',
    ]) {
      const { status, html } = await open(path);
      assert.equal(status, 404, path);
      assert.match(html, /There is no such product/);
      assert.match(html, /passport\.css/);
      assert.doesNotMatch(html, /<script>/);
    }
  });

  it('S7.26 every spelling of a Digital Link answers the passport, and what is none is not the app', async () => {
    const { serial, gtin } = await make('MF Next L 45');
    const canonical = `${portal.url}/01/${gtin}/21/${serial}`;
    for (const path of [
      `/01/${gtin}/21/${serial}/`,
      `/01/${gtin}/21/${serial.toLowerCase()}`,
      `/01/${gtin}/10/L261112-1/21/${serial}`,
      `/gtin/${gtin}/ser/${serial}`,
      `/gtin/${gtin}/lot/7/ser/${serial}`,
    ]) {
      const { status, html } = await open(path);
      assert.equal(status, 200, path);
      assert.equal(factsOf(html)['@id'], canonical, path);
    }
    for (const path of [`/01/${gtin}/`, `/gtin/${gtin}`, `/01/${gtin}/10/L1`])
      assert.equal(factsOf((await open(path)).html)['@id'], `${portal.url}/01/${gtin}`, path);
    for (const path of [
      '/01',
      '/01/',
      '/gtin',
      '/gtin/',
      `/01/${gtin}/21`,
      `/01/${gtin}/99/7`,
      `/01/${gtin}/21/${serial}/x`,
    ]) {
      const { status, html } = await open(path);
      assert.equal(status, 404, path);
      assert.match(html, /There is no such product/);
    }
  });

  it('S1.1 speaks the language of the reader, or the one asked for', async () => {
    const { headers, html } = await open('/01/09521017010048', { 'accept-language': 'de-CH, de;q=0.9' });
    assert.match(html, /<html lang="de">.*Digitaler Produktpass/s);
    assert.equal(headers.get('vary'), 'accept-language, accept-encoding');
    assert.match(wordsOf(html), /0,063 kWh\/kg/);
    for (const lang of locales) {
      const page = await open(`/01/09521017010048?lang=${lang}`, { 'accept-language': 'fr' });
      assert.match(page.html, new RegExp(`href="\\?lang=${lang}"[^>]*aria-current`), lang);
      assert.doesNotMatch(wordsOf(page.html), /[{}]|undefined/);
    }
  });

  it('B11.1 who opens too many in a minute waits, and nobody else', async () => {
    // From the beginning of a minute on, so that none begins amid the pages.
    portal.clock.set(Math.ceil(portal.clock.now() / 60_000) * 60_000);
    const ask = (localAddress: string) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        get(`${portal.url}/01/09521017010048`, { localAddress }, (reply) => resolve(reply.resume())).on(
          'error',
          reject,
        );
      });
    const answers: (number | undefined)[] = [];
    for (let i = 0; i < 60; i++) answers.push((await ask('127.0.0.1')).statusCode);
    assert.deepEqual(new Set(answers), new Set([200]));
    const { statusCode, headers } = await ask('127.0.0.1');
    assert.deepEqual([statusCode, headers['retry-after']], [429, '60']);
    assert.equal((await ask('127.0.0.2')).statusCode, 200);
    assert.equal((await open('/01/09521017010048')).status, 200);
  });

  it('is set in the type of the app, with its mark and a drawing of the model', async () => {
    const css = (await open('/public.css')).html;
    const fonts = [...css.matchAll(/url\("([^"]+)"\)/g)].map(([, path]) => path ?? '');
    assert.equal(fonts.length, 3);
    for (const path of fonts) {
      const reply = await fetch(portal.url + path);
      assert.equal(reply.headers.get('content-type'), 'font/woff2', path);
      assert.equal(Buffer.from(await reply.arrayBuffer()).toString('latin1', 0, 4), 'wOF2', path);
    }
    const drawings = await Promise.all(
      ['09521017010048', '09521017010017'].map(
        async (gtin) => /<svg.*<\/svg>/s.exec((await open(`/01/${gtin}`)).html)?.[0],
      ),
    );
    assert.ok(drawings[0] && drawings[1] && drawings[0] !== drawings[1]);
    assert.match((await open('/01/09521017010048')).html, /<img src="\/favicon\.svg" alt="Brina"/);
  });

  it('has the colours of the app', async () => {
    const tokens = (css: string) =>
      [...css.matchAll(/(--[\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => `${name} ${value}`);
    const app = readFileSync(new URL('../../../../../web/src/ui/styles.css', import.meta.url), 'utf8');
    const [light = '', dark = ''] = app.split('[data-mantine-color-scheme="dark"] {');
    const { html: own, headers } = await open('/public.css');
    assert.match(headers.get('content-type') ?? '', /^text\/css/);
    const [ownLight = '', ownDark = ''] = (own.split('@media print')[0] ?? '').split(
      '@media (prefers-color-scheme: dark)',
    );
    assert.ok(tokens(ownLight).length >= 9 && tokens(ownDark).length === tokens(ownLight).length);
    for (const token of tokens(ownLight)) assert.ok(tokens(light).includes(token), token);
    for (const token of tokens(ownDark)) assert.ok(tokens(dark.split('\n  }')[0] ?? '').includes(token), token);
  });
});
