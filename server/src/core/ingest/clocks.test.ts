import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimAppliance, getAppliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { listAlarms } from '@brina/contract/calls/record/alarms';
import { listBatches } from '@brina/contract/calls/record/haccp';
import { getTelemetry } from '@brina/contract/calls/record/telemetry';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import fc from 'fast-check';
import { sql } from 'kysely';
import { TestDevice } from '../../../test/device.ts';
import { given, type TestUser } from '../../../test/given.ts';
import { sharedPortal } from '../../../test/portal.ts';
import { randomOf } from '../../../test/random.ts';
import { timestamp } from '../db/instants.ts';
import { clockOf, steadyAt } from './clock-evidence.queries.ts';
import { lasting_ms } from './moment.ts';

describe('a unit whose clock is wrong', async () => {
  const portal = await sharedPortal();
  const { user, claimedUnit, laboratory } = given(portal);

  async function connected() {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const device = new TestDevice(portal, unit);
    await device.connect();
    return { owner, unit, device, serial: unit.serialNumber, [Symbol.dispose]: () => device[Symbol.dispose]() };
  }

  const chartOf = async (reader: TestUser, serial: string) => {
    const now = portal.clock.now();
    const query = { from: now - 20 * minute_ms, to: now + minute_ms, metrics: 'TCell', points: 2000 };
    const { at, series } = await reader.call(getTelemetry, { params: { id: serial }, query });
    return (series.TCell?.mean ?? []).flatMap((value, i) => (value === null ? [] : [{ at: at[i] ?? 0, value }]));
  };
  const valuesOf = async (reader: TestUser, serial: string) =>
    (await chartOf(reader, serial)).map(({ value }) => value);
  const shownTo = (reader: TestUser, serial: string) => reader.call(getAppliance, { params: { id: serial } });

  for (const [words, slow_ms] of [
    ['an hour slow', hour_ms],
    ['a day slow', day_ms],
  ] as const)
    it(`A3 S4.10 claimed with its clock ${words}, has picture and chart at the true time`, async () => {
      using scene = await connected();
      const { owner, device, serial } = scene;
      device.slow_ms = slow_ms;
      const now = portal.clock.now();
      await device.sendSamples([{ TCell: 3 }]);
      await portal.clock.advance(minute_ms);
      await device.sendSamples([{ TCell: 4 }]);
      const chart = await chartOf(owner, serial);
      assert.deepEqual(
        chart.map(({ value }) => value),
        [3, 4],
      );
      assert.ok(chart.every(({ at }, i) => Math.abs(at - now - i * minute_ms) < minute_ms));
      const { twin } = await shownTo(owner, serial);
      assert.equal(twin.reported['TCell'], 4);
    });

  it('A3 is known anew in a new log: a unit that lost its memory and counts its boots from one again has its backlog where it says', async () => {
    using scene = await connected();
    const { owner, device, serial } = scene;
    await device.sendSamples([{ TCell: 3 }]);
    portal.clock.leap(30 * minute_ms);
    const now = portal.clock.now();
    device.format();
    device.boot = 0;
    device.reboot(now - 10 * minute_ms);
    await device.sendSamples([{ TCell: 7 }], { at: now - 5 * minute_ms });
    const chart = await chartOf(owner, serial);
    assert.deepEqual(
      chart.map(({ value }) => value),
      [7],
    );
    assert.ok(Math.abs((chart[0]?.at ?? 0) - (now - 5 * minute_ms)) < minute_ms);
  });

  it('A3 tells of what fell into an unset clock without a moment, and of what it knows at the true one', async () => {
    using scene = await connected();
    const { device, serial } = scene;
    device.slow_ms = hour_ms;
    const now = portal.clock.now();
    await device.send('evt', {
      type: 'gap',
      from: 0,
      to: now - hour_ms - minute_ms,
      samples: 4,
      reason: 'outbox_full',
    });
    await device.send('evt', { type: 'power', event: 'returned', lostAt: 0 });
    const told = await portal.db.read((db) =>
      db
        .selectFrom('event as e')
        .innerJoin('appliance as a', 'a.id', 'e.appliance')
        .select('e.body')
        .where('a.serial', '=', serial)
        .orderBy('e.seq')
        .execute(),
    );
    const [gap, power] = told.map(({ body }) => body);
    assert.ok(gap?.type === 'gap' && power?.type === 'power');
    assert.deepEqual([gap.from, power.lostAt], [0, 0]);
    assert.ok(Math.abs(Number(gap.to) - (now - minute_ms)) < minute_ms / 2);
  });

  it('A3 ahead of us waits until it has been for a while, and then has its chart at the true time', async () => {
    using scene = await connected();
    const { owner, device, serial } = scene;
    device.slow_ms = -2 * hour_ms;
    const now = portal.clock.now();
    await device.sendSamples([{ TCell: 3 }]);
    assert.equal((await shownTo(owner, serial)).twin.reported['TCell'], 3, 'what it measures now is seen at once');
    assert.deepEqual(await valuesOf(owner, serial), []);
    await portal.clock.advance(lasting_ms + minute_ms);
    await device.sendSamples([{ TCell: 4 }]);
    await portal.settled();
    const chart = await chartOf(owner, serial);
    assert.deepEqual(
      chart.map(({ value }) => value),
      [3, 4],
    );
    assert.ok(Math.abs((chart[0]?.at ?? 0) - now) < minute_ms);
  });

  for (const [words, slow_ms] of [
    ['slow', 90_000],
    ['fast', -90_000],
  ] as const)
    it(`A3 S3.12 is told to its owner in words, with its clock ${words}, and no more once it is right`, async () => {
      using scene = await connected();
      const { owner, device, serial } = scene;
      const measure = async () => {
        await device.sendSamples([{ TCell: 3 }]);
        await portal.clock.advance(minute_ms);
      };
      const told = async () => {
        const { alarms, warnings } = await shownTo(owner, serial);
        return [...alarms, ...warnings].map(({ name }) => name).filter((name) => name.startsWith('clock'));
      };
      device.slow_ms = slow_ms;
      for (let i = 0; i < 9; i++) await measure();
      assert.deepEqual(await told(), ['clockOffsetWarning']);
      const query = { from: portal.clock.now() - hour_ms, to: portal.clock.now() + minute_ms };
      const listed = await owner.call(listAlarms, { params: { id: serial }, query });
      assert.ok(listed.some(({ name, state }) => name === 'clockOffsetWarning' && state === 'active'));
      device.slow_ms = 0;
      for (let i = 0; i < 4; i++) await measure();
      assert.deepEqual(await told(), []);
    });

  /** A releases it, B claims it two and a half seconds later. */
  async function handOver(from: TestUser, serial: string): Promise<TestUser> {
    const next = await user();
    const labId = await laboratory(next);
    const { body } = await from.call(releaseAppliance, { params: { id: serial } });
    portal.clock.leap(2500);
    await next.call(claimAppliance, { body: { activationCode: body.activationCode, name: 'Chiller', labId } });
    return next;
  }

  for (const [words, slow_ms] of [
    ['nine seconds slow', 9000],
    ['nine seconds fast', -9000],
    ['an hour slow', hour_ms],
    ['right', 0],
  ] as const)
    it(`A3 S6.2 what is measured after a claim is the new owner's, with its clock ${words}`, async () => {
      using scene = await connected();
      const { owner: a, device, serial } = scene;
      portal.clock.leap(minute_ms);
      device.slow_ms = slow_ms;
      await device.sendSamples([{ TCell: 1 }]);
      portal.clock.leap(1000);
      const kept = { ...device.samples([{ TCell: 2 }]), at: portal.clock.now() - slow_ms };
      const b = await handOver(a, serial);
      await device.sendSamples([{ TCell: 5 }, { TCell: 6 }], { step_ms: 1000 });
      await device.send('evt', {
        type: 'cycle',
        event: 'started',
        runId: 'r',
        function: 0,
        plan: [{ phase: 2, air: -5, fan: 100, rh: null, end: { by: 'core', target: 3 } }],
      });
      // Measured before the release, sent after the claim.
      await device.send('tel', { ...kept, hist: true });
      await portal.settled();
      const isOff = Math.abs(slow_ms) > minute_ms;
      assert.deepEqual(await valuesOf(a, serial), isOff ? [1] : [1, 2], 'the former owner');
      assert.deepEqual(await valuesOf(b, serial), [5, 6], 'the next');
      assert.equal((await shownTo(b, serial)).twin.reported['TCell'], 6);
      const window = { from: portal.clock.now() - day_ms, to: portal.clock.now() + minute_ms };
      const batchesOf = async (reader: TestUser) =>
        (await reader.call(listBatches, { params: { serial }, query: window })).length;
      assert.deepEqual([await batchesOf(a), await batchesOf(b)], [0, 1]);
    });

  for (const [words, ahead_ms] of [
    ['half a minute', 30_000],
    ['a quarter of an hour', 15 * minute_ms],
    ['ten years', 3650 * day_ms],
  ] as const)
    it(`A3 S6.2 is set ahead by ${words} before it sends: what it measured stands in its owner’s time, and makes no month of its own`, async () => {
      using scene = await connected();
      const { owner, device, serial } = scene;
      await device.sendSamples([{ TCell: 3 }]);
      await portal.clock.advance(minute_ms);
      await device.sendSamples([{ TCell: 4 }]);
      const next = await handOver(owner, serial);
      await portal.clock.advance(2000);
      const now = portal.clock.now();
      const measured = device.samples([{ TCell: 41 }], { at: now });
      portal.clock.leap(1000);
      assert.equal(await device.send('tel', { ...measured, sent: now + ahead_ms }), 'got');
      assert.deepEqual(await valuesOf(next, serial), [41]);
      assert.deepEqual(
        (await valuesOf(owner, serial)).filter((value) => value === 41),
        [],
      );
      const oldest = await portal.db.read((db) =>
        sql<{ at: number }>`
          select min(at) as at from telemetry where appliance = (select id from appliance where serial = ${serial})`.execute(
          db,
        ),
      );
      assert.ok((oldest.rows[0]?.at ?? 0) > now - hour_ms);
    });

  for (const [words, first_ms, then_ms] of [
    ['50 s fast, is set two minutes fast', -50_000, -2 * minute_ms],
    ['50 s fast, is set two minutes slow', -50_000, 2 * minute_ms],
    ['58 s fast, is set two hours fast', -58_000, -2 * hour_ms],
  ] as const)
    it(`A3 S6.2 that is ${words} without a boot shows the next owner nothing of the former one`, async () => {
      using scene = await connected();
      const { owner: a, device, serial } = scene;
      portal.clock.leap(2 * minute_ms);
      const measure = async (value: number, passes_ms: number) => {
        await device.sendSamples([{ TCell: value }]);
        portal.clock.leap(passes_ms);
      };
      device.slow_ms = first_ms;
      await measure(1, minute_ms);
      device.slow_ms = then_ms;
      await measure(2, 10_000);
      await measure(3, 10_000);
      const b = await handOver(a, serial);
      portal.clock.leap(minute_ms);
      const now = portal.clock.now();
      await measure(5, 2 * minute_ms);
      await portal.settled();
      assert.deepEqual(await valuesOf(a, serial), [1, 2, 3]);
      const chart = await chartOf(b, serial);
      assert.deepEqual(
        chart.map(({ value }) => value),
        [5],
      );
      assert.ok(Math.abs((chart[0]?.at ?? 0) - now) < 1000, 'nothing stands ahead of now');
    });

  it('A3 S6.2 that was off until it booted shows nothing of the next owner to the former one, sent by a right clock', async () => {
    using scene = await connected();
    const { owner: a, device, serial } = scene;
    portal.clock.leap(10 * minute_ms);
    device.slow_ms = 2 * minute_ms;
    await device.sendSamples([{ TCell: 1 }]);
    const b = await handOver(a, serial);
    portal.clock.leap(minute_ms);
    const kept = device.message(device.samples([{ TCell: 5 }], { hist: true }));
    portal.clock.leap(minute_ms);
    device.reboot();
    device.slow_ms = 0;
    await device.sendSamples([{ TCell: 6 }]);
    await device.deliver('tel', { ...kept, sent: portal.clock.now() });
    assert.deepEqual([await valuesOf(a, serial), await valuesOf(b, serial)], [[1], [5, 6]]);
  });

  it('A3 that is off shows nothing of the former owner to the next one, whose unit it is at its receipt', async () => {
    using scene = await connected();
    const { owner: a, device, serial } = scene;
    device.slow_ms = hour_ms;
    portal.clock.leap(minute_ms);
    const kept = device.message(device.samples([{ TCell: 1 }]));
    portal.clock.leap(minute_ms);
    const b = await handOver(a, serial);
    portal.clock.leap(minute_ms);
    await device.deliver('tel', { ...kept, sent: portal.clock.now() - hour_ms });
    await portal.settled();
    assert.deepEqual([await valuesOf(a, serial), await valuesOf(b, serial)], [[], []]);
    assert.notEqual((await shownTo(b, serial)).twin.reported['TCell'], 1);
  });

  it('a message that was under way for minutes stands when a right clock measured it', async () => {
    using scene = await connected();
    const { owner, device, serial } = scene;
    await device.sendSamples([{ TCell: 1 }]);
    portal.clock.leap(minute_ms);
    const measured = portal.clock.now();
    const held = device.message(device.samples([{ TCell: 2 }]));
    portal.clock.leap(10 * minute_ms);
    await device.deliver('tel', held);
    const chart = await chartOf(owner, serial);
    assert.deepEqual(
      chart.map(({ value }) => value),
      [1, 2],
    );
    assert.ok(Math.abs((chart[1]?.at ?? 0) - measured) < minute_ms);
    const marks = await portal.db.read((db) =>
      db
        .selectFrom('telemetry')
        .innerJoin('appliance', 'appliance.id', 'telemetry.appliance')
        .select(['flags', 'clock_offset_s'])
        .where('serial', '=', serial)
        .execute(),
    );
    assert.deepEqual(
      marks,
      Array(2).fill({ flags: 0, clock_offset_s: null }),
      'nor does anything say that it is wrong',
    );
  });
});

describe('the steady time of a boot', async () => {
  const portal = await sharedPortal();
  const { user, claimedUnit } = given(portal);

  const rowsOf = async (serial: string) =>
    portal.db.read(
      async (db) =>
        (
          await sql<{ steady: number; value: number }>`
      select ${steadyAt} as steady, "TCell"::int as value from telemetry
      where appliance = (select id from appliance where serial = ${serial}) order by "TCell"`.execute(db)
        ).rows,
    );

  async function heldUnit() {
    const owner = await user();
    const unit = await claimedUnit(owner);
    await portal.db.write((db) =>
      sql`update tenure set from_at = ${timestamp(portal.clock.now() - 2 * day_ms)}
        where appliance = (select id from appliance where serial = ${unit.serialNumber})`.execute(db),
    );
    return unit;
  }

  it('goes on as the unit’s up does, whatever its clock is set to inside a run, in any order of arrival', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.integer({ min: -55_000, max: 55_000 }),
            fc.integer({ min: -3 * hour_ms, max: 30 * day_ms }),
            fc.constant(0),
          ),
          { minLength: 3, maxLength: 8 },
        ),
        fc.integer(),
        fc.boolean(),
        async (clocks, seed, isBacklog) => {
          const random = randomOf(seed);
          const unit = await heldUnit();
          using device = new TestDevice(portal, unit);
          await device.connect();
          const messages = clocks.map((slow_ms, i) => {
            device.slow_ms = slow_ms;
            const message = device.message(device.samples([{ TCell: i }], { hist: isBacklog }));
            portal.clock.leap(10_000);
            return { message, key: random() };
          });
          const last = clocks.at(-1) ?? 0;
          for (const { message } of messages.toSorted((a, b) => a.key - b.key)) {
            const sent = isBacklog ? portal.clock.now() - last : message['sent'];
            await device.deliver('tel', { ...message, sent });
          }
          // The clock is right in the end: what waited for that is found.
          device.slow_ms = 0;
          await device.sendSamples([{ TCell: clocks.length }]);
          portal.clock.leap(lasting_ms * 2);
          await portal.settled();
          const rows = await rowsOf(unit.serialNumber);
          const ups = new Map(messages.map(({ message }, i) => [i, message['up'] as number]));
          const known = rows.filter(({ value }) => ups.has(value));
          assert.equal(known.length, clocks.length, 'none is missing');
          const spans = known.map(({ steady, value }) => steady - (ups.get(value) ?? 0));
          assert.ok(Math.max(...spans) - Math.min(...spans) < 1000, JSON.stringify(spans));
        },
      ),
      { numRuns: 15, endOnFailure: true },
    );
  });

  it('tells of a boot by how much its clock is another one’s', async () => {
    const unit = await heldUnit();
    using device = new TestDevice(portal, unit);
    await device.connect();
    const from = portal.clock.now();
    await device.sendSamples([{ TCell: 1 }]);
    for (const slow_ms of [40_000, -40_000, hour_ms]) {
      portal.clock.leap(10 * minute_ms);
      device.reboot();
      device.slow_ms = slow_ms;
      portal.clock.leap(minute_ms);
      await device.sendSamples([{ TCell: 2 }]);
    }
    const { changes } = await portal.db.read(async (db) => {
      const { id } = await db
        .selectFrom('appliance')
        .select('id')
        .where('serial', '=', unit.serialNumber)
        .executeTakeFirstOrThrow();
      return clockOf(db, id, { from, to: portal.clock.now() });
    });
    const near = (ms: number | null) => Math.round((ms ?? 0) / 1000);
    assert.deepEqual(
      changes.map(({ by_ms, set_ms }) => [near(by_ms), near(set_ms)]),
      [
        [-40, -40],
        [80, 80],
        [-40, -3640],
      ],
    );
  });
});
