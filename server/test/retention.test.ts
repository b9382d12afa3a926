import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { filterAudit } from '@brina/contract/calls/maker/factory-users';
import { inviteMember, removeMember } from '@brina/contract/calls/people/sharing';
import { sql } from 'kysely';
import { telemetryKeptFrom } from '#features/record/telemetry/telemetry.jobs.ts';
import { signUpOf, startPublicPortal, visitorsOf } from '#features/people/registration/testing/visitor.ts';
import { TestDevice } from './device.ts';
import { given, signIn } from './given.ts';
import { startTestPortal } from './portal.ts';

const minute_ms = 60_000;
const day_ms = 86_400_000;

// Times are those of the privacy notice (web/public/html/legal).
describe('what is kept no longer than it may be', () => {
  it('telemetry goes with its rollups when its month is 25 months old; what is younger stays', async () => {
    await using portal = await startTestPortal();
    const { user, claimedUnit } = given(portal);
    const device = new TestDevice(portal, await claimedUnit(await user()));
    await device.connect();
    const young = portal.clock.now();
    const old = young - 610 * day_ms;
    for (const at of [old, young]) assert.equal(await device.sendSamples([{ TCell: 1 }], { at, hist: true }), 'got');
    await device.cut();
    portal.clock.leap(20 * minute_ms);
    await portal.settled();
    const kept = () =>
      portal.db.read(async (db) => {
        const { rows } = await sql<{ place: string; n: number }>`
          select 'samples' as place, count(*)::int as n from telemetry
          union all select '10min', count(distinct date_trunc('month', bucket))::int from telemetry_10min
          union all select 'hour', count(distinct date_trunc('month', bucket))::int from telemetry_hour
          union all select 'months', count(*)::int from pg_inherits where inhparent = 'telemetry'::regclass`.execute(
          db,
        );
        return Object.fromEntries(rows.map(({ place, n }) => [place, n]));
      });
    assert.deepEqual(await kept(), { samples: 2, '10min': 2, hour: 2, months: 2 });
    portal.clock.leap(120 * day_ms);
    await portal.settled();
    assert.deepEqual(await kept(), { samples: 2, '10min': 2, hour: 2, months: 2 });
    portal.clock.leap(70 * day_ms);
    await portal.settled();
    assert.deepEqual(await kept(), { samples: 1, '10min': 1, hour: 1, months: 1 });
  });

  it('telemetry is kept from the first of the month 25 months ago', () => {
    assert.equal(telemetryKeptFrom(Date.UTC(2026, 5, 30)), Date.UTC(2024, 4));
    assert.equal(telemetryKeptFrom(Date.UTC(2026, 0, 1)), Date.UTC(2023, 11));
  });

  it('the audit log tells of five years', async () => {
    await using portal = await startTestPortal();
    const { user } = given(portal);
    const admin = await user('SUPERFACTORY');
    const total = async (): Promise<number> => {
      const { access_token } = await signIn(portal, admin.email, 'Brina-test-1#');
      const reply = await fetch(portal.url + filterAudit.path, {
        method: 'POST',
        headers: { ...given(portal).headersOf(access_token), 'content-type': 'application/json' },
        body: JSON.stringify({ page: 0, nRows: 200, filterAttributes: [{ attribute: 'on', value: 'session' }] }),
      });
      return ((await reply.json()) as { total: number }).total;
    };
    assert.equal(await total(), 2);
    portal.clock.leap(5 * 365 * day_ms);
    await portal.settled();
    assert.equal(await total(), 3);
    portal.clock.leap(3 * day_ms);
    await portal.settled();
    assert.equal(await total(), 2);
  });
});

describe('accounts that were never confirmed', async () => {
  const portal = await startPublicPortal();
  after(() => portal[Symbol.asyncDispose]());
  const { registered, confirmed, userOf, signedIn } = visitorsOf(portal);
  const companies = (name: string) =>
    portal.db.read((db) => db.selectFrom('company').select('id').where('name', '=', name).execute());

  it('S4.3 go after thirty days with their companies, whoever was to be in them; the address is free', async () => {
    const [late, early] = [
      await registered({ companyName: 'Never Srl' }),
      await confirmed({ companyName: 'Soon Srl' }),
    ];
    portal.clock.leap(29 * day_ms);
    await portal.settled();
    assert.ok(await userOf(late.email));
    portal.clock.leap(day_ms + 1);
    await portal.settled();
    assert.deepEqual([await userOf(late.email), await companies('Never Srl')], [undefined, []]);
    const traces = await portal.db.read((db) =>
      sql<{ n: number }>`select count(*)::int as n from mail where lower(recipient) = ${late.email}`.execute(db),
    );
    assert.equal(traces.rows[0]?.n, 0);
    assert.ok(await userOf(early.email));
    assert.equal((await companies('Soon Srl')).length, 1);
    await registered({ email: late.email });
  });

  it('S4.19 an invited person stays as long as a company invites it', async () => {
    const owner = await confirmed();
    const { email } = signUpOf();
    const body = {
      email,
      firstName: 'Lea',
      lastName: 'Rossi',
      role: 'ADMIN',
      language: 'it_IT',
      appliances: [],
    } as const;
    await owner.person.call(inviteMember, { body: { ...body, appliances: [] } });
    portal.clock.leap(31 * day_ms);
    await portal.settled();
    assert.ok(await userOf(email));
    await (await signedIn(owner.email, owner.body.password)).call(removeMember, { params: { email } });
    assert.equal(await userOf(email), undefined);
  });
});
