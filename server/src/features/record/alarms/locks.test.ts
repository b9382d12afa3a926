import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimAppliance, getAppliance } from '@brina/contract/calls/kitchen/appliances';
import { deleteOwnUser } from '@brina/contract/calls/people/account';
import { listAlarms } from '@brina/contract/calls/record/alarms';
import { minute_ms } from '@brina/domain/language/durations';
import { pino } from 'pino';
import { anotherSession, onlyPostgres } from '../../../../test/another-session.ts';
import { TestDevice } from '../../../../test/device.ts';
import { given } from '../../../../test/given.ts';
import { startTestPortal } from '../../../../test/portal.ts';
import { followAlarms } from './alarms.jobs.ts';
import { judgeSites } from './site.jobs.ts';

describe('locks', onlyPostgres, () => {
  it('S3.12 deleting the last account of a company and judging its kitchen wait for each other, once', async () => {
    await using portal = await startTestPortal();
    const { user, laboratory, unit } = given(portal);
    const owner = await user();
    const labId = await laboratory(owner);
    const devices: TestDevice[] = [];
    for (const name of ['One', 'Two']) {
      const created = await unit('CP Next 700');
      await owner.call(claimAppliance, { body: { activationCode: created.activationCode, name, labId } });
      devices.push(new TestDevice(portal, created));
    }
    const sendAll = async () => {
      for (const device of devices) await device.connect();
      for (const device of devices) await device.sendSamples([{ powerState: 1, TCell: 2 }]);
    };
    portal.clock.leap(minute_ms);
    await sendAll();
    for (const device of devices) await device.cut();
    const [{ serial } = { serial: '' }] = devices;
    portal.clock.leap(10 * minute_ms);
    await portal.settled();
    const query = { from: portal.clock.now() - 60 * minute_ms, to: portal.clock.now() };
    const [alarm] = await owner.call(listAlarms, { params: { id: serial }, query });
    assert.deepEqual([alarm?.name, alarm?.state], ['blackOutAlarm', 'suspected']);

    // Power is back: the alarm is to be written anew. Somebody holds it until judge and deletion are both on their way.
    for (const device of devices) device.reboot();
    await sendAll();
    portal.clock.leap(5 * minute_ms);
    await using holder = await anotherSession(portal);
    await holder.query('begin');
    await holder.query('select from alarm_interval where laboratory_id = $1 for update', [labId]);
    const judged = judgeSites(portal);
    await holder.hasStopped('the judge waits for the alarm', 'alarm_interval');
    const deleted = owner.call(deleteOwnUser, {});
    await holder.hasStopped('the deletion waits for the kitchen', 'from "laboratory" where');
    await holder.query('commit');
    await judged;
    assert.equal((await deleted).body.released.length, 2);
    for (const device of devices) await device.cut();
  });

  it('S3.12 of several servers one at a time runs the rules: the other waits until all it found is written', async () => {
    await using portal = await startTestPortal();
    const { user, claimedUnit } = given(portal);
    const owner = await user();
    const created = await claimedUnit(owner, 'CP Next 700');
    portal.clock.leap(minute_ms);
    using device = new TestDevice(portal, created);
    await device.connect();
    const values = { powerState: 1, operatingMode: 2, cellSetTemp: 2, TCell: 2.1, door: 0 };
    await device.sendSamples([values]);
    await portal.settled();
    await using holder = await anotherSession(portal);
    await holder.query('begin');
    await holder.query('select from alarm_engine for update');
    const at = portal.clock.now();
    portal.clock.leap(5 * minute_ms);
    await device.sendSamples(
      Array.from({ length: 5 }, () => ({ ...values, door: 1 })),
      {
        at: at + minute_ms,
        step_ms: minute_ms,
      },
    );
    const server = { ...portal, log: pino({ level: 'silent' }) };
    // It stops where it writes how far it has come.
    const one = followAlarms(server);
    await holder.hasStopped('the round is at work', '', 'transactionid');
    const other = followAlarms(server);
    await holder.hasStopped('the other waits', '', 'advisory');
    await holder.query('commit');
    await Promise.all([one, other]);
    await portal.settled();
    const { alarms } = await owner.call(getAppliance, { params: { id: created.serialNumber } });
    assert.deepEqual(
      alarms.map(({ name }) => name),
      ['openDoorAlarm'],
    );
  });
});
