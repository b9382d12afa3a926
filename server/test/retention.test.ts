import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { claimAppliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { sendCommand } from '@brina/contract/calls/kitchen/commands';
import { filterAudit } from '@brina/contract/calls/maker/factory-users';
import { inviteMember, removeMember } from '@brina/contract/calls/people/sharing';
import { getBatch, listBatches } from '@brina/contract/calls/record/haccp';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { pino } from 'pino';
import { timestamp } from '#core/db/instants.ts';
import { days, retention, telemetryKeptFrom } from '#core/retention.ts';
import { signUpOf, startPublicPortal, visitorsOf } from '#features/people/registration/testing/visitor.ts';
import { chillMessages, sendAll } from './chill.ts';
import { TestDevice } from './device.ts';
import { given, signIn } from './given.ts';
import { keptHold } from './instances.ts';
import { startTestPortal, type TestPortal } from './portal.ts';

/** How many rows each of these tables has. */
const counted = (portal: TestPortal, ...tables: readonly string[]): Promise<Record<string, number>> =>
  portal.db.read(async (db) => {
    const counts: [string, number][] = [];
    for (const table of tables) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db);
      counts.push([table, rows[0]?.n ?? 0]);
    }
    return Object.fromEntries(counts);
  });

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
    await portal.age(120 * day_ms);
    assert.deepEqual(await kept(), { samples: 2, '10min': 2, hour: 2, months: 2 });
    await portal.age(70 * day_ms);
    assert.deepEqual(await kept(), { samples: 1, '10min': 1, hour: 1, months: 1 });
  });

  it('B2.12 a record whose telemetry is gone is not judged again by the little that comes late', async () => {
    await using portal = await startTestPortal();
    const { user, claimedUnit } = given(portal);
    portal.clock.set(Date.UTC(2026, 11, 30, 10));
    const owner = await user();
    const unit = await claimedUnit(owner);
    const device = new TestDevice(portal, unit);
    await device.connect();
    const startedAt = portal.clock.now() + minute_ms;
    portal.clock.leap(2 * hour_ms);
    await sendAll(device, chillMessages({ runId: 'chilled', startedAt, minutes: 80 }));
    await portal.settled();
    // December is 25 months old and gone; a message of it may still come.
    await portal.age(Date.UTC(2029, 1, 2) - portal.clock.now());
    assert.equal(await device.sendSamples([{ TCore1: 70 }], { at: startedAt + 40 * minute_ms, hist: true }), 'got');
    portal.clock.leap(hour_ms);
    await portal.settled();
    const revisions = await portal.db.read((db) =>
      db.selectFrom('batch_revision').select(['revision', 'verdict']).execute(),
    );
    assert.deepEqual(revisions, [{ revision: 1, verdict: 'PASS' }]);
  });

  it('B2.12 a clock that is wrong for less than a day takes nothing, and one that is wrong for days what it says is old', async () => {
    await using portal = await startTestPortal();
    const { user, claimedUnit } = given(portal);
    const device = new TestDevice(portal, await claimedUnit(await user()));
    await device.connect();
    assert.equal(await device.sendSamples([{ TCell: 1 }]), 'got');
    await device.cut();
    await portal.settled();
    const samples = async () => (await counted(portal, 'telemetry'))['telemetry'];
    const six_years = 6 * 365 * day_ms;
    for (const wrong_ms of [0, 5 * hour_ms, 18 * hour_ms]) {
      portal.clock.leap(wrong_ms === 0 ? six_years : wrong_ms);
      await portal.settled();
      assert.equal(await samples(), 1);
    }
    portal.clock.leap(-six_years);
    await portal.settled();
    for (let day = 0; day < 9; day += 1) {
      portal.clock.leap(day_ms);
      await portal.settled();
    }
    assert.equal(await samples(), 1, 'and the time after it is believed again');
    await portal.age(six_years);
    assert.equal(await samples(), 0);
  });

  it('B2.12 a clock that leaps amid a pass counts by the time that was believed; a look that cannot be read is none', async () => {
    await using portal = await startTestPortal();
    const { user, claimedUnit } = given(portal);
    await claimedUnit(await user());
    const { db, clock } = portal;
    await db.write((tx) =>
      sql`insert into payload_hash (appliance, log, seq, hash, received_at)
        select id, 'x', 1, 'x', ${timestamp(clock.now())} from appliance`.execute(tx),
    );
    const young = { by: 'received_at', since: days(30), why: 'a test' } as const;
    const looked = (value: string) =>
      db.write((tx) => tx.updateTable('setting').set({ value }).where('name', '=', 'believed_clock').execute());
    const doubts: boolean[] = [];
    const round = retention([{ conflict: young, payload_hash: young }], {
      ...portal,
      log: pino({ level: 'silent' }),
      persons: [],
      counted: (table) => table === 'conflict' && clock.leap(6 * 365 * day_ms),
      doubted: (isDoubted) => doubts.push(isDoubted),
    });
    await portal.age(2 * day_ms);
    await round.run();
    assert.deepEqual(await counted(portal, 'payload_hash'), { payload_hash: 1 });
    for (const value of ['', '{}', '{"looked":"x"}']) {
      await looked(value);
      await round.run();
    }
    assert.deepEqual(doubts, [false, true, true, true]);
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
    await portal.age(5 * 365 * day_ms);
    assert.equal(await total(), 3);
    portal.clock.leap(3 * day_ms);
    await portal.settled();
    assert.equal(await total(), 2);
  });
});

describe('a record whose time is long past', () => {
  /** A chilling that took too long, and five years. */
  async function longPast(portal: TestPortal) {
    const { user, claimedUnit } = given(portal);
    const owner = await user();
    const unit = await claimedUnit(owner);
    const device = new TestDevice(portal, unit);
    await device.connect();
    const startedAt = portal.clock.now() + minute_ms;
    portal.clock.leap(4 * hour_ms);
    await sendAll(device, chillMessages({ runId: 'chilled', startedAt, minutes: 200 }));
    await portal.settled();
    await device.cut();
    // A hold keeps the record, whose time is over too.
    await keptHold(portal, owner, { scope: 'company' });
    await portal.age((5 * 365 + 3) * day_ms);
    const colleague = await user('USER', { companyId: owner.companyId ?? '' });
    const params = { serial: unit.serialNumber };
    const query = { from: startedAt - minute_ms, to: startedAt + day_ms };
    const records = async () =>
      (await colleague.call(listBatches, { params, query })).map(({ batchId: _, ...rest }) => rest);
    return { unit, colleague, startedAt, records };
  }

  it('B2.12 stands as it is, whatever the unit tells of its run then: also where the beginning is not held any more', async () => {
    for (const isHeld of [true, false]) {
      await using portal = await startTestPortal();
      const { unit, startedAt, records } = await longPast(portal);
      if (!isHeld) await portal.db.write((db) => sql`delete from event`.execute(db));
      const before = await records();
      assert.deepEqual(
        before.map((one) => [one.verdict, one.startedAt, one.endedAt, one.revision]),
        [['FAIL', startedAt, startedAt + 200 * minute_ms, 1]],
      );
      using device = new TestDevice(portal, unit);
      await device.connect();
      const told = { type: 'cycle', runId: 'chilled', function: 0 };
      for (const event of ['interrupted', 'started', 'ended'])
        assert.equal(
          await device.send('evt', { ...told, event, ...(event === 'ended' && { reason: 'target' }) }),
          'got',
        );
      await portal.clock.advance(2 * minute_ms);
      assert.deepEqual(await records(), before);
    }
  });

  it('B2.12 is not the next owner’s, whose unit uses the id of the run again: the new run has a record of its own', async () => {
    for (const isHeld of [true, false]) {
      await using portal = await startTestPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
      const { unit, colleague, records } = await longPast(portal);
      if (!isHeld) await portal.db.write((db) => sql`delete from event`.execute(db));
      const before = await records();
      const { user, laboratory } = given(portal);
      const { body } = await colleague.call(releaseAppliance, { params: { id: unit.serialNumber } });
      portal.clock.leap(minute_ms);
      const next = await user('USER');
      const labId = await laboratory(next);
      await next.call(claimAppliance, { body: { activationCode: body.activationCode, name: 'Mine', labId } });
      using device = new TestDevice(portal, unit);
      await device.connect();
      const startedAt = portal.clock.now() + 1000;
      portal.clock.leap(90 * minute_ms);
      await sendAll(device, chillMessages({ runId: 'chilled', startedAt, minutes: 80 }));
      portal.clock.leap(20 * minute_ms);
      await portal.settled();
      const params = { serial: unit.serialNumber };
      const own = await next.call(listBatches, {
        params,
        query: { from: startedAt - minute_ms, to: portal.clock.now() },
      });
      assert.deepEqual(
        own.map((one) => [one.verdict, one.startedAt, one.revision]),
        [['PASS', startedAt, 1]],
      );
      const batchId = own[0]?.batchId ?? '';
      assert.deepEqual((await next.call(getBatch, { params: { ...params, batchId } })).startedAt, startedAt);
      assert.deepEqual(await records(), before);
    }
  });

  it('a record whose run has lost its beginning is listed with the others', async () => {
    await using portal = await startTestPortal();
    const { startedAt, records } = await longPast(portal);
    await portal.db.write((db) => sql`update cycle_run set started_at = null`.execute(db));
    assert.deepEqual(
      (await records()).map((one) => one.startedAt),
      [startedAt],
    );
  });
});

describe('what grows with time', () => {
  it('B2.12 events, runs, commands and clocks go when they are as old as the records they explain; a record that is held keeps its own', async () => {
    await using portal = await startTestPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
    const { user, claimedUnit } = given(portal);
    const owner = await user();
    await keptHold(portal, owner, { scope: 'company' });
    const unit = await claimedUnit(owner);
    const device = new TestDevice(portal, unit);
    await device.connect();
    const began = portal.clock.now();
    const startedAt = began + minute_ms;
    portal.clock.leap(90 * minute_ms);
    await sendAll(device, chillMessages({ runId: 'chilled', startedAt, minutes: 80 }));
    const proofing = { type: 'cycle', runId: 'proofed', function: 8 };
    const at = startedAt + 82 * minute_ms;
    assert.equal(await device.send('evt', { at, ...proofing, event: 'started' }), 'got');
    assert.equal(await device.send('evt', { at: at + 1, ...proofing, event: 'ended', reason: 'target' }), 'got');
    await owner.call(sendCommand, {
      params: { id: unit.serialNumber },
      body: { name: 'setLight', args: { on: true } },
    });
    await portal.settled();
    await device.cut();
    const tables = ['event', 'cycle_run', 'command', 'clock_offset', 'boot_anchor', 'connection_interval', 'batch'];
    const young = await counted(portal, ...tables);
    assert.deepEqual([young['cycle_run'], young['command'], young['batch']], [2, 1, 1]);
    assert.ok((young['event'] ?? 0) >= 5 && young['clock_offset'] === 1 && young['boot_anchor'] === 1);

    const fiveYears_ms = new Date(began).setUTCFullYear(new Date(began).getUTCFullYear() + 5) - began;
    portal.clock.set(began + fiveYears_ms - day_ms);
    await portal.settled();
    assert.deepEqual(await counted(portal, ...tables), young);

    portal.clock.set(began + fiveYears_ms + 2 * day_ms);
    await portal.settled();
    // The unit's clock and boot last as long as nothing newer is known of them; the run of the record has its id, its beginning
    // and its end.
    const kept = { event: 2, cycle_run: 1, clock_offset: 1, boot_anchor: 1, batch: 1 };
    assert.deepEqual(await counted(portal, ...tables), { command: 0, connection_interval: 0, ...kept });
    const again = await user('USER', { companyId: owner.companyId ?? '' });
    const period = { from: startedAt - minute_ms, to: at };
    const [batch] = await again.call(listBatches, { params: { serial: unit.serialNumber }, query: period });
    assert.deepEqual([batch?.verdict, batch?.revision], ['PASS', 1]);
  });

  it('B2.12 a run that is told late is held as long as the events that tell it, and goes with them', async () => {
    await using portal = await startTestPortal();
    const { user, claimedUnit } = given(portal);
    const device = new TestDevice(portal, await claimedUnit(await user()));
    await device.connect();
    const at = portal.clock.now() - 25 * 30 * day_ms;
    const proofing = { type: 'cycle', runId: 'late', function: 8 };
    await device.send('evt', { at, ...proofing, event: 'started' });
    await device.send('evt', { at: at + 1, ...proofing, event: 'ended', reason: 'target' });
    await device.cut();
    await portal.age(4 * 365 * day_ms);
    assert.deepEqual(await counted(portal, 'event', 'cycle_run'), { event: 2, cycle_run: 1 });
    await portal.age(367 * day_ms);
    assert.deepEqual(await counted(portal, 'event', 'cycle_run'), { event: 0, cycle_run: 0 });
  });

  it('B2.12 a boot is known as long as messages of it may come, an edge as long as the records it explains', async () => {
    await using portal = await startTestPortal();
    const { user, claimedUnit } = given(portal);
    await claimedUnit(await user());
    const now = portal.clock.now();
    const year_ms = 365 * day_ms;
    // Boots 1 to 4; which of them were over before anything that may still come.
    const boots = [4 * year_ms, 3 * year_ms, 2 * year_ms, day_ms].map((ago) => timestamp(now - ago));
    await portal.db.write(async (db) => {
      for (const [index, at] of boots.entries())
        await sql`insert into boot_anchor (appliance, log, boot, booted_at, steady_at)
          select id, 'log', ${index + 1}, ${at}, ${at} from appliance`.execute(db);
      for (const [edge, ago] of [['old', 6 * year_ms] as const, ['young', 4 * year_ms] as const])
        await sql`insert into edge_interval (edge, from_at, to_at, ended)
          values (${edge}, ${timestamp(now - ago)}, ${timestamp(now - ago + 1)}, true)`.execute(db);
    });
    await portal.age(2 * day_ms);
    const left = await portal.db.read(async (db) => ({
      boots: await db.selectFrom('boot_anchor').select('boot').orderBy('boot').execute(),
      edges: await db.selectFrom('edge_interval').select('edge').orderBy('from_at').execute(),
    }));
    assert.deepEqual(
      left.boots.map(({ boot }) => boot),
      [2, 3, 4],
    );
    assert.deepEqual(
      left.edges.map(({ edge }) => edge),
      ['young', portal.edge.id],
    );
  });

  it('goes in pieces that hold the database shortly, and what fails stops nothing else and is counted', async () => {
    await using portal = await startTestPortal({ expected: [/old rows of conflict could not be removed/] });
    const { user, claimedUnit } = given(portal);
    await claimedUnit(await user());
    const old = timestamp(portal.clock.now() - 40 * day_ms);
    await portal.db.write(async (db) => {
      await sql`insert into payload_hash (appliance, log, seq, hash, received_at)
        select a.id, 'x', n, 'x', ${old} from appliance a, generate_series(1, 5000) n`.execute(db);
      await sql`insert into conflict (appliance, log, seq, hash, received_at, payload)
        select id, 'x', 1, 'x', ${old}, 'x' from appliance`.execute(db);
      await sql`create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'not now'; end $$`.execute(db);
      await sql`create trigger refusing before delete on conflict for each row execute function refuse()`.execute(db);
    });
    const before = portal.db.commits();
    await portal.age(2 * day_ms);
    assert.deepEqual(await counted(portal, 'payload_hash', 'conflict'), { payload_hash: 0, conflict: 1 });
    assert.ok(portal.db.commits() - before >= 3, 'of three pieces each has its transaction');
    const metrics = await (await fetch(`http://127.0.0.1:${portal.httpPort}/metrics`)).text();
    assert.match(metrics, /^brina_retention_removed_total\{table="payload_hash"\} 5000$/m);
    assert.match(metrics, /^brina_retention_failed_total\{table="conflict"\} [1-9]/m);
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
    await portal.age(29 * day_ms);
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
    await portal.age(31 * day_ms);
    assert.ok(await userOf(email));
    await (await signedIn(owner.email, owner.body.password)).call(removeMember, { params: { email } });
    assert.equal(await userOf(email), undefined);
  });
});
