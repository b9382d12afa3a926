import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getAppliance, updateAppliance } from '@brina/contract/calls/kitchen/appliances';
import { createRecipe, getRecipe, updateRecipe } from '@brina/contract/calls/kitchen/recipes';
import { listAlarms } from '@brina/contract/calls/record/alarms';
import { type BatchRecord, type BatchSummary, getBatch, listBatches } from '@brina/contract/calls/record/haccp';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { timestamp } from '#core/db/instants.ts';
import { type Chill, type ChillMessage, chillMessages, coolingTime_min, sendAll } from '../../../../test/chill.ts';
import { TestDevice } from '../../../../test/device.ts';
import { given } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';

describe('HACCP', async () => {
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  const { user, claimedUnit } = given(portal);

  /** A connected unit, held since yesterday. */
  async function connected() {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const serial = unit.serialNumber;
    await portal.db.write((db) =>
      sql`with held as (update tenure set from_at = from_at - interval '1 day' where company_id = ${owner.companyId} returning appliance)
        update unit_plan u set from_at = u.from_at - interval '1 day' from held where u.appliance = held.appliance`.execute(
        db,
      ),
    );
    const device = new TestDevice(portal, unit);
    await device.connect();
    const batches = (): Promise<BatchSummary[]> => {
      const now = portal.clock.now();
      return owner.call(listBatches, { params: { serial }, query: { from: now - 2 * day_ms, to: now } });
    };
    const onlyBatch = async (): Promise<BatchSummary> => {
      const [batch, ...more] = await batches();
      assert.ok(batch && more.length === 0, `${more.length + 1} batches`);
      return batch;
    };
    const record = async (): Promise<BatchRecord> =>
      owner.call(getBatch, { params: { serial, batchId: (await onlyBatch()).batchId } });
    return {
      owner,
      unit,
      serial,
      device,
      batches,
      onlyBatch,
      record,
      [Symbol.dispose]: () => device[Symbol.dispose](),
    };
  }

  const startedAgo = (minutes: number): Pick<Chill, 'runId' | 'startedAt'> => ({
    runId: `run ${minutes}`,
    startedAt: portal.clock.now() - minutes * minute_ms,
  });
  const settled = async (after_ms = 0): Promise<void> => {
    portal.clock.leap(after_ms);
    await portal.settled();
  };
  /** The messages without those samples whose message begins within these minutes of the cycle. */
  const without = (messages: readonly ChillMessage[], startedAt: number, [from, to]: readonly [number, number]) => {
    const isMissing = ({ topic, body }: ChillMessage): boolean =>
      topic === 'tel' && body.at >= startedAt + from * minute_ms && body.at < startedAt + to * minute_ms;
    return { kept: messages.filter((one) => !isMissing(one)), isMissing };
  };

  it('S7.35 S2.24 a batch is listed while it runs, and has its record as soon as nothing of it is missing', async () => {
    using scene = await connected();
    const { owner, serial, device, onlyBatch, record } = scene;
    const chill = { ...startedAgo(81), minutes: 80, product: 'Lasagne', lot: 'L7' };
    const messages = chillMessages(chill);
    const endedAt = chill.startedAt + 80 * minute_ms;
    await sendAll(device, messages.slice(0, -2));
    await sendAll(device, [
      { topic: 'evt', body: { at: chill.startedAt + minute_ms, type: 'door', door: 1, open: true } },
      { topic: 'evt', body: { at: chill.startedAt + 1.5 * minute_ms, type: 'door', door: 1, open: false } },
      {
        topic: 'evt',
        body: {
          at: chill.startedAt + minute_ms,
          type: 'alarm',
          name: 'doorOpenAlarm',
          active: true,
          severity: 'alarm',
        },
      },
      {
        topic: 'evt',
        body: {
          at: chill.startedAt + 2 * minute_ms,
          type: 'alarm',
          name: 'doorOpenAlarm',
          active: false,
          severity: 'alarm',
        },
      },
    ]);
    await settled();
    const running = await onlyBatch();
    assert.deepEqual([running.verdict, running.endedAt, running.revision], [null, null, 0]);
    const refusal = await owner.refused(getBatch, { params: { serial, batchId: running.batchId } });
    assert.equal(refusal.status, 404);

    await sendAll(device, messages.slice(-2, -1));
    await settled();
    assert.equal((await onlyBatch()).verdict, null, 'the last interval is not closed yet');
    await sendAll(device, messages.slice(-1));
    await settled();
    const { revisions, samples, stages, alarms, ...said } = await record();
    const appliance = await owner.call(getAppliance, { params: { id: serial } });
    assert.deepEqual([said.batchId, said.batchId], [running.batchId, appliance.cycle?.batchId]);
    assert.deepEqual(
      [said.verdict, said.reasons, said.product, said.lot, said.load_kg, said.endReason, said.rule?.id],
      ['PASS', [], 'Lasagne', 'L7', 40, 'target', 'CHILL_90'],
    );
    const expected_min = coolingTime_min(chill, 70, 3);
    assert.ok(Math.abs((said.minutes ?? 0) - expected_min) <= 0.1, `${said.minutes}, not ${expected_min} min`);
    assert.deepEqual([stages[0]?.from, stages[0]?.to, stages[0]?.limit_min], [70, 3, 90]);
    assert.deepEqual([said.startedAt, said.endedAt], [chill.startedAt, endedAt]);
    assert.deepEqual([said.sampleCount, samples.at.length, said.gaps], [160, 160, []]);
    assert.ok(said.continuity === 100 && Math.abs((samples.core[0] ?? 0) - 75) < 0.01, 'the warmest point');
    assert.equal(said.doorOpenings, 1);
    assert.deepEqual(alarms, [
      { name: 'doorOpenAlarm', from: chill.startedAt + minute_ms, to: chill.startedAt + 2 * minute_ms },
    ]);
    assert.deepEqual(said.plan, [{ phase: 2, startedAt: chill.startedAt, endedAt }]);
    assert.deepEqual(
      revisions.map(({ revision, cause, verdict }) => [revision, cause, verdict]),
      [[1, 'complete', 'PASS']],
    );
    assert.deepEqual((await onlyBatch()).verdict, 'PASS');
  });

  for (const { title, chill, verdict, reason } of [
    { title: 'FAIL when it took too long', chill: { minutes: 120 }, verdict: 'FAIL', reason: ['time_exceeded'] },
    {
      title: 'ABORTED when it was ended before its target',
      chill: { minutes: 60, to: 20 },
      verdict: 'ABORTED',
      reason: ['target_not_reached'],
    },
  ])
    it(`S7.35 the verdict is ${title}`, async () => {
      using scene = await connected();
      await sendAll(scene.device, chillMessages({ ...startedAgo(130), ...chill }));
      await settled();
      const { verdict: said, reasons } = await scene.record();
      assert.deepEqual([said, reasons], [verdict, reason]);
    });

  for (const { title, minutes, warned } of [
    { title: 'a batch that will be cold in time is warned of by nobody', minutes: 80, warned: [] },
    { title: 'that a batch will miss its time is told while it can still be split', minutes: 120, warned: [20, 40] },
  ])
    it(`S3.12 ${title}`, async () => {
      using scene = await connected();
      const { owner, serial, device } = scene;
      const chill = { ...startedAgo(40), minutes };
      const messages = chillMessages(chill);
      const knownUpTo = chill.startedAt + 36 * minute_ms;
      const isKnown = ({ body: { at } }: ChillMessage): boolean => at <= knownUpTo;
      await sendAll(device, messages.filter(isKnown));
      await settled();
      const { warnings } = await owner.call(getAppliance, { params: { id: serial } });
      const since = warnings.map((one) => [one.name, Math.floor((one.since - chill.startedAt) / minute_ms)] as const);
      const [from = 0, to = 0] = warned;
      assert.deepEqual(
        since.map(([name]) => name),
        warned.length > 0 ? ['chillForecastWarning'] : [],
      );
      for (const [, minute] of since) assert.ok(minute >= from && minute <= to, `in minute ${minute}`);

      const rest = messages.filter((message) => !isKnown(message));
      portal.clock.set(chill.startedAt + (minutes + 1) * minute_ms);
      await sendAll(device, rest);
      await settled();
      const query = { from: chill.startedAt, to: portal.clock.now() };
      const names = (await owner.call(listAlarms, { params: { id: serial }, query })).map(({ name }) => name);
      assert.deepEqual(
        names.filter((name) => name.startsWith('chill')),
        warned.length > 0 ? ['chillTimeExceededAlarm', 'chillForecastWarning'] : [],
      );
    });

  it('B3.3 S2.24 names the cycle of the library in the version that ran, also after it was overwritten', async () => {
    using scene = await connected();
    const { owner, device, record } = scene;
    const phases = [{ phase: 3, air: 0, fan: 60, rh: null, end: { by: 'core', target: 3 }, fallback_min: 90 }];
    const head = { description: '', language: 'it_IT', texts: {}, icon: 'pot', colour: 6, laboratoryIds: [] };
    const ragu = {
      ...head,
      title: 'Ragù',
      sector: 'gastronomy' as const,
      definition: { family: 'MF', function: 0, phases },
    };
    const { body: saved } = await owner.call(createRecipe, { body: ragu });
    const params = { recipeId: saved.id };
    const { hash, number } = await owner.call(getRecipe, { params, query: {} });
    const colder = { ...ragu, definition: { ...ragu.definition, phases: [{ ...phases[0], air: -2 }] } };
    await owner.call(updateRecipe, { params, headers: { 'if-match': '"1"' }, body: colder });
    const source = { id: number, v: 1, h: hash };
    const messages = chillMessages({ ...startedAgo(81), minutes: 80, product: 'Ragù', lot: 'L7' });
    await sendAll(
      device,
      messages.map((one) =>
        one.topic === 'evt' && one.body.type === 'cycle' && one.body.event === 'started'
          ? { ...one, body: { ...one.body, source } }
          : one,
      ),
    );
    await settled();
    const { recipe } = await record();
    assert.deepEqual([recipe?.title, recipe?.number, recipe?.version, recipe?.newest], ['Ragù', number, 1, 2]);
  });

  it('S7.35 the verdict is NOT_PROVEN without a needle in the food', async () => {
    using scene = await connected();
    const messages = chillMessages({ ...startedAgo(61), minutes: 60 }).map(({ topic, body }) => ({
      topic,
      body: JSON.parse(
        JSON.stringify(body).replace(/"TCore\d":[-\d.]+/g, (text) => text.replace(/:.*/, ':null')),
      ) as ChillMessage['body'],
    }));
    await sendAll(scene.device, messages);
    await settled();
    const { verdict, reasons, gaps, sampleCount } = await scene.record();
    assert.deepEqual([verdict, reasons, sampleCount], ['NOT_PROVEN', ['no_core'], 120]);
    assert.deepEqual(
      gaps.map(({ reason }) => reason),
      ['probe_fault'],
    );
  });

  it('S7.35 missing data are waited for 15 minutes, then shown as a gap; what comes late makes one new revision', async () => {
    using scene = await connected();
    const { owner, unit, serial, device, onlyBatch, record } = scene;
    const chill = { ...startedAgo(81), minutes: 80 };
    const messages = chillMessages(chill);
    const { kept, isMissing } = without(messages, chill.startedAt, [20, 28]);
    const numbered = messages.map((one) => ({ ...one, message: device.message(one.body) }));
    const late = numbered.filter(isMissing);
    assert.equal(kept.length + late.length, messages.length);
    for (const { topic, message } of numbered.filter((one) => !isMissing(one))) await device.deliver(topic, message);
    await settled(14 * minute_ms);
    assert.equal((await onlyBatch()).revision, 0);
    await settled(2 * minute_ms);
    const first = await record();
    assert.deepEqual(
      [first.verdict, first.revisions[0]?.cause, first.gaps.map(({ reason }) => reason), first.sampleCount],
      ['PASS_WITH_GAP', 'waited', ['portal_down'], 144],
    );
    assert.ok(first.continuity < 95);

    // Renamed and moved since: the record keeps the names it was first written with.
    await owner.call(updateAppliance, { params: { id: serial }, body: { name: 'Renamed', labId: unit.labId } });
    for (const { topic, message } of late) {
      assert.equal(await device.deliver(topic, message), 'got');
      await settled(10_000);
    }
    assert.equal((await onlyBatch()).revision, 1, 'while the backlog drains');
    await settled(minute_ms);
    const second = await record();
    assert.deepEqual(
      second.revisions.map(({ revision, verdict, cause, sampleCount }) => [revision, verdict, cause, sampleCount]),
      [
        [2, 'PASS', 'late_data', 160],
        [1, 'PASS_WITH_GAP', 'waited', 144],
      ],
    );
    assert.deepEqual([second.batchId, second.applianceName, second.gaps], [first.batchId, 'Chiller', []]);

    // News of its time that say nothing about it change nothing.
    await device.send('evt', { type: 'local', what: 'menu opened', at: chill.startedAt + minute_ms });
    await settled(minute_ms);
    assert.equal((await onlyBatch()).revision, 2);
  });

  it('S7.35 a record waits for the alarm rules of its time, also where they are tried again later', async () => {
    using scene = await connected();
    const { serial, device, onlyBatch } = scene;
    const chill = { ...startedAgo(81), minutes: 80 };
    // Without its last sample, so that it is not due yet.
    await sendAll(device, chillMessages(chill).slice(0, -1));
    await settled();
    const now = portal.clock.now();
    await portal.db.write(async (db) => {
      const { id } = await db
        .selectFrom('appliance')
        .select('id')
        .where('serial', '=', serial)
        .executeTakeFirstOrThrow();
      await db
        .updateTable('batch')
        .set({ due_at: timestamp(now) })
        .where('appliance', '=', id)
        .execute();
      // As after a round that failed at this unit.
      await db
        .insertInto('alarm_due')
        .values({ appliance: id, from_at: timestamp(chill.startedAt), due_at: timestamp(now + minute_ms) })
        .execute();
    });
    await settled(minute_ms / 2);
    assert.equal((await onlyBatch()).revision, 0);
    await settled(minute_ms / 2);
    assert.equal((await onlyBatch()).revision, 1);
  });

  it('S7.35 rules that fail for ever keep no record waiting: it is written without them, and once more when they have run', async () => {
    using scene = await connected();
    const { serial, device, onlyBatch, record } = scene;
    const chill = { ...startedAgo(81), minutes: 80 };
    const messages = chillMessages(chill);
    await sendAll(device, messages.slice(0, -1));
    await settled();
    const { id } = await portal.db.read((db) =>
      db.selectFrom('appliance').select('id').where('serial', '=', serial).executeTakeFirstOrThrow(),
    );
    // As after rounds that failed at this unit, and will fail.
    const fail = { appliance: id, from_at: timestamp(chill.startedAt), due_at: timestamp(Infinity) };
    await portal.db.write((db) => db.insertInto('alarm_due').values(fail).execute());
    await sendAll(device, messages.slice(-1));
    await settled();
    await settled(14 * minute_ms);
    assert.equal((await onlyBatch()).revision, 0);
    await settled(2 * minute_ms);
    const without = await record();
    assert.deepEqual([without.verdict, without.revision, without.alarms], ['PASS', 1, []]);
    for (let round = 0; round < 3; round++) await settled(16 * minute_ms);
    assert.equal((await onlyBatch()).revision, 1, 'nothing new is nothing new');

    await portal.db.write(async (db) => {
      const began = timestamp(chill.startedAt + minute_ms);
      await sql`insert into alarm_interval (id, appliance, name, state, started_at, raised_at, cleared_at, raised_by, evidence, found_at)
        values (gen_random_uuid(), ${id}, 'doorOpenAlarm', 'cleared', ${began}, ${began}, ${began}, '{unit}', '{}', ${began})`.execute(
        db,
      );
      await db.deleteFrom('alarm_due').where('appliance', '=', id).execute();
    });
    await settled(minute_ms);
    const second = await record();
    assert.deepEqual(
      [second.revision, second.alarms.map(({ name }) => name), second.revisions[0]?.cause],
      [2, ['doorOpenAlarm'], 'late_data'],
    );
  });

  it('a record contains its samples: it is the same when the telemetry is long gone', async () => {
    using scene = await connected();
    await sendAll(scene.device, chillMessages({ ...startedAgo(81), minutes: 80 }));
    await settled();
    const before = await scene.record();
    await portal.db.write(async (db) => {
      for (const table of [
        'telemetry',
        'event',
        'telemetry_10min',
        'telemetry_hour',
        'clock_offset',
        'connection_interval',
      ])
        await sql`delete from ${sql.table(table)} where appliance = (select id from appliance where serial = ${scene.serial})`.execute(
          db,
        );
    });
    assert.equal(before.samples.at.length, 160);
    assert.deepEqual(await scene.record(), before);
  });

  it('doubts the times of a unit whose clock is more than a minute off', async () => {
    using scene = await connected();
    for (const { topic, body } of chillMessages({ ...startedAgo(83), minutes: 80 }))
      await scene.device.send(topic, { ...body, sent: portal.clock.now() - 90_000 });
    await settled();
    const { clockSuspect, clockOffset_ms } = await scene.record();
    assert.ok(clockSuspect && Math.abs((clockOffset_ms ?? 0) - 90_000) < 10_000);
  });

  it('S8.22 a unit without batches has an empty list', async () => {
    using scene = await connected();
    await scene.device.sendSamples([{ TCell: 2 }]);
    assert.deepEqual(await scene.batches(), []);
  });
});
