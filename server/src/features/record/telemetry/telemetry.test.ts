import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getAppliance } from '@brina/contract/calls/kitchen/appliances';
import { type Chart, getTelemetry } from '@brina/contract/calls/record/telemetry';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { rowsRead } from '#core/db/explain.ts';
import { timestamp } from '#core/db/instants.ts';
import { TestDevice, type Values } from '../../../../test/device.ts';
import { given, type TestUser } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';
import { chartOf } from './telemetry.queries.ts';

const bucket_ms = 10 * minute_ms;

describe('telemetry', async () => {
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  const { user, claimedUnit } = given(portal);

  /** A connected unit that its owner has held for a hundred days. */
  async function connected() {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const device = new TestDevice(portal, unit);
    await device.connect();
    const heldSince = timestamp(portal.clock.now() - 100 * day_ms);
    const { rows } = await portal.db.write((db) =>
      sql<{ appliance: number }>`
        update tenure set from_at = ${heldSince} where company_id = ${owner.companyId} returning appliance`.execute(db),
    );
    const chart = (from: number, to: number, metrics = 'TCell', points = 400): Promise<Chart> =>
      owner.call(getTelemetry, { params: { id: unit.serialNumber }, query: { from, to, metrics, points } });
    return {
      owner,
      unit,
      device,
      chart,
      appliance: rows[0]?.appliance ?? 0,
      [Symbol.dispose]: () => device[Symbol.dispose](),
    };
  }

  /** Sends samples as backlog, `step_ms` apart. */
  async function sendHistory(
    device: TestDevice,
    at: number,
    values: readonly Values[],
    step_ms: number,
  ): Promise<void> {
    for (let i = 0; i < values.length; i += 500)
      assert.equal(
        await device.sendSamples(values.slice(i, i + 500), { at: at + i * step_ms, step_ms, hist: true }),
        'got',
      );
  }
  const rollUp = async (after_ms: number): Promise<void> => {
    portal.clock.leap(after_ms);
    await portal.settled();
  };
  /** Its buckets with values. What is to lie in one bucket lies before the middle of the window: there one may end. */
  const onlyValues = (chart: Chart, name = 'TCell'): [number | null, number | null, number | null][] => {
    const { min = [], mean = [], max = [] } = chart.series[name] ?? {};
    return min.map((value, i) => [value, mean[i] ?? null, max[i] ?? null]);
  };
  const reasons = (chart: Chart): string[] => chart.gaps.map(({ reason }) => reason);

  it('S3.13 S1.5 a sample a unit sent is acknowledged, shown live and charted', async () => {
    using scene = await connected();
    const { owner, unit, device, chart } = scene;
    const at = portal.clock.now();
    const idle = { powerState: 1, cycleState: 0, door: 0 };
    assert.equal(
      await device.sendSamples(
        [
          { TCell: 3.2, ...idle },
          { TCell: 3.4, ...idle },
        ],
        { at, step_ms: 4000 },
      ),
      'got',
    );
    const shown = await owner.call(getAppliance, { params: { id: unit.serialNumber } });
    assert.deepEqual([shown.online, shown.status, shown.twin.reported['TCell']], [true, 'standby', 3.4]);
    const values = onlyValues(await chart(at - hour_ms, at + 5000, 'TCell', 1000)).flat();
    assert.deepEqual([...new Set(values)].toSorted(), [3.2, 3.4]);
  });

  it('S3.13 is read from the rung of its length', async () => {
    using scene = await connected();
    const now = portal.clock.now();
    const levels = await Promise.all([1, 2, 2.1, 60, 61].map((days) => scene.chart(now - days * day_ms, now)));
    assert.deepEqual(
      levels.map(({ level }) => level),
      ['raw', 'raw', '10min', '10min', 'hour'],
    );
  });

  it('S3.13 weighs means by time, whichever rung they come from', async () => {
    using scene = await connected();
    const { device, chart } = scene;
    // Ten minutes at 0 degrees every ten seconds, then two samples a minute apart at 90: a mean of samples would say 3.
    const at = Math.floor((portal.clock.now() - 3 * hour_ms) / hour_ms) * hour_ms;
    await sendHistory(
      device,
      at,
      Array.from({ length: 60 }, () => ({ TCell: 0 })),
      10_000,
    );
    await sendHistory(device, at + bucket_ms, [{ TCell: 90 }, { TCell: 90 }], minute_ms);
    const expected = [0, (90 * 180) / 780, 90];
    const check = (shown: Chart): void => {
      const [values, ...more] = onlyValues(shown);
      assert.equal(more.length, 0);
      for (const [i, value] of expected.entries())
        assert.ok(Math.abs((values?.[i] ?? -1) - value) < 0.1, `${values}, not ${expected}`);
    };
    check(await chart(at - 10 * hour_ms, at + 30 * hour_ms, 'TCell', 10));
    await rollUp(minute_ms);
    check(await chart(at - 18 * day_ms, at + 22 * day_ms, 'TCell', 10));
    check(await chart(at - 99 * day_ms, at + 99 * day_ms, 'TCell', 10));
  });

  it('shows of a state the code that lasted longest, and every one that occurred', async () => {
    using scene = await connected();
    const { device, chart } = scene;
    const at = Math.floor((portal.clock.now() - 3 * hour_ms) / bucket_ms) * bucket_ms;
    await sendHistory(
      device,
      at,
      Array.from({ length: 60 }, (_, i) => ({ door: i === 3 ? 1 : 0 })),
      10_000,
    );
    assert.deepEqual(onlyValues(await chart(at, at + day_ms, 'door', 10), 'door'), [[0, 0, 1]]);
    await rollUp(minute_ms);
    assert.deepEqual(onlyValues(await chart(at - 18 * day_ms, at + 22 * day_ms, 'door', 10), 'door'), [[0, 0, 1]]);
  });

  it('S3.13 computes the core’s extremes and the condenser’s approach, on every rung', async () => {
    using scene = await connected();
    const { device, chart } = scene;
    const at = Math.floor((portal.clock.now() - 3 * hour_ms) / bucket_ms) * bucket_ms;
    // The compressor starts with the second sample: what its condenser says counts from the fourteenth on.
    const sample = (i: number): Values => ({
      TCore1: 40 - i,
      TCore2: i === 5 ? null : 42 - i,
      TCore3: null,
      TCondenser1: i < 13 ? 99 : 45,
      TCondenser2: 47,
      TAmbient: i === 20 ? null : 30,
      compressorState: i === 0 ? 0 : 1,
    });
    await sendHistory(
      device,
      at,
      Array.from({ length: 30 }, (_, i) => sample(i)),
      10_000,
    );
    const names = 'TCoreMax,TCoreMin,condenserApproach';
    const fine = await chart(at, at + 5 * minute_ms, names, 100);
    const means = (name: string) => fine.series[name]?.mean ?? [];
    assert.deepEqual([means('TCoreMax')[4], means('TCoreMax')[5], means('TCoreMin')[4]], [38, 35, 36]);
    const approach = means('condenserApproach')
      .map((value, i) => (value === null ? [] : [i, value]))
      .flat();
    assert.deepEqual(
      approach,
      [...Array(18).keys()].flatMap((i) => (i === 8 ? [] : [i + 12, i === 0 ? 69 : 17])),
    );
    const coarse = { TCoreMax: [13, 42], TCoreMin: [11, 40], condenserApproach: [17, 69] };
    for (const days of [1, 20, 99]) {
      if (days === 20) await rollUp(minute_ms);
      const shown = await chart(at - days * hour_ms, at + days * day_ms, names, 10);
      for (const [name, extremes] of Object.entries(coarse)) {
        const [[min, , max] = []] = onlyValues(shown, name);
        assert.deepEqual([min, max], extremes, `${name} over ${days} days`);
      }
    }
  });

  it('S3.13 has at most as many buckets as were asked for, ascending and within the window', async () => {
    using scene = await connected();
    const { device, chart } = scene;
    const now = portal.clock.now();
    await sendHistory(
      device,
      now - 6 * hour_ms,
      Array.from({ length: 360 }, (_, i) => ({ TCell: i })),
      minute_ms,
    );
    await rollUp(minute_ms);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1000, max: 99 * day_ms }),
        fc.integer({ min: 10, max: 60 }),
        async (length, points) => {
          const from = now - Math.floor(length * 0.7);
          const { at, step_ms } = await chart(from, from + length, 'TCell', points);
          assert.ok(at.length <= points, `${at.length} of ${points}`);
          assert.ok(
            at.every((moment, i) => moment > from - step_ms && moment < from + length && moment > (at[i - 1] ?? 0)),
          );
        },
      ),
      { numRuns: 30, endOnFailure: true },
    );
  });

  it('is rolled up five minutes after a bucket ends, and again after late samples: ten minutes and hour', async () => {
    using scene = await connected();
    const { device, appliance } = scene;
    const rolledUp = async () =>
      (
        await portal.db.read((db) =>
          sql<{ min: number; covered_s: number }>`
            select (metrics->'TCell'->>0)::float8 as min, covered_s from telemetry_10min where appliance = ${appliance}
            union all select (metrics->'TCell'->>0)::float8, covered_s from telemetry_hour where appliance = ${appliance}`.execute(
            db,
          ),
        )
      ).rows;
    const at = Math.floor(portal.clock.now() / bucket_ms) * bucket_ms + bucket_ms;
    portal.clock.set(at + minute_ms);
    await device.sendSamples([{ TCell: 5 }]);
    // The clock runs on while everything that is due is done.
    portal.clock.set(at + bucket_ms + 4.5 * minute_ms);
    await portal.settled();
    assert.deepEqual(await rolledUp(), []);
    await rollUp(0.5 * minute_ms);
    assert.deepEqual(await rolledUp(), [
      { min: 5, covered_s: 120 },
      { min: 5, covered_s: 120 },
    ]);
    await device.sendSamples([{ TCell: 3 }], { at: at + 5 * minute_ms, hist: true });
    await rollUp(minute_ms);
    assert.deepEqual(await rolledUp(), [
      { min: 3, covered_s: 240 },
      { min: 3, covered_s: 240 },
    ]);
  });

  it('S3.13 says of each gap whose it was', async () => {
    using scene = await connected();
    const { device, chart, appliance, unit } = scene;
    const now = portal.clock.now();
    const from = now - 10 * hour_ms;
    const at = (hours: number): number => from + hours * hour_ms;
    // What the edge and its connections were like in the last ten hours, whatever tests before this one let the clock do.
    await portal.db.write((db) =>
      sql`with before as (delete from edge_interval where ended),
        own as (update edge_interval set from_at = to_at where not ended),
        up as (insert into edge_interval values (${`past of ${unit.serialNumber}`}, ${timestamp(from)}, ${timestamp(at(4))}, true),
            (${`past of ${unit.serialNumber}`}, ${timestamp(at(5))}, ${timestamp(now)}, true))
        insert into connection_interval values (${appliance}, '0', 'past', ${timestamp(at(1))}, ${timestamp(at(2))}, 'will'),
          (${appliance}, '1', 'past', ${timestamp(at(3))}, ${timestamp(at(7))}, 'will')`.execute(db),
    );
    const sample = (hours: number): Promise<unknown> =>
      device.sendSamples([{ TCell: 1 }], { at: at(hours), hist: true });
    await sample(0);
    await sample(1); // not connected, yet nothing is missing in between
    device.seq += 5;
    await sample(2); // connected, and five messages are missing
    device.seq += 5;
    await sample(3); // five messages, and no connection
    await sample(4);
    device.seq += 5;
    await sample(5); // five messages, and no edge
    device.seq += 5;
    await sample(6);
    await device.send('evt', { type: 'gap', from: at(5.2), to: at(5.8), samples: 40, reason: 'outbox_full' });
    const said = ['unit_silent', 'unit_silent', 'link_lost', 'unit_silent', 'portal_down', 'dropped'];
    assert.deepEqual(reasons(await chart(from, at(6))), said);
    const late = await chart(at(6), at(20));
    assert.deepEqual(reasons(late), ['link_lost']);
    assert.ok((late.gaps[0]?.to ?? 0) <= portal.clock.now(), 'the future is no gap');
    // The same from rollups, at their resolution, and of a time before the unit was theirs.
    await rollUp(minute_ms);
    assert.deepEqual(reasons(await chart(at(0) - 3 * day_ms, at(6))).slice(1), said);
    assert.equal(reasons(await chart(now - 120 * day_ms, now))[0], 'not_yours');
  });

  it('B4.1 what came days late is said to arrive until it is shown, and is no silence', async () => {
    using scene = await connected();
    const { device, chart } = scene;
    const now = portal.clock.now();
    const from = Math.floor((now - 4 * day_ms) / hour_ms) * hour_ms;
    const length = 3 * hour_ms;
    // The last one speaks for no time after the third hour.
    await sendHistory(
      device,
      from,
      Array.from({ length: length / minute_ms - 5 }, () => ({ TCell: 2 })),
      minute_ms,
    );
    for (const days of [5, 61]) {
      const { gaps, at, arriving } = await chart(now - days * day_ms, now);
      assert.deepEqual(
        [at, arriving, gaps.filter(({ reason }) => reason === 'arriving')],
        [[], true, [{ from, to: from + length, reason: 'arriving' }]],
        `${days} days`,
      );
      const silent = gaps.filter(({ reason }) => reason === 'unit_silent');
      assert.deepEqual(
        silent.filter((gap) => gap.from < from + length && gap.to > from),
        [],
        'nothing else is said of it',
      );
    }
    await rollUp(minute_ms);
    const shown = await chart(now - 5 * day_ms, now);
    assert.ok(shown.at.length > 0 && !shown.arriving && !reasons(shown).includes('arriving'));
  });

  it('B4.1 what waits for buckets that show something already is said to arrive, and is no gap', async () => {
    using scene = await connected();
    const { device, chart } = scene;
    const now = portal.clock.now();
    const from = Math.floor((now - 4 * day_ms) / hour_ms) * hour_ms;
    const seen = async (days: number) => {
      const shown = await chart(now - days * day_ms, now);
      const coldest = onlyValues(shown).flatMap(([min]) => min ?? []);
      return { coldest: Math.min(...coldest), arriving: shown.arriving, gap: reasons(shown).includes('arriving') };
    };
    await device.sendSamples([{ TCell: 5 }], { at: from + 2 * minute_ms, hist: true });
    await rollUp(minute_ms);
    await device.sendSamples([{ TCell: 2 }], { at: from + 4 * minute_ms, hist: true });
    for (const days of [5, 61])
      assert.deepEqual(await seen(days), { coldest: 5, arriving: true, gap: false }, `${days} days`);
    // Not of another time, and nothing waits where raw samples are read.
    assert.equal((await chart(now - 3 * day_ms, now)).arriving, false);
    assert.equal((await chart(from, from + hour_ms)).arriving, false);
    await rollUp(minute_ms);
    for (const days of [5, 61])
      assert.deepEqual(await seen(days), { coldest: 2, arriving: false, gap: false }, `${days} days`);
  });

  it('reads at most 5,000 rows for any chart of 30 days', async () => {
    const unit = await claimedUnit(await user());
    const now = Math.floor(portal.clock.now() / bucket_ms) * bucket_ms + 9 * minute_ms;
    // A fleet of ten, each with rollups of forty days and raw samples every ten seconds.
    const fleet = sql`(select id from appliance where serial = ${unit.serialNumber} union all select generate_series(900001, 900009))`;
    using device = new TestDevice(portal, unit);
    await device.connect();
    await device.sendSamples([{ TCell: 1 }]);
    await portal.db.write(async (db) => {
      await sql`
        insert into telemetry (appliance, at, log, seq, ix, received_at, flags, "TCell", door)
        select a.id, t, 'bulk', extract(epoch from t)::bigint, 0, t, 0, 1, 0
        from ${fleet} a, generate_series(${timestamp(now - 6 * hour_ms)}, ${timestamp(now)}, interval '10 seconds') t
        where date_trunc('month', t) = date_trunc('month', ${timestamp(portal.clock.now())})`.execute(db);
      await sql`
        insert into telemetry_10min select a.id, t, 600, '{"TCell": [1, 2, 3, 2, 600], "door": {"0": 600}}'
        from ${fleet} a, generate_series(${timestamp(now - 40 * day_ms)}, ${timestamp(now - hour_ms)}, interval '10 minutes') t
        on conflict do nothing`.execute(db);
      await sql`analyze`.execute(db);
    });
    let read = 0;
    const chart = await portal.db.read(async (db) => {
      const { rows } = await sql<{ id: number }>`select id from appliance where serial = ${unit.serialNumber}`.execute(
        db,
      );
      const window = { from: now - 30 * day_ms + 90_000, to: now };
      const counted = counting(db, (rowsOfQuery) => (read += rowsOfQuery));
      return chartOf(counted, {
        appliance: rows[0]?.id ?? 0,
        held: [window],
        window,
        names: ['TCell', 'door'],
        points: 400,
        now_ms: now,
      });
    });
    assert.ok(chart.at.length > 300);
    assert.ok(read > 4000 && read <= 5000, `${read} rows`);
  });

  it('S3.13 S3.12 the food follows the air as slowly as the alarms take it, from what came before the chart too', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner, 'CP Next 700');
    using device = new TestDevice(portal, unit);
    await device.connect();
    const held = timestamp(portal.clock.now() - 100 * day_ms);
    await portal.db.write((db) =>
      sql`update tenure set from_at = ${held} where company_id = ${owner.companyId}`.execute(db),
    );
    const at = Math.floor((portal.clock.now() - 8 * hour_ms) / minute_ms) * minute_ms;
    const kept = { powerState: 1, operatingMode: 2, defrostState: 0, door: 0, cellSetTemp: 2 };
    const course = Array.from({ length: 360 }, (_, minute) => ({ ...kept, TCell: minute < 180 ? 2 : 12 }));
    await sendHistory(device, at, course, minute_ms);
    const food = async (from: number, to: number, metrics = 'TProduct'): Promise<number[]> => {
      const query = { from, to, metrics, points: 2000 };
      const shown = await owner.call(getTelemetry, { params: { id: unit.serialNumber }, query });
      return (shown.series['TProduct']?.mean ?? []).filter((value) => value !== null);
    };
    const step = at + 180 * minute_ms;
    // One time constant after the step of 10 K; a chart that begins with the step knows the cold before it.
    const expected = 12 - 10 * Math.exp(-26 / 25);
    const [first = 0, ...later] = await food(step, step + 26 * minute_ms);
    assert.ok(
      first < 3 && Math.abs((later.at(-1) ?? 0) - expected) < 0.1,
      `${first} … ${later.at(-1)}, not ${expected}`,
    );
    assert.equal((await food(step, step + 26 * minute_ms, 'TCell,TProduct')).length, later.length + 1);
    // Over days the rolled-up air stands for it.
    await rollUp(minute_ms);
    const days = await food(at - 10 * day_ms, step + 30 * minute_ms);
    assert.ok(days.length > 15 && Math.abs((days.at(-1) ?? 0) - 9.7) < 1.5, `${days.at(-1)}`);
    // Beyond sixty days an hour says nothing of it.
    assert.deepEqual(await food(at - 90 * day_ms, step + 26 * minute_ms), []);
  });

  it('S8.22 refuses what nobody can chart', async () => {
    using scene = await connected();
    const { owner, unit } = scene;
    const now = portal.clock.now();
    const refusal = async (query: { from: number; to: number; metrics: string }) =>
      (await refusedChart(owner, unit.serialNumber, query)).code;
    for (const metrics of ['TCell,TNothing', 'clockOffset'])
      assert.equal(await refusal({ from: now - 1, to: now, metrics }), 'metric_unknown');
    assert.equal(await refusal({ from: now, to: now, metrics: 'TCell' }), 'range_reversed');
    assert.equal(await refusal({ from: now - 3650 * day_ms, to: now, metrics: 'TCell' }), 'range_too_long');
  });
});

const refusedChart = (owner: TestUser, id: string, query: { from: number; to: number; metrics: string }) =>
  owner.refused(getTelemetry, { params: { id }, query });

/** A handle for `sql` queries that explains each before it runs it, and tells how many rows it reads. */
function counting(db: Db, count: (rows: number) => void): Db {
  const executor = db.getExecutor();
  const executeQuery: typeof executor.executeQuery = async (query) => {
    count(await rowsRead(db, { compile: () => query }));
    return executor.executeQuery(query);
  };
  return instead(db, { getExecutor: () => instead(executor, { executeQuery }) });
}

/** An object with some of its members replaced. */
const instead = <T extends object>(object: T, members: Partial<T>): T =>
  new Proxy(object, {
    get: (target, key) => {
      const value: unknown = Reflect.get(key in members ? members : target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
