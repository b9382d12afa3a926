import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getAppliance } from '@brina/contract/calls/kitchen/appliances';
import { limits, type UpTopic } from '@brina/contract/devices';
import type { LiveFrame } from '@brina/contract/live';
import type { SentMetricName } from '@brina/domain/appliance/metrics';
import { day_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { newLog, TestDevice } from '../../../test/device.ts';
import { given } from '../../../test/given.ts';
import { sharedPortal, startTestPortal } from '../../../test/portal.ts';
import { makeTestPlace } from '../db/test-database.ts';
import { forgetOld } from '../testing/forget-old.ts';
import { flags } from './facts.ts';
import { ingest } from './ingest.feature.ts';
import { intakeOf } from './intake.ts';

describe('ingestion', async () => {
  const portal = await sharedPortal();
  const { user, unit, claimedUnit } = given(portal);

  /** A unit of nobody, connected. */
  async function connected(model?: string) {
    const created = await unit(model);
    const device = new TestDevice(portal, created);
    await device.connect();
    const id = await portal.db.read(async (db) => {
      const row = db.selectFrom('appliance').select('id').where('serial', '=', created.serialNumber);
      return (await row.executeTakeFirstOrThrow()).id;
    });
    return { device, id, ...created, [Symbol.dispose]: () => device[Symbol.dispose]() };
  }
  const samplesOf = (id: number) =>
    portal.db.read((db) =>
      db.selectFrom('telemetry').selectAll().where('appliance', '=', id).orderBy('at').orderBy('ix').execute(),
    );
  const quarantined = (id: number) =>
    portal.db.read((db) =>
      db.selectFrom('quarantine').selectAll().where('appliance', '=', id).orderBy('received_at').execute(),
    );
  const conflicts = (id: number) =>
    portal.db.read((db) => db.selectFrom('conflict').selectAll().where('appliance', '=', id).execute());

  it('acknowledges a repetition again, stores and counts it once: in the same batch, later, as backlog', async () => {
    using scene = await connected();
    const committed = () => intakeOf(portal.db).reading(0).samples;
    const before = committed();
    const { device, id } = scene;
    const message = device.message(device.samples([{ TCell: 1 }, { TCell: 2 }]));
    for (let i = 0; i < 5; i++) device.publish('tel', message);
    await portal.settled();
    assert.ok(device.answers(message).length >= 1);
    assert.equal(await device.deliver('tel', { ...message, sent: Number(message['sent']) + 5000, hist: true }), 'got');
    assert.deepEqual([...new Set(device.answers(message))], ['got']);
    assert.deepEqual(
      (await samplesOf(id)).map((row) => row.TCell),
      [1, 2],
    );
    assert.equal(committed(), before + 2);
    assert.equal((await conflicts(id)).length, 0);
  });

  it('keeps the same identity with another content as a conflict, once, and calls it bad', async () => {
    using scene = await connected();
    const { device, id } = scene;
    const message = device.message(device.samples([{ TCell: 1 }]));
    assert.equal(await device.deliver('tel', message), 'got');
    const other = { ...message, s: [[0, { TCell: 99 }]] };
    device.publish('tel', other);
    device.publish('tel', other);
    // The bus may deliver the first once more in between: its answer stays the same.
    await portal.settled();
    assert.ok(device.answers(message).filter((answer) => answer === 'conflict').length >= 1);
    assert.deepEqual(new Set(device.answers(message)), new Set(['got', 'conflict']));
    const [kept, ...more] = await conflicts(id);
    assert.deepEqual(JSON.parse(Buffer.from(kept?.payload ?? []).toString()), other);
    assert.equal(more.length, 0);
    assert.deepEqual(
      (await samplesOf(id)).map((row) => row.TCell),
      [1],
    );
    // Two contents of one identity within a batch: one of them counts.
    const twice = device.message(device.samples([{ TCell: 3 }]));
    device.publish('tel', twice);
    device.publish('tel', { ...twice, s: [[0, { TCell: 4 }]] });
    await portal.settled();
    assert.deepEqual(new Set(device.answers(twice)), new Set(['conflict', 'got']));
  });

  it('knows for thirty days what a message said, and of an older one only that it came', async () => {
    using scene = await connected();
    const { device, id } = scene;
    const message = device.message(device.samples([{ TCell: 1 }]));
    assert.equal(await device.deliver('tel', message), 'got');
    const other = { ...message, s: [[0, { TCell: 99 }]] };
    const answerAfter = async (days: number): Promise<string | undefined> => {
      await portal.db.write((db) =>
        sql`update payload_hash set received_at = received_at - ${days} * interval '1 day'
          where appliance = ${id}`.execute(db),
      );
      await forgetOld(ingest, portal);
      await device.deliver('tel', other);
      await portal.settled();
      return device.answers(message).at(-1);
    };
    assert.equal(await answerAfter(29), 'conflict');
    assert.equal(await answerAfter(2), 'got');
  });

  it('keeps what nobody can read, with its reason and 4 kB of it, and acknowledges it as bad where it has a number', async () => {
    using scene = await connected();
    const { device, id } = scene;
    device.publish('tel', 'this is no JSON');
    const many = device.message({ s: Array.from({ length: limits.samples_live + 1 }, (_, i) => [i, {}]), hist: false });
    assert.equal(await device.deliver('tel', many), 'too_many_samples');
    const big = device.message({ s: [[0, {}]], hist: false, rest: 'x'.repeat(limits.message_bytes) });
    assert.equal(await device.deliver('tel', big), 'too_big');
    assert.equal(await device.send('evt', { type: 'unheard-of' }), 'bad_shape');
    assert.equal(await device.send('later' as UpTopic, {}), 'unknown_topic', 'of newer firmware');
    const kept = await quarantined(id);
    assert.deepEqual(kept.map((row) => row.reason).toSorted(), [
      'bad_shape',
      'not_json',
      'too_big',
      'too_many_samples',
      'unknown_topic',
    ]);
    assert.ok(kept.every((row) => row.payload.length <= 4096));
    assert.equal(
      Buffer.from(kept.find((row) => row.reason === 'not_json')?.payload ?? []).toString(),
      'this is no JSON',
    );
    assert.equal(await device.sendSamples([{ TCell: 1 }]), 'got');
  });

  it('keeps 200 bad messages of a unit a day and counts the rest', async () => {
    // A day of UTC begins now, so that none ends in between.
    portal.clock.leap(day_ms - (portal.clock.now() % day_ms));
    using scene = await connected();
    const { device, id } = scene;
    for (let i = 0; i < 205; i++) device.publish('tel', `rubbish ${i}`);
    const counted = () =>
      portal.db.read((db) => db.selectFrom('quarantine_count').selectAll().where('appliance', '=', id).execute());
    await portal.settled();
    const [row] = await counted();
    // What the bus delivered twice is counted twice, and kept once.
    assert.ok((row?.messages ?? 0) >= 205);
    assert.ok((await quarantined(id)).length <= 200 && (await quarantined(id)).length > 150);
  });

  it("never lets a message that cannot even be parsed hold up another unit's", async () => {
    using first = await connected();
    using second = await connected();
    const head = first.device.message({ reported: { later: 0 }, ver: 0 });
    const deep = '['.repeat(20_000) + ']'.repeat(20_000);
    const good = second.device.message(second.device.samples([{ TCell: 7 }]));
    first.device.publish('twin', JSON.stringify(head).replace('"later":0', `"later":${deep}`));
    second.device.publish('tel', good);
    await portal.settled();
    assert.deepEqual(new Set(second.device.answers(good)), new Set(['got']));
    assert.deepEqual(new Set(first.device.answers(head)), new Set(['bad_shape']));
    assert.equal((await quarantined(first.id)).length, 1);
  });

  it('stores a batch of many samples whole, over months of which none was heard before', async () => {
    using scene = await connected();
    const { device, id } = scene;
    const at = Date.UTC(2025, 7, 31, 22);
    const messages = [0, 1].map((n) =>
      device.message(
        device.samples(
          Array.from({ length: 300 }, (_, i) => ({ TCell: i / 10 })),
          { at: at + n * 300 * 20_000, step_ms: 20_000, hist: true },
        ),
      ),
    );
    for (const message of messages) device.publish('tel', message);
    await portal.settled();
    for (const message of messages) assert.deepEqual(new Set(device.answers(message)), new Set(['got']));
    assert.deepEqual(
      (await samplesOf(id)).map((row) => row.at),
      Array.from({ length: 600 }, (_, i) => at + i * 20_000),
    );
  });

  it('keeps the picture that it tells: what a step moves after the others is saved too', async () => {
    using scene = await connected();
    const { device, id } = scene;
    const told: LiveFrame[] = [];
    using _frames = portal.bus.subscribe('live', ({ serial, frame }) => {
      if (serial === scene.serialNumber) told.push(frame as LiveFrame);
    });
    const started = device.message({ type: 'cycle', event: 'started', runId: 'run-1', function: 1 });
    device.publish('evt', started);
    device.publish('tel', device.message(device.samples([{ TCell: 4 }])));
    await portal.settled();
    assert.deepEqual(new Set(device.answers(started)), new Set(['got']));
    const kept = await portal.db.read((db) =>
      db.selectFrom('live_state').select(['cycle', 'v_cycle']).where('appliance', '=', id).executeTakeFirstOrThrow(),
    );
    const last = told.findLast((frame) => 'cycle' in frame);
    assert.ok(last && 'cycle' in last && last.cycle);
    assert.deepEqual(kept, { cycle: last.cycle, v_cycle: last.v.cycle });
  });

  it("never lets one bad message fail another unit's", async () => {
    using first = await connected();
    using second = await connected();
    const poison = Array.from({ length: 3 }, () =>
      first.device.message({ type: 'local', what: 'a text with \u0000 in it' }),
    );
    const good = Array.from({ length: 3 }, () => second.device.message(second.device.samples([{ TCell: 7 }])));
    for (const [i, bad] of poison.entries()) {
      first.device.publish('evt', bad);
      second.device.publish('tel', good[i]);
    }
    await portal.settled();
    for (const message of good) assert.deepEqual(new Set(second.device.answers(message)), new Set(['got']));
    for (const message of poison) assert.deepEqual(new Set(first.device.answers(message)), new Set(['bad_shape']));
    assert.equal((await samplesOf(second.id)).length, 3);
    assert.equal((await quarantined(first.id)).length, 3);
    assert.equal(await first.device.sendSamples([{ TCell: 1 }]), 'got');
  });

  it('S3.13 keeps metrics it does not know apart, and as evidence that a value was said to be none, or the raw one that cannot be', async () => {
    using scene = await connected();
    const { device, id } = scene;
    await device.sendSamples([
      { TCell: 3.5, TFuture: 12, note: 'x' },
      { TCell: 3276.7, TCore1: null, door: 77, cellSetTemp: null },
      { TCell: 105 + 20 },
    ]);
    const [first, second, third] = await samplesOf(id);
    assert.deepEqual([first?.TCell, first?.other, first?.flags], [3.5, { TFuture: 12, note: 'x' }, 0]);
    assert.deepEqual(
      [second?.TCell, second?.TCore1, second?.door, second?.other],
      [null, null, null, { TCell: 3276.7, TCore1: null, door: 77, cellSetTemp: null }],
    );
    assert.equal(second?.flags, flags.fault);
    assert.deepEqual([third?.TCell, third?.flags], [125, flags.suspect]);
  });

  it('S3.11 S4.16 S4.18 believes the codes of a family, raw as they came, and no other', async () => {
    const believed = async (model: string, values: Readonly<Record<string, number>>) => {
      using scene = await connected(model);
      await scene.device.sendSamples([values]);
      const [row] = await samplesOf(scene.id);
      return Object.keys(values).filter((name) => row?.[name as SentMetricName] !== null);
    };
    const codes = { sanigenLevel: 65_535, operatingMode: 3, cycleFunction: 22, cyclePhase: 15 };
    assert.deepEqual(await believed('MYA 20', codes), ['sanigenLevel', 'operatingMode', 'cyclePhase']);
    assert.deepEqual(await believed('SF Roll 100 RWL', codes), ['cycleFunction', 'cyclePhase']);
    const zone2 = { TCellZone2: 3.5, operatingModeZone2: 4, defrostStateZone2: 6, cellSetTempZone2: 999.9 };
    assert.deepEqual(await believed('CP Next 700 Duo', zone2), ['TCellZone2', 'operatingModeZone2']);
    const second = { TCore5: 3, TCore8: 130, dailyOpenDoor2Counter: 12 };
    assert.deepEqual(await believed('SF Roll 200 RWL', second), ['TCore5', 'dailyOpenDoor2Counter']);
  });

  it('S3.8 S4.16 a cabinet that holds its temperature is running, though no cycle is', async () => {
    const owner = await user();
    const created = await claimedUnit(owner, 'CP Next 700 Duo');
    using device = new TestDevice(portal, created);
    await device.connect();
    const status = async (values: Readonly<Record<string, number>>): Promise<string> => {
      await device.sendSamples([values]);
      return (await owner.call(getAppliance, { params: { id: created.serialNumber } })).status;
    };
    const standby = { powerState: 1, cycleRunning: 0, operatingMode: 0, operatingModeZone2: 0 };
    assert.equal(await status(standby), 'standby');
    assert.equal(await status({ ...standby, operatingModeZone2: 2 }), 'running');
    assert.equal(await status({ ...standby, powerState: 0, operatingModeZone2: 2 }), 'off');
  });

  it('makes the partition of a month before it needs it', async () => {
    using scene = await connected();
    const { device, id } = scene;
    const months = [0, 40, 200, 700].map((days) => portal.clock.now() - days * day_ms);
    for (const at of months) assert.equal(await device.sendSamples([{ TCell: 1 }], { at, hist: true }), 'got');
    const stored = await portal.db.read((db) =>
      sql<{ partition: string; at: number }>`
        select tableoid::regclass::text as partition, at from telemetry where appliance = ${id} order by at desc`.execute(
        db,
      ),
    );
    for (const { partition, at } of stored.rows)
      assert.equal(partition, `telemetry_${new Date(at).toISOString().slice(0, 7).replace('-', '_')}`);
    assert.deepEqual(
      stored.rows.map(({ at }) => at),
      months,
    );
  });

  it('stores many samples of months that have no partition yet, and puts aside what cannot be stored among them', async () => {
    using scene = await connected();
    const { device, id } = scene;
    const samples = Array.from({ length: 25 }, (_, TCell) => ({ TCell }));
    const messages = Array.from({ length: 36 }, (_, n) =>
      device.message(
        device.samples(samples, { at: portal.clock.now() - (300 + 35 * (n % 3)) * day_ms + n, hist: true }),
      ),
    );
    const poison = device.message(device.samples([{ TCell: 1, note: 'a text with \u0000 in it' }], { hist: true }));
    for (const message of messages.toSpliced(20, 0, poison)) device.publish('tel', message);
    await portal.settled();
    assert.equal((await samplesOf(id)).length, 36 * 25);
    assert.equal((await quarantined(id)).length, 1);
    for (const message of messages) assert.deepEqual(new Set(device.answers(message)), new Set(['got']));
    assert.deepEqual(new Set(device.answers(poison)), new Set(['bad_shape']));
  });

  it('shows the newest message by its number, not by its time', async () => {
    const owner = await user();
    const created = await claimedUnit(owner);
    // What is older than the claim would be somebody else's.
    portal.clock.leap(60_000);
    using device = new TestDevice(portal, created);
    await device.connect();
    const shown = async () =>
      (await owner.call(getAppliance, { params: { id: created.serialNumber } })).twin.reported['TCell'];
    const late = device.message(device.samples([{ TCell: 1 }]));
    await device.sendSamples([{ TCell: 2 }], { at: portal.clock.now() - 60_000 });
    assert.equal(await shown(), 2);
    await device.deliver('tel', late);
    assert.equal(await shown(), 2, 'an older number');
    await device.sendSamples([{ TCell: 3 }], { hist: true });
    assert.equal(await shown(), 2, 'backlog');
    await device.sendSamples([{ TCell: 4 }]);
    assert.equal(await shown(), 4);

    // The outbox was formatted: its log becomes current on the next connection, and the old one never again.
    const { log, seq } = device;
    device.format();
    await device.sendSamples([{ TCell: 5 }]);
    assert.equal(await shown(), 4, 'a new log on the old connection');
    await device.cut();
    await device.connect();
    await device.sendSamples([{ TCell: 6 }]);
    assert.equal(await shown(), 6);
    await device.deliver('tel', { ...device.message(device.samples([{ TCell: 7 }])), log, seq });
    assert.equal(await shown(), 6, 'the old log');
  });

  it('every row of history has its identity in the ledger', async () => {
    using scene = await connected();
    const { device, id } = scene;
    for (let i = 0; i < 5; i++) await device.sendSamples([{ TCell: i }]);
    device.seq += 3;
    await device.send('evt', { type: 'door', door: 1, open: true });
    const { rows } = await portal.db.read((db) =>
      sql<{ seen: string; strangers: number }>`
        select seen::text, (
          select count(*)::int from (
            select log, seq from telemetry where appliance = ${id} union all select log, seq from event where appliance = ${id}) h
          where h.log <> r.log or not r.seen @> h.seq) as strangers
        from received r where appliance = ${id}`.execute(db),
    );
    assert.deepEqual(rows, [{ seen: '{[0,5),[8,9)}', strangers: 0 }]);
  });
});

it('a repetition after a restart is acknowledged and stored once', async () => {
  await using place = await makeTestPlace();
  const portal = await startTestPortal({ place });
  const created = await given(portal).unit();
  const first = new TestDevice(portal, created);
  await first.connect();
  const message = { ...first.message(first.samples([{ TCell: 1 }])), log: newLog() };
  assert.equal(await first.deliver('tel', message), 'got');
  await first.cut();
  await portal[Symbol.asyncDispose]();

  await using again = await startTestPortal({ place });
  using second = new TestDevice(again, created);
  await second.connect();
  assert.equal(await second.deliver('tel', message), 'got');
  second.publish('tel', { ...message, boot: 9 });
  await again.settled();
  assert.ok(second.answers(message).includes('conflict'));
  const { rows } = await again.db.read((db) =>
    sql<{ samples: number }>`select count(*)::int as samples from telemetry where log = ${message.log}`.execute(db),
  );
  assert.equal(rows[0]?.samples, 1);
});
