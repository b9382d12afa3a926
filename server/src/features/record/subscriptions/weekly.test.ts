import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deleteOwnUser, getUserInfo, updateUserInfo } from '@brina/contract/calls/people/account';
import { filterActions, saveAction } from '@brina/contract/calls/record/actions';
import { filterRecords } from '@brina/contract/calls/record/book';
import { listKeys } from '@brina/contract/calls/record/ledger';
import { verifyPath } from '@brina/contract/calls/record/verify';
import type { Call, Input, Reply } from '@brina/contract/wire/call';
import { send } from '@brina/contract/wire/client';
import { countryPlan } from '@brina/domain/haccp/plans/country-plans';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { instantOf } from '@brina/domain/language/local-minute';
import { type Locale, locales } from '@brina/domain/language/locales';
import { formatFor } from '@brina/domain/language/reader';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { makeTestPlace } from '#core/db/test-database.ts';
import { newId } from '#core/ids.ts';
import { htmlLetter, plainLetter } from '#core/mail/letter.ts';
import { append } from '#features/record/ledger/append.ts';
import { lineOfKey, openedNote } from '#features/record/ledger/testing/verifying.ts';
import { chiller, straight } from '../../../../test/batches.ts';
import { given, signIn, type TestUser, testPassword } from '../../../../test/given.ts';
import { keepHoldDay } from '../../../../test/hold-days.ts';
import { mailsTo, type OutboxMail } from '../../../../test/outbox.ts';
import { ownPortal, startTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { saveFoodPlan } from '../../../../test/signing.ts';
import { periodMail } from './letters.mail.ts';

/** The Saturday before the night in which clocks go forward in Rome. */
const began_ms = Date.UTC(2026, 2, 28, 12);
const environment = { BRINA_ACCESS_TOKEN_S: '86400' };
const monday = (timeZone: string, clock = '07:00', day = '2026-03-30'): number =>
  instantOf(`${day}T${clock}`, timeZone);

/** Lets it be that moment, which is a minute or more from now, and all be done that is due. */
async function reach(portal: TestPortal, at: number): Promise<void> {
  assert.ok(at >= portal.clock.now() + minute_ms, 'it is later already');
  portal.clock.set(at);
  await portal.settled();
}

const lettersTo = async (portal: TestPortal, { email }: Pick<TestUser, 'email'>): Promise<OutboxMail[]> =>
  (await mailsTo(portal, email)).flatMap((mail) =>
    mail.kind === 'records.weekly' ? [{ ...mail, text: mail.text.replaceAll('\r\n', '\n') }] : [],
  );

/** The one letter that somebody got. */
async function letterTo(portal: TestPortal, who: TestUser): Promise<OutboxMail> {
  const [letter, ...more] = await lettersTo(portal, who);
  assert.ok(letter, 'there is a letter');
  assert.deepEqual(more, []);
  return letter;
}

const linkIn = ({ links }: OutboxMail, part: string): string =>
  links.find((link) => link.includes(part)) ?? assert.fail(`a link with ${part} in ${links}`);

/** The number that stands in a letter beside a term. */
const told = ({ text }: OutboxMail, term: string): string | undefined =>
  new RegExp(`^${term}: (.*)$`, 'm').exec(text)?.[1];

/** A company with a unit, and what becomes of so many minutes from 75 to 3 °C. */
async function worked(portal: TestPortal, lengths: readonly number[]) {
  const scene = await chiller(portal);
  for (const [nth, minutes] of lengths.entries()) {
    const startedAt = portal.clock.now();
    portal.clock.leap((minutes + 20) * minute_ms);
    const core = straight([0, 75], [minutes, 3], [minutes + 10, 2]);
    const says = (min: number) => ({ TCore1: core(min), TCore2: core(min) });
    await scene.tell({ runId: `r${nth}`, startedAt, minutes: minutes + 10, says });
  }
  return scene;
}

describe('weekly letters of a winter', () => {
  it('B2.3 tell the owner of a rule that comes in a new version within thirty days, and of none that a plan has pinned', async () => {
    const portal = await ownPortal({ environment, began_ms: Date.UTC(2023, 1, 25, 12) });
    const { user, claimedUnit } = given(portal);
    const [follows, stays] = [await user(), await user()];
    const plan = countryPlan('DE');
    await saveFoodPlan(follows, (await claimedUnit(follows)).labId, plan);
    const pinned = { ...plan, primary: { ...plan.primary, chill: { id: 'DE_DIN10536', version: '1' } } } as const;
    await saveFoodPlan(stays, (await claimedUnit(stays)).labId, pinned);
    await reach(portal, monday('Europe/Rome', '07:00', '2023-02-27'));
    const [told, untold] = [await letterTo(portal, follows), await letterTo(portal, stays)];
    assert.match(told.text, /1 rule of your food-safety plan comes in a new version within 30 days/);
    assert.doesNotMatch(untold.text, /new version/);
  });
});

describe('weekly letters', async () => {
  const portal = await ownPortal({ environment, began_ms });
  const { user, member, claimedUnit, headersOf } = given(portal);
  const read = await user('USER', { language: 'de' });
  const readJapanese = await user('USER', { companyId: read.companyId!, language: 'ja' });
  const off = await user('USER', { companyId: read.companyId! });
  const other = await user();
  const kolkata = await user();
  const moved = await user();
  const unitless = await user();
  const leaver = await user();
  const newsId = newId(portal.clock.now());
  using scene = await worked(portal, [120, 55]);
  const { owner, serial } = scene;
  const guest = await member(owner, 'KITCHEN_MANAGER', [serial]);

  /** A call of somebody who signs in anew: days have passed. */
  async function later<C extends Call>({ email }: TestUser, call: C, input: Input<C>): Promise<Reply<C>> {
    const { access_token } = await signIn(portal, email, testPassword);
    return send(call, input, { baseUrl: portal.url, headers: () => headersOf(access_token) });
  }
  const wishes = async (who: TestUser): Promise<boolean> =>
    (await later(who, getUserInfo, {})).preferences.haccp_report;
  const zoneOf = async (labId: string, time_zone: string): Promise<void> => {
    await portal.db.write((db) => db.updateTable('laboratory').set({ time_zone }).where('id', '=', labId).execute());
  };
  const german = await claimedUnit(read);
  await claimedUnit(other);
  await zoneOf((await claimedUnit(kolkata)).labId, 'Asia/Kolkata');
  const movedUnit = await claimedUnit(moved);
  await claimedUnit(leaver);
  await keepHoldDay(portal, german.serialNumber, { labId: german.labId, day: '2026-03-28' });

  it('S3.5 B2.9 come on Monday at seven of the kitchen, whatever its zone, not a minute before, and once', async () => {
    await off.call(updateUserInfo, { body: { preferences: { haccp_report: false } } });
    const { items } = await owner.call(filterActions, { body: { page: 0, nRows: 9, filterAttributes: [] } });
    await owner.call(saveAction, {
      params: { actionId: items[0]?.id ?? '' },
      headers: { 'if-match': '"1"' },
      body: {
        state: 'done',
        reason: '',
        cause: 'DOOR',
        causeText: '',
        dispositions: [{ fate: 'DISCARDED', kg: 12.5 }],
        measured: null,
        at: portal.clock.now(),
        lateReason: '',
        prevention: '',
      },
    });
    const count = async (who: TestUser) => (await lettersTo(portal, who)).length;
    await reach(portal, monday('Asia/Kolkata') - minute_ms);
    assert.equal(await count(kolkata), 0);
    // Half past one of the world: news of this hour are in no checkpoint before two.
    const at = portal.clock.now();
    const news = {
      company: kolkata.companyId!,
      kind: 'note' as const,
      id: newsId,
      rev: 1,
      at,
      content: { text: 'news' },
    };
    await portal.db.write((db) => append(db, [news]));
    await portal.clock.advance(minute_ms);
    assert.deepEqual([await count(kolkata), await count(owner)], [1, 0]);

    // It moves with the time zone of the kitchen.
    await zoneOf(movedUnit.labId, 'America/New_York');
    await reach(portal, monday('Europe/Rome') - minute_ms);
    assert.deepEqual([await count(owner), await count(moved)], [0, 0]);
    await later(leaver, deleteOwnUser, {});
    await portal.clock.advance(minute_ms);
    assert.deepEqual(
      await Promise.all([owner, read, readJapanese, other, moved, off, unitless, guest, leaver].map(count)),
      [1, 1, 1, 1, 0, 0, 0, 0, 0],
    );
    await reach(portal, monday('America/New_York'));
    for (const hours of [1, 8, 30]) await reach(portal, monday('America/New_York') + hours * hour_ms);
    assert.deepEqual(await Promise.all([owner, read, moved, kolkata, off, unitless].map(count)), [1, 1, 1, 1, 0, 0]);
  });

  it('B2.9 tell first what needs a person, then what the records come to, with a way to them; another company’s are not among them', async () => {
    const letter = await letterTo(portal, owner);
    const [first, , ...rest] = letter.text.split('\n');
    assert.equal(
      first,
      '1 corrective action is not closed. 1 record of this time has not kept its limit, or is not proven.',
    );
    assert.equal(letter.subject, 'Food records, from 23\u00a0Mar\u00a02026 to 29\u00a0Mar\u00a02026');
    assert.deepEqual(
      ['Cycles, FAIL', 'Cycles, PASS', 'Food thrown away'].map((term) => told(letter, term)),
      ['1', '1', '12.5\u00a0kg'],
      rest.join('\n'),
    );
    assert.ok(!letter.text.includes('LIMIT KEPT'));
    assert.match(letter.html, /<td[^>]*><p[^>]*>Cycles, FAIL<\/p><\/td>/);

    const link = new URL(linkIn(letter, 'view=records'));
    const days = { from: link.searchParams.get('from') ?? '', to: link.searchParams.get('to') ?? '' };
    assert.deepEqual(days, { from: '2026-03-23', to: '2026-03-29' });
    const filterAttributes = Object.entries(days).map(([attribute, value]) => ({ attribute, value }) as never);
    assert.equal((await later(owner, filterRecords, { body: { page: 0, nRows: 9, filterAttributes } })).total, 2);

    const empty = await letterTo(portal, other);
    assert.match(empty.text, /^Nothing is open\.$/m);
    assert.match(empty.text, /There is no record in this time\./);
    assert.doesNotMatch(empty.text, /^Cycles/m);
  });

  it('B2.9 B2.8 have the signed checkpoint of the book as it stands, which the keys of the portal open, and a way to the verifier', async () => {
    const { text, html, links } = await letterTo(portal, kolkata);
    const [, note = ''] = /(127\.0\.0\.1:\d+\/book\/[^]*?\n\n(?:— .*\n)+)/.exec(text) ?? [];
    const origin = note.split('\n')[0] ?? '';
    const keys = (await later(kolkata, listKeys, {})).map((key) => lineOfKey(origin, key.public));
    const head = openedNote(note, keys);
    assert.ok(head, note);
    const { ix } = await portal.db.read((db) =>
      db.selectFrom('ledger_entry').select('ix').where('id', '=', newsId).executeTakeFirstOrThrow(),
    );
    assert.ok(head.size > ix, 'nothing of the book is left out');
    assert.equal(openedNote(note.replace(/^\d+$/m, String(head.size + 1)), keys), undefined);
    assert.ok(html.includes(origin));
    assert.ok(links.some((link) => new URL(link).pathname === verifyPath));
  });

  it('S1.1 S1.3 are in the words and numbers of who reads them', async () => {
    const letter = await letterTo(portal, read);
    assert.equal(letter.subject, 'Lebensmittelaufzeichnungen, 23.\u00a0März\u00a02026 – 29.\u00a0März\u00a02026');
    assert.equal(told(letter, 'Lagertage, GRENZWERT EINGEHALTEN'), '1');
    assert.match(letter.text, /^Nichts ist offen\.$/m);
    assert.match(letter.text, /Guten Tag Test USER,/);
    assert.match(linkIn(letter, 'view=records'), /lang=de$/);
    const japanese = await letterTo(portal, readJapanese);
    assert.match(japanese.subject, /^食品記録 2026年3月23日～2026年3月29日$/);
    assert.match(japanese.text, /^未完了の事項はありません。$/m);
    assert.match(japanese.html, /<html lang="ja">/);
  });

  it('S3.5 are switched off by one click, without login; a program that opens the link changes nothing, and a link that is made up is none', async () => {
    const letter = await letterTo(portal, owner);
    const link = linkIn(letter, '/letters/');
    assert.equal(letter.unsubscribe, `<${link}> List-Unsubscribe=One-Click`);
    for (const method of ['GET', 'HEAD', 'GET']) {
      const reply = await fetch(link, { method });
      assert.equal(reply.status, 200);
      assert.match(reply.headers.get('content-security-policy') ?? '', /default-src 'none'.*form-action 'self'/);
      if (method === 'GET')
        assert.match(await reply.text(), /<form method="post"><button type="submit">Switch them off</);
    }
    assert.equal(await wishes(owner), true);

    const made = new URL(link);
    const token = made.pathname.split('/').at(-1) ?? '';
    const someoneElses = Buffer.from(token, 'base64url');
    Buffer.from(read.id.replaceAll('-', ''), 'hex').copy(someoneElses);
    for (const wrong of [someoneElses.toString('base64url'), token.slice(1), `${token}A`, 'x']) {
      made.pathname = `/letters/${wrong}`;
      assert.equal((await fetch(made, { method: 'POST' })).status, 404, wrong);
    }
    assert.deepEqual([await wishes(owner), await wishes(read)], [true, true]);

    // As a mail program asks it (RFC 8058), by either kind of form, and again.
    const form = new FormData();
    form.append('List-Unsubscribe', 'One-Click');
    for (const body of [form, new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), null]) {
      const reply = await fetch(link, { method: 'POST', body });
      assert.equal(reply.status, 200);
      assert.match(await reply.text(), /You get no more messages about food records/);
      assert.equal(await wishes(owner), false);
    }
    assert.equal(await wishes(read), true, 'nobody else’s');
    const { preferences } = await later(owner, getUserInfo, {});
    assert.equal(preferences.appliance_report, true, 'and nothing else of it');
  });

  it('B2.9 after a time without a portal are about the latest week alone; who has switched them off, or has no account any more, gets none; a clock that leaps back tells nothing again', async () => {
    const [gone, demoted] = [other, await user('USER', { companyId: kolkata.companyId! })];
    const late = await user('USER', { companyId: read.companyId! });
    await portal.db.write((db) =>
      db.updateTable('app_user').set({ role: 'SERVICE' }).where('id', '=', demoted.id).execute(),
    );
    await portal.db.write((db) =>
      db.updateTable('app_user').set({ status: 'INACTIVE' }).where('id', '=', gone.id).execute(),
    );
    portal.clock.set(monday('Europe/Rome', '15:00', '2026-04-22'));
    await portal.settled();
    const subjects = async (who: TestUser) => (await lettersTo(portal, who)).map(({ subject }) => subject);
    assert.deepEqual((await subjects(late)).length, 1);
    const german = await subjects(read);
    assert.deepEqual([german.length, german[1]?.includes('13.\u00a0Apr.\u00a02026')], [2, true], german.join());
    for (const nobody of [gone, owner]) assert.equal((await subjects(nobody)).length, 1, 'the one of before');
    assert.deepEqual(await subjects(demoted), []);

    for (const at of [
      monday('Europe/Rome', '07:00', '2026-03-30') + day_ms,
      monday('Europe/Rome', '16:00', '2026-04-22'),
    ]) {
      portal.clock.set(at);
      await portal.settled();
    }
    assert.equal((await subjects(read)).length, 2);
  });
});

describe('weekly letters of a portal that is killed', () => {
  it('B2.9 between finding whom to write to and writing, are written by the next one, each once; who has switched them off meanwhile gets none', async () => {
    await using place = await makeTestPlace();
    const start = (at: number) => startTestPortal({ place, environment, began_ms: at });
    const people = await (async () => {
      await using portal = await start(began_ms);
      const { user, claimedUnit } = given(portal);
      const first = await user();
      const second = await user('USER', { companyId: first.companyId! });
      const third = await user('USER', { companyId: first.companyId! });
      await claimedUnit(first);
      await reach(portal, monday('Europe/Rome'));
      assert.equal((await lettersTo(portal, first)).length, 1);
      // As one leaves it that is killed before it has written to the others.
      await portal.db.write(async (db) => {
        for (const { id, email } of [second, third]) {
          await db.deleteFrom('mail').where('recipient', '=', email).execute();
          const week = { from_day: '2026-03-23', to_day: '2026-03-29', time_zone: 'Europe/Rome' };
          const due_at = timestamp(portal.clock.now());
          const { id: subscription } = await db
            .selectFrom('mail_subscription')
            .select('id')
            .where('company_id', '=', first.companyId!)
            .executeTakeFirstOrThrow();
          const row = { id: newId(portal.clock.now()), subscription, user_id: id, ...week, created_at: due_at, due_at };
          await db.insertInto('period_letter').values(row).execute();
        }
      });
      await portal.db.write((db) =>
        db
          .updateTable('app_user')
          .set({ preferences: jsonb({ haccp_report: false }) })
          .where('id', '=', third.id)
          .execute(),
      );
      return { first, second, third };
    })();
    await using portal = await start(monday('Europe/Rome') + 5 * minute_ms);
    await portal.settled();
    await portal.clock.advance(2 * minute_ms);
    const counts = await Promise.all(Object.values(people).map(async (one) => (await lettersTo(portal, one)).length));
    // The second had one before that nobody knows of any more.
    assert.deepEqual(counts, [1, 2, 1]);
    const waiting = await portal.db.read((db) => db.selectFrom('period_letter').select('user_id').execute());
    assert.deepEqual(waiting, []);
  });
});

describe('the words of weekly letters', () => {
  const letter = (locale: Locale, note: string | null) =>
    periodMail({
      to: { to: 'ada@example.com', locale, name: 'Ada Neri' },
      format: formatFor({ locale, measurement: 'imperial', hours: '24h', timeZone: 'Europe/Rome' }),
      why: 'owner',
      every: 'week',
      days: { from: '2026-03-23', to: '2026-03-29', timeZone: 'Europe/Rome' },
      facts: {
        place: null,
        company: 'Neri https://evil.example',
        counts: [
          { kind: 'batch', verdict: 'PASS', records: 1_234 },
          { kind: 'batch', verdict: null, records: 2 },
          { kind: 'day', verdict: 'EXCEEDED', records: 3 },
        ],
        discarded_kg: 10,
        open: { actions: 2, exceptions: 3, reviews: 4, missing: 5, probes: 6, rules: 7 },
      },
      note,
      records: { url: 'https://p.example/?a=1', until: null },
      verify: 'https://p.example/verify',
      off: 'https://p.example/letters/x',
      host: 'p.example',
    }).content;

  it('S1.1 exist in nine languages, whole in text and in HTML, for all that may need a person', () => {
    const operator = { name: null, address: null, contact: null, privacy: null, security: null };
    const note = 'host/book/1\n2\nroot\n\n— host/book/1 AAAA\n';
    for (const locale of locales) {
      const content = letter(locale, note);
      const text = plainLetter(content, locale, operator);
      const html = htmlLetter(content, locale, operator);
      assert.doesNotMatch(text + html, /\{\w+\}|undefined|evil\.example/, locale);
      for (const n of [2, 3, 4, 5, 6, 7]) assert.match(content.title, new RegExp(String(n)), locale);
      assert.match(text, /22[.,]0.?lb/, locale);
      assert.ok(text.includes(note), locale);
      assert.ok(content.subject.length <= 70, `${locale}: ${content.subject}`);
      assert.equal(content.unsubscribe, 'https://p.example/letters/x');
      const before = plainLetter(letter(locale, null), locale, operator);
      assert.ok(!before.includes('host/book/1') && before.length > text.length / 2, locale);
    }
  });
});
