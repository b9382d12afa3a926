import assert from 'node:assert/strict';
import { it } from 'node:test';
import { claimAppliance, getAppliance, listAppliances, releaseAppliance } from '@brina/contract/appliances';
import { getBatch, listBatches } from '@brina/contract/haccp';
import { getTelemetry } from '@brina/contract/telemetry';
import { chillMessages, sendAll } from './chill.ts';
import { TestDevice } from './device.ts';
import { given, type TestUser } from './given.ts';
import { sharedPortal } from './portal.ts';

const minute_ms = 60_000;
const hour_ms = 60 * minute_ms;

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
  portal.clock.advance(100 * minute_ms);
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
  portal.clock.advance(20 * minute_ms);
  const { body } = await first.call(releaseAppliance, { params: { id: serial } });
  const released = portal.clock.now();
  portal.clock.advance(10 * minute_ms);
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
  portal.clock.advance(100 * minute_ms);
  for (const { topic, message } of [...wholeMessages, ...cutMessages.slice(1)]) await device.deliver(topic, message);
  const own = chillMessages({ runId: 'own', startedAt: claimedAgain + minute_ms, minutes: 70, from: 82 });
  await sendAll(device, own);
  await device.sendSamples([{ TCell: 22 }], { at: claimedAgain + 90 * minute_ms });
  await portal.settled();
  portal.clock.advance(20 * minute_ms);
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

  // Now: the second company's alone.
  assert.deepEqual(await first.call(listAppliances, {}), []);
  assert.equal((await first.refused(getAppliance, { params: { id: serial } })).status, 404);
  const today = await second.call(getAppliance, { params: { id: serial } });
  assert.equal(today.cycle?.batchId, secondBatches[0]?.batchId);
  assert.equal(today.twin.reported['TCell'], 22);
});
