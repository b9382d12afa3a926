import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { deleteLaboratory } from '@brina/contract/calls/kitchen/laboratories';
import { removeMember, shareAppliance, unshareAppliance } from '@brina/contract/calls/people/sharing';
import {
  askReceiver,
  changeSubscription,
  createSubscription,
  endSubscription,
  listSubscriptions,
} from '@brina/contract/calls/record/subscriptions';
import type { Call, Input, Reply } from '@brina/contract/wire/call';
import { CallFailed, send } from '@brina/contract/wire/client';
import { letterLink_ms, subscriptions_max } from '@brina/domain/haccp/subscriptions';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { dayAfter, localDay } from '@brina/domain/language/local-day';
import { instantOf } from '@brina/domain/language/local-minute';
import { sql } from 'kysely';
import { timestamp } from '#core/db/instants.ts';
import { newId } from '#core/ids.ts';
import { given, signIn, type TestUser, testPassword } from '../../../../test/given.ts';
import { mailsTo, type OutboxMail } from '../../../../test/outbox.ts';
import { ownPortal } from '../../../../test/portal.ts';

const rome = 'Europe/Rome';

describe('subscriptions to records', async () => {
  // The Friday before the night in which clocks go back in Rome.
  const began_ms = Date.UTC(2026, 9, 23, 10);
  const portal = await ownPortal({
    environment: { BRINA_ACCESS_TOKEN_S: '86400' },
    began_ms,
    expected: [/letter\.failed/],
  });
  const { user: newUser, member: newMember, claimedUnit, laboratory, headersOf } = given(portal);

  /** Somebody who signs in anew once a day has passed. */
  function staying<U extends TestUser>(who: U): U {
    let [token, since] = [who.accessToken, portal.clock.now()];
    const call = async <C extends Call>(one: C, input: Input<C>): Promise<Reply<C>> => {
      const now = portal.clock.now();
      if (now - since > 23 * hour_ms)
        [token, since] = [(await signIn(portal, who.email, testPassword)).access_token, now];
      return send(one, input, { baseUrl: portal.url, headers: () => headersOf(token) });
    };
    const refused = (one: Call, input: never) =>
      call(one, input).then(
        () => assert.fail(`${one.id} was not refused`),
        (error: unknown) => {
          if (!(error instanceof CallFailed)) throw error;
          return { status: error.status, ...error.error };
        },
      );
    return { ...who, call, refused };
  }
  const user = async () => staying(await newUser());
  const member = async (...of: Parameters<typeof newMember>) => staying(await newMember(...of));

  /** Lets time pass until a clock shows seven the next time, or so many minutes before. */
  async function untilSeven(zone = rome, before_min = 0): Promise<void> {
    const now = portal.clock.now();
    const today = localDay(now, zone);
    const at = [today, dayAfter(today)]
      .map((day) => instantOf(`${day}T07:00`, zone) - before_min * minute_ms)
      .find((one) => one >= now + minute_ms);
    portal.clock.set(at ?? assert.fail());
    await portal.settled();
  }
  /** Those that were ordered: owners have weekly ones besides. */
  const lettersTo = async (address: string): Promise<OutboxMail[]> =>
    (await mailsTo(portal, address)).filter(({ kind }) => /^records\.(daily|monthly)$/.test(kind));
  const count = async (...addresses: string[]): Promise<number[]> =>
    Promise.all(addresses.map(async (one) => (await lettersTo(one)).length));
  const asksTo = async (address: string): Promise<OutboxMail[]> =>
    (await mailsTo(portal, address)).filter(({ kind }) => kind === 'records.ask');
  const linkIn = (mail: OutboxMail | undefined, part: string): string =>
    mail?.links.find((link) => link.includes(part)) ?? assert.fail(`no ${part} in ${mail?.text}`);
  const visit = async (link: string, method = 'GET') => {
    portal.clock.leap(minute_ms);
    const reply = await fetch(link, { method });
    return { status: reply.status, html: await reply.text() };
  };
  const confirm = async (address: string): Promise<void> => {
    const link = linkIn((await asksTo(address)).at(-1), '/letters/confirm/');
    assert.equal((await visit(link, 'POST')).status, 200);
  };
  const order = (who: TestUser, body: object = {}) =>
    who.call(createSubscription, { body: { every: 'day', language: 'en_GB', addresses: [], ...body } });
  const change = (who: TestUser, subscriptionId: string, body: object) =>
    who.call(changeSubscription, {
      params: { subscriptionId },
      body: { every: 'day', language: 'en_GB', addresses: [], ...body },
    });
  const states = async (who: TestUser) =>
    (await who.call(listSubscriptions, {})).flatMap(({ receivers }) => receivers.map(({ state }) => state));
  const addresses = (name: string, n = 1): string[] =>
    Array.from({ length: n }, (_, nth) => `${name}-${nth}@elsewhere.example`);

  it('B2.9 tell of each day at seven of the kitchen, whom it was ordered by and who has confirmed it, once; each ends it by one click', async () => {
    const owner = await user();
    const { labId } = await claimedUnit(owner);
    const [quality = '', silent = ''] = addresses('quality', 2);
    const made = await order(owner, { labId, language: 'it_IT', addresses: [quality, silent] });
    assert.deepEqual([made.laboratory?.id, made.every, made.language], [labId, 'day', 'it_IT']);
    assert.equal(made.nextAt, instantOf('2026-10-24T07:00', rome));
    assert.deepEqual(await states(owner), ['asked', 'asked']);

    const [ask] = await asksTo(quality);
    assert.match(ask?.subject ?? '', /registrazioni alimentari/);
    const link = linkIn(ask, '/letters/confirm/');
    const page = await visit(link);
    assert.match(page.html, /<html lang="it"[^]*Ogni giorno[^]*<form method="post"><button type="submit">Desidero/);
    assert.doesNotMatch(page.html, /<script/);
    assert.deepEqual(await states(owner), ['asked', 'asked'], 'a program that opens the link confirms nothing');
    assert.equal((await visit(link.replace(/confirm\/.{32}/, `confirm/${'A'.repeat(32)}`))).status, 404);
    await confirm(quality);
    assert.deepEqual(await states(owner), ['confirmed', 'asked']);

    await untilSeven(rome, 1);
    assert.deepEqual(await count(owner.email, quality, silent), [0, 0, 0]);
    await untilSeven();
    assert.deepEqual(await count(owner.email, quality, silent), [1, 1, 0]);
    // Nobody measured anything: that is said, and the book goes with it.
    const [letter] = await lettersTo(quality);
    assert.match(letter?.subject ?? '', /^Registrazioni alimentari, 23/);
    assert.match(letter?.text ?? '', /In questo periodo non c’è alcuna registrazione[^]*\/book\/[^]*— /);
    const records = linkIn(letter, '/i/');
    const opened = await visit(records);
    assert.equal(opened.status, 200);
    assert.match(opened.html, /<html lang="it"/);
    assert.match(linkIn((await lettersTo(owner.email))[0], 'view=records'), new RegExp(`labId=${labId}`));

    // The night with an hour more.
    await untilSeven();
    assert.deepEqual(await count(owner.email, quality), [2, 2]);
    assert.equal(portal.clock.now(), Date.UTC(2026, 9, 25, 6));

    const off = linkIn((await lettersTo(quality))[1], '/letters/');
    assert.equal((await lettersTo(quality))[1]?.unsubscribe, `<${off}> List-Unsubscribe=One-Click`);
    assert.match((await visit(off)).html, /<form method="post">/);
    assert.deepEqual(await states(owner), ['confirmed', 'asked']);
    for (const _ of ['once', 'again']) assert.equal((await visit(off, 'POST')).status, 200);
    assert.deepEqual(await states(owner), ['asked'], 'its address is gone, and no other');
    assert.equal((await visit(records)).status, 410, 'and what it could open');
    await untilSeven();
    assert.deepEqual(await count(owner.email, quality), [3, 2]);

    const ownOff = linkIn((await lettersTo(owner.email))[2], '/letters/');
    assert.equal((await visit(ownOff, 'POST')).status, 200);
    assert.deepEqual(await owner.call(listSubscriptions, {}), []);
    await untilSeven();
    assert.deepEqual(await count(owner.email, quality, silent), [3, 2, 0]);
  });

  it('B2.9 move with the time zone of their kitchen, by weeks and months, and tell no period twice', async () => {
    const owner = await user();
    const { labId } = await claimedUnit(owner);
    const { id } = await order(owner, { labId });
    await order(owner, { every: 'month' });
    const zone = (time_zone: string) =>
      portal.db.write((db) => db.updateTable('laboratory').set({ time_zone }).where('id', '=', labId).execute());
    await zone('Asia/Tokyo');
    await untilSeven('Asia/Tokyo');
    assert.deepEqual(await count(owner.email), [1], 'hours before it is seven in Rome');
    await zone('America/New_York');
    await untilSeven('America/New_York');
    const days = (await lettersTo(owner.email)).map(({ subject }) => subject);
    assert.equal(new Set(days).size, days.length, days.join());
    const params = { subscriptionId: id };
    const weekly = await owner.call(changeSubscription, {
      params,
      body: { every: 'week', language: 'ja_JP', addresses: [] },
    });
    assert.equal(new Date(weekly.nextAt).getUTCDay(), 1);
    const [monthly] = (await owner.call(listSubscriptions, {})).filter(({ every }) => every === 'month');
    assert.equal(monthly?.nextAt, instantOf('2026-11-01T07:00', rome), 'the company’s own clock');
    portal.clock.set(monthly?.nextAt ?? 0);
    await portal.settled();
    const november = (await lettersTo(owner.email)).filter(({ kind }) => kind === 'records.monthly');
    assert.deepEqual(
      november.map(({ subject }) => subject.replaceAll('\u00a0', ' ')),
      ['Food records, from 1 Oct 2026 to 31 Oct 2026'],
    );
  });

  it('B2.9 S6.2 are their maker’s: of another company there are none, an invited person has its own of what it sees, and they end with the invitation', async () => {
    const owner = await user();
    const stranger = await user();
    const unit = await claimedUnit(owner);
    const other = await claimedUnit(owner);
    const admin = await member(owner, 'ADMIN', [unit.serialNumber]);
    const { id } = await order(owner, { labId: other.labId });
    const params = { subscriptionId: id };
    const body = { every: 'week' as const, language: 'en_GB', addresses: [] };
    for (const who of [stranger, admin]) {
      assert.deepEqual(await who.call(listSubscriptions, {}), []);
      assert.equal((await who.refused(changeSubscription, { params, body })).status, 404);
      assert.equal((await who.refused(endSubscription, { params })).status, 404);
      assert.equal((await who.refused(askReceiver, { params, body: { address: 'a@b.example' } })).status, 404);
      const serialNumber = other.serialNumber;
      assert.equal((await who.refused(createSubscription, { body: { ...body, serialNumber } })).status, 404);
    }
    // An invited ADMIN sees to all kitchens, and gets what it sees of them.
    assert.equal((await stranger.refused(createSubscription, { body: { ...body, labId: other.labId } })).status, 404);
    const [inspector = ''] = addresses('inspector');
    await order(admin, { labId: unit.labId, addresses: [inspector] });
    await confirm(inspector);
    assert.equal((await owner.call(listSubscriptions, {})).length, 2);
    await untilSeven();
    assert.deepEqual(await count(admin.email, inspector, owner.email), [1, 1, 1]);
    const link = linkIn((await lettersTo(inspector))[0], '/i/');
    assert.equal((await visit(link)).status, 200);
    await owner.call(removeMember, { params: { email: admin.email } });
    assert.equal((await visit(link)).status, 410);
    assert.equal((await owner.call(listSubscriptions, {})).length, 1);
    await untilSeven();
    assert.deepEqual(await count(admin.email, inspector), [1, 1]);
  });

  it('B2.9 B2.10 the links of their letters end at their time, with the subscription, the kitchen, and the unit that goes to somebody else', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const empty = await laboratory(owner);
    const receivers = addresses('links', 4);
    const bodies = [{ labId: empty }, { serialNumber: unit.serialNumber }, { labId: unit.labId }, {}];
    const ids: string[] = [];
    for (const [nth, body] of bodies.entries()) {
      ids.push((await order(owner, { ...body, addresses: [receivers[nth]] })).id);
      await confirm(receivers[nth] ?? '');
    }
    await untilSeven();
    const links = await Promise.all(receivers.map(async (one) => linkIn((await lettersTo(one))[0], '/i/')));
    const open = async () => Promise.all(links.map(async (link) => (await visit(link)).status));
    assert.deepEqual(await open(), [200, 200, 200, 200]);
    await owner.call(deleteLaboratory, { params: { id: empty } });
    assert.deepEqual(await open(), [410, 200, 200, 200]);
    await owner.call(releaseAppliance, { params: { id: unit.serialNumber } });
    assert.deepEqual(await open(), [410, 410, 200, 200]);
    await owner.call(endSubscription, { params: { subscriptionId: ids[2] ?? '' } });
    assert.deepEqual(await open(), [410, 410, 410, 200]);
    portal.clock.leap(letterLink_ms - 60 * minute_ms);
    assert.equal((await visit(links[3] ?? '')).status, 200);
    portal.clock.leap(60 * minute_ms);
    assert.equal((await visit(links[3] ?? '')).status, 410);
  });

  it('B2.9 flood nobody: an address is asked a few times, by a company and by all, few in a day, and of few subscriptions', async () => {
    const owner = await user();
    await claimedUnit(owner);
    const { id } = await order(owner, { addresses: ['Loud@Elsewhere.example'] });
    const again = { params: { subscriptionId: id }, body: { address: 'loud@elsewhere.EXAMPLE' } };
    const first = linkIn((await asksTo('loud@elsewhere.example'))[0], '/letters/confirm/');
    portal.clock.leap(7 * day_ms - 10 * minute_ms);
    assert.equal((await visit(first)).status, 200);
    portal.clock.leap(10 * minute_ms);
    assert.equal((await visit(first, 'POST')).status, 404);
    assert.deepEqual(await states(owner), ['expired']);
    for (const _ of [2, 3]) await owner.call(askReceiver, again);
    assert.deepEqual(await states(owner), ['asked']);
    assert.equal((await owner.refused(askReceiver, again)).code, 'address_asked_enough');
    // Under another subscription, or from another company, it is the same address.
    await order(owner, { addresses: ['loud@elsewhere.example'] });
    const other = await user();
    await claimedUnit(other);
    await order(other, { addresses: ['loud@elsewhere.example'] });
    const refused = await other.refused(createSubscription, {
      body: { every: 'day', language: 'en_GB', addresses: ['LOUD@elsewhere.example'] },
    });
    assert.deepEqual([refused.status, refused.code], [422, 'address_asked_enough']);
    assert.equal((await asksTo('loud@elsewhere.example')).length, 5);
    assert.equal((await other.call(listSubscriptions, {})).length, 1, 'nothing is left of what was refused');
    // Who answers may be asked of others.
    await confirm('loud@elsewhere.example');
    assert.equal((await owner.refused(askReceiver, again)).code, 'address_asked_enough');
    portal.clock.leap(31 * day_ms);
    const answered = { ...again, params: { subscriptionId: (await other.call(listSubscriptions, {}))[0]?.id ?? '' } };
    assert.equal((await other.refused(askReceiver, answered)).code, 'receiver_answered');

    for (const nth of [0, 1, 2, 3]) await order(other, { addresses: addresses(`many${nth}`, 5) });
    const more = { every: 'day' as const, language: 'en_GB', addresses: addresses('more') };
    const many = await other.refused(createSubscription, { body: more });
    assert.deepEqual([many.status, many.code], [429, 'asks_too_many']);
    assert.deepEqual(await asksTo(more.addresses[0] ?? ''), []);
    portal.clock.leap(day_ms);
    await order(other, more);

    const now = timestamp(portal.clock.now());
    const of = { company_id: owner.companyId!, user_id: owner.id, every: 'month' as const, locale: 'en' };
    const row = { ...of, created_at: now, due_at: now, time_zone: rome };
    const rest = Array.from({ length: subscriptions_max - 2 }, () => ({ id: newId(portal.clock.now()), ...row }));
    await portal.db.write((db) => db.insertInto('mail_subscription').values(rest).execute());
    const full = await owner.refused(createSubscription, { body: { ...more, addresses: [] } });
    assert.deepEqual([full.status, full.code], [409, 'subscriptions_full']);
    const { companyId } = owner;
    await portal.db.write((db) => db.deleteFrom('mail_subscription').where('company_id', '=', companyId!).execute());
  });

  it('B2.9 are refused for good: who switches them off, or says so to what asks, is not asked by that company again', async () => {
    const owner = await user();
    await claimedUnit(owner);
    const [reader = '', asked = ''] = addresses('no', 2);
    const { id } = await order(owner, { addresses: [reader, asked] });
    await confirm(reader);
    await untilSeven();
    const [ask] = await asksTo(asked);
    const never = ask?.links.find((link) => /\/letters\/(?!confirm)/.test(link)) ?? assert.fail(ask?.text);
    assert.equal(ask?.unsubscribe, `<${never}> List-Unsubscribe=One-Click`);
    assert.match((await visit(never)).html, /never to ask you again[^]*<form method="post">/);
    assert.deepEqual(await states(owner), ['confirmed', 'asked'], 'a program that opens the link refuses nothing');
    for (const _ of ['once', 'again']) assert.equal((await visit(never, 'POST')).status, 200);
    assert.deepEqual(await states(owner), ['confirmed']);
    assert.equal((await visit(linkIn(ask, '/letters/confirm/'), 'POST')).status, 404);

    // Whose address was removed says no all the same.
    const off = linkIn((await lettersTo(reader))[0], '/letters/');
    assert.equal((await change(owner, id, { addresses: [] })).receivers.length, 0);
    assert.equal((await visit(off, 'POST')).status, 200);
    for (const address of [reader, asked, asked.replace('@', '+again@').toUpperCase()]) {
      const wanted = { every: 'day' as const, language: 'en_GB', addresses: [address] };
      const changed = await owner.refused(changeSubscription, {
        params: { subscriptionId: id },
        body: wanted,
      } as never);
      assert.deepEqual([changed.status, changed.code], [422, 'address_refused'], address);
      assert.equal((await owner.refused(createSubscription, { body: wanted } as never)).code, 'address_refused');
    }
    const other = await user();
    await claimedUnit(other);
    await order(other, { addresses: [reader] });
    assert.equal((await asksTo(reader)).length, 2);

    // Consent and its end are in the audit log, and not whose.
    const written = await portal.db.read((db) =>
      db.selectFrom('audit').selectAll().where('company_id', '=', owner.companyId!).orderBy('id').execute(),
    );
    const told = written.map(({ action }) => action).filter((one) => /^subscription\.(confirm|refuse)$/.test(one));
    assert.deepEqual(told, ['subscription.confirm', 'subscription.refuse', 'subscription.refuse']);
    assert.ok(!JSON.stringify(written).includes('elsewhere.example'));
  });

  it('B2.9 ask an address three times, whether or not it is removed and added in between, and a mailbox by all companies five times', async () => {
    const owner = await user();
    await claimedUnit(owner);
    const [often = '', box = ''] = addresses('often', 2);
    const { id } = await order(owner, { addresses: [often] });
    for (const _ of [2, 3]) {
      await change(owner, id, { addresses: [] });
      await change(owner, id, { addresses: [often] });
    }
    assert.equal((await owner.call(listSubscriptions, {}))[0]?.receivers[0]?.mayAsk, false);
    await change(owner, id, { addresses: [] });
    const again = { every: 'day' as const, language: 'en_GB', addresses: [often] };
    const refused = await owner.refused(changeSubscription, { params: { subscriptionId: id }, body: again } as never);
    assert.equal(refused.code, 'address_asked_enough');

    const companies = await Promise.all(Array.from({ length: 7 }, () => user()));
    for (const one of companies) await claimedUnit(one);
    const asked = await Promise.allSettled(
      companies.map((one, n) => order(one, { addresses: [n % 2 ? box : box.replace('@', `+${n}@`)] })),
    );
    assert.equal(asked.filter(({ status }) => status === 'fulfilled').length, 5);
  });

  it('B2.9 that are to come more often are asked for anew, and what is over as they are changed is told as it was ordered', async () => {
    const owner = await user();
    const { companyId } = owner;
    await claimedUnit(owner);
    const [monthly = ''] = addresses('monthly');
    const { id } = await order(owner, { every: 'month', addresses: [monthly] });
    await confirm(monthly);
    await change(owner, id, { every: 'day', addresses: [monthly] });
    assert.deepEqual(await states(owner), ['asked']);
    const asks = await asksTo(monthly);
    assert.deepEqual([asks.length, /Every day/.test(asks[1]?.text ?? '')], [2, true]);
    await untilSeven();
    assert.deepEqual(await count(owner.email, monthly), [1, 0]);
    await confirm(monthly);
    await untilSeven();
    assert.deepEqual(await count(owner.email, monthly), [2, 1]);

    // As it stands a moment before the round begins with it.
    await portal.db.write(async (db) => {
      await db.deleteFrom('told_period').where('subscription', '=', id).execute();
      const due_at = timestamp(portal.clock.now());
      await db.updateTable('mail_subscription').set({ due_at }).where('id', '=', id).execute();
    });
    await change(owner, id, { every: 'month', addresses: [monthly] });
    assert.deepEqual(await states(owner), ['confirmed'], 'fewer need no question');
    await portal.clock.advance(2 * minute_ms);
    assert.deepEqual(await count(owner.email, monthly), [3, 2]);

    // Of two owners the other one changes them: who made them gets them anyhow.
    const second = staying(await newUser('USER', { companyId: companyId! }));
    await change(second, id, { every: 'month', addresses: [owner.email.toUpperCase(), second.email] });
    assert.deepEqual([(await asksTo(owner.email)).length, (await asksTo(second.email)).length], [0, 1]);
  });

  it('B2.9 end for good with the right of who made them: links stay closed when the right returns', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const admin = await member(owner, 'ADMIN', [unit.serialNumber]);
    const second = staying(await newUser('USER', { companyId: owner.companyId! }));
    const readers = addresses('lapsed', 2);
    for (const [nth, who] of [admin, second].entries()) {
      await order(who, { labId: unit.labId, addresses: [readers[nth]] });
      await confirm(readers[nth] ?? '');
    }
    await untilSeven();
    const links = await Promise.all(readers.map(async (one) => linkIn((await lettersTo(one))[0], '/i/')));
    const open = async () => Promise.all(links.map(async (link) => (await visit(link)).status));
    assert.deepEqual(await open(), [200, 200]);
    const [seen] = (await owner.call(listSubscriptions, {})).flatMap(({ receivers }) => receivers);
    assert.deepEqual([seen?.visits, (seen?.lastVisitAt ?? 0) > began_ms], [1, true]);
    const role = (to: 'USER' | 'SERVICE') =>
      portal.db.write((db) => db.updateTable('app_user').set({ role: to }).where('id', '=', second.id).execute());
    const shared = { email: admin.email, serialNumber: unit.serialNumber };
    await role('SERVICE');
    await owner.call(unshareAppliance, { query: shared });
    await portal.clock.advance(11 * minute_ms);
    assert.deepEqual(await open(), [410, 410]);
    assert.deepEqual(await owner.call(listSubscriptions, {}), []);
    await role('USER');
    await owner.call(shareAppliance, { body: shared });
    assert.deepEqual(await open(), [410, 410]);
    const lapsed = await portal.db.read((db) =>
      db
        .selectFrom('audit')
        .select('id')
        .where('action', '=', 'subscription.lapse')
        .where('company_id', '=', owner.companyId!)
        .execute(),
    );
    assert.equal(lapsed.length, 2);
  });

  it('B2.9 B2.10 of all that an invited person sees end for good once nothing is shared with it, and their links with them', async () => {
    const owner = await user();
    const units = [await claimedUnit(owner), await claimedUnit(owner)];
    const admin = await member(
      owner,
      'ADMIN',
      units.map(({ serialNumber }) => serialNumber),
    );
    const [reader = ''] = addresses('everything');
    await order(admin, { addresses: [reader] });
    await confirm(reader);
    await untilSeven();
    const link = linkIn((await lettersTo(reader))[0], '/i/');
    assert.equal((await visit(link)).status, 200);
    const unshare = async (serialNumber = '') => {
      await owner.call(unshareAppliance, { query: { email: admin.email, serialNumber } });
      await portal.clock.advance(11 * minute_ms);
    };
    const orders = async () => (await owner.call(listSubscriptions, {})).length;
    await unshare(units[0]?.serialNumber);
    assert.deepEqual([await orders(), (await visit(link)).status], [1, 200], 'something is left');
    await unshare(units[1]?.serialNumber);
    assert.deepEqual([await orders(), (await visit(link)).status], [0, 410]);
    const refused = await admin.refused(createSubscription, {
      body: { every: 'day', language: 'en_GB', addresses: [] },
    } as never);
    assert.equal(refused.status, 404, 'there is nothing to tell of');
    await owner.call(shareAppliance, {
      body: { email: admin.email, serialNumber: units[0]?.serialNumber ?? '' },
    });
    await untilSeven();
    assert.deepEqual([await orders(), (await visit(link)).status], [0, 410]);
    assert.deepEqual(await count(admin.email, reader), [1, 1]);

    // Nor is one left that was shared, and whose company has let go of it.
    await order(admin);
    await owner.call(releaseAppliance, { params: { id: units[0]?.serialNumber ?? '' } });
    await portal.clock.advance(11 * minute_ms);
    assert.equal(await orders(), 0);
  });

  it('B2.9 of a company that never held an appliance go to nobody, and it asks nobody', async () => {
    const owner = await user();
    const body = { every: 'day' as const, language: 'en_GB', addresses: addresses('nothing') };
    const refused = await owner.refused(createSubscription, { body } as never);
    assert.deepEqual([refused.status, refused.code], [409, 'addresses_without_unit']);
    await order(owner);
    await untilSeven();
    assert.deepEqual(await count(owner.email), [0]);
  });

  it('B2.9 whose making is cut off are made again, each once, and nothing is left of the time before', async () => {
    const owner = await user();
    const { labId } = await claimedUnit(owner);
    const [cut = '', whole = ''] = addresses('cut', 2);
    await order(owner, { labId, addresses: [cut, whole] });
    for (const one of [cut, whole]) await confirm(one);
    // The database ends the transaction as the letter is handed over, behind its link.
    await portal.db.write(async (db) => {
      await sql`create function refuse_mail() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$`.execute(
        db,
      );
      await sql`create trigger refuse_mail before insert on mail for each row when (new.recipient = ${sql.lit(cut)})
        execute function refuse_mail()`.execute(db);
    });
    await untilSeven();
    assert.deepEqual(await count(owner.email, whole, cut), [1, 1, 0]);
    const links = () =>
      portal.db.read((db) =>
        db.selectFrom('inspection_link').select('id').where('company_id', '=', owner.companyId!).execute(),
      );
    assert.equal((await links()).length, 1);
    await portal.db.write(async (db) => {
      await sql`drop trigger refuse_mail on mail`.execute(db);
      await sql`drop function refuse_mail()`.execute(db);
    });
    await portal.clock.advance(11 * minute_ms);
    assert.deepEqual(await count(owner.email, whole, cut), [1, 1, 1]);
    assert.equal((await links()).length, 2);
    await portal.clock.advance(60 * minute_ms);
    assert.deepEqual(await count(owner.email, whole, cut), [1, 1, 1]);
  });
});
