import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deleteOwnUser, exportOwnData, leaveMembership, updateUserInfo } from '@brina/contract/calls/people/account';
import { releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { recordMaintenance } from '@brina/contract/calls/record/maintenance';
import { resetPassword } from '@brina/contract/calls/people/registration';
import { send } from '@brina/contract/wire/client';
import { strFromU8, unzipSync } from 'fflate';
import { type RawBuilder, sql } from 'kysely';
import { timestamp } from '#core/db/instants.ts';
import { newId } from '#core/ids.ts';
import { type Parting, personRows } from '#core/persons.ts';
import { features } from '../src/features.ts';
import { given, signIn, type TestUser } from './given.ts';
import { ownPortal } from './portal.ts';

const rows = personRows(features);

describe('what the rows of all features say of persons', async () => {
  const portal = await ownPortal();
  const { user, member, claimedUnit, headersOf } = given(portal);

  /** Rows of a table as they are, as texts. */
  const held = (table: string, where: RawBuilder<unknown>): Promise<string[]> =>
    portal.db.read(async (db) => {
      const found = await sql<{ row: string }>`select to_jsonb(${sql.ref(table)})::text as row
        from ${sql.table(table)} where ${where}`.execute(db);
      return found.rows.map(({ row }) => row);
    });

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
    const [newsId, commandId, auditId] = [1, 2, 3].map(() => newId(portal.clock.now()));
    await portal.db.write(async (db) => {
      await sql`update laboratory set assistance_center = ${partner.email} where id = ${labId}::uuid`.execute(db);
      await sql`insert into service_share (appliance, user_id, created_at, created_by)
        values (${appliance}, ${partner.id}::uuid, ${now}, ${admin.id}::uuid)`.execute(db);
      await sql`insert into news (id, texts, roles, from_at, to_at, created_by, created_at)
        values (${newsId}::uuid, '{}', '{}', ${now}, ${now} + interval '1 day', ${admin.id}::uuid, ${now})`.execute(db);
      await sql`insert into command (id, appliance, company_id, user_id, name, args, state, created_at, expires_at)
        values (${commandId}::uuid, ${appliance}, ${owner.companyId}::uuid, ${owner.id}::uuid, 'setLight', '{}', 'sent', ${now}, ${now})`.execute(
        db,
      );
      await sql`insert into audit (id, at, user_id, action, on_kind, on_id, address)
        values (${auditId}::uuid, ${now}, ${admin.id}::uuid, 'test.person', 'user', ${owner.email}, '127.0.0.1')`.execute(
        db,
      );
    });
    await owner.call(updateUserInfo, { body: { preferences: { marketing: true } } }, { 'idempotency-key': owner.id });
    await owner.call(recordMaintenance, {
      params: { id: serialNumber },
      body: { kind: 'cleaning', at: portal.clock.now(), note: 'Brushed' },
    });
    await signIn(portal, owner.email, 'wrong').catch(() => undefined);
    const { subscriptionKeyHeader, subscriptionKey } = portal.publicConfig;
    await send(
      resetPassword,
      { params: { email: owner.email } },
      {
        baseUrl: portal.url,
        headers: () => ({ [subscriptionKeyHeader]: subscriptionKey }),
      },
    );
    return { owner, lea, partner, admin, serialNumber, labId, appliance };
  }

  it('S7.11 S2.27 a person who is erased is gone from every row that says so, and stays a pseudonym in the others', async () => {
    const { owner, lea, partner, admin } = await company();
    // Somebody keeps the company: what else becomes of it is not the person's erasure.
    await user('USER', { companyId: owner.companyId ?? '' });
    const seen = new Set<(typeof rows)[number]>();
    for (const person of [lea, admin, partner, owner]) {
      const { id: userId, email } = person;
      const before = [];
      for (const row of rows) {
        if (!row.whose) continue;
        const texts = await held(row.table, row.whose({ userId, email }));
        if (texts.length > 0) seen.add(row);
        before.push({ row, texts });
      }
      await person.call(deleteOwnUser, {});
      for (const { row, texts } of before) {
        const after = new Set(await held(row.table, sql`true`));
        const left = texts.filter((text) => after.has(text));
        const { table, columns, erase } = row;
        const stays = typeof erase === 'object' && 'stay' in erase;
        assert.deepEqual(left, stays ? texts : [], `${table}: ${columns.join()}`);
      }
    }
    const neverMet = rows.filter((row) => row.whose && !seen.has(row));
    assert.deepEqual(
      neverMet.map(({ table, columns }) => `${table}.${columns.join()}`),
      [],
    );
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
      const before = [];
      for (const row of rows) {
        const fate = row[event];
        if (!fate) continue;
        const texts = await held(row.table, sql`${sql.ref(fate.by)} = ${id} and ${fate.only ?? sql`true`}`);
        if (texts.length > 0) met.add(`${event} ${row.table}`);
        before.push({ row, texts });
      }
      await act();
      for (const { row, texts } of before) {
        const after = new Set(await held(row.table, sql`true`));
        assert.deepEqual(
          texts.filter((text) => after.has(text)),
          [],
          `${event}: ${row.table}`,
        );
      }
    };
    const { owner, lea, serialNumber, appliance } = await company();
    await parting('leave', lea.membershipId, () => lea.call(leaveMembership, { params: { id: lea.membershipId } }));
    assert.deepEqual(await held('share', sql`membership_id = ${lea.membershipId}::uuid`), []);
    await member(owner, 'ADMIN', [serialNumber]);
    await parting('release', appliance, () => owner.call(releaseAppliance, { params: { id: serialNumber } }));
    const colleague = await user('SERVICE', { companyId: owner.companyId ?? '' });
    await parting('lastUser', owner.companyId ?? '', () => owner.call(deleteOwnUser, {}));
    await portal.db.write((db) =>
      sql`update company set phone = '+39', address = 'Via', tax_code = '1' where id = ${owner.companyId}::uuid`.execute(
        db,
      ),
    );
    await parting('lastPerson', owner.companyId ?? '', () => colleague.call(deleteOwnUser, {}));
    const wanted = (['leave', 'release', 'lastUser', 'lastPerson'] as const).flatMap((event) =>
      rows.flatMap((row) => (row[event] ? [`${event} ${row.table}`] : [])),
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
