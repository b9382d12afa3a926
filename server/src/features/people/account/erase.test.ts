import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allCalls } from '@brina/contract/all-calls';
import { claimAppliance, listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { getCommand, sendCommand } from '@brina/contract/calls/kitchen/commands';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { deleteOwnUser, exportOwnData, getUserInfo, updateUserInfo } from '@brina/contract/calls/people/account';
import { getCompany, updateCompany } from '@brina/contract/calls/people/company';
import { endOtherSessions } from '@brina/contract/calls/people/sessions';
import { listBatches } from '@brina/contract/calls/record/haccp';
import { defaultPreferences } from '@brina/domain/constants';
import { minute_ms } from '@brina/domain/language/durations';
import { legalVersions } from '@brina/domain/people/legal';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { chillMessages, sendAll } from '../../../../test/chill.ts';
import { TestDevice } from '../../../../test/device.ts';
import { given, refresh, signIn, type TestUser, testPassword } from '../../../../test/given.ts';
import { sendRaw } from '../../../../test/instances.ts';
import { LiveClient } from '../../../../test/live-client.ts';
import { ownPortal, sharedPortal, type TestPortal } from '../../../../test/portal.ts';
import { createUser } from '../../../identity/users.ts';

/** Every row of every table in which a text stands, as one text: where would somebody's name still be? */
async function everythingStored(portal: TestPortal): Promise<string> {
  return portal.db.read(async (db) => {
    const tables = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
    const texts = [];
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(db);
      texts.push(...rows.map(({ row }) => `${name} ${row}`));
    }
    return texts.join('\n');
  });
}

describe('a deleted account', async () => {
  const portal = await ownPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  const { user, member, claimedUnit } = given(portal);
  const userRow = (id: string) =>
    portal.db.read((db) => db.selectFrom('app_user').where('id', '=', id).selectAll().executeTakeFirstOrThrow());

  it('S7.11 S2.27 the person is erased everywhere: names, address, sign-ins, preferences; a farewell is mailed', async () => {
    const owner = await user();
    await user('USER', { companyId: owner.companyId! });
    const person = { firstName: 'Ermengarda', lastName: 'Quintavalle', address: 'Vicolo Storto 99', city: 'Asolo' };
    await owner.call(
      updateUserInfo,
      {
        body: { ...person, country: 'IT', phone: '0423 123456', preferences: { marketing: true } },
      },
      { 'idempotency-key': 'kept reply' },
    );
    await signIn(portal, owner.email, 'wrong').catch(() => undefined);
    await owner.call(endOtherSessions, {});
    await owner.call(deleteOwnUser, {});

    const row = await userRow(owner.id);
    assert.deepEqual(
      [row.email, row.first_name, row.phone, row.company_id, row.preferences],
      [`erased-${owner.id}@erased.invalid`, '', '', null, defaultPreferences],
    );
    assert.ok(row.erased_at);
    const mails = await portal.db.read((db) =>
      db.selectFrom('mail').where('recipient', '=', owner.email).select(['kind', 'sent_at']).execute(),
    );
    assert.deepEqual(
      mails.map(({ kind }) => kind),
      ['account.deleted'],
    );
    // The letter itself goes with its sending; until then it waits with the address.
    await portal.db.write((db) => db.deleteFrom('mail').where('recipient', '=', owner.email).execute());
    const stored = await everythingStored(portal);
    for (const trace of [...Object.values(person), owner.email, '+39423123456'])
      assert.equal(
        stored.split('\n').find((line) => line.includes(trace)),
        undefined,
        trace,
      );
    const rows = stored.split('\n').filter((line) => line.includes(owner.id));
    assert.deepEqual([...new Set(rows.map((line) => line.split(' ')[0]))].toSorted(), ['app_user', 'audit', 'consent']);
    assert.ok(!rows.some((line) => line.startsWith('audit') && line.includes('127.0.0.1')));
    const consents = await portal.db.read((db) =>
      db.selectFrom('consent').where('user_id', '=', owner.id).select(['document', 'version']).execute(),
    );
    assert.deepEqual(consents, [{ document: 'marketing', version: legalVersions.marketing }]);
  });

  it('S7.11 its tokens open nothing: no call, no renewal, no live connection, no sign-in, no second deletion', async () => {
    const owner = await user();
    using socket = new LiveClient(portal, owner);
    await socket.subscribe();
    await owner.call(deleteOwnUser, {});
    await socket.ended();
    assert.equal((await owner.refused(deleteOwnUser, {})).status, 401);
    for (const call of allCalls.filter(({ roles }) => roles !== 'none' && roles !== 'generic')) {
      const { status } = await sendRaw(portal, owner, call, call.example);
      assert.equal(status, 401, call.id);
    }
    await assert.rejects(refresh(portal, owner.refreshToken), /invalid_grant/);
    await assert.rejects(signIn(portal, owner.email, testPassword), /invalid_grant/);
    await assert.rejects(signIn(portal, `erased-${owner.id}@erased.invalid`, testPassword), /invalid_grant/);
    using again = new LiveClient(portal, owner);
    await assert.rejects(again.subscribe());
  });

  it('S7.11 the e-mail is free again, and its new account is somebody else', async () => {
    const owner = await user();
    await owner.call(deleteOwnUser, {});
    const id = await portal.db.write((db) =>
      createUser(
        db,
        { email: owner.email, passwordHash: 'x', role: 'USER', language: 'en', names: { first: 'A', last: 'B' } },
        portal.clock.now(),
      ),
    );
    assert.notEqual(id, owner.id);
    assert.equal((await owner.refused(getUserInfo, {})).status, 401);
  });

  it('S2.27 a colleague keeps the company and its appliances; who sent a command is nobody', async () => {
    const owner = await user();
    const colleague = await user('USER', { companyId: owner.companyId! });
    await owner.call(updateCompany, { headers: {}, body: company });
    const unit = await claimedUnit(owner);
    using device = new TestDevice(portal, unit);
    await device.connect();
    await portal.settled();
    const { body: command } = await owner.call(sendCommand, {
      params: { id: unit.serialNumber },
      body: { name: 'setLight', args: { on: true } },
    });
    assert.deepEqual((await owner.call(deleteOwnUser, {})).body, { released: [] });
    assert.equal((await colleague.call(listAppliances, {})).length, 1);
    assert.equal((await colleague.call(getCompany, {}))?.phone, company.phone);
    const kept = await colleague.call(getCommand, { params: { id: unit.serialNumber, commandId: command.id } });
    assert.equal(kept.name, 'setLight');
  });

  it('S2.27 the last USER of a company lets go of its appliances, whoever else of it stays; its kitchens stay with those', async () => {
    const owner = await user();
    const technician = await user('SERVICE', { companyId: owner.companyId! });
    const { serialNumber, labId } = await claimedUnit(owner);
    const { released } = (await owner.call(deleteOwnUser, {})).body;
    assert.deepEqual(
      released.map((one) => one.serialNumber),
      [serialNumber],
    );
    const labs = await technician.call(listLaboratories, {});
    assert.deepEqual(
      labs.map(({ id }) => id),
      [labId],
    );
  });

  it('S2.27 the last of a company lets go of its appliances, its invited people and its contact data; records stay', async () => {
    const owner = await user();
    await owner.call(updateCompany, { headers: {}, body: company });
    const unit = await claimedUnit(owner);
    const serial = unit.serialNumber;
    await portal.db.write((db) =>
      sql`update tenure set from_at = from_at - interval '1 day' where company_id = ${owner.companyId}`.execute(db),
    );
    using device = new TestDevice(portal, unit);
    await device.connect();
    const startedAt = portal.clock.now() - 81 * minute_ms;
    await sendAll(device, chillMessages({ runId: 'r1', startedAt, minutes: 80 }));
    await portal.settled();
    const period = { from: startedAt - minute_ms, to: portal.clock.now() };
    const [batch] = await owner.call(listBatches, { params: { serial }, query: period });
    assert.equal(batch?.verdict, 'PASS');
    const lea = await member(owner, 'KITCHEN_MANAGER', [serial]);
    using herSocket = new LiveClient(portal, lea);
    await herSocket.subscribe();

    const { released } = (await owner.call(deleteOwnUser, {})).body;
    assert.deepEqual(
      released.map(({ serialNumber, name }) => [serialNumber, name]),
      [[serial, 'Chiller']],
    );
    await herSocket.ended();
    const info = await lea.call(getUserInfo, {});
    assert.deepEqual([info.role, info.memberships, info.company], ['KITCHEN_MANAGER', [], null]);

    const left = await portal.db.read(async (db) => ({
      company: await db
        .selectFrom('company')
        .where('id', '=', owner.companyId ?? '')
        .select(['name', 'city', 'phone', 'address', 'tax_code'])
        .executeTakeFirst(),
      laboratories: await db
        .selectFrom('laboratory')
        .where('company_id', '=', owner.companyId ?? '')
        .select('id')
        .execute(),
      revisions: await db
        .selectFrom('batch_revision')
        .where('batch', '=', batch.batchId)
        .select(['revision', 'verdict'])
        .execute(),
    }));
    const { name, city } = company;
    assert.deepEqual(left.company, { name, city, phone: null, address: null, tax_code: null });
    assert.deepEqual(left.laboratories, []);
    assert.deepEqual(left.revisions, [{ revision: 1, verdict: 'PASS' }]);

    const next = await user();
    const activationCode = released[0]?.activationCode ?? '';
    const labId = await given(portal).laboratory(next);
    await next.call(claimAppliance, { body: { activationCode, name: 'Mine', labId } });
    assert.deepEqual(await next.call(listBatches, { params: { serial }, query: period }), []);
  });

  it('of the last two who go at once one lets go of the appliances', async () => {
    const owner = await user();
    const colleague = await user('USER', { companyId: owner.companyId! });
    await claimedUnit(owner);
    const replies = await portal.race(...[owner, colleague].map((person) => () => person.call(deleteOwnUser, {})));
    assert.deepEqual(
      replies.map((one) => one.status === 'fulfilled' && one.value.body.released.length).toSorted(),
      [0, 1],
    );
  });

  it('S7.11 what the person sends at the same moment writes nothing of it again', async () => {
    const owner = await user();
    const update = () => owner.call(updateUserInfo, { body: { firstName: 'Ada', city: 'Treviso' } });
    await portal.race<unknown>(
      () => owner.call(deleteOwnUser, {}),
      update,
      update,
      update,
      () =>
        owner.call(updateCompany, { headers: {}, body: { ...updateCompany.example.body, name: 'Again Srl' } as never }),
    );
    const { first_name, city, company_id } = await portal.db.read((db) =>
      db.selectFrom('app_user').selectAll().where('id', '=', owner.id).executeTakeFirstOrThrow(),
    );
    assert.deepEqual([first_name, city, company_id], ['', '', null]);
  });

  it('S4.3 who never confirmed its address may delete the account too', async () => {
    const owner = await user();
    await portal.db.write((db) =>
      db.updateTable('app_user').set({ status: 'INACTIVE' }).where('id', '=', owner.id).execute(),
    );
    assert.equal((await owner.call(deleteOwnUser, {})).code, '200');
  });

  it('S7.11 an invited person who goes takes nothing of the company along', async () => {
    const owner = await user();
    const { serialNumber } = await claimedUnit(owner);
    const lea = await member(owner, 'ADMIN', [serialNumber]);
    assert.deepEqual((await lea.call(deleteOwnUser, {})).body, { released: [] });
    assert.equal((await owner.call(listAppliances, {})).length, 1);
  });
});

const company = {
  name: 'Gelateria Sola',
  sector: 'icecream',
  type: 'other',
  country: 'IT',
  city: 'Treviso',
  address: 'Via Roma 1',
  district: 'TV',
  postalCode: '31100',
  phone: '+390422412345',
  taxCode: '00743110157',
} as const;

describe('one’s own data', async () => {
  const portal = await sharedPortal();
  const { user, member } = given(portal);
  const exported = async (person: TestUser) => {
    const { name, type, data } = await person.call(exportOwnData, {});
    assert.equal(type, 'application/zip');
    const files = Object.entries(unzipSync(data)).map(([file, bytes]) => [file, strFromU8(bytes)] as const);
    return { name, text: Object.fromEntries(files), all: files.map(([, text]) => text).join('\n') };
  };
  type Row = Record<string, unknown>;
  const one = (text: Record<string, string>, file: string): Row => JSON.parse(text[`${file}.json`] ?? '') as Row;
  const rows = (text: Record<string, string>, file: string): Row[] => JSON.parse(text[`${file}.json`] ?? '') as Row[];

  it('S2.27 come as a zip of JSON files with a page in the reader’s language that explains each', async () => {
    const owner = await user('USER', { language: 'de' });
    await owner.call(updateUserInfo, { body: { firstName: 'Ada', city: 'Treviso', preferences: { marketing: true } } });
    await owner.call(updateCompany, { headers: {}, body: company });
    portal.clock.set(Date.UTC(2027, 0, 5, 12));
    const { name, text } = await exported(await signedInAgain(owner));
    assert.equal(name, 'brina-export-2027-01-05.zip');
    const files = Object.keys(text).filter((file) => file !== 'README.txt');
    assert.match(text['README.txt'] ?? '', /Ihre Daten in Brina/);
    for (const file of files) assert.match(text['README.txt'] ?? '', new RegExp(`^${file}: .{10,}`, 'm'));
    const { firstName, city } = one(text, 'profile');
    assert.deepEqual([firstName, city], ['Ada', 'Treviso']);
    assert.equal(one(text, 'preferences')['marketing'], true);
    assert.equal(one(text, 'company')['name'], company.name);
    assert.equal(rows(text, 'consents')[0]?.['document'], 'marketing');
    assert.deepEqual(rows(text, 'memberships'), []);
    assert.match(String(rows(text, 'sessions')[0]?.['created_at']), /^\d{4}-\d\d-\d\dT.*Z$/);
    assert.ok(rows(text, 'activity').some(({ action }) => action === 'company.update'));
    assert.deepEqual(rows(text, 'mails'), []);
  });

  it('S2.27 hold no secret and nothing of anybody else', async () => {
    const owner = await user();
    const colleague = await user('USER', { companyId: owner.companyId! });
    const lea = await member(owner, 'KITCHEN_MANAGER');
    const { all } = await exported(owner);
    for (const other of [colleague, lea]) assert.ok(!all.includes(other.email) && !all.includes(other.id));
    assert.doesNotMatch(all, /argon|hash"|"\w*secret/i);
    // An invited person learns the name of the company and nothing more of it.
    const hers = await exported(lea);
    assert.equal(rows(hers.text, 'memberships')[0]?.['role'], 'KITCHEN_MANAGER');
    assert.equal(one(hers.text, 'company'), null);
    assert.ok(!hers.all.includes(owner.email));
  });

  it('S2.27 a long list is complete: it is read page by page', async () => {
    const owner = await user();
    const at = new Date(portal.clock.now()).toISOString();
    await portal.db.write((db) =>
      sql`
        insert into audit (id, at, user_id, action, on_kind, on_id)
        select gen_random_uuid(), ${at}::timestamptz, ${owner.id}, 'test.many', 'nothing', n::text
        from generate_series(1, 2500) n`.execute(db),
    );
    const { text } = await exported(owner);
    const many = rows(text, 'activity').filter(({ action }) => action === 'test.many');
    assert.equal(new Set(many.map(({ on_id }) => on_id)).size, 2500);
  });

  /** The clock was moved beyond the session's end. */
  async function signedInAgain(owner: TestUser): Promise<TestUser> {
    const { access_token } = await signIn(portal, owner.email, testPassword);
    const { headersOf } = given(portal);
    return {
      ...owner,
      call: (call, input, headers = {}) => owner.call(call, input, { ...headersOf(access_token), ...headers }),
    };
  }
});
