import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getAppliance } from '@brina/contract/calls/kitchen/appliances';
import { getFactoryAppliance } from '@brina/contract/calls/maker/factory-appliances';
import { listAlarms } from '@brina/contract/calls/record/alarms';
import { hour_ms, minute_ms } from '@brina/domain/language/durations';
import { type RawBuilder, sql } from 'kysely';
import { TestDevice } from '../../../../test/device.ts';
import { given, type TestUser } from '../../../../test/given.ts';
import { ownPortal } from '../../../../test/portal.ts';

const healthy = {
  powerState: 1,
  operatingMode: 2,
  cellSetTemp: 2,
  TCell: 2.1,
  TEvap1: -4,
  compressorState: 1,
  door: 0,
};
const ajar = { ...healthy, door: 1 };

describe('alarm rules that fail', async () => {
  const portal = await ownPortal({
    environment: { BRINA_ACCESS_TOKEN_S: '86400', BRINA_HEARTBEAT_S: '3600' },
    expected: [/"event":"alarms\.(failed|damaged)"/],
  });
  const { user, claimedUnit } = given(portal);
  const producer = await user('FACTORY');

  /** A cold store of a new company, which runs at +2 °C. */
  async function coldStore() {
    const owner = await user();
    const created = await claimedUnit(owner, 'CP Next 700');
    portal.clock.leap(minute_ms);
    const device = new TestDevice(portal, created);
    await device.connect();
    const serial = created.serialNumber;
    const { id } = await portal.db.read((db) =>
      db.selectFrom('appliance').select('id').where('serial', '=', serial).executeTakeFirstOrThrow(),
    );
    return { owner, device, serial, id, [Symbol.dispose]: () => device[Symbol.dispose]() };
  }
  const lasting = async (device: TestDevice, minutes: number, values: Readonly<Record<string, number | null>>) => {
    for (let minute = 0; minute < minutes; minute++) {
      portal.clock.leap(minute_ms);
      await device.sendSamples([values]);
      await portal.settled();
    }
  };
  const listed = (reader: TestUser, serial: string) =>
    reader.call(listAlarms, {
      params: { id: serial },
      query: { from: portal.clock.now() - 100 * hour_ms, to: portal.clock.now() + hour_ms },
    });
  const names = async (reader: TestUser, serial: string) =>
    (await listed(reader, serial)).map(({ name, state }) => `${name} ${state}`).toSorted();
  const warnings = async (reader: TestUser, serial: string) =>
    (await reader.call(getAppliance, { params: { id: serial } })).warnings.flatMap(({ name, active }) =>
      active ? [name] : [],
    );
  const told = (serial: string) =>
    portal.failures.filter((line) => line.includes('alarms.damaged') && line.includes(serial)).length;
  const failing = async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${portal.httpPort}/metrics`)).text();
    return Number(/^brina_alarm_rules_failing (\d+)$/m.exec(metrics)?.[1]);
  };

  type Kept = 'alarm_engine' | 'alarm_checkpoint';
  const damage = (id: number, kept: readonly Kept[], state: RawBuilder<string>) =>
    portal.db.write(async (db) => {
      for (const table of kept) await db.updateTable(table).set({ state }).where('appliance', '=', id).execute();
    });
  const damages: Readonly<Record<string, RawBuilder<string>>> = {
    'cut off': sql`left(state, 100)`,
    'without its watches': sql`(state::jsonb - 'watches')::text`,
    'with a number that is none': sql`jsonb_set(state::jsonb, '{memory,days,gapSum}', 'null')::text`,
    'with one that is too great': sql`replace(state, '"weakHours":0', '"weakHours":1e999')`,
  };

  for (const [what, state] of Object.entries(damages))
    it(`S3.12 a kept state that is damaged, ${what}, is passed over: the rules go on from the one before, and say so once`, async () => {
      using scene = await coldStore();
      const { owner, device, serial, id } = scene;
      await lasting(device, 2, healthy);
      await lasting(device, 2, ajar);
      await damage(id, ['alarm_engine'], state);
      await lasting(device, 3, ajar);
      assert.deepEqual(await names(owner, serial), ['openDoorAlarm active', 'rulesFailedWarning active']);
      assert.equal(told(serial), 1);
      // It has been open since before the damage.
      const [door] = (await listed(owner, serial)).filter(({ name }) => name === 'openDoorAlarm');
      assert.ok(door && portal.clock.now() - door.startedAt >= 4 * minute_ms);
      assert.ok(door.raisedAt !== null && door.raisedAt - door.startedAt <= 4 * minute_ms);
      assert.deepEqual(await warnings(owner, serial), ['rulesFailedWarning']);
      await lasting(device, 16, healthy);
      assert.deepEqual(await names(owner, serial), ['openDoorAlarm cleared', 'rulesFailedWarning cleared']);
      assert.deepEqual([await warnings(owner, serial), told(serial)], [[], 1]);
    });

  it('S3.12 where no kept state is sound the rules begin anew, with what is on', async () => {
    using scene = await coldStore();
    const { owner, device, serial, id } = scene;
    await lasting(device, 5, ajar);
    assert.deepEqual(await names(owner, serial), ['openDoorAlarm active']);
    await damage(id, ['alarm_engine', 'alarm_checkpoint'], sql`'null'`);
    await lasting(device, 2, ajar);
    assert.deepEqual(await names(owner, serial), ['openDoorAlarm active', 'rulesFailedWarning active']);
    await lasting(device, 3, healthy);
    assert.deepEqual(await names(owner, serial), ['openDoorAlarm cleared', 'rulesFailedWarning active']);
    await lasting(device, 5, { ...healthy, TCell: null });
    assert.ok((await names(owner, serial)).includes('cellProbeAlarm active'));
    assert.equal(told(serial), 1);
  });

  it('S3.12 an appliance whose rules stand still is shown to its owner and to the maker, and counted, until they run', async () => {
    using scene = await coldStore();
    const { owner, device, serial, id } = scene;
    await lasting(device, 2, healthy);
    // What went wrong with others is over.
    portal.clock.leap(20 * minute_ms);
    await lasting(device, 2, healthy);
    assert.equal(await failing(), 0);
    const change = (what: RawBuilder<unknown>) =>
      portal.db.write(async (db) => void (await sql`alter table alarm_interval ${what}`.execute(db)));
    await change(
      sql.raw(`add constraint refused check (of_site or appliance <> ${id} or name = 'rulesFailedWarning') not valid`),
    );
    await using _again = { [Symbol.asyncDispose]: () => change(sql.raw('drop constraint if exists refused')) };
    await lasting(device, 4, ajar);
    const since = portal.clock.now();
    // A failure that is over at once is no news.
    assert.deepEqual([await warnings(owner, serial), await failing()], [[], 1]);
    await lasting(device, 6, ajar);
    assert.deepEqual(await warnings(owner, serial), ['rulesFailedWarning']);
    const shown = await producer.call(getFactoryAppliance, { params: { serial } });
    assert.deepEqual(
      shown.warnings.map(({ name }) => name),
      ['rulesFailedWarning'],
    );
    const [warning] = await listed(owner, serial);
    assert.ok(warning && Math.abs(warning.startedAt - since) <= 2 * minute_ms);
    await change(sql.raw('drop constraint refused'));
    await lasting(device, 2, ajar);
    assert.deepEqual(await names(owner, serial), ['openDoorAlarm active', 'rulesFailedWarning cleared']);
    assert.deepEqual([await warnings(owner, serial), await failing()], [[], 0]);
  });
});
