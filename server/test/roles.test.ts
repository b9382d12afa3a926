import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { getUserInfo } from '@brina/contract/account';
import { allCalls } from '@brina/contract/all-calls';
import { getAppliance } from '@brina/contract/appliances';
import { getCommand } from '@brina/contract/commands';
import { laboratoryGamma } from '@brina/contract/laboratories';
import { listSharedAppliances } from '@brina/contract/sharing';
import { membershipRoles, roles } from '@brina/domain/roles';
import { given, type TestUser } from './given.ts';
import { exampleWith, type Ids, ownIds, sendRaw } from './instances.ts';
import { sharedPortal } from './portal.ts';

/**
 * Who may make which call, by the specification (sections 2, 6, 7) and not by the code: it was written by hand, cell by
 * cell, and is never generated. The last columns are invited people who act within their membership.
 */
const [heading = '', ...lines] = readFileSync(new URL('access.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const [, ...columns] = heading.split(',');
const access = new Map(
  lines.map((line) => {
    const [call = '', ...cells] = line.split(',');
    return [call, new Map(columns.map((role, i) => [role, cells[i] ?? '']))];
  }),
);

describe('calls by roles', async () => {
  const portal = await sharedPortal();
  const { user, member } = given(portal);
  const users = new Map<string, TestUser>();
  let owner: TestUser;
  let ids: Ids;

  /** Everybody anew, and what their calls name, whose ids are the USER's: a call of before may have used them up. */
  async function prepare(): Promise<void> {
    owner = await user('USER');
    ids = await ownIds(portal, owner);
    for (const column of columns) users.set(column, column === 'USER' ? owner : await somebody(column));
  }

  /** A new person for a column other than the USER's. */
  async function somebody(column: string): Promise<TestUser> {
    const membership = membershipRoles.find((role) => column === `member ${role}`);
    if (membership) return member(owner, membership, [ids.appliance]);
    return user(roles.find((role) => role === column));
  }
  before(prepare);

  /** Mends what a call has used up: the session of who made it, or what the calls name. */
  async function mend(column: string): Promise<void> {
    const { status } = await sendRaw(portal, users.get(column)!, getUserInfo, {});
    if (status !== 200 && column !== 'USER') users.set(column, await somebody(column));
    else if (status !== 200 || (await isUsedUp())) await prepare();
  }

  /** Whether the USER acts for another company, or something that the calls name is gone. */
  async function isUsedUp(): Promise<boolean> {
    const { role, membership, memberships } = await owner.call(getUserInfo, {});
    if (role !== 'USER' || membership || memberships.length === 0) return true;
    const named = [getAppliance, getCommand, laboratoryGamma, listSharedAppliances];
    const found = await Promise.all(named.map((call) => sendRaw(portal, owner, call, exampleWith(call, ids))));
    return found.some(({ status }) => status !== 200);
  }

  it('access.csv has one line for each call and one column for each role, filled', () => {
    assert.deepEqual([...access.keys()], [...new Set(access.keys())]);
    assert.deepEqual(new Set(access.keys()), new Set(allCalls.map(({ id }) => id)));
    assert.deepEqual(columns, [...roles, ...membershipRoles.map((role) => `member ${role}`)]);
    assert.equal(lines.length, allCalls.length);
    for (const [call, cells] of access)
      for (const [role, cell] of cells) assert.match(cell, /^(yes|no)$/, `${call} for ${role} is "${cell}"`);
  });

  // Deleting comes last: until then everything that the USER's calls name is there.
  const inOrder = allCalls.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
  for (const call of inOrder) {
    it(`S6.1 S2.2 S6.2 S6.4 ${call.id} is refused exactly where access.csv says so`, async () => {
      // The USER, who owns what is named, comes last.
      for (const column of columns.toReversed()) {
        const caller = users.get(column)!;
        const allowed = access.get(call.id)?.get(column) === 'yes';
        const own = exampleWith(call, { ...ids, ...(await ownPartsOf(caller)) });
        const { status, text } = await sendRaw(portal, caller, call, own);
        if (call.method !== 'GET' && status < 300) await mend(column);
        assert.equal(status === 403, !allowed, `${column} got ${status} ${text}`);
        if (!allowed) assert.equal(JSON.parse(text).code, 'access_denied');
        else
          assert.ok(
            ![401, column === 'USER' ? 404 : 401].includes(status) && status < 500,
            `${column} got ${status} ${text}`,
          );
      }
    });
  }

  /** The ids that are each person's own. */
  async function ownPartsOf(caller: TestUser): Promise<Partial<Ids>> {
    if (caller === owner) return {};
    const { sid } = JSON.parse(atob(caller.accessToken.split('.')[1] ?? '')) as { sid: string };
    return { session: sid };
  }
});
