import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { minute_ms } from '@brina/domain/language/durations';
import { locales } from '@brina/domain/language/locales';
import {
  accountDeletedMail,
  alreadyRegisteredMail,
  confirmCodeMail,
  invitationMail,
  passwordChangedMail,
  resetLinkMail,
  roleChangedMail,
  welcomeMail,
} from '#features/people/account/account.mail.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import { ownPortal, sharedPortal, startTestPortal, type TestPortal } from '../../../test/portal.ts';
import { readEml } from './eml.ts';
import { htmlLetter, plainLetter } from './letter.ts';
import { type Mail, queueMail } from './mail.ts';
import { typed } from './typed.ts';

const url = 'https://portal.example/changepassword?token=q5t%2B-_&email=ada%40example.com';

let people = 0;
/** An address of its own for each test. */
const somebody = (): string => `person-${(people += 1)}@test.example`;

const queue = (portal: TestPortal, mail: Mail): Promise<void> =>
  portal.db.write((db) => queueMail(db, mail, portal.clock.now()));

const rowOf = (portal: TestPortal, to: string) =>
  portal.db.read((db) => db.selectFrom('mail').selectAll().where('recipient', '=', to).executeTakeFirst());

describe('mail through a mail server', async () => {
  const server = await startMailServer();
  after(() => server[Symbol.asyncDispose]());
  const portal = await sharedPortal({
    environment: { BRINA_SMTP_URL: server.url, BRINA_MAIL_FROM: 'Brina <no-reply@portal.example>' },
    expected: [/mail\.failed/],
  });
  const arrivedAt = (to: string) => server.received.filter((mail) => mail.to.includes(to));

  it('S7.9 goes once, to its reader alone, as HTML and as text in the reader’s language', async () => {
    const to = somebody();
    await queue(portal, confirmCodeMail({ to, locale: 'ja', name: '根里 アダ', code: '0042' }));
    await portal.settled();
    await portal.settled();
    const [mail, ...more] = arrivedAt(to);
    assert.ok(mail);
    assert.deepEqual([mail.to, more], [[to], []]);
    const { subject, text, html, ...head } = readEml(mail.source);
    assert.equal(head.to, to);
    assert.equal(subject, 'Brinaの確認コードをお送りします');
    assert.match(mail.source, /^Subject: =\?UTF-8\?/m);
    assert.match(mail.source, /^From: Brina <no-reply@portal\.example>/m);
    assert.match(mail.source, /^Message-ID: <[0-9a-f-]{36}@portal\.example>/im);
    assert.match(mail.source, /^Auto-Submitted: auto-generated/m);
    assert.match(mail.source, /^Content-Type: multipart\/alternative/m);
    assert.match(text, /^0042$/m);
    assert.match(text, /根里 アダ 様/);
    assert.match(html, /^<!doctype html>\s+<html lang="ja">/);
    assert.match(html, />0042</);
    const row = await rowOf(portal, to);
    assert.deepEqual([row?.content, row?.tries, row?.sent_at !== null], [null, 1, true]);
  });

  it('waits when the mail server puts it off, and goes when it is taken', async () => {
    const to = somebody();
    for (let i = 0; i < 3; i++) server.refusals.push({ code: 451, text: 'come again' });
    await queue(portal, welcomeMail({ to, locale: 'en', name: 'Ada', url }));
    await portal.settled();
    assert.deepEqual(arrivedAt(to), []);
    const row = await rowOf(portal, to);
    assert.deepEqual([row?.tries, row?.last_error], [1, 'EENVELOPE 451']);
    portal.clock.leap(minute_ms);
    await portal.settled();
    assert.equal((await rowOf(portal, to))?.tries, 2);
    portal.clock.leap(minute_ms);
    await portal.settled();
    assert.equal((await rowOf(portal, to))?.tries, 2, 'the second pause is longer');
    portal.clock.leap(minute_ms);
    await portal.settled();
    portal.clock.leap(3 * minute_ms);
    await portal.settled();
    assert.equal((await rowOf(portal, to))?.tries, 3, 'each is twice the one before');
    portal.clock.leap(minute_ms);
    await portal.settled();
    assert.equal(arrivedAt(to).length, 1);
    assert.equal((await rowOf(portal, to))?.last_error, null);
  });

  it('is given up after two days, and at once when there is no such mailbox', async () => {
    const [late, unknown] = [somebody(), somebody()];
    server.refusals.push({ code: 550, text: `no mailbox ${unknown}` });
    await queue(portal, welcomeMail({ to: unknown, locale: 'en', name: 'Ada', url }));
    await portal.settled();
    const refused = await rowOf(portal, unknown);
    assert.deepEqual(
      [refused?.failed_at !== null, refused?.content, refused?.last_error],
      [true, null, 'EENVELOPE 550'],
    );
    // Twice: a round may have tried before the two days are over.
    server.refusals.push({ code: 451, text: 'come again' }, { code: 451, text: 'come again' });
    await queue(portal, welcomeMail({ to: late, locale: 'en', name: 'Ada', url }));
    portal.clock.leap(2 * 24 * 60 * minute_ms);
    await portal.settled();
    assert.notEqual((await rowOf(portal, late))?.failed_at, null);
    server.refusals.length = 0;
    portal.clock.leap(6 * 60 * minute_ms);
    await portal.settled();
    assert.deepEqual([...arrivedAt(late), ...arrivedAt(unknown)], []);
    assert.ok(!portal.failures.join().includes('@'), 'the log names nobody');
  });

  it('a mail server that takes its time holds up nobody else', async () => {
    const to = somebody();
    const answer = Promise.withResolvers<void>();
    server.holdUntil(answer.promise);
    await queue(portal, welcomeMail({ to, locale: 'en', name: 'Ada', url }));
    const sending = portal.settled();
    await server.held();
    assert.equal((await rowOf(portal, to))?.tries, 1, 'the next try is written already');
    assert.equal((await fetch(`${portal.url}/health`)).status, 200);
    await queue(portal, welcomeMail({ to: somebody(), locale: 'en', name: 'Bo', url }));
    answer.resolve();
    await sending;
    assert.equal(arrivedAt(to).length, 1);
  });

  it('a crash between sending and noting it sends the same mail again, with the same Message-ID', async () => {
    const to = somebody();
    const mail = welcomeMail({ to, locale: 'en', name: 'Ada', url });
    await queue(portal, mail);
    await portal.settled();
    await portal.db.write((db) =>
      db
        .updateTable('mail')
        .set({ sent_at: null, content: JSON.stringify(mail.content) })
        .where('recipient', '=', to)
        .execute(),
    );
    portal.clock.leap(minute_ms);
    await portal.settled();
    const ids = arrivedAt(to).map(({ source }) => /^Message-ID: (.*)$/im.exec(source)?.[1]);
    assert.equal(ids.length, 2);
    assert.equal(new Set(ids).size, 1);
  });

  it('no name makes a header, a second recipient, markup or a link', async () => {
    const to = somebody();
    const nasty =
      'x@evil.example https://evil.example\r\nBcc: all@test.example\r\n\r\n<img src=x onerror=alert(1)>"\u2028';
    await queue(
      portal,
      invitationMail({
        to,
        locale: 'en',
        name: nasty,
        company: nasty,
        inviter: nasty,
        role: 'ADMIN',
        url,
        days: 7,
        isNew: true,
      }),
    );
    await portal.settled();
    const [mail] = arrivedAt(to);
    assert.ok(mail);
    assert.deepEqual(mail.to, [to]);
    assert.doesNotMatch(mail.source.split('\r\n\r\n')[0] ?? '', /^Bcc:/im);
    const { html, text, subject } = readEml(mail.source);
    assert.doesNotMatch(html, /<img/);
    assert.match(html, /&#60;img/);
    for (const part of [html, text, subject]) assert.doesNotMatch(part, /evil\.example/);
    assert.equal(new Set(html.match(/href="[^"]*"/g)).size, 1);
  });

  it('S9.6 the page of the outbox does not exist beside a mail server', async () => {
    assert.equal((await fetch(`${portal.url}/dev/outbox`)).status, 404);
  });
});

describe('mail without a mail server', async () => {
  // Its outbox is looked at whole.
  const portal = await ownPortal();
  const outbox = join(portal.config.dataDir, 'outbox');
  const get = async (path: string) => {
    const reply = await fetch(portal.url + path);
    return {
      status: reply.status,
      text: await reply.text(),
      policy: reply.headers.get('content-security-policy') ?? '',
    };
  };

  it('is a file of the outbox for its owner’s eyes, and a page that shows code and links', async () => {
    assert.match((await get('/dev/outbox')).text, /No mail yet/);
    const [first, second] = [somebody(), somebody()];
    await queue(portal, confirmCodeMail({ to: first, locale: 'fr', name: 'Zoé <b>', code: '0042' }));
    portal.clock.leap(1000);
    await queue(portal, resetLinkMail({ to: second, locale: 'ru', name: 'Ада', url, minutes: 21 }));
    await portal.settled();
    const files = (await readdir(outbox)).sort();
    assert.deepEqual(
      files.map((file) => file.replace(/-[0-9a-f-]{36}/, '').replace(/^\d{8}T\d{6}\.\d{3}Z/, 'time')),
      ['time-account.confirm.eml', 'time-account.reset.eml'],
    );
    assert.equal((await stat(join(outbox, files[0] ?? ''))).mode & 0o777, 0o600);
    assert.match(await readFile(join(outbox, files[0] ?? ''), 'utf8'), /^To: person-/m);

    const list = await get('/dev/outbox');
    const links = [...list.text.matchAll(/href="(\/dev\/outbox\/[^"]+)"/g)].map((found) => found[1] ?? '');
    assert.equal(links.length, 2);
    assert.ok(list.text.indexOf(second) < list.text.indexOf(first), 'the newest first');
    const [reset = '', confirm = ''] = links;
    assert.match((await get(confirm)).text, /<code data-code>0042<\/code>/);
    assert.match((await get(confirm)).text, /Zoé &#60;b&#62;/);
    const shown = (await get(reset)).text;
    assert.ok(shown.includes(`<a data-link href="${url.replaceAll('&', '&#38;')}">`), shown);
    assert.match(shown, /21 минуты/);
    const html = await get(`${confirm}/html`);
    assert.match(html.text, /Confirmez votre adresse e-mail/);
    assert.match(html.policy, /default-src 'none';.*sandbox/);
    assert.match(list.policy, /default-src 'none'/);
  });

  it('the page leads nowhere else', async () => {
    for (const file of ['..%2Fdemo.json', '%2E%2E%2F%2E%2E%2Fetc%2Fpasswd', 'missing.eml', 'a.eml.new'])
      assert.equal((await get(`/dev/outbox/${file}`)).status, 404, file);
  });

  it('the page answers nobody who came by a foreign name', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const { hostname, port } = new URL(portal.url);
      const asked = request({ hostname, port, path: '/dev/outbox', headers: { host: 'evil.example' } }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      });
      asked.on('error', reject).end();
    });
    assert.equal(status, 404);
  });

  it('S9.6 the page does not exist in a portal for real use', async () => {
    await using real = await startTestPortal({ environment: { BRINA_ENV: 'prod' } });
    assert.equal((await fetch(`${real.url}/dev/outbox`)).status, 404);
  });
});

describe('letters', () => {
  it('S1.1 every letter exists in nine languages, whole in text and in HTML, and names who runs the portal', () => {
    const reader = { to: 'ada@example.com', name: 'Ada Neri' };
    const operator = {
      name: 'Freddo & Portale',
      address: 'Via delle Cucine 12',
      contact: 'portal@freddo.example',
      privacy: null,
      security: null,
    };
    for (const locale of locales) {
      const to = { ...reader, locale };
      const invited = { ...to, company: 'Neri S.r.l.', inviter: 'Bo', role: 'KITCHEN_MANAGER', url, days: 7 } as const;
      const mails = [
        confirmCodeMail({ ...to, code: '0042' }),
        alreadyRegisteredMail({ ...to, resetUrl: url, homeUrl: 'https://portal.example/' }),
        resetLinkMail({ ...to, url, minutes: 30 }),
        invitationMail({ ...invited, isNew: true }),
        invitationMail({ ...invited, isNew: false }),
        welcomeMail({ ...to, url }),
        passwordChangedMail({ ...to, url }),
        roleChangedMail({ ...to, role: 'ADMIN', url }),
        accountDeletedMail(to),
      ];
      for (const { kind, content } of mails) {
        const text = plainLetter(content, locale, operator);
        const html = htmlLetter(content, locale, operator);
        for (const letter of [text, html])
          assert.match(letter, /Freddo &?.*Portale.*, Via delle Cucine 12, portal@freddo\.example/);
        assert.doesNotMatch(text + html, /\{\w+\}|undefined/, `${kind} ${locale}`);
        assert.match(text, /Ada Neri/);
        assert.equal(text.includes(`\n${url}\n`), content.action !== undefined, kind);
        assert.doesNotMatch(html, /<img|<script|url\(/);
        assert.ok(content.subject.length <= 70, `${kind} ${locale} has a long subject`);
      }
    }
  });

  it('what a person typed stays what it is, without what would become a link', () => {
    assert.equal(typed('Neri & Figli S.r.l.'), 'Neri & Figli S.r.l.');
    assert.equal(typed('根里株式会社'), '根里株式会社');
    assert.equal(typed('https://evil.example/x'), 'https evil. example/x');
    assert.equal(typed(' a\r\nb\u202e c '), 'a b c');
    assert.equal(typed('x'.repeat(500)).length, 80);
  });
});
