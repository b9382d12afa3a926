import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  claimAppliance,
  getAppliance,
  listAppliances,
  releaseAppliance,
  updateAppliance,
} from '@brina/contract/calls/kitchen/appliances';
import { deleteLaboratory, listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { revokeCertificate } from '@brina/contract/calls/maker/factory-appliances';
import type { DesiredMessage } from '@brina/contract/devices';
import { applianceMay } from '@brina/contract/testing/rights';
import { cadence } from '@brina/domain/appliance/cadence';
import { minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { TestDevice } from '../../../../test/device.ts';
import { ending, given, type TestUser } from '../../../../test/given.ts';
import { LiveClient } from '../../../../test/live-client.ts';
import { sharedPortal } from '../../../../test/portal.ts';

describe('appliances', async () => {
  const portal = await sharedPortal();
  const { user, laboratory, unit, claimedUnit, headersOf } = given(portal);
  const serials = async (owner: TestUser) =>
    (await owner.call(listAppliances, {})).map(({ serialNumber }) => serialNumber);

  const auditOf = (serial: string) =>
    portal.db.read((db) =>
      db
        .selectFrom('audit')
        .select(['action', 'user_id', 'company_id'])
        .where('on_id', '=', serial)
        .orderBy('id')
        .execute(),
    );

  /** Whether a text stands anywhere in what the database keeps of people and appliances. */
  async function isStored(secret: string): Promise<boolean> {
    return portal.db.read(async (db) => {
      for (const table of ['activation', 'appliance', 'attempt', 'audit', 'idempotency', 'live_state']) {
        const { rows } = await sql`select 1 from ${sql.table(table)} t where t::text ilike ${`%${secret}%`}`.execute(
          db,
        );
        if (rows.length > 0) return true;
      }
      return false;
    });
  }

  it('S7.17 S3.30 S1.4 a claimed appliance is shown whole, to its company only', async () => {
    const [owner, stranger] = [await user(), await user()];
    const created = await unit('MF Next L 45');
    const labId = await laboratory(owner, 'Bakery');
    const body = { activationCode: created.activationCode, name: ' Chiller 1 ', labId };
    const claimed = await owner.call(claimAppliance, { body });
    const { trend, company, ...shown } = claimed;
    assert.deepEqual(shown, {
      serialNumber: created.serialNumber,
      model: 'MF Next L 45',
      name: 'Chiller 1',
      lab: { id: labId, name: 'Bakery', timeZone: 'Europe/Rome' },
      gamma: 'ABBATTITORE',
      brand: 'IRINOX',
      domain: 'STANDARD',
      online: false,
      lastSeenAt: null,
      status: 'unknown',
      cycle: null,
      cycleRunning: false,
      warnings: [],
      alarms: [],
      notices: [],
      anomaly: false,
      package: 'Excellence',
      currentFirmware: '',
      desiredFirmware: '',
      softwareVersion: '',
      door: null,
      sanigen: null,
      port: null,
      role: 'OWNER',
      twin: { serialNumber: created.serialNumber, reported: {} },
      v: { reported: 0, online: 0, status: 0, cycle: 0, warnings: 0, alarms: 0, commands: 0, notices: 0 },
      may: applianceMay.USER,
    });
    assert.match(company, /^Company /);
    assert.deepEqual([trend.step_ms, trend.air.length, trend.set.length], [5 * minute_ms, 24, 24]);
    assert.deepEqual(await owner.call(listAppliances, {}), [claimed]);
    assert.deepEqual(await owner.call(getAppliance, { params: { id: created.serialNumber } }), claimed);
    assert.deepEqual(await stranger.call(listAppliances, {}), []);
  });

  it('S1.5 S3.30 the list carries the live picture: state, values, alarms and two hours of trend', async () => {
    // Amid five minutes of the trend: both samples are of the same.
    portal.clock.set((Math.ceil(portal.clock.now() / (5 * minute_ms)) * 5 + 1) * minute_ms);
    const owner = await user();
    const created = await claimedUnit(owner);
    using device = new TestDevice(portal, created);
    await device.connect();
    const now = portal.clock.now();
    const reading = {
      TCell: 3,
      cellSetTemp: 2,
      powerState: 1,
      cycleState: 0,
      door: 1,
      sanigenLevel: 2,
      firmwareVersion: '2.4.1',
    };
    // Before the claim: another's, or nobody's.
    await device.sendSamples([{ ...reading, TCell: 40 }], { at: now - 60 * minute_ms });
    await device.sendSamples([reading, { ...reading, TCell: 4 }]);
    await device.send('evt', { type: 'alarm', name: 'openDoorAlarm', active: true, severity: 'alarm' });
    await portal.settled();
    const [shown] = await owner.call(listAppliances, {});
    assert.ok(shown);
    assert.deepEqual(
      [shown.online, shown.status, shown.door, shown.sanigen, shown.currentFirmware],
      [true, 'standby', 1, 2, '2.4.1'],
    );
    assert.equal(shown.twin.reported['TCell'], 4);
    assert.deepEqual(
      shown.alarms.map(({ name, active }) => [name, active]),
      [['openDoorAlarm', true]],
    );
    assert.deepEqual(
      shown.trend.air.filter((value) => value !== null),
      [3.5],
    );
    assert.deepEqual(
      shown.trend.set.filter((value) => value !== null),
      [2],
    );
    assert.ok(shown.trend.until > now && shown.trend.until <= now + 6 * minute_ms);
    assert.ok(shown.lastSeenAt !== null && shown.lastSeenAt >= now);
  });

  it('S3.30 the port is the one that the unit reports, live; one that reports none, or what is no port, has none', async () => {
    const owner = await user();
    const created = await claimedUnit(owner);
    const params = { id: created.serialNumber };
    using device = new TestDevice(portal, created);
    await device.connect();
    using live = new LiveClient(portal, owner);
    await live.subscribe();
    const portAfter = async (reported: Record<string, unknown>) => {
      assert.equal(await device.send('twin', { reported, ver: 1 }), 'got');
      return (await owner.call(getAppliance, { params })).port;
    };
    assert.equal(await portAfter({ TCell: 3 }), null);
    assert.equal(await portAfter({ TCell: 3, port: 502 }), 502);
    await live.message('the port', () =>
      live.frames(created.serialNumber).find((frame) => 'reported' in frame && frame.reported['port'] === 502),
    );
    // What comes between two whole states says nothing of it.
    await device.sendSamples([{ TCell: 4 }]);
    assert.equal((await owner.call(getAppliance, { params })).port, 502);
    for (const wrong of ['502', 0, 65_536, 1.5, null]) {
      assert.equal(await portAfter({ port: 8080 }), 8080);
      assert.equal(await portAfter({ port: wrong }), null, String(wrong));
    }
    assert.equal(await portAfter({ port: 65_535 }), 65_535);
    assert.equal(await portAfter({}), null);
  });

  it('S7.17 appliances are listed by kitchen, then by name, as people count and whatever the case', async () => {
    const owner = await user();
    const [second, first] = [await laboratory(owner, 'second'), await laboratory(owner, 'First')];
    const places = [
      ['b 10', second],
      ['B 2', second],
      ['à', second],
      ['z', first],
    ] as const;
    for (const [name, labId] of places) {
      const { activationCode } = await unit();
      await owner.call(claimAppliance, { body: { activationCode, name, labId } });
    }
    assert.deepEqual(
      (await owner.call(listAppliances, {})).map(({ name }) => name),
      ['z', 'à', 'B 2', 'b 10'],
    );
    assert.deepEqual(
      (await owner.call(listLaboratories, {})).map(({ name }) => name),
      ['First', 'second'],
    );
  });

  it('S7.17 the owner renames an appliance and moves it to another of its kitchens', async () => {
    const owner = await user();
    const { serialNumber } = await claimedUnit(owner);
    const labId = await laboratory(owner, 'Pastry');
    const changed = await owner.call(updateAppliance, {
      params: { id: serialNumber },
      body: { name: 'Blast 2', labId },
    });
    assert.deepEqual([changed.name, changed.lab?.name], ['Blast 2', 'Pastry']);
    assert.deepEqual(await owner.call(getAppliance, { params: { id: serialNumber } }), changed);
    assert.deepEqual(
      (await auditOf(serialNumber)).map(({ action }) => action),
      ['appliance.claim', 'appliance.update'],
    );
  });

  it('S1.4 S2.21 a code is understood however it is typed', async () => {
    const owner = await user();
    const labId = await laboratory(owner);
    const typed: ((code: string) => string)[] = [
      (code) => `${code.slice(0, 5)}-${code.slice(5)}`,
      (code) => ` ${code.toLowerCase().split('').join(' ')} `,
      (code) => code.replaceAll('0', 'O').replaceAll('1', 'l'),
      (code) => code.replaceAll('1', 'I').replaceAll('0', 'o'),
    ];
    for (const type of typed) {
      const { activationCode, serialNumber } = await unit();
      const body = { activationCode: type(activationCode), name: 'Chiller', labId };
      assert.equal((await owner.call(claimAppliance, { body })).serialNumber, serialNumber);
    }
  });

  it('S1.4 an unknown code, a used one and a kitchen that is gone are refused, and nothing is claimed', async () => {
    const [owner, other] = [await user(), await user()];
    const labId = await laboratory(owner);
    const taken = await unit();
    const claim = (activationCode: string, lab = labId) => ({ body: { activationCode, name: 'Chiller', labId: lab } });
    await other.call(claimAppliance, { body: { ...claim(taken.activationCode).body, labId: await laboratory(other) } });

    const unknown = await owner.refused(claimAppliance, claim('0000000000'));
    assert.deepEqual([unknown.status, unknown.code], [422, 'activation_code_unknown']);
    const used = await owner.refused(claimAppliance, claim(taken.activationCode));
    assert.deepEqual([used.status, used.code], [409, 'activation_code_used']);
    const usedByMyself = await other.refused(claimAppliance, {
      body: { ...claim(taken.activationCode).body, labId: await laboratory(other) },
    });
    assert.equal(usedByMyself.code, 'activation_code_used');

    const gone = await laboratory(owner);
    await owner.call(deleteLaboratory, { params: { id: gone } });
    const free = await unit();
    assert.equal((await owner.refused(claimAppliance, claim(free.activationCode, gone))).status, 404);
    assert.deepEqual(await serials(owner), []);
    assert.equal((await owner.call(claimAppliance, claim(free.activationCode))).serialNumber, free.serialNumber);
  });

  it('S1.4 ten wrong codes make a company wait a quarter of an hour, whoever of it tries and whatever the code', async () => {
    const owner = await user();
    const colleague = await user('USER', { companyId: owner.companyId!, language: 'it' });
    const labId = await laboratory(owner);
    const { activationCode } = await unit();
    const claim = (code: string) => ({ body: { activationCode: code, name: 'Chiller', labId } });
    const wrong = Array.from({ length: 10 }, (_, n) => `000000000${n}`);
    for (const code of wrong)
      assert.equal((await owner.refused(claimAppliance, claim(code))).code, 'activation_code_unknown');

    const waiting = await colleague.refused(claimAppliance, claim(activationCode));
    assert.deepEqual([waiting.status, waiting.code, waiting.data], [429, 'activation_tries_exceeded', { minutes: 15 }]);
    assert.equal(waiting.message, 'Sono stati provati troppi codici. Riprovare tra 15 min.');
    portal.clock.leap(5 * minute_ms);
    const reply = await fetch(portal.url + claimAppliance.path, {
      method: 'POST',
      headers: { ...headersOf(owner.accessToken), 'content-type': 'application/json' },
      body: JSON.stringify(claim(activationCode).body),
    });
    assert.deepEqual([reply.status, reply.headers.get('retry-after')], [429, '600']);
    // Another company is not held up by it.
    const other = await user();
    await other.call(claimAppliance, {
      body: { ...claim((await unit()).activationCode).body, labId: await laboratory(other) },
    });
    // Asking meanwhile has not prolonged it.
    portal.clock.leap(10 * minute_ms + 1000);
    await owner.call(claimAppliance, claim(activationCode));
  });

  it('S1.4 of two who claim the same appliance at once one gets it', async () => {
    const rivals = [await user(), await user()];
    const { activationCode, serialNumber } = await unit();
    const labs = await Promise.all(rivals.map((rival) => laboratory(rival)));
    const claims = rivals.map(
      (rival, i) => () =>
        rival.call(claimAppliance, { body: { activationCode, name: 'Chiller', labId: labs[i] ?? '' } }),
    );
    const outcomes = (await portal.race(...claims)).map(ending);
    assert.deepEqual(outcomes.toSorted(), ['activation_code_used', 'done']);
    const winner = rivals[outcomes.indexOf('done')]!;
    assert.deepEqual(await serials(winner), [serialNumber]);
  });

  it('S7.17 a released appliance is gone for its owner; its new code, shown once and kept as a hash, claims it for the next', async () => {
    const [owner, next] = [await user(), await user()];
    const created = await claimedUnit(owner);
    const { serialNumber } = created;
    const input = { params: { id: serialNumber } };
    const { code, body } = await owner.call(releaseAppliance, input);
    assert.equal(code, '200');
    assert.match(body.activationCode, /^[0-9A-HJKMNP-TV-Z]{10}$/);
    assert.notEqual(body.activationCode, created.activationCode);
    for (const secret of [created.activationCode, body.activationCode]) assert.equal(await isStored(secret), false);

    assert.deepEqual(await serials(owner), []);
    assert.equal((await owner.refused(getAppliance, input)).status, 404);
    assert.equal((await owner.refused(releaseAppliance, input)).status, 404);

    const labId = await laboratory(next, 'Bakery');
    const old = await next.refused(claimAppliance, {
      body: { activationCode: created.activationCode, name: 'Mine', labId },
    });
    assert.equal(old.code, 'activation_code_used');
    const claimed = await next.call(claimAppliance, {
      body: { activationCode: body.activationCode, name: 'Mine', labId },
    });
    assert.deepEqual([claimed.serialNumber, claimed.name, claimed.lab?.name], [serialNumber, 'Mine', 'Bakery']);
    assert.deepEqual(await auditOf(serialNumber), [
      { action: 'appliance.claim', user_id: owner.id, company_id: owner.companyId },
      { action: 'appliance.release', user_id: owner.id, company_id: owner.companyId },
      { action: 'appliance.claim', user_id: next.id, company_id: next.companyId },
    ]);
  });

  it('S7.17 of two who release an appliance at once one gets the code', async () => {
    const owner = await user();
    const { serialNumber } = await claimedUnit(owner);
    const release = () => owner.call(releaseAppliance, { params: { id: serialNumber } });
    assert.deepEqual((await portal.race(release, release)).map(ending).sort(), ['done', 'not_found']);
  });

  it('S1.4 S6.7 whatever the clock says, a time of an owner ends after it began and before the next one begins', async () => {
    const [owner, next] = [await user(), await user()];
    const { serialNumber } = await claimedUnit(owner);
    const labId = await laboratory(next);
    portal.clock.set(portal.clock.now() - 200);
    const { body } = await owner.call(releaseAppliance, { params: { id: serialNumber } });
    portal.clock.set(portal.clock.now() - 200);
    const { activationCode } = body;
    await next.call(claimAppliance, { body: { activationCode, name: 'Mine', labId } });
    const [first, second, ...more] = await portal.db.read((db) =>
      db
        .selectFrom('tenure')
        .innerJoin('appliance', 'appliance.id', 'tenure.appliance')
        .select(['company_id', 'from_at', 'to_at'])
        .where('serial', '=', serialNumber)
        .orderBy('from_at')
        .execute(),
    );
    assert.ok(first && second && more.length === 0);
    assert.deepEqual([first.company_id, second.company_id, second.to_at], [owner.companyId, next.companyId, null]);
    assert.ok(first.to_at !== null && first.to_at > first.from_at && second.from_at >= first.to_at);
  });

  it('S6.7 the next owner sees neither the cycle nor the beginning of an alarm from before its time', async () => {
    const [owner, next] = [await user(), await user()];
    const created = await claimedUnit(owner);
    using device = new TestDevice(portal, created);
    await device.connect();
    await device.send('evt', { type: 'cycle', runId: 'r1', event: 'started', function: 0 });
    await device.send('evt', { type: 'alarm', name: 'openDoorAlarm', active: true, severity: 'alarm' });
    await portal.settled();
    const input = { params: { id: created.serialNumber } };
    assert.equal((await owner.call(getAppliance, input)).cycle?.state, 'running');
    const { body } = await owner.call(releaseAppliance, input);
    const from = portal.clock.now();
    const labId = await laboratory(next);
    const claimed = await next.call(claimAppliance, {
      body: { activationCode: body.activationCode, name: 'Mine', labId },
    });
    assert.deepEqual([claimed.cycle, claimed.status, claimed.alarms], [null, 'unknown', []]);
    // Its next report tells what is still wrong.
    await device.sendSamples([{ powerState: 1 }]);
    await portal.settled();
    const [alarm, ...others] = (await next.call(getAppliance, input)).alarms;
    assert.ok(alarm && alarm.since >= from && others.length === 0);
  });

  it('a claim, a change and a release tell the live sessions of the company', async () => {
    const owner = await user();
    const told: unknown[] = [];
    using _subscription = portal.bus.subscribe('access.changed', ({ users, serials: named }) => {
      if (users.includes(owner.id)) told.push(named);
    });
    const { serialNumber, labId } = await claimedUnit(owner);
    await owner.call(updateAppliance, { params: { id: serialNumber }, body: { name: 'Chiller 2', labId } });
    await owner.call(releaseAppliance, { params: { id: serialNumber } });
    await portal.settled();
    assert.deepEqual(told, [[serialNumber], [serialNumber], [serialNumber]]);
  });

  it('a revoked certificate ends its connection and opens no other', async () => {
    const owner = await user();
    const created = await claimedUnit(owner);
    using device = new TestDevice(portal, created);
    await device.connect();
    await device.sendSamples([{ powerState: 1 }]);
    const isOnline = async () => (await owner.call(getAppliance, { params: { id: created.serialNumber } })).online;
    assert.equal(await isOnline(), true);
    const producer = await user('FACTORY');
    await producer.call(revokeCertificate, { params: { serial: created.serialNumber } });
    await portal.settled();
    assert.equal(await isOnline(), false);
    await assert.rejects(device.connect());
    assert.equal(await isOnline(), false);
  });

  it('who belongs to no company completes that first; service partners see no appliance that nobody shared', async () => {
    const [homeless, service] = [await user(), await user('SERVICE')];
    await portal.db.write((db) =>
      db.updateTable('app_user').set({ company_id: null }).where('id', '=', homeless.id).execute(),
    );
    assert.deepEqual(await serials(homeless), []);
    assert.deepEqual(await serials(service), []);
  });

  it('S2.21 S6.7 a claim asks a connected unit for its state: it is told of the claim, and shown what it tells since', async () => {
    const owner = await user();
    const created = await unit();
    using device = new TestDevice(portal, created);
    await device.connect();
    const params = { id: created.serialNumber };
    assert.equal(await device.send('twin', { reported: { TCell: 40, cycleState: 0 }, ver: 1 }), 'got');
    const desires = () =>
      device.down.flatMap(({ topic, payload }) => (topic === 'twin' ? [payload as DesiredMessage] : []));
    await portal.settled();
    const known = desires().at(-1)?.ver ?? 0;
    portal.clock.leap(minute_ms);
    const labId = await laboratory(owner);
    const body = { activationCode: created.activationCode, name: 'Mine', labId };
    const claimed = await owner.call(claimAppliance, { body });
    assert.deepEqual([claimed.online, claimed.status, claimed.twin.reported], [true, 'unknown', {}]);
    await portal.settled();
    const asked = desires().find(({ ver }) => ver > known);
    assert.equal(asked?.desired['runLiveUntil'], portal.clock.now() + cadence.runLiveFor_ms);
    // What it had under way from before the claim is not shown, what it answers is.
    assert.equal(
      await device.send('twin', { reported: { TCell: 40 }, ver: 2, at: portal.clock.now() - 30_000 }),
      'got',
    );
    assert.deepEqual((await owner.call(getAppliance, { params })).twin.reported, {});
    assert.equal(await device.send('twin', { reported: { TCell: 3, cycleState: 0 }, ver: 3 }), 'got');
    const shown = await owner.call(getAppliance, { params });
    assert.deepEqual([shown.status, shown.twin.reported], ['standby', { TCell: 3, cycleState: 0 }]);
  });

  it('S6.7 a sample of before the claim never enters the picture, also when a partial one follows it', async () => {
    const [first, next] = [await user(), await user()];
    const created = await claimedUnit(first);
    const serial = created.serialNumber;
    using device = new TestDevice(portal, created);
    await device.connect();
    portal.clock.leap(minute_ms);
    const before = portal.clock.now();
    const { body } = await first.call(releaseAppliance, { params: { id: serial } });
    portal.clock.leap(minute_ms);
    const labId = await laboratory(next);
    await next.call(claimAppliance, { body: { activationCode: body.activationCode, name: 'Mine', labId } });
    const shown = async () => (await next.call(getAppliance, { params: { id: serial } })).twin.reported;
    // The newest of its log, and not from the backlog: what a clock that is behind would send.
    await device.sendSamples([{ TCell: 13, TCore1: 60 }], { at: before });
    await device.sendSamples([{ door: 1 }]);
    assert.deepEqual(await shown(), { door: 1 });
    // A message that begins before the claim and ends after it.
    portal.clock.leap(minute_ms);
    await device.sendSamples([{ TCell: 14 }, { TEvap1: -3 }], { at: before, step_ms: 2 * minute_ms });
    assert.deepEqual(await shown(), { door: 1, TEvap1: -3 });
  });
});
