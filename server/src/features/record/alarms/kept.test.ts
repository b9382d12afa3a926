import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { timestamp } from '#core/db/instants.ts';
import { TestDevice } from '../../../../test/device.ts';
import { given } from '../../../../test/given.ts';
import { ownPortal, type TestPortal } from '../../../../test/portal.ts';

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

/** A cold store, claimed long ago, whose alarms are read as they are stored. */
async function coldStore(portal: TestPortal, heldFor_ms = 0) {
  const { user, claimedUnit } = given(portal);
  const owner = await user();
  const created = await claimedUnit(owner, 'CP Next 700');
  await portal.db.write((db) =>
    db
      .updateTable('tenure')
      .set({ from_at: timestamp(portal.clock.now() - heldFor_ms) })
      .where('company_id', '=', owner.companyId ?? '')
      .execute(),
  );
  portal.clock.leap(minute_ms);
  const device = new TestDevice(portal, created);
  await device.connect();
  const rows = async <T>(query: ReturnType<typeof sql<T>>): Promise<readonly T[]> =>
    (await portal.db.read((db) => query.execute(db))).rows;
  const own = sql`appliance = (select id from appliance where serial = ${created.serialNumber})`;
  /** A minute of samples each, from a moment on. */
  const tell = (from: number, values: readonly Record<string, number>[]) =>
    device.sendSamples(values, { at: from, step_ms: minute_ms, hist: from < portal.clock.now() - 10 * minute_ms });
  return {
    device,
    tell,
    rows,
    own,
    alarms: () =>
      rows(sql<{ id: string; name: string; state: string; started_at: number; revision: number }>`
        select id, name, state, started_at, revision from alarm_interval where ${own} and not of_site order by started_at`),
    /** What is told late gathers first. */
    settled: async () => {
      portal.clock.leap(10_000);
      await portal.settled();
    },
    [Symbol.dispose]: () => device[Symbol.dispose](),
  };
}

const times = (count: number, values: Record<string, number>): Record<string, number>[] =>
  Array.from({ length: count }, () => values);

describe('states of the alarm rules', async () => {
  const portal = await ownPortal();

  it('S3.12 a state of another version is not read: what is on goes on, and what was found stays', async () => {
    using store = await coldStore(portal, day_ms);
    const begun = portal.clock.now() - 2 * hour_ms;
    await store.tell(begun, [...times(20, healthy), ...times(6, ajar), ...times(20, healthy)]);
    await store.tell(portal.clock.now() - 8 * minute_ms, times(8, ajar));
    await store.settled();
    const before = await store.alarms();
    assert.deepEqual(
      before.map(({ name, state }) => [name, state]),
      [
        ['openDoorAlarm', 'cleared'],
        ['openDoorAlarm', 'active'],
      ],
    );
    await portal.db.write(async (db) => {
      for (const table of ['alarm_engine', 'alarm_checkpoint'] as const)
        await db.updateTable(table).set({ version: 0, state: '{"of":"another shape"}' }).execute();
    });
    await store.tell(portal.clock.now(), times(1, ajar));
    // Told late, and of before the new version: neither alarm is judged by it.
    await store.tell(begun + 20 * minute_ms, times(6, healthy));
    await store.settled();
    assert.deepEqual(await store.alarms(), before);
    portal.clock.leap(3 * minute_ms);
    await store.tell(portal.clock.now() - 2 * minute_ms, times(3, healthy));
    await store.settled();
    assert.deepEqual(
      (await store.alarms()).map(({ id, state, started_at }) => [id, state, started_at]),
      before.map(({ id, started_at }) => [id, 'cleared', started_at]),
    );
    const kept = await store.rows(
      sql<{ version: number }>`select distinct version from alarm_checkpoint where ${store.own}`,
    );
    assert.equal(kept.length, 1, 'states of the other version are gone');
  });

  it('S3.12 years of backlog leave as many states as years would, and late data of them are judged', async () => {
    const years_ms = 700 * day_ms;
    using store = await coldStore(portal, years_ms + day_ms);
    const from = portal.clock.now() - years_ms;
    for (let day = 0; day < 698; day += 2) {
      const told = store.device.message(
        store.device.samples(times(2, healthy), { at: from + day * day_ms, step_ms: day_ms, hist: true }),
      );
      // Not all at once: a busy machine takes longer for years than one waits for an answer.
      if (day % 100 === 98) await store.device.deliver('tel', told);
      else store.device.publish('tel', told);
    }
    await store.tell(portal.clock.now(), times(1, healthy));
    await store.settled();
    const [{ n } = { n: 0 }] = await store.rows(
      sql<{ n: number }>`select count(*)::int as n from alarm_checkpoint where ${store.own}`,
    );
    // Of 94 weeks and 38 days.
    assert.ok(n >= 94 + 38 - 3 && n <= 94 + 38 + 5, `${n} states`);
    const late = from + 300 * day_ms + 7 * minute_ms;
    await store.tell(late, [...times(2, healthy), ...times(6, ajar), ...times(3, healthy)]);
    await store.settled();
    assert.ok(
      (await store.alarms()).some(
        ({ name, state, started_at }) =>
          name === 'openDoorAlarm' && state === 'cleared' && started_at > late && started_at < late + 5 * minute_ms,
      ),
    );
  });

  it('S3.12 a clock that stands still, and events without end, do not keep the rules from what comes after', async () => {
    using store = await coldStore(portal, day_ms);
    const stuckAt = portal.clock.now() - hour_ms;
    for (let message = 0; message < 2; message++)
      await store.device.sendSamples(times(450, healthy), { at: stuckAt, step_ms: 0, hist: true });
    for (let sent = 0; sent < 700; sent++) {
      const told = store.device.message({ at: stuckAt + 1000, type: 'local', what: 'light', value: sent % 2 });
      if (sent % 100 === 99) await store.device.deliver('evt', told);
      else store.device.publish('evt', told);
    }
    await store.tell(portal.clock.now() - 8 * minute_ms, times(8, ajar));
    await store.settled();
    assert.deepEqual(
      (await store.alarms()).map(({ name, state }) => [name, state]),
      [['openDoorAlarm', 'active']],
    );
  });

  it('S3.12 facts older than the telemetry that is held take back nothing that was rightly raised', async () => {
    // Early in a month almost a whole one is still believed, and its telemetry gone.
    const today = new Date(portal.clock.now());
    const later = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 3, 2, 12);
    const then = later - 780 * day_ms;
    using store = await coldStore(portal, portal.clock.now() - then + day_ms);
    await store.tell(then, [...times(5, healthy), ...times(6, ajar), ...times(5, healthy)]);
    await store.tell(portal.clock.now(), times(1, healthy));
    await store.settled();
    const doors = async () => (await store.alarms()).filter(({ name }) => name === 'openDoorAlarm');
    const before = await doors();
    assert.deepEqual(
      before.map(({ state }) => state),
      ['cleared'],
    );
    await store.device.cut();
    await portal.age(later - portal.clock.now());
    const held = await store.rows(sql<{ at: number }>`select at from telemetry where ${store.own} order by at`);
    assert.equal(held.length, 1, 'the telemetry of then is gone');
    await store.device.connect();
    await store.tell(then - day_ms, times(3, healthy));
    await store.settled();
    assert.deepEqual(await doors(), before);
  });

  it('S3.12 alarms, what late data changed of them, and connections go five years after their end; what is on stays', async () => {
    using store = await coldStore(portal, day_ms);
    const begun = portal.clock.now() - 2 * hour_ms;
    await store.tell(begun, [...times(20, healthy), ...times(9, ajar), ...times(20, healthy)]);
    await store.settled();
    // The door was closed earlier than it seemed.
    await store.tell(begun + 25 * minute_ms + 30_000, times(3, healthy));
    await store.device.send('evt', { type: 'alarm', name: 'evapFanAlarm', active: true, severity: 'alarm' });
    await store.settled();
    await store.device.cut();
    const kept = async () => {
      const [counts] = await store.rows(sql<Record<string, number>>`
        select (select count(*)::int from alarm_interval where ${store.own} and not of_site) as alarms,
          (select count(*)::int from alarm_revision r join alarm_interval i on i.id = r.interval_id where ${store.own}) as revisions,
          (select count(*)::int from connection_interval where ${store.own}) as connections`);
      return counts;
    };
    await portal.settled();
    const all = await kept();
    assert.ok(all && (all['revisions'] ?? 0) > 0 && all['connections'] === 1);
    await portal.age((5 * 365 - 3) * day_ms);
    assert.deepEqual(await kept(), all);
    portal.clock.leap(6 * day_ms);
    await portal.settled();
    assert.deepEqual(await kept(), { alarms: 1, revisions: 0, connections: 0 });
    assert.deepEqual(
      (await store.alarms()).map(({ name, state }) => [name, state]),
      [['evapFanAlarm', 'active']],
    );
  });
});
