import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Appliance,
  claimAppliance,
  getAppliance,
  hideAnomaly,
  listAppliances,
  listServices,
  releaseAppliance,
} from '@brina/contract/calls/kitchen/appliances';
import { listCycles, listEvents } from '@brina/contract/calls/kitchen/cycles';
import { createLaboratory } from '@brina/contract/calls/kitchen/laboratories';
import { runLive } from '@brina/contract/calls/kitchen/live-feed';
import { releaseByFactory, shareWithService } from '@brina/contract/calls/maker/factory-appliances';
import { listAlarms } from '@brina/contract/calls/record/alarms';
import { getBatch, listBatches } from '@brina/contract/calls/record/haccp';
import { getTelemetry } from '@brina/contract/calls/record/telemetry';
import type { LiveFrame } from '@brina/contract/live';
import { cadence } from '@brina/domain/appliance/cadence';
import { hour_ms, minute_ms } from '@brina/domain/language/durations';
import { chillMessages, sendAll } from './chill.ts';
import { TestDevice } from './device.ts';
import { given, type TestUser } from './given.ts';
import { LiveClient } from './live-client.ts';
import { sharedPortal } from './portal.ts';

it('S6.7 each company sees what a unit did while it held it, and nothing else, however late it arrives', async () => {
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  const { user, laboratory, unit } = given(portal);
  const [first, second] = [await user(), await user()];
  const { serialNumber: serial, identity, activationCode } = await unit();
  using device = new TestDevice(portal, { serialNumber: serial, identity });
  await device.connect();

  const claim = async (owner: TestUser, code: string): Promise<number> => {
    const labId = await laboratory(owner);
    const at = portal.clock.now();
    await owner.call(claimAppliance, { body: { activationCode: code, name: 'Chiller', labId } });
    return at;
  };
  const claimed = await claim(first, activationCode);

  // The first company: a whole batch, and one that runs when the unit is given away.
  portal.clock.leap(100 * minute_ms);
  const whole = chillMessages({
    runId: 'whole',
    startedAt: portal.clock.now() - 81 * minute_ms,
    minutes: 80,
    from: 80,
  });
  const cut = chillMessages({ runId: 'cut', startedAt: portal.clock.now(), minutes: 80, from: 81 });
  const wholeMessages = whole.map((one) => ({ ...one, message: device.message(one.body) }));
  const cutMessages = cut.map((one) => ({ ...one, message: device.message(one.body) }));
  const [begun] = cutMessages;
  assert.ok(begun);
  await device.deliver(begun.topic, begun.message);
  await device.send('evt', { type: 'alarm', name: 'doorOpenAlarm', active: true, severity: 'alarm' });
  await device.sendSamples([{ TCell: 11 }]);
  portal.clock.leap(20 * minute_ms);
  const { body } = await first.call(releaseAppliance, { params: { id: serial } });
  const released = portal.clock.now();
  portal.clock.leap(10 * minute_ms);
  const claimedAgain = await claim(second, body.activationCode);

  // Its live picture begins with the claim: the cycle of the former company is not shown, nor since when an alarm is on.
  const shown = await second.call(getAppliance, { params: { id: serial } });
  assert.equal(shown.cycle, null);
  assert.ok(shown.alarms.every(({ since }) => since >= claimedAgain));
  assert.deepEqual(
    shown.trend.air.filter((value) => value !== null),
    [],
  );

  // Late data of both times arrive, the second company's own batch too.
  portal.clock.leap(140 * minute_ms);
  for (const { topic, message } of [...wholeMessages, ...cutMessages.slice(1)]) await device.deliver(topic, message);
  const own = chillMessages({ runId: 'own', startedAt: claimedAgain + 60 * minute_ms, minutes: 70, from: 82 });
  await sendAll(device, own);
  await device.sendSamples([{ TCell: 22 }], { at: claimedAgain + 90 * minute_ms });
  await portal.settled();
  portal.clock.leap(20 * minute_ms);
  await portal.settled();

  const now = portal.clock.now();
  const all = { from: claimed - hour_ms, to: now };
  const batchesOf = (owner: TestUser) => owner.call(listBatches, { params: { serial }, query: all });
  const recordOf = (owner: TestUser, batchId: string) => owner.call(getBatch, { params: { serial, batchId } });
  const [firstBatches, secondBatches] = [await batchesOf(first), await batchesOf(second)];
  assert.deepEqual(
    firstBatches.map(({ verdict }) => verdict),
    ['NOT_PROVEN', 'PASS'],
  );
  assert.equal(secondBatches.length, 1);

  // The record of the cut batch ends where the first company's time ended.
  const cutRecord = await recordOf(first, firstBatches[0]?.batchId ?? '');
  assert.ok(Math.max(...cutRecord.samples.at) < released && (cutRecord.endedAt ?? 0) < released);
  assert.ok(cutRecord.samples.at.length >= 40 && cutRecord.endReason === null);
  assert.ok((firstBatches[0]?.endedAt ?? 0) < released);
  assert.equal(cutRecord.alarms[0]?.to ?? null, null);
  const ownRecord = await recordOf(second, secondBatches[0]?.batchId ?? '');
  assert.ok(Math.min(...ownRecord.samples.at) >= claimedAgain && ownRecord.verdict === 'PASS');
  for (const [stranger, batches] of [
    [second, firstBatches],
    [first, secondBatches],
  ] as const)
    for (const { batchId } of batches)
      assert.equal((await stranger.refused(getBatch, { params: { serial, batchId } })).status, 404);

  // The curve, raw and from rollups: of the time before and after nothing but a gap that says so.
  for (const span of [hour_ms, 9 * 24 * hour_ms, 70 * 24 * hour_ms])
    for (const [owner, from, to] of [
      [first, claimed, released],
      [second, claimedAgain, now],
    ] as const) {
      const chart = await owner.call(getTelemetry, {
        params: { id: serial },
        query: { from: Math.min(all.from, now - span), to: now, metrics: 'TCell,TCore2', points: 2000 },
      });
      const { max = [] } = chart.series['TCore2'] ?? {};
      const warmest = Math.max(...max.filter((value) => value !== null));
      assert.equal(Math.round(warmest), owner === first ? 81 : 82);
      assert.ok(
        chart.at.every((at) => at + chart.step_ms > from && at < to),
        `${chart.level} reaches beyond the tenure`,
      );
      assert.ok(chart.gaps.every((gap) => gap.reason === 'not_yours' || (gap.from >= from && gap.to <= to)));
      assert.ok(chart.gaps.some((gap) => gap.reason === 'not_yours'));
    }

  // Runs, events, alarms and what was done to it: each of its own time, and no end that lies in the other's.
  for (const [owner, from, to, runs] of [
    [first, claimed, released, 2],
    [second, claimedAgain, now, 1],
  ] as const) {
    const input = { params: { id: serial }, query: all };
    const cycles = await owner.call(listCycles, input);
    assert.equal(cycles.length, runs);
    assert.ok(cycles.every((run) => run.startedAt >= from && run.startedAt < to && (run.endedAt ?? 0) < to));
    const events = await owner.call(listEvents, input);
    assert.ok(events.length > 0 && events.every(({ at }) => at >= from && at < to));
    const alarms = await owner.call(listAlarms, input);
    assert.ok(alarms.some(({ name }) => name === 'doorOpenAlarm'));
    assert.ok(alarms.every((one) => one.startedAt >= from && one.startedAt < to && (one.clearedAt ?? 0) < to));
  }
  assert.equal((await first.call(listCycles, { params: { id: serial }, query: all }))[0]?.state, 'running');

  // Now: the second company's alone.
  assert.deepEqual(await first.call(listAppliances, {}), []);
  assert.equal((await first.refused(getAppliance, { params: { id: serial } })).status, 404);
  const today = await second.call(getAppliance, { params: { id: serial } });
  assert.equal(today.cycle?.batchId, secondBatches[0]?.batchId);
  assert.equal(today.twin.reported['TCell'], 22);
});

describe('a change of owner', async () => {
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  const { user, unit } = given(portal);
  const producer = await user('FACTORY');

  const claim = async (owner: TestUser, activationCode: string, assistanceCenter = ''): Promise<Appliance> => {
    const { id: labId } = await owner.call(createLaboratory, { body: { name: 'Kitchen', assistanceCenter } });
    return owner.call(claimAppliance, { body: { activationCode, name: 'Chiller', labId } });
  };
  const reportedIn = (frames: readonly LiveFrame[]) =>
    frames.flatMap((frame) => ('reported' in frame ? [frame.reported] : []));

  it('S6.7 the next claim starts clean: no value, name, wish or advice of the former owner is left', async () => {
    const [first, second] = [await user(), await user()];
    const created = await unit('MF Plus M 30');
    const { serialNumber: serial } = created;
    using device = new TestDevice(portal, created);
    await device.connect();
    await claim(first, created.activationCode);
    await device.sendSamples([{ TCell: 11, TCore1: 60, powerState: 1, cycleState: 1, firmwareVersion: '2.4.1' }]);
    await first.call(runLive, { params: { id: serial } });
    await first.call(hideAnomaly, { params: { id: serial } });
    const { body } = await first.call(releaseAppliance, { params: { id: serial } });
    // What it measures while nobody holds it is nobody's.
    await device.sendSamples([{ TCell: 12, TCore1: 61 }]);

    using live = new LiveClient(portal, second);
    await live.subscribe();
    portal.clock.leap(minute_ms);
    const shown = await claim(second, body.activationCode);
    assert.deepEqual(shown.twin.reported, { firmwareVersion: '2.4.1' });
    assert.deepEqual(
      [shown.status, shown.lastSeenAt, shown.trend.air.every((air) => air === null)],
      ['unknown', null, true],
    );
    assert.deepEqual([shown.name, shown.package, shown.currentFirmware], ['Chiller', 'Essential', '2.4.1']);
    const known = await portal.db.read((db) =>
      db
        .selectFrom('live_state')
        .innerJoin('appliance', 'appliance.id', 'live_state.appliance')
        .select(['desired', 'anomaly_hidden_at'])
        .where('serial', '=', serial)
        .executeTakeFirstOrThrow(),
    );
    assert.deepEqual(known, {
      // The wish is the claim's own: to be told at once how the unit is.
      desired: {
        heartbeat_s: portal.config.heartbeat_ms / 1000,
        holder: known.desired.holder,
        runLiveUntil: portal.clock.now() + cadence.runLiveFor_ms,
      },
      anomaly_hidden_at: null,
    });
    await live.message('the state of what it gained', () => live.frames(serial)[0]);
    assert.ok(reportedIn(live.frames(serial)).every((values) => !('TCell' in values)));

    // An older sample that comes as the newest of all is not the new owner's; the next one is.
    await device.sendSamples([{ TCell: 13 }], { at: portal.clock.now() - 30_000 });
    const { twin } = await second.call(getAppliance, { params: { id: serial } });
    assert.deepEqual(twin.reported, { firmwareVersion: '2.4.1' });
    await device.sendSamples([{ TCell: 14 }]);
    await live.message('its own sample', () =>
      reportedIn(live.frames(serial)).find((values) => values['TCell'] === 14),
    );
    assert.ok(reportedIn(live.frames(serial)).every((values) => !('TCell' in values) || values['TCell'] === 14));
    assert.equal((await second.call(getAppliance, { params: { id: serial } })).twin.reported['TCell'], 14);
  });

  it('S6.9 S6.3 who served the former owner sees nothing any more, who serves the next sees its time only', async () => {
    const [first, second] = [await user(), await user()];
    const [formerPartner, shared, partner] = [await user('SERVICE'), await user('SERVICE'), await user('SERVICE')];
    const created = await unit();
    const { serialNumber: serial } = created;
    using device = new TestDevice(portal, created);
    await device.connect();
    const begun = portal.clock.now();
    await claim(first, created.activationCode, formerPartner.email);
    await producer.call(shareWithService, { body: { email: shared.email, serialNumber: serial } });
    await device.sendSamples([{ TCell: 11 }]);
    using live = new LiveClient(portal, shared);
    await live.subscribe();

    portal.clock.leap(10 * minute_ms);
    const { body } = await producer.call(releaseByFactory, { params: { serial } });
    await live.message('what it sees changed', (messages) => messages.find((message) => 'action' in message));
    await device.sendSamples([{ TCell: 12 }]);
    portal.clock.leap(10 * minute_ms);
    await claim(second, body.activationCode, partner.email);
    await device.sendSamples([{ TCell: 13 }]);
    portal.clock.leap(minute_ms);
    await device.sendSamples([{ TCell: 14 }]);
    await portal.settled();

    assert.deepEqual(live.frames(serial), []);
    for (const gone of [formerPartner, shared, first])
      assert.equal((await gone.refused(getAppliance, { params: { id: serial } })).status, 404);
    const told = await second.call(listServices, { params: { id: serial } });
    assert.deepEqual(
      told.map(({ email }) => email),
      [partner.email],
    );

    const query = { from: begun, to: portal.clock.now() + 1, metrics: 'TCell', points: 500 };
    const curveOf = async (who: TestUser) => {
      const chart = await who.call(getTelemetry, { params: { id: serial }, query });
      return (chart.series['TCell']?.max ?? []).filter((value) => value !== null);
    };
    assert.deepEqual(await curveOf(partner), [13, 14]);
    assert.deepEqual(await curveOf(second), [13, 14]);
    assert.deepEqual(await curveOf(first), [11]);
    assert.deepEqual(await curveOf(producer), [11, 12, 13, 14]);
    for (const gone of [formerPartner, shared])
      assert.equal((await gone.refused(getTelemetry, { params: { id: serial }, query })).status, 404);
    for (const who of [partner, producer])
      assert.equal(
        (await who.refused(listBatches, { params: { serial }, query: { from: begun, to: query.to } })).status,
        403,
      );
  });
});
