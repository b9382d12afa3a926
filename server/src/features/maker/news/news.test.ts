import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createNews,
  deleteNews,
  hideNews,
  listEditedNews,
  listNews,
  type NewsBody,
  updateNews,
} from '@brina/contract/calls/maker/news';
import { day_ms } from '@brina/domain/language/durations';
import { given, signIn, type TestUser, testPassword } from '../../../../test/given.ts';
import { sendRaw } from '../../../../test/instances.ts';
import { sharedPortal } from '../../../../test/portal.ts';

const text = (language: string, title: string) => ({ language, title, body: `${title}.` });

describe('news', async () => {
  const portal = await sharedPortal();
  const { user, member } = given(portal);
  const author = await user('SUPERFACTORY');

  const write = (title: string, more: Partial<NewsBody> = {}) => {
    const now = portal.clock.now();
    const body = { texts: [text('en_GB', title)], roles: ['USER' as const], from: now, to: now + day_ms, ...more };
    return author.call(createNews, { body });
  };
  const titles = async (reader: TestUser, ...written: { id: string }[]): Promise<string[]> =>
    (await reader.call(listNews, {}))
      .filter(({ id }) => written.some((one) => one.id === id))
      .map(({ title }) => title);

  it('S2.36 S7.35 an announcement is for its roles, from its first moment until before its last, the latest first', async () => {
    const [reader, service] = [await user(), await user('SERVICE')];
    const now = portal.clock.now();
    const older = await write('Older', { from: now - day_ms });
    const newer = await write('Newer', { roles: ['USER', 'SERVICE'] });
    const over = await write('Over', { from: now - day_ms, to: now });
    const coming = await write('Coming', { from: now + day_ms, to: now + 2 * day_ms });
    const all = [older, newer, over, coming];
    assert.deepEqual(await titles(reader, ...all), ['Newer', 'Older']);
    assert.deepEqual(await titles(service, ...all), ['Newer']);
    assert.deepEqual(await titles(author, ...all), []);
    assert.deepEqual(
      (await author.call(listEditedNews, {})).filter(({ id }) => all.some((one) => one.id === id)),
      [coming, newer, older, over].sort((a, b) => b.from - a.from || (a.id < b.id ? 1 : -1)),
    );
  });

  it('S2.36 an invited person reads what is for customers and what is for its role', async () => {
    const owner = await user();
    const [admin, cook, waiting] = [
      await member(owner, 'ADMIN'),
      await member(owner, 'KITCHEN_MANAGER'),
      await user('ADMIN'),
    ];
    const forAll = await write('Customers');
    const forAdmins = await write('Admins', { roles: ['ADMIN'], from: forAll.from - 1 });
    const forStaff = await write('Staff', { roles: ['INTERNAL'] });
    const seen = (reader: TestUser) => titles(reader, forAll, forAdmins, forStaff);
    assert.deepEqual(await seen(admin), ['Customers', 'Admins']);
    assert.deepEqual(await seen(cook), ['Customers']);
    assert.deepEqual(await seen(owner), ['Customers']);
    assert.deepEqual(await seen(waiting), ['Admins']);
  });

  it('S2.36 what somebody has put away it sees in no browser again, and everybody else sees it', async () => {
    const [reader, other, service] = [await user(), await user(), await user('SERVICE')];
    const [away, kept] = [await write('Away'), await write('Kept')];
    const hide = (who: TestUser, ...ids: string[]) => who.call(hideNews, { body: { ids } });
    assert.deepEqual(await hide(reader, away.id), { code: '200' });
    assert.deepEqual(await hide(reader, away.id), { code: '200' });
    assert.deepEqual(await titles(reader, away, kept), ['Kept']);
    const elsewhere = { ...reader, ...(await signIn(portal, reader.email, testPassword)) };
    const { text: told } = await sendRaw(portal, elsewhere, listNews, {});
    assert.ok(!told.includes(away.id) && told.includes(kept.id), told);
    assert.equal((await titles(other, away, kept)).length, 2);
    // What is not for somebody, and what is not there, leaves nothing behind.
    await hide(service, away.id, '0198c0de-0000-7000-8000-0000000000a9');
    const rows = await portal.db.read((db) =>
      db.selectFrom('news_hidden').selectAll().where('news_id', '=', away.id).execute(),
    );
    assert.deepEqual(rows, [{ user_id: reader.id, news_id: away.id }]);
    await author.call(deleteNews, { params: { id: away.id } });
    const left = await portal.db.read((db) =>
      db.selectFrom('news_hidden').selectAll().where('user_id', '=', reader.id).execute(),
    );
    assert.deepEqual(left, []);
  });

  it('S2.36 it is read in the reader’s language, else in English, else in the first there is', async () => {
    const italian = await user('USER', { language: 'it' });
    const american = await user('USER', { language: 'en-US' });
    const english = await user();
    const both = await write('', { texts: [text('en_GB', 'Door'), text('it_IT', 'Porta')] });
    const one = await write('', { texts: [text('ja_JP', '扉'), text('de_DE', 'Tür')], from: both.from - 1 });
    assert.deepEqual(await titles(italian, both, one), ['Porta', '扉']);
    assert.deepEqual(await titles(american, both, one), ['Door', '扉']);
    const [shown] = (await english.call(listNews, {})).filter(({ id }) => id === one.id);
    assert.deepEqual(shown, { id: one.id, language: 'ja_JP', title: '扉', body: '扉.' });
  });

  it('S7.35 it is changed and removed, and each is audited', async () => {
    const reader = await user();
    const news = await write('First');
    const { id, ...body } = news;
    const changed = await author.call(updateNews, {
      params: { id },
      body: { ...body, texts: [text('en_GB', 'Second')] },
    });
    assert.deepEqual(changed, { ...news, texts: [text('en_GB', 'Second')] });
    assert.deepEqual(await titles(reader, news), ['Second']);
    assert.deepEqual(await author.call(deleteNews, { params: { id } }), { code: '200' });
    assert.deepEqual(await titles(reader, news), []);
    assert.equal((await author.refused(updateNews, { params: { id }, body })).status, 404);
    assert.equal((await author.refused(deleteNews, { params: { id } })).status, 404);
    const rows = await portal.db.read((db) =>
      db.selectFrom('audit').select(['action', 'user_id']).where('on_id', '=', id).orderBy('id').execute(),
    );
    assert.deepEqual(
      rows.map(({ action, user_id }) => [action, user_id === author.id]),
      ['create', 'update', 'delete'].map((what) => [`news.${what}`, true]),
    );
  });

  it('S7.35 it ends after it begins, has each language once, and somebody to read it', async () => {
    const now = portal.clock.now();
    const sound: NewsBody = { texts: [text('en_GB', 'A')], roles: ['USER'], from: now, to: now + 1 };
    const refused = async (body: NewsBody) => {
      const { status, code } = await author.refused(createNews, { body });
      return [status, code];
    };
    assert.deepEqual(await refused({ ...sound, to: now }), [422, 'news_invalid']);
    assert.deepEqual(await refused({ ...sound, texts: [text('en_GB', 'A'), text('en_GB', 'B')] }), [
      422,
      'news_invalid',
    ]);
    for (const wrong of [
      { texts: [] },
      { roles: [] },
      { texts: [text('xx_XX', 'A')] },
      { texts: [text('en_GB', ' ')] },
    ])
      assert.deepEqual(await refused({ ...sound, ...wrong }), [400, 'bad_request']);
    const { id } = await write('Sound');
    assert.equal(
      (await author.refused(updateNews, { params: { id }, body: { ...sound, to: now } })).code,
      'news_invalid',
    );
    const claimed = { ...sound, id, created_by: author.id } as NewsBody;
    assert.deepEqual(await refused(claimed), [400, 'bad_request']);
  });

  it('S2.36 markup in an announcement stays text, on the wire as well', async () => {
    const reader = await user();
    const title = '<script>alert(1)</script><img src=x onerror=alert(1)>';
    const news = await write('', { texts: [{ language: 'en_GB', title, body: `${title}\n{{7*7}}` }] });
    assert.deepEqual(await titles(reader, news), [title]);
    const { headers } = await sendRaw(portal, reader, listNews, {});
    const header = Object.fromEntries(headers);
    assert.match(header['content-type'] ?? '', /^application\/json/);
    assert.equal(header['x-content-type-options'], 'nosniff');
  });
});
