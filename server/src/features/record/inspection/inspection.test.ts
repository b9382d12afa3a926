import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { deleteLaboratory } from '@brina/contract/calls/kitchen/laboratories';
import { openAction } from '@brina/contract/calls/record/actions';
import { checkProbe } from '@brina/contract/calls/record/checks';
import {
  answerRequest,
  createLink,
  endLink,
  listLinks,
  listPosters,
  listVisits,
  makePoster,
  printPoster,
} from '@brina/contract/calls/record/inspection';
import { startManual } from '@brina/contract/calls/record/manual';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { localDay } from '@brina/domain/language/local-day';
import { sql } from 'kysely';
import { brokenRules } from '#core/testing/pdf-a.ts';
import { issues_max } from '#features/record/ledger/issues.ts';
import { chillMessages, sendAll } from '../../../../test/chill.ts';
import { TestDevice } from '../../../../test/device.ts';
import { given, type TestUser } from '../../../../test/given.ts';
import { keepHoldDay } from '../../../../test/hold-days.ts';
import { LiveClient } from '../../../../test/live-client.ts';
import { sharedPortal } from '../../../../test/portal.ts';
import { grantOf } from '../../../../test/signing.ts';

describe('records that are open to who inspects them', async () => {
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  const { user, member, claimedUnit, laboratory } = given(portal);
  const zone = 'Europe/Rome';

  /** A unit that has cooled some food. */
  async function cooled(owner: TestUser, product: string) {
    const unit = await claimedUnit(owner);
    return { ...unit, batchId: await cool(unit, product) };
  }
  async function cool(unit: Awaited<ReturnType<typeof claimedUnit>>, product: string): Promise<string> {
    using device = new TestDevice(portal, unit);
    await device.connect();
    const messages = chillMessages({ runId: 'r1', minutes: 70, product, lot: 'L-1', startedAt: portal.clock.now() });
    portal.clock.leap(71 * minute_ms);
    await sendAll(device, messages);
    await portal.settled();
    const { id } = await portal.db.read((db) =>
      db
        .selectFrom('batch as b')
        .innerJoin('appliance as a', 'a.id', 'b.appliance')
        .select('b.id')
        .where('a.serial', '=', unit.serialNumber)
        .executeTakeFirstOrThrow(),
    );
    return id;
  }

  const days = (back = 30) => ({
    from: localDay(portal.clock.now() - back * day_ms, zone),
    to: localDay(portal.clock.now(), zone),
  });
  const linkTo = (who: TestUser, labIds: string[], more: object = {}) =>
    who.call(createLink, { body: { labIds, serials: [], ...days(), lasts: 'week' as const, ...more } });
  /** A page as a browser without script has it; a minute on, so that what other tests opened does not count. */
  const open = async (address: string, init: RequestInit = {}) => {
    portal.clock.leap(minute_ms);
    const reply = await fetch(address.replace(/^(?!http)/, portal.url), { redirect: 'manual', ...init });
    return { status: reply.status, headers: reply.headers, html: await reply.text() };
  };
  const at = (address: string) => new URL(address, portal.url).pathname;
  const linksIn = (html: string) =>
    [...html.matchAll(/<a class="row" href="([^"]+)"/g)].map(([, href]) => (href ?? '').replaceAll('&#38;', '&'));

  it('B2.10 a link opens the records of a kitchen without an account: overview, record with its curve and persons by initials, day, file', async () => {
    const owner = await user();
    const unit = await cooled(owner, 'Ragù <b>');
    const { batchId } = unit;
    await keepHoldDay(portal, unit.serialNumber, { labId: unit.labId });
    const today = localDay(portal.clock.now(), zone);
    await portal.db.write((db) =>
      sql`update hold_day set day = ${today} where laboratory_id = ${unit.labId}::uuid`.execute(db),
    );
    await owner.call(openAction, {
      body: {
        ...openAction.example.body,
        subjects: [{ kind: 'batch', id: batchId, excursion: null }],
        dispositions: [{ fate: 'DISCARDED', kg: 1 }],
        at: portal.clock.now(),
        measured: null,
        grant: await grantOf(owner),
      },
    });
    const link = await linkTo(owner, [unit.labId]);
    const first = await open(at(link.address));
    assert.equal(first.status, 200);
    for (const header of ['noindex, nofollow']) assert.equal(first.headers.get('x-robots-tag'), header);
    assert.equal(first.headers.get('cache-control'), 'no-store');
    assert.match(first.html, /<meta name="referrer" content="no-referrer">/);
    assert.doesNotMatch(first.html, /<script/);
    assert.match(first.html, /Ragù &#60;b&#62;/);
    assert.match(first.html, /sealed since/);
    const rows = linksIn(first.html);
    assert.equal(rows.length, 2);
    const pages = await Promise.all(rows.map((row) => open(row)));
    const record = pages.find(({ html }) => html.includes(batchId))?.html ?? assert.fail();
    assert.match(record, /<svg class="plot"[\s\S]*<path/);
    assert.match(record, /TU/);
    assert.doesNotMatch(record, /Test USER/);
    const day = pages.find(({ html }) => !html.includes(batchId))?.html ?? assert.fail();
    assert.match(day, /LIMIT KEPT|LIMIT EXCEEDED|NOT PROVEN/);
    const [ofDay = ''] = /href="[^"]*\/pdf[^"]*"/.exec(day) ?? [];
    const sheet = await fetch(portal.url + ofDay.slice('href="'.length, -1).replaceAll('&#38;', '&'));
    assert.equal(sheet.headers.get('content-type'), 'application/pdf');
    assert.deepEqual(await brokenRules(Buffer.from(await sheet.arrayBuffer())), []);
    const issued = () =>
      portal.db.read((db) => db.selectFrom('ledger_entry').select('id').where('kind', '=', 'issue').execute());
    const before = await issued();
    const head = await fetch(`${portal.url}${at(link.address)}/${batchId}/pdf`, { method: 'HEAD' });
    assert.equal(head.headers.get('content-type'), 'application/pdf');
    assert.deepEqual(await issued(), before, 'who asks for the head alone takes nothing away');
    const file = await fetch(`${portal.url}${at(link.address)}/${batchId}/pdf`);
    assert.equal(file.headers.get('content-type'), 'application/pdf');
    assert.equal(Buffer.from(await file.arrayBuffer()).toString('latin1', 0, 5), '%PDF-');
    await portal.db.write((db) =>
      sql`insert into attempt (key, at) select key, at from attempt, generate_series(1, ${issues_max})
        where key = ${`issue link ${link.id}`}`.execute(db),
    );
    const again = await fetch(`${portal.url}${at(link.address)}/${batchId}/pdf`);
    assert.equal(again.status, 200, 'what was taken is given again');
    const enough = await open(`${at(link.address)}/${batchId}/pdf?lang=de`);
    assert.equal(enough.status, 429);
    assert.ok(Number(enough.headers.get('retry-after')) > 23 * 3600);
    assert.match(enough.html, /Heute keine weiteren Dateien/);
    const german = await open(`${at(link.address)}?lang=de`);
    assert.match(german.html, /<html lang="de/);
    assert.match(german.html, /HACCP-/);
  });

  it('B2.10 B2.7 what was cooled without an appliance is told to who inspects its kitchen, by initials, and to nobody else', async () => {
    const owner = await user();
    const [labId, elsewhere] = [await laboratory(owner), await laboratory(owner)];
    const reading = { ...startManual.example.body.reading, at: portal.clock.now() };
    for (const [kitchen, product] of [
      [labId, 'Minestrone <b>'],
      [elsewhere, 'Stock'],
    ] as const)
      await owner.call(startManual, { body: { ...startManual.example.body, labId: kitchen, product, reading } });
    const { html } = await open(at((await linkTo(owner, [labId])).address));
    assert.match(html, /<h2>Cooled without an appliance, by hand<\/h2>/);
    assert.match(html, /Minestrone &#60;b&#62;/);
    assert.match(html, />TU</);
    assert.doesNotMatch(html, /Stock|Test USER/);
  });

  it('B2.10 B2.5 what was done about a failed check is told to who inspects the kitchen of its unit, by initials, and to nobody else', async () => {
    const owner = await user();
    const [here, there] = [await claimedUnit(owner), await claimedUnit(owner)];
    for (const [{ serialNumber: serial }, causeText] of [
      [here, 'Needle bent here'],
      [there, 'Needle bent there'],
    ] as const) {
      const now = portal.clock.now();
      const body = { ...checkProbe.example.body, points: [], setting: { method: 'ICE' as const }, before_C: -1.2 };
      const { id } = await owner.call(checkProbe, { params: { serial }, body: { ...body, at: now } });
      await owner.call(openAction, {
        body: {
          ...openAction.example.body,
          subjects: [{ kind: 'check', id, excursion: null }],
          cause: 'OTHER',
          causeText,
          dispositions: [],
          measured: null,
          at: now,
        },
      });
    }
    const { html } = await open(at((await linkTo(owner, [here.labId])).address));
    assert.match(html, /<h2>Corrective actions<\/h2>/);
    assert.match(html, /Needle bent here/);
    assert.doesNotMatch(html, /Needle bent there|Test USER/);
  });

  it('B2.10 it opens no other kitchen, no other company’s record, no day outside of it, and nothing live', async () => {
    const owner = await user();
    const [unit, other] = [await cooled(owner, 'Mine'), await cooled(owner, 'Elsewhere')];
    const strange = await cooled(await user(), 'Strange');
    const { address } = await linkTo(owner, [unit.labId]);
    const { html } = await open(at(address));
    assert.match(html, /Mine/);
    assert.doesNotMatch(html, /Elsewhere|Strange/);
    for (const { batchId } of [other, strange])
      for (const path of [`/${batchId}`, `/${batchId}/pdf`])
        assert.equal((await open(at(address) + path)).status, 404, path);
    assert.equal((await open(`${at(address)}/${unit.batchId}`)).status, 200);
    const old = await owner.call(createLink, {
      body: {
        labIds: [unit.labId],
        serials: [],
        from: localDay(portal.clock.now() - 20 * day_ms, zone),
        to: localDay(portal.clock.now() - 10 * day_ms, zone),
        lasts: 'day',
      },
    });
    assert.doesNotMatch((await open(at(old.address))).html, /Mine/);
    assert.equal((await open(`${at(old.address)}/${unit.batchId}`)).status, 404);
    const byUnit = await owner.call(createLink, {
      body: { labIds: [], serials: [other.serialNumber], ...days(), lasts: 'day' },
    });
    assert.match((await open(at(byUnit.address))).html, /Elsewhere/);
  });

  it('B2.10 what was done about food of two kitchens is told to who inspects both, and of one by its state alone', async () => {
    const owner = await user();
    const [here, there] = [await cooled(owner, 'Here'), await cooled(owner, 'There')];
    await owner.call(openAction, {
      body: {
        ...openAction.example.body,
        subjects: [here, there].map(({ batchId: id }) => ({ kind: 'batch' as const, id, excursion: null })),
        dispositions: [{ fate: 'DISCARDED', kg: 7.5 }],
        at: portal.clock.now(),
        measured: null,
        grant: await grantOf(owner),
      },
    });
    const recordBy = async (labIds: string[]) =>
      (await open(`${at((await linkTo(owner, labIds)).address)}/${here.batchId}`)).html;
    assert.match(await recordBy([here.labId, there.labId]), /Thrown away, 7\.5/);
    const alone = await recordBy([here.labId]);
    assert.doesNotMatch(alone, /Thrown away/);
    assert.match(alone, /Done, to be verified/);
  });

  it('B2.10 it ends at once when it is ended, when it expires, when the kitchen goes, and when its maker may not make it any more', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const ended = await linkTo(owner, [unit.labId]);
    assert.equal((await open(at(ended.address))).status, 200);
    await owner.call(endLink, { params: { linkId: ended.id } });
    assert.equal((await open(at(ended.address))).status, 410);

    const short = await linkTo(owner, [unit.labId], { lasts: 'hour' });
    portal.clock.leap(hour_ms);
    assert.equal((await open(at(short.address))).status, 410);

    const admin = await member(owner, 'ADMIN', [unit.serialNumber]);
    const hers = await linkTo(admin, [unit.labId]);
    assert.equal((await open(at(hers.address))).status, 200);
    await portal.db.write((db) =>
      db
        .deleteFrom('membership')
        .where('user_id', '=', admin.id)
        .where('company_id', '=', owner.companyId ?? '')
        .execute(),
    );
    assert.equal((await open(at(hers.address))).status, 410);

    // What has ended stays so, also where the right comes back.
    const deputy = await member(owner, 'ADMIN', [unit.serialNumber]);
    const theirs = await linkTo(deputy, [unit.labId]);
    const become = (role: 'ADMIN' | 'KITCHEN_MANAGER') =>
      portal.db.write((db) => db.updateTable('membership').set({ role }).where('user_id', '=', deputy.id).execute());
    await become('KITCHEN_MANAGER');
    await portal.clock.advance(2 * minute_ms);
    await become('ADMIN');
    assert.equal((await open(at(theirs.address))).status, 410);
    const listed = (await owner.call(listLinks, {})).find(({ id }) => id === theirs.id);
    assert.notEqual(listed?.endedAt, null);

    const ofUnit = await owner.call(createLink, {
      body: { labIds: [], serials: [unit.serialNumber], ...days(), lasts: 'day' },
    });
    assert.equal((await open(at(ofUnit.address))).status, 200);
    await owner.call(releaseAppliance, { params: { id: unit.serialNumber } });
    assert.equal((await open(at(ofUnit.address))).status, 410);

    const empty = await laboratory(owner);
    const ofKitchen = await linkTo(owner, [empty]);
    assert.equal((await open(at(ofKitchen.address))).status, 200);
    await owner.call(deleteLaboratory, { params: { id: empty } });
    assert.equal((await open(at(ofKitchen.address))).status, 410);

    assert.equal((await open(`/i/${'a'.repeat(32)}`)).status, 404);
    assert.equal((await open('/i/short')).status, 404);
  });

  it('B2.10 every opening is told: on what device, from which shortened network, one visit of many pages', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const link = await linkTo(owner, [unit.labId]);
    const headers = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1' };
    await open(at(link.address), { headers });
    await open(at(link.address), { headers });
    portal.clock.leap(hour_ms);
    await open(at(link.address), { headers });
    const visits = await owner.call(listVisits, { params: { linkId: link.id } });
    assert.deepEqual(
      visits.map(({ device, network, pages }) => [device, network, pages]),
      [
        ['Safari, iPhone', '127.0.0.0/24', 1],
        ['Safari, iPhone', '127.0.0.0/24', 2],
      ],
    );
    const [told] = await owner.call(listLinks, {});
    assert.deepEqual([told?.id, told?.visits, told?.lastVisitAt], [link.id, 2, visits[0]?.lastAt]);
  });

  it('B2.10 with a PIN it opens to who knows that, five tries in a quarter of an hour', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const guessable = await owner.refused(createLink, {
      body: { labIds: [unit.labId], serials: [], ...days(), lasts: 'week', pin: '123456' },
    });
    assert.equal(guessable.code, 'pin_guessable');
    const link = await linkTo(owner, [unit.labId], { pin: '815274' });
    const path = at(link.address);
    const asked = await open(path);
    assert.match(asked.html, /name="pin"/);
    assert.doesNotMatch(asked.html, /Verdicts/);
    assert.equal((await owner.call(listVisits, { params: { linkId: link.id } })).length, 0);
    const type = (pin: string) =>
      open(path, {
        method: 'POST',
        body: new URLSearchParams({ pin }),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const wrong = await type('111112');
    assert.deepEqual([wrong.status, /This PIN is wrong/.test(wrong.html)], [403, true]);
    const right = await type('815274');
    assert.equal(right.status, 303);
    const cookie = right.headers.get('set-cookie') ?? '';
    assert.match(cookie, /HttpOnly; SameSite=Lax/);
    assert.match((await open(path, { headers: { cookie: cookie.split(';')[0] ?? '' } })).html, /Verdicts/);
    assert.doesNotMatch((await open(path, { headers: { cookie: `${cookie.split('=')[0]}=x` } })).html, /Verdicts/);
    for (let tries = 0; tries < 5; tries++)
      await fetch(portal.url + path, { method: 'POST', body: new URLSearchParams({ pin: '222223' }) });
    assert.equal((await type('815274')).status, 429);
  });

  it('B2.10 twenty wrong PINs end a link for good, however slowly they are typed and whatever comes between; its maker is told why', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const link = await linkTo(owner, [unit.labId], { pin: '815274', lasts: 'month' });
    const type = async (pin: string) => {
      portal.clock.leap(20 * minute_ms);
      const body = new URLSearchParams({ pin });
      return fetch(portal.url + at(link.address), { method: 'POST', body, redirect: 'manual' });
    };
    const codes: number[] = [];
    for (let tries = 0; tries < 19; tries++) codes.push((await type('222223')).status);
    assert.deepEqual([...new Set(codes)], [403]);
    assert.equal((await type('815274')).status, 303);
    assert.equal((await owner.call(listLinks, {}))[0]?.endedAt, null);
    const last = await type('222223');
    assert.deepEqual([last.status, /This link has ended/.test(await last.text())], [410, true]);
    assert.equal((await type('815274')).status, 410);
    const [told] = await owner.call(listLinks, {});
    assert.deepEqual([told?.endedWhy, (told?.endedAt ?? 0) > 0], ['wrong_pins', true]);
  });

  it('B2.10 of a company a hundred links are open at once; one that ends makes room', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const { id } = await linkTo(owner, [unit.labId]);
    await portal.db.write((db) =>
      sql`insert into inspection_link (id, company_id, token_hash, user_id, from_day, to_day, created_at, expires_at)
        select gen_random_uuid(), company_id, decode(md5(n || id::text), 'hex'), user_id, from_day, to_day, created_at, expires_at
        from inspection_link, generate_series(2, 100) n where id = ${id}::uuid`.execute(db),
    );
    const refusal = await owner.refused(createLink, {
      body: { labIds: [unit.labId], serials: [], ...days(), lasts: 'day' },
    });
    assert.deepEqual([refusal.status, refusal.code], [409, 'links_too_many']);
    await owner.call(endLink, { params: { linkId: id } });
    await linkTo(owner, [unit.labId]);
  });

  it('B2.10 at the poster of a kitchen who asks gets a number, is let in by a tap for 8 hours, or sent away; five ask in an hour', async () => {
    const owner = await user();
    const unit = await cooled(owner, 'Ragù');
    await cooled(owner, 'Elsewhere');
    const cook = await member(owner, 'KITCHEN_MANAGER', [unit.serialNumber]);
    const poster = await owner.call(makePoster, { body: { labId: unit.labId } });
    const sheet = await owner.call(printPoster, { params: { posterId: poster.id } });
    assert.equal(Buffer.from(sheet.data).toString('latin1', 0, 5), '%PDF-');
    const page = await open(at(poster.address));
    assert.match(page.html, /Ask for access/);
    assert.doesNotMatch(page.html, /Ragù/);
    const ask = async () => {
      const reply = await open(`${at(poster.address)}/requests`, { method: 'POST' });
      assert.equal(reply.status, 303, reply.html);
      return at(reply.headers.get('location') ?? '');
    };
    const stranger = await user();
    const heard = await Promise.all(
      [owner, cook, stranger].map(async (who) => {
        const live = new LiveClient(portal, who);
        await live.subscribe();
        return live;
      }),
    );
    /** The owner and the cook are told at once to ask again, whom it does not concern is not. */
    const told = async (what: string) => {
      const changed = { action: 'changed', call: listPosters.id };
      const isIt = (message: object) => JSON.stringify(message) === JSON.stringify(changed);
      for (const live of heard.slice(0, 2)) await live.message(what, (messages) => messages.find(isIt));
      await heard[2]?.caughtUp();
      assert.ok(!heard[2]?.messages.some(isIt));
      for (const live of heard) live.messages.length = 0;
    };
    const waits = await ask();
    await told('somebody asks');
    const [shown] = (await cook.call(listPosters, {}))[0]?.requests ?? [];
    assert.match((await open(waits)).html, new RegExp(`class="number">${shown?.number}<`));
    const grants = (number: number, yes: boolean) =>
      cook.call(answerRequest, { params: { posterId: poster.id }, body: { number, grants: yes } });
    await grants(shown?.number ?? 0, true);
    await told('the answer');
    for (const live of heard) live[Symbol.dispose]();
    const through = await open(waits);
    assert.equal(through.status, 303);
    const { html } = await open(at(through.headers.get('location') ?? ''));
    assert.match(html, /Ragù/);
    assert.doesNotMatch(html, /Elsewhere/);
    const again = await cook.refused(answerRequest, {
      params: { posterId: poster.id },
      body: { number: shown?.number ?? 0, grants: true },
    });
    assert.deepEqual([again.status, again.code], [409, 'request_over']);

    const second = await ask();
    const [next] = (await cook.call(listPosters, {}))[0]?.requests ?? [];
    await grants(next?.number ?? 0, false);
    assert.match((await open(second)).html, /Nobody has let you in/);
    for (let waiting = 0; waiting < 5; waiting++) await ask();
    assert.equal((await open(`${at(poster.address)}/requests`, { method: 'POST' })).status, 429);

    portal.clock.leap(8 * hour_ms);
    assert.equal((await open(at(through.headers.get('location') ?? ''))).status, 410);
    await owner.call(makePoster, { body: { labId: unit.labId } });
    assert.equal((await open(at(poster.address))).status, 404);
  });

  it('B2.10 nothing is opened by nothing, by days in another order or too many, or by an invited person for what it does not see', async () => {
    const owner = await user();
    const [unit, hidden] = [await claimedUnit(owner), await cooled(owner, 'Hidden')];
    const body = { labIds: [unit.labId], serials: [], ...days(), lasts: 'week' as const };
    const codeOf = async (more: object) => (await owner.refused(createLink, { body: { ...body, ...more } })).code;
    assert.equal(await codeOf({ labIds: [] }), 'link_of_nothing');
    assert.equal(await codeOf({ from: body.to, to: body.from }), 'range_reversed');
    assert.equal(await codeOf({ from: '2020-01-01' }), 'link_too_long');
    assert.equal(await codeOf({ from: '2026-02-31' }), 'range_reversed');
    const admin = await member(owner, 'ADMIN', [unit.serialNumber]);
    await portal.db.write((db) =>
      db
        .updateTable('appliance')
        .set({ laboratory_id: unit.labId })
        .where('serial', '=', hidden.serialNumber)
        .execute(),
    );
    const { html } = await open(at((await linkTo(admin, [unit.labId])).address));
    assert.doesNotMatch(html, /Hidden/);
    assert.match(html, /sees only some appliances/);
  });
});
