import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { updateLaboratory } from '@brina/contract/calls/kitchen/laboratories';
import { deleteFactoryUser, filterAudit } from '@brina/contract/calls/maker/factory-users';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { auditActionCodes } from '@brina/domain/people/audit';
import { timestamp } from '#core/db/instants.ts';
import { newId } from '#core/ids.ts';
import { given, refresh, signIn, testPassword } from '../../../../test/given.ts';
import { ownPortal } from '../../../../test/portal.ts';

describe('the audit log', async () => {
  // Of its own: what is counted is this portal's.
  const portal = await ownPortal();
  const { user, laboratory } = given(portal);
  const reader = await user('SUPERFACTORY');

  type Filters = { attribute: 'user' | 'company' | 'action' | 'on' | 'from' | 'to'; value: string }[];
  const entries = async (filterAttributes: Filters, more: { page?: number; nRows?: number; ascOrDesc?: 'asc' } = {}) =>
    reader.call(filterAudit, { body: { page: 0, nRows: 100, filterAttributes, ...more } });
  const companyOf = async (id: string) =>
    (await portal.db.read((db) => db.selectFrom('company').select('name').where('id', '=', id).executeTakeFirst()))
      ?.name;

  it('S6.3 who did what, the latest first, by user, company, action and thing', async () => {
    const owner = await user();
    const first = await laboratory(owner, 'First');
    portal.clock.leap(1000);
    const second = await laboratory(owner, 'Second');
    await owner.call(updateLaboratory, { params: { id: first }, body: { name: 'Changed' } });

    const all = await entries([{ attribute: 'user', value: owner.email.toUpperCase() }]);
    assert.deepEqual(
      all.items.map(({ action }) => action),
      ['laboratory.update', 'laboratory.create', 'laboratory.create', 'session.begin'],
    );
    const company = (await companyOf(owner.companyId!)) ?? '';
    const [latest] = all.items;
    assert.deepEqual(
      [latest?.user, latest?.company, latest?.on, latest?.address, latest?.detail],
      [owner.email, company, { kind: 'laboratory', id: first }, '127.0.0.1', {}],
    );
    assert.equal((await entries([{ attribute: 'company', value: company.slice(3) }])).total, 4);
    const ofFirst = await entries([{ attribute: 'on', value: first }], { ascOrDesc: 'asc' });
    assert.deepEqual(
      ofFirst.items.map(({ action }) => action),
      ['laboratory.create', 'laboratory.update'],
    );
    const created: Filters = [
      { attribute: 'on', value: 'laboratory' },
      { attribute: 'user', value: owner.email },
      { attribute: 'action', value: 'laboratory.c' },
    ];
    assert.deepEqual(
      (await entries(created)).items.map(({ on }) => on.id),
      [second, first],
    );
    const [page, next] = [await entries(created, { nRows: 1 }), await entries(created, { nRows: 1, page: 1 })];
    assert.deepEqual([page.total, page.items[0]?.on.id, next.items[0]?.on.id], [2, second, first]);
  });

  it('B11.2 S6.3 refused sign-ins, locks and copies of a sign-in are in it within a minute, and counted', async () => {
    const [owner, other] = [await user(), await user()];
    for (let n = 0; n < 11; n += 1)
      await assert.rejects(signIn(portal, owner.email, `Wrong-line-${n}`), /invalid_grant/);
    const { refresh_token } = await signIn(portal, other.email, testPassword);
    await refresh(portal, refresh_token);
    portal.clock.leap(minute_ms);
    await assert.rejects(refresh(portal, refresh_token), /invalid_grant/);
    await portal.clock.advance(minute_ms);

    const of = async (email: string) =>
      (await entries([{ attribute: 'user', value: email }])).items
        .filter(({ action }) => !action.startsWith('session.begin'))
        .map(({ action, address, on, detail }) => [action, address, on.kind, detail['tries'] ?? 0])
        .toSorted();
    assert.deepEqual(await of(owner.email), [
      ['session.locked', '127.0.0.1', 'user', 10],
      ['session.refused', '127.0.0.1', 'user', 11],
    ]);
    assert.deepEqual(await of(other.email), [
      ['session.end', '127.0.0.1', 'session', 0],
      ['token.reused', '127.0.0.1', 'session', 0],
    ]);
    const metrics = await (await fetch(`${portal.url}/metrics`)).text();
    for (const line of [
      'brina_sign_ins_total{outcome="refused"} 10',
      'brina_sign_ins_total{outcome="locked"} 1',
      'brina_idp_requests_total{endpoint="/token",status="400"} 12',
    ])
      assert.ok(metrics.includes(line), line);
    assert.match(metrics, /brina_sign_ins_total\{outcome="signed_in"\} \d/);
  });

  it('S6.3 each action is found by itself, none with those that begin like it', async () => {
    const owner = await user();
    const at = timestamp(portal.clock.now());
    const rows = auditActionCodes.map((action) => ({ action, on_kind: 'test', on_id: `${owner.id} ${action}` }));
    await portal.db.write((db) =>
      db
        .insertInto('audit')
        .values(rows.map((row) => ({ id: newId(portal.clock.now()), at, user_id: owner.id, ...row })))
        .execute(),
    );
    for (const action of auditActionCodes) {
      const filters: Filters = [
        { attribute: 'action', value: action },
        { attribute: 'on', value: 'test' },
        { attribute: 'user', value: owner.email },
      ];
      assert.deepEqual(
        (await entries(filters)).items.map((entry) => entry.action),
        [action],
      );
    }
  });

  it('S6.3 days are those of UTC, both included; what is no day is refused', async () => {
    const owner = await user();
    const midnight = Math.ceil(portal.clock.now() / day_ms) * day_ms;
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    const moments = [midnight - 1, midnight, midnight + day_ms - 1];
    await portal.db.write((db) =>
      db
        .insertInto('audit')
        .values(
          moments.map((at) => ({
            id: newId(at),
            at: timestamp(at),
            user_id: owner.id,
            action: 'test.day',
            on_kind: 'moment',
            on_id: String(at),
          })),
        )
        .execute(),
    );
    const on = async (...days: Filters) => {
      const body = {
        page: 0,
        nRows: 9,
        filterAttributes: [{ attribute: 'action', value: 'test.day' } as const, ...days],
      };
      return (await reader.call(filterAudit, { body })).items.map((entry) => Number(entry.on.id));
    };
    const [before, today] = [day(midnight - 1), day(midnight)];
    assert.deepEqual(await on({ attribute: 'to', value: before }), [moments[0]]);
    assert.deepEqual(await on({ attribute: 'from', value: today }), [moments[2], moments[1]]);
    assert.equal((await on({ attribute: 'from', value: before }, { attribute: 'to', value: today })).length, 3);
    const ever: Filters = [
      { attribute: 'from', value: '0001-01-01' },
      { attribute: 'to', value: '9999-12-31' },
    ];
    assert.equal((await on(...ever)).length, 3);
    for (const value of ['2026-02-31', '2026-13-01', '0000-01-01', 'yesterday', '2026-1-1', "2026-01-01' or true"]) {
      const filterAttributes: Filters = [{ attribute: 'from', value }];
      const refusal = await reader.refused(filterAudit, { body: { page: 0, nRows: 9, filterAttributes } });
      assert.deepEqual(
        [refusal.status, refusal.code, refusal.fields?.[0]?.path],
        [400, 'bad_request', 'body.filterAttributes[0].value'],
      );
    }
  });

  it('S6.3 an erased person is a pseudonym in it; the signs of LIKE are only themselves', async () => {
    const gone = await user();
    await reader.call(deleteFactoryUser, { params: { id: gone.id } });
    const of = async (attribute: 'user' | 'action', value: string) =>
      (await reader.call(filterAudit, { body: { page: 0, nRows: 9, filterAttributes: [{ attribute, value }] } })).items;
    assert.deepEqual(await of('user', gone.email), []);
    const pseudonym = `erased-${gone.id}@erased.invalid`;
    assert.deepEqual(
      (await of('user', pseudonym)).map((entry) => [entry.user, entry.action]),
      [[pseudonym, 'session.begin']],
    );
    assert.deepEqual(await of('action', '%'), []);
    assert.deepEqual(await of('action', 'session_begin'), []);
    assert.deepEqual(await of('user', "' or true --"), []);
  });
});
