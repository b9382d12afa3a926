import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { allCalls } from '@brina/contract/all-calls';
import { getAppliance } from '@brina/contract/calls/kitchen/appliances';
import { type Call, idPositions } from '@brina/contract/wire/call';
import { type IdKind, ownedKinds, publicKinds, staffKinds } from '@brina/contract/wire/ids';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { loadCaller } from '#core/access/caller.ts';
import { ownsAll } from '#core/access/scopes.ts';
import { given, type TestUser } from './given.ts';
import {
  exampleWith,
  type Ids,
  kindsWithoutCall,
  nobodysIds,
  ownIds,
  type RawReply,
  sendRaw,
  withId,
} from './instances.ts';
import { sharedPortal } from './portal.ts';
import { serves } from './serves.ts';

/** A reply without what differs between any two of them. */
const comparable = ({ status, headers, text }: RawReply) => ({
  status,
  headers: headers.filter(([name]) => name !== 'date' && name !== 'x-request-id'),
  text: text.replace(/"requestId":"[0-9a-f-]{36}"/, ''),
});

/** The calls that a USER may make; those of the maker's staff are for everybody's users, by their role alone. */
const callsOfUser = allCalls.filter(({ roles }: Call) => !Array.isArray(roles) || roles.includes('USER'));

describe('ids of another company', async () => {
  const portal = await sharedPortal();
  const { user, member } = given(portal);
  let me: TestUser;
  let stranger: TestUser;
  let mine: Ids;
  let theirs: Ids;

  before(async () => {
    [me, stranger] = [await user(), await user()];
    [mine, theirs] = [await ownIds(portal, me), await ownIds(portal, stranger)];
  });

  /** Every row of the stranger's company, by table: what carries its id, and what carries the number of its appliance. */
  async function strangersRows(): Promise<Record<string, unknown[]>> {
    return portal.db.read(async (tx) => {
      const tables = await sql<{ table: string; columns: string[] }>`
        select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
        where table_schema = 'public' group by 1 order by 1`.execute(tx);
      const owner = sql`(select id from appliance where serial = ${theirs.appliance})`;
      const rows: Record<string, unknown[]> = {};
      for (const { table, columns } of tables.rows) {
        const belongs = [
          ...(columns.includes('company_id') ? [sql`company_id = ${stranger.companyId}`] : []),
          ...(columns.includes('appliance') ? [sql`appliance = ${owner}`] : []),
          ...(table === 'company' ? [sql`id = ${stranger.companyId}`] : []),
          ...(table === 'appliance' ? [sql`id = ${owner}`] : []),
          ...(columns.includes('batch') ? [sql`batch = ${theirs.batch}::uuid`] : []),
        ];
        if (belongs.length === 0) continue;
        const found = await sql<{ row: string }>`
          select t::text as row from ${sql.table(table)} t where ${sql.join(belongs, sql` or `)} order by 1`.execute(
          tx,
        );
        rows[table] = found.rows;
      }
      return rows;
    });
  }

  it('every kind of owned thing stands in some call', () => {
    assert.deepEqual(kindsWithoutCall(allCalls), []);
  });

  it('what the staff tends stands only in calls of the staff', () => {
    const named = callsOfUser.flatMap(idPositions).filter(({ kind }) => staffKinds.some((one) => one === kind));
    assert.deepEqual(named, []);
  });

  it('S6.7 each kind of thing is its company’s by itself, whatever stands beside it in a request', async () => {
    const { oid, sid } = decodeJwt<{ oid: string; sid: string }>(me.accessToken);
    const owns = (kind: IdKind, ids: string[]) =>
      portal.db.read(async (db) => {
        const caller = await loadCaller(db, { oid, sid, now: portal.clock.now() });
        assert.ok(caller);
        return ownsAll(db, caller, kind, ids);
      });
    for (const kind of staffKinds) assert.equal(await owns(kind, [mine[kind]]), false, `${kind} is the staff’s`);
    for (const kind of ownedKinds) {
      assert.equal(await owns(kind, [mine[kind]]), true, kind);
      assert.equal(await owns(kind, [mine[kind], mine[kind]]), true, kind);
      assert.equal(await owns(kind, [theirs[kind]]), false, kind);
      assert.equal(await owns(kind, [mine[kind], theirs[kind]]), false, kind);
      assert.equal(await owns(kind, [nobodysIds()[kind]]), false, kind);
    }
  });

  it('S6.7 no call tells what another company has from what nobody has, and none changes it', async () => {
    const before = await strangersRows();
    const looked = [
      'appliance',
      'laboratory',
      'tenure',
      'command',
      'batch',
      'batch_revision',
      'cycle_run',
      'event',
      'live_state',
      'membership',
      'share',
    ];
    for (const table of looked) assert.notDeepEqual(before[table] ?? [], [], `${table} is looked at`);

    for (const call of callsOfUser)
      for (const position of idPositions(call).filter(({ kind }) => !publicKinds.some((one) => one === kind))) {
        const at = `${call.id} ${position.path.join('.')}`;
        const own = exampleWith(call, mine);
        const foreign = await sendRaw(portal, me, call, withId(own, position, theirs[position.kind]));
        const nobodys = await sendRaw(portal, me, call, withId(own, position, nobodysIds()[position.kind]));
        assert.equal(foreign.status, 404, `${at} answered ${foreign.status} ${foreign.text}`);
        assert.equal(JSON.parse(foreign.text).code, 'not_found');
        assert.deepEqual(comparable(foreign), comparable(nobodys), at);
      }

    await portal.settled();
    assert.deepEqual(await strangersRows(), before);
  });

  it('S6.7 S6.9 S6.2 a service partner, and whom nothing is shared with, find what is not theirs as little as what nobody has', async () => {
    const [partner, manager, administrator] = [
      await user('SERVICE'),
      await member(me, 'KITCHEN_MANAGER'),
      await member(me, 'ADMIN'),
    ];
    await serves(portal, partner, theirs.laboratory);
    const unshared = [
      'appliance',
      'applianceRecord',
      'command',
      'batch',
      'notice',
      'schedule',
      'membership',
      'session',
    ] as const;
    for (const { who, membership, kinds } of [
      { who: partner, membership: undefined, kinds: ownedKinds },
      { who: manager, membership: 'KITCHEN_MANAGER', kinds: [...unshared, 'laboratory', 'manual'] },
      { who: administrator, membership: 'ADMIN', kinds: unshared },
    ] as const) {
      const mayCall = ({ roles, members }: Call): boolean =>
        !Array.isArray(roles) ||
        (membership ? roles.includes('USER') && members?.includes(membership) === true : roles.includes(who.role));
      const positions = allCalls.filter(mayCall).flatMap(idPositions);
      const asked = positions.filter(({ kind }) => kinds.some((one) => one === kind));
      assert.ok(asked.length > 5, who.role);
      for (const position of asked) {
        const { call } = position;
        const at = `${who.role} ${call.id} ${position.path.join('.')}`;
        const own = exampleWith(call, theirs);
        const foreign = await sendRaw(portal, who, call, withId(own, position, mine[position.kind]));
        const nobodys = await sendRaw(portal, who, call, withId(own, position, nobodysIds()[position.kind]));
        assert.equal(foreign.status, 404, `${at} answered ${foreign.status} ${foreign.text}`);
        assert.deepEqual(comparable(foreign), comparable(nobodys), at);
      }
    }
    const served = { params: { id: theirs.appliance } };
    assert.equal((await sendRaw(portal, partner, getAppliance, served)).status, 200, 'it sees what it serves');
  });

  it('S6.7 lists and records never show what is another company’s', async () => {
    // What needs no sign-in knows no company that asks: a secret of its own opens it.
    for (const call of callsOfUser.filter(({ method, roles }) => method === 'GET' && roles !== 'none')) {
      const { status, text } = await sendRaw(portal, me, call, exampleWith(call, mine));
      assert.ok(status === 200, `${call.id} answered ${status} ${text}`);
      for (const id of [...Object.values(theirs), stranger.companyId, stranger.id])
        assert.ok(!text.includes(String(id)), `${call.id} shows ${id}`);
    }
  });
});
