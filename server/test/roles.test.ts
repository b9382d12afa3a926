import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { allCalls } from '@brina/contract/all-calls';
import { type Role, roles } from '@brina/domain/roles';
import { given, type TestUser } from './given.ts';
import { exampleWith, type Ids, ownIds, sendRaw } from './instances.ts';
import { sharedPortal } from './portal.ts';

/**
 * Who may make which call, by the specification (sections 2, 6, 7) and not by the code: it was written by hand, cell by
 * cell, and is never generated.
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
  const { user } = given(portal);
  const users = new Map<Role, TestUser>();
  let ids: Ids;

  before(async () => {
    for (const role of roles) users.set(role, await user(role));
    ids = await ownIds(portal, users.get('USER')!);
  });

  it('access.csv has one line for each call and one column for each role, filled', () => {
    assert.deepEqual([...access.keys()], [...new Set(access.keys())]);
    assert.deepEqual(new Set(access.keys()), new Set(allCalls.map(({ id }) => id)));
    assert.deepEqual(columns, [...roles]);
    assert.equal(lines.length, allCalls.length);
    for (const [call, cells] of access)
      for (const [role, cell] of cells) assert.match(cell, /^(yes|no)$/, `${call} for ${role} is "${cell}"`);
  });

  // Deleting comes last: until then everything that the USER's calls name is there.
  const inOrder = allCalls.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
  for (const call of inOrder) {
    it(`S6.1 S2.2 S6.4 ${call.id} is refused exactly where access.csv says so`, async () => {
      const input = exampleWith(call, ids);
      // The USER, who owns what is named, comes last: the call may use it up.
      for (const role of roles.toReversed()) {
        const allowed = access.get(call.id)?.get(role) === 'yes';
        const { status, text } = await sendRaw(portal, users.get(role)!, call, input);
        assert.equal(status === 403, !allowed, `${role} got ${status} ${text}`);
        if (!allowed) assert.equal(JSON.parse(text).code, 'access_denied');
        else
          assert.ok(
            ![401, role === 'USER' ? 404 : 401].includes(status) && status < 500,
            `${role} got ${status} ${text}`,
          );
      }
    });
  }
});
