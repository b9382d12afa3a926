import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimAppliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { upgradeUser } from '@brina/contract/calls/maker/factory-users';
import {
  deleteOwnUser,
  exportOwnData,
  leaveMembership,
  updatePassword,
  updateUserInfo,
} from '@brina/contract/calls/people/account';
import { resetPassword } from '@brina/contract/calls/people/registration';
import { recordMaintenance } from '@brina/contract/calls/record/maintenance';
import { grantSigning, setSigningPin } from '@brina/contract/calls/record/signatures';
import { send } from '@brina/contract/wire/client';
import type { Role } from '@brina/domain/people/roles';
import { strFromU8, unzipSync } from 'fflate';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { newId } from '#core/ids.ts';
import { becomes, foundBy, type Parting, personRows } from '#core/persons.ts';
import { append } from '#features/record/ledger/append.ts';
import { signerOf } from '#features/record/signatures/signers.ts';
import { addFactor } from '#identity/factors/factors.ts';
import { renewRecoveryCodes } from '#identity/factors/recovery-codes.ts';
import { features } from '../src/features.ts';
import { given, signIn, type TestUser, testPassword } from './given.ts';
import { ownPortal } from './portal.ts';

const rows = personRows(features);
type Row = (typeof rows)[number];
type Content = Readonly<Record<string, unknown>>;
/** Rows by their key. */
type Held = ReadonlyMap<string, Content>;

/** What is expected of rows of a table, as far as it can be told beforehand. */
type Expected = 'gone' | 'kept' | Content;

const nothing = (value: unknown): boolean => value === null || value === undefined || value === '';

const partings: readonly Parting[] = ['leave', 'otherRole', 'notInvited', 'release', 'claim', 'lastUser', 'lastPerson'];

/** Columns of which a parting says what they become; all that are told of persons where the rows go. */
function columnsOf(row: Row, event: Parting): readonly string[] {
  const fate = row[event];
  if (!fate) return [];
  return fate.rows === 'go' ? row.columns : Object.keys(becomes(fate.rows, { now: 0 }));
}

/**
 * Looks at each column by itself, in rows that were there before and as they are now.
 * @returns the columns of which this has shown anything: they held something, and it is gone, or other, or kept
 */
function shown(before: Held, after: Held, columns: readonly string[], expected: Expected, where: string): string[] {
  const seen = new Set<string>();
  for (const [key, was] of before) {
    const is = after.get(key);
    if (expected === 'gone') assert.equal(is, undefined, where);
    for (const column of columns) {
      if (expected === 'kept') assert.deepEqual(is?.[column], was[column], `${where}: ${column}`);
      else if (expected !== 'gone') {
        const value = expected[column];
        // What is computed in the database can only be seen to be other.
        const computed = typeof value === 'object' && value !== null;
        if (!computed) assert.deepEqual(is?.[column], value, `${where}: ${column}`);
        if (JSON.stringify(is?.[column]) === JSON.stringify(was[column])) continue;
      }
      if (!nothing(was[column]) || typeof expected === 'object') seen.add(column);
    }
  }
  return [...seen];
}

describe('what the rows of all features say of persons', async () => {
  const portal = await ownPortal();
  const { user, member, claimedUnit, laboratory, headersOf } = given(portal);

  const held = (table: string, where: RawBuilder<unknown>): Promise<Held> =>
    portal.db.read(async (db) => {
      const key = await sql<{ column: string }>`select attname as column from pg_index join pg_attribute
        on attrelid = indrelid and attnum = any(indkey) where indisprimary and indrelid = ${table}::regclass`.execute(
        db,
      );
      const found = await sql<{ row: Content }>`select to_jsonb(${sql.ref(table)}) as row
        from ${sql.table(table)} where ${where}`.execute(db);
      // A row without a key is known by all that it says.
      const columns = key.rows.map(({ column }) => column);
      return new Map(
        found.rows.map(({ row }) => [JSON.stringify(columns.length > 0 ? columns.map((one) => row[one]) : row), row]),
      );
    });

  /** Sees that an act does what is expected, column by column; resolves with the columns of which anything was shown. */
  const done = async (
    found: readonly {
      row: Row;
      where: RawBuilder<unknown>;
      columns: readonly string[];
      expected: Expected;
      as: string;
    }[],
    act: () => Promise<unknown>,
  ): Promise<string[]> => {
    const before: Held[] = [];
    for (const { row, where } of found) before.push(await held(row.table, where));
    await act();
    const all: string[] = [];
    for (const [at, { row, columns, expected, as }] of found.entries()) {
      const after = await held(row.table, sql`true`);
      const seen = shown(before[at] ?? new Map(), after, columns, expected, `${as}${row.table}`);
      all.push(...seen.map((column) => `${as}${row.table}.${column}`));
    }
    return all;
  };

  /** Gives a member the names that its company knows it by. */
  const named = (one: { membershipId: string }) =>
    portal.db.write((db) =>
      sql`update membership set first_name = 'Lea', last_name = 'Rossi', language = 'it_IT' where id = ${one.membershipId}::uuid`.execute(
        db,
      ),
    );

  /** A unit tells of its panel. */
  const told = (db: Db, appliance: number) =>
    sql`insert into unit_panel (appliance, told, at, v) values (${appliance}, '{"cycleEnds": []}', to_timestamp(0), 1)`.execute(
      db,
    );

  /** A company in which everything has happened of which a row says something, and the people who did it. */
  async function company() {
    const [owner, partner, admin] = [await user(), await user('SERVICE'), await user('SUPERFACTORY')];
    const { serialNumber, labId } = await claimedUnit(owner);
    const lea = await member(owner, 'KITCHEN_MANAGER', [serialNumber]);
    const [{ appliance } = { appliance: 0 }] = await portal.db.read(
      async (db) =>
        (
          await sql<{
            appliance: number;
          }>`select id as appliance from appliance where serial = ${serialNumber}`.execute(db)
        ).rows,
    );
    const now = timestamp(portal.clock.now());
    const [newsId, commandId, auditId, codeId, letterId, batchId] = [1, 2, 3, 4, 5, 6].map(() =>
      newId(portal.clock.now()),
    );
    await portal.db.write(async (db) => {
      await sql`update laboratory set assistance_center = ${partner.email}, dealer = 'Frigo', city = 'Asolo',
        address = 'Via Storta 9', district = 'TV', postal_code = '31011' where id = ${labId}::uuid`.execute(db);
      await sql`update appliance set anomaly_hidden_at = ${now} where id = ${appliance}`.execute(db);
      await sql`update live_state set desired = desired || '{"light": 1}' where appliance = ${appliance}`.execute(db);
      await told(db, appliance);
      const factor = { userId: owner.id, now: portal.clock.now() };
      const passkey = { credentialId: owner.id, publicKey: 'key', signCount: 0, transports: ['usb'] };
      await addFactor(db, portal.factorKey, { ...factor, kind: 'totp', name: 'Phone', secret: 'S', usedStep: 0 });
      await addFactor(db, portal.factorKey, { ...factor, kind: 'passkey', name: 'Key', passkey });
      await renewRecoveryCodes(db, owner.id, portal.clock.now());
      await sql`update session set device = 'Firefox' where user_id = ${owner.id}::uuid`.execute(db);
      await sql`update oidc set user_code = 'code', uid = 'uid' where exists (
        select from session where user_id = ${owner.id}::uuid and session.id::text = oidc.grant_id)`.execute(db);
      await sql`insert into mailed_code (id, user_id, kind, membership_id, inviter_id, secret_hash, created_at, expires_at)
        values (${codeId}::uuid, ${lea.id}::uuid, 'invite', ${lea.membershipId}::uuid, ${owner.id}::uuid, 'hash', ${now}, ${now} + interval '1 day'),
          (${letterId}::uuid, ${owner.id}::uuid, 'invite', null, ${lea.id}::uuid, 'hash', ${now}, ${now} + interval '1 day')`.execute(
        db,
      );
      await sql`insert into service_share (appliance, user_id, created_at, created_by)
        values (${appliance}, ${partner.id}::uuid, ${now}, ${admin.id}::uuid)`.execute(db);
      await sql`insert into news (id, texts, roles, from_at, to_at, created_by, created_at)
        values (${newsId}::uuid, '{}', '{}', ${now}, ${now} + interval '1 day', ${admin.id}::uuid, ${now})`.execute(db);
      await sql`insert into news_hidden (user_id, news_id) values (${owner.id}::uuid, ${newsId}::uuid)`.execute(db);
      await sql`insert into command (id, appliance, company_id, user_id, name, args, state, created_at, expires_at)
        values (${commandId}::uuid, ${appliance}, ${owner.companyId}::uuid, ${owner.id}::uuid, 'setLight', '{}', 'sent', ${now}, ${now})`.execute(
        db,
      );
      await sql`insert into cycle_run (id, appliance, run_id, function, started_at)
        values (${batchId}::uuid, ${appliance}, 'r1', 0, ${now})`.execute(db);
      await sql`insert into batch (id, appliance, run, started_at, revision)
        values (${batchId}::uuid, ${appliance}, ${batchId}::uuid, ${now}, 1)`.execute(db);
      await sql`insert into batch_revision (batch, revision, created_at, cause, verdict, sample_count, summary, content, content_hash)
        values (${batchId}::uuid, 1, ${now}, 'judge', 'FAIL', 0, '{}', '', '')`.execute(db);
      await sql`insert into batch_review (batch, revision, user_id, at)
        select ${batchId}::uuid, 1, id, ${now} from app_user where id = ${owner.id}::uuid`.execute(db);
      await sql`insert into action (id, company_id, created_at, revision, state)
        values (${batchId}::uuid, ${owner.companyId}::uuid, ${now}, 1, 'open')`.execute(db);
      await sql`insert into action_revision (action, revision, created_at, state, user_id, content)
        values (${batchId}::uuid, 1, ${now}, 'open', ${owner.id}::uuid, '{"reason": "Why"}')`.execute(db);
      await sql`insert into hold_day (id, appliance, zone, company_id, day, time_zone, from_at, to_at, revision)
        values (${batchId}::uuid, ${appliance}, 1, ${owner.companyId}::uuid, '2026-03-05', 'Europe/Rome', ${now}, ${now} + interval '1 day',
          1)`.execute(db);
      await sql`insert into hold_day_revision (hold_day, revision, created_at, cause, verdict, summary, content, content_hash)
        values (${batchId}::uuid, 1, ${now}, 'complete', 'KEPT', '{}', '', '')`.execute(db);
      await sql`insert into haccp_report (id, company_id, user_id, from_day, to_day, paper, locale, state, created_at, file)
        values (${batchId}::uuid, ${owner.companyId}::uuid, ${owner.id}::uuid, '2026-03-01', '2026-03-31', 'A4', 'it', 'done', ${now}, 'PDF')`.execute(
        db,
      );
      await sql`insert into mail_subscription (id, company_id, user_id, every, locale, created_at, due_at, time_zone)
        values (${batchId}::uuid, ${owner.companyId}::uuid, ${owner.id}::uuid, 'week', 'it', ${now}, ${now} + interval '5 days', 'Europe/Rome')`.execute(
        db,
      );
      await sql`insert into mail_subscription (id, company_id, user_id, membership_id, appliance, every, locale, created_at, due_at, time_zone)
        values (gen_random_uuid(), ${owner.companyId}::uuid, ${lea.id}::uuid, ${lea.membershipId}::uuid, null, 'day', 'it', ${now}, ${now}, 'Europe/Rome'),
          (gen_random_uuid(), ${owner.companyId}::uuid, ${owner.id}::uuid, null, ${appliance}, 'day', 'it', ${now}, ${now}, 'Europe/Rome')`.execute(
        db,
      );
      await sql`insert into mail_receiver (id, subscription, address, token_hash, asked_at)
        values (${batchId}::uuid, ${batchId}::uuid, ${owner.email}, ${Buffer.from(String(batchId))}, ${now})`.execute(
        db,
      );
      await sql`insert into period_letter (id, subscription, user_id, from_day, to_day, time_zone, created_at, due_at)
        values (${batchId}::uuid, ${batchId}::uuid, ${owner.id}::uuid, '2026-03-02', '2026-03-08', 'Europe/Rome', ${now}, ${now} + interval '5 minutes')`.execute(
        db,
      );
      await sql`insert into hold_look (laboratory_id, day, user_id, at)
        select ${batchId}::uuid, '2026-03-05', id, ${now} from app_user where id = ${owner.id}::uuid`.execute(db);
      await sql`insert into alarm_interval (id, appliance, name, state, started_at, raised_by, evidence, found_at)
        values (${batchId}::uuid, ${appliance}, 'openDoorAlarm', 'cleared', ${now}, '{}', '{}', ${now})`.execute(db);
      await sql`insert into notification_read (user_id, interval_id, read_at)
        select id, ${batchId}::uuid, ${now} from app_user where id = ${owner.id}::uuid`.execute(db);
      // The first cycle is the owner's, the other the guest's: whoever is erased wrote something.
      await sql`insert into recipe (id, company_id, version, family, function, package, hash, title, title_key, description, language,
          texts, icon, colour, sector, created_at, created_by, edited_at, edited_by)
        values (${batchId}::uuid, ${owner.companyId}::uuid, 1, 'MF', 0, 'Essential', 'hash', 'Ragù', 'ragù', 'Thin', 'it_IT',
          '{}', 'pot', 6, 'gastronomy', ${now}, ${owner.id}::uuid, ${now}, ${owner.id}::uuid)`.execute(db);
      await sql`insert into recipe_version (recipe_id, version, definition, hash, title, at, by_user, cause)
        values (${batchId}::uuid, 1, '{}', 'hash', 'Ragù', ${now}, ${owner.id}::uuid, 'create')`.execute(db);
      await sql`insert into recipe_draft (user_id, company_id, key, content, at)
        values (${owner.id}::uuid, ${owner.companyId}::uuid, 'new', '{}', ${now}),
          (${lea.id}::uuid, ${owner.companyId}::uuid, 'new', '{}', ${now})`.execute(db);
      await sql`insert into recipe_pin (user_id, company_id, number, at)
        values (${owner.id}::uuid, ${owner.companyId}::uuid, 3, ${now}),
          (${lea.id}::uuid, ${owner.companyId}::uuid, 3, ${now})`.execute(db);
      await sql`insert into food_plan (id, company_id, laboratory_id, from_at, plan, user_id)
        values (${batchId}::uuid, ${owner.companyId}::uuid, ${labId}::uuid, ${now}, '{}', ${owner.id}::uuid)`.execute(
        db,
      );
      await sql`insert into inspection_link (id, company_id, token_hash, user_id, from_day, to_day, created_at, expires_at)
        values (${batchId}::uuid, ${owner.companyId}::uuid, convert_to(${batchId}, 'UTF8'), ${owner.id}::uuid, '2026-03-05', '2026-03-05', ${now}, ${now})`.execute(
        db,
      );
      await sql`insert into kitchen_poster (id, company_id, laboratory_id, code, user_id, created_at)
        values (${batchId}::uuid, ${owner.companyId}::uuid, ${labId}::uuid, ${batchId}, ${owner.id}::uuid, ${now})`.execute(
        db,
      );
      await sql`insert into favourite (appliance, slot, number, version, hash, changed_by, at)
        values (${appliance}, 5, 3, 1, 'hash', ${owner.id}::uuid, ${now})`.execute(db);
      await sql`insert into scheduled_start (id, appliance, company_id, number, version, args, minute, time_zone, state, at, lasts_min,
          created_by, created_at)
        values (${batchId}::uuid, ${appliance}, ${owner.companyId}::uuid, 3, 1, '{}', '2026-01-01T06:00', 'Europe/Rome', 'planned',
          ${now}, 90, ${owner.id}::uuid, ${now})`.execute(db);
      await sql`insert into notice (id, appliance, company_id, kind, name, key, detail, at, ended_at, seen_by)
        values (${batchId}::uuid, ${appliance}, ${owner.companyId}::uuid, 'cycle', 'tray_done', 'tray/r1/1', '{"tray": 1}', ${now}, ${now},
            ${owner.id}::uuid),
          (${commandId}::uuid, ${appliance}, ${owner.companyId}::uuid, 'cycle', 'tray_done', 'tray/r1/2', '{"tray": 2}', ${now}, null,
            null)`.execute(db);
      await sql`update live_state set notices = '[{"id": "1", "name": "tray_done", "at": 0, "detail": {}}]' where appliance = ${appliance}`.execute(
        db,
      );
      await sql`insert into audit (id, at, user_id, action, on_kind, on_id, address)
        values (${auditId}::uuid, ${now}, ${admin.id}::uuid, 'test.person', 'user', ${owner.email}, '127.0.0.1')`.execute(
        db,
      );
    });
    await owner.call(setSigningPin, { body: { password: testPassword, pin: '407193' } });
    await owner.call(grantSigning, { body: { pin: '407193' } });
    await portal.db.write(async (db) => {
      const caller = { userId: owner.id, role: owner.role, member: null };
      const { entries } = await signerOf(db, caller, owner.companyId ?? '', portal.clock.now());
      await append(db, entries);
      const mine = sql`select id, ${owner.companyId}::uuid, user_id, ${now} from signer where user_id = ${owner.id}::uuid`;
      await sql`insert into remark (signer, company_id, user_id, created_at, id, kind, subject, content)
        select mine.*, ${batchId}::uuid, 'note', ${batchId}::uuid, '{"text": "Why"}' from (${mine}) mine`.execute(db);
      await sql`insert into missing_explanation (signer, company_id, user_id, created_at, id, kind, day, subject, reason, text)
        select mine.*, ${batchId}::uuid, 'batch', '2026-03-05', ${String(appliance)}, 'OTHER', 'Why' from (${mine}) mine`.execute(
        db,
      );
      await sql`insert into probe_check (signer, company_id, user_id, created_at, id, appliance, laboratory_id, needle, at, found_good,
          left_good, content)
        select mine.*, ${batchId}::uuid, ${appliance}, ${labId}::uuid, 1, ${now}, true, true, '{"note": "Why"}' from (${mine}) mine`.execute(
        db,
      );
      await sql`insert into manual_record (signer, company_id, user_id, created_at, id, laboratory_id, kind, product, started_at, revision,
          content)
        select mine.*, ${batchId}::uuid, ${labId}::uuid, 'chill', 'Soup', ${now}, 1, '{"readings": []}' from (${mine}) mine`.execute(
        db,
      );
    });
    await named(lea);
    const person = { country: 'IT', phone: '0423 123456', address: 'Via Storta 9', city: 'Asolo', postalCode: '31011' };
    await owner.call(
      updateUserInfo,
      { body: { ...person, preferences: { marketing: true } } },
      { 'idempotency-key': owner.id },
    );
    await owner.call(recordMaintenance, {
      params: { id: serialNumber },
      body: { kind: 'cleaning', at: portal.clock.now(), note: 'Brushed' },
    });
    await signIn(portal, owner.email, 'wrong').catch(() => undefined);
    await owner.refused(updatePassword, { body: { password: 'Cold-line-2027', oldPassword: 'wrong' } });
    const { subscriptionKeyHeader, subscriptionKey } = portal.publicConfig;
    await send(
      resetPassword,
      { params: { email: owner.email } },
      {
        baseUrl: portal.url,
        headers: () => ({ [subscriptionKeyHeader]: subscriptionKey }),
      },
    );
    await portal.db.write((db) =>
      sql`update mail set last_error = 'no such user' where recipient = ${owner.email}`.execute(db),
    );
    return { owner, lea, partner, admin, serialNumber, labId, appliance };
  }

  it('S7.11 S2.27 a person who is erased is gone from every row that says so, and stays a pseudonym in the others', async () => {
    const { owner, lea, partner, admin } = await company();
    // Somebody keeps the company: what else becomes of it is not the person's erasure.
    await user('USER', { companyId: owner.companyId ?? '' });
    const seen = new Set<string>();
    for (const person of [lea, admin, partner, owner]) {
      const { id: userId, email } = person;
      const erased = { userId, email, pseudonym: `erased-${userId}@erased.invalid`, now: portal.clock.now() };
      const expected = ({ erase }: Row): Expected =>
        erase === 'go' ? 'gone' : 'become' in erase ? becomes(erase, erased) : 'kept';
      const found = rows.flatMap((row) =>
        row.whose
          ? [{ row, where: row.whose({ userId, email }), columns: row.columns, expected: expected(row), as: '' }]
          : [],
      );
      for (const one of await done(found, () => person.call(deleteOwnUser, {}))) seen.add(one);
    }
    const neverShown = rows.flatMap(({ table, whose, columns }) =>
      whose ? columns.map((column) => `${table}.${column}`).filter((one) => !seen.has(one)) : [],
    );
    assert.deepEqual(neverShown, []);
  });

  it('S7.11 S6.9 a kitchen forgets its assistance center with the partner, not with a stranger of that address', async () => {
    const { labId, owner } = await company();
    const strangers = [await user(), await user('SERVICE')];
    const partner = await user('SERVICE');
    await portal.db.write((db) =>
      sql`update app_user set status = 'INACTIVE' where id = ${strangers[1]?.id}::uuid`.execute(db),
    );
    const centerAfter = async (person: TestUser): Promise<string | undefined> => {
      await portal.db.write((db) =>
        sql`update laboratory set assistance_center = ${person.email} where id = ${labId}::uuid`.execute(db),
      );
      await person.call(deleteOwnUser, {});
      return (await owner.call(listLaboratories, {}))[0]?.assistanceCenter;
    };
    for (const stranger of strangers) assert.equal(await centerAfter(stranger), stranger.email, stranger.role);
    assert.equal(await centerAfter(partner), '');
  });

  it('S6.7 S2.27 what a company parts with goes as the rows say: who leaves, a unit, its last USER, its last person', async () => {
    const met = new Set<string>();
    const parting = async (event: Parting, id: string | number, act: () => Promise<unknown>): Promise<void> => {
      const wanted = rows.flatMap((row) => {
        const fate = row[event];
        if (!fate) return [];
        const expected = fate.rows === 'go' ? 'gone' : becomes(fate.rows, { now: portal.clock.now() });
        return [{ row, where: foundBy(fate, id), columns: columnsOf(row, event), expected, as: `${event} ` } as const];
      });
      for (const one of await done(wanted, act)) met.add(one);
    };
    const { owner, lea, admin, serialNumber, appliance } = await company();
    const upgrade = (one: TestUser, targetRole: Role) =>
      admin.call(upgradeUser, { params: { id: one.id }, query: { targetRole } });
    await parting('leave', lea.membershipId, () => lea.call(leaveMembership, { params: { id: lea.membershipId } }));
    assert.equal((await held('share', sql`membership_id = ${lea.membershipId}::uuid`)).size, 0);
    const ugo = await member(owner, 'ADMIN', [serialNumber]);
    await portal.db.write((db) =>
      sql`insert into service_share (appliance, user_id, created_at, created_by)
        values (${appliance}, ${ugo.id}::uuid, ${timestamp(portal.clock.now())}, ${admin.id}::uuid)`.execute(db),
    );
    await named(ugo);
    await parting('otherRole', ugo.id, () => upgrade(ugo, 'KITCHEN_MANAGER'));
    await parting('notInvited', ugo.id, () => upgrade(ugo, 'SERVICE'));
    await named(await member(owner, 'ADMIN', [serialNumber]));
    let activationCode = '';
    await parting('release', appliance, async () => {
      ({ activationCode } = (await owner.call(releaseAppliance, { params: { id: serialNumber } })).body);
    });
    await portal.db.write((db) =>
      sql`update live_state set reported = '{"firmwareVersion": "1", "light": 1}', reported_at = ${timestamp(portal.clock.now())},
        status = 'running', cycle = '{}', warnings = '["w"]', alarms = '["a"]' where appliance = ${appliance}`.execute(
        db,
      ),
    );
    await portal.db.write((db) => told(db, appliance));
    const next = await user();
    const labId = await laboratory(next);
    await parting('claim', appliance, () =>
      next.call(claimAppliance, { body: { activationCode, name: 'Other', labId } }),
    );
    const colleague = await user('SERVICE', { companyId: owner.companyId ?? '' });
    await parting('lastUser', owner.companyId ?? '', () => owner.call(deleteOwnUser, {}));
    await portal.db.write((db) =>
      sql`update company set phone = '+39', address = 'Via', tax_code = '1' where id = ${owner.companyId}::uuid`.execute(
        db,
      ),
    );
    await parting('lastPerson', owner.companyId ?? '', () => colleague.call(deleteOwnUser, {}));
    const wanted = partings.flatMap((event) =>
      rows.flatMap((row) => columnsOf(row, event).map((column) => `${event} ${row.table}.${column}`)),
    );
    assert.deepEqual(
      wanted.filter((one) => !met.has(one)),
      [],
    );
  });

  it('S2.27 the copy of one’s data has what each row says', async () => {
    const { owner, lea } = await company();
    const copyOf = async (person: TestUser): Promise<Record<string, unknown>> => {
      const { data } = await person.call(exportOwnData, {}, headersOf(person.accessToken));
      return Object.fromEntries(
        Object.entries(unzipSync(data))
          .filter(([name]) => name.endsWith('.json'))
          .map(([name, bytes]) => [name, JSON.parse(strFromU8(bytes))]),
      );
    };
    const copies = [await copyOf(owner), await copyOf(lea)];
    for (const { table, copy } of rows) {
      if ('not' in copy) continue;
      const parts = copies.map((files) => files[`${copy.file}.json`]);
      assert.ok(
        parts.some((part) => (Array.isArray(part) ? part.length > 0 : part)),
        `${copy.file} of ${table}`,
      );
      if (!('columns' in copy)) continue;
      const [first] = parts.flat();
      assert.deepEqual(Object.keys((first ?? {}) as object).toSorted(), copy.columns.toSorted(), copy.file);
    }
  });
});
