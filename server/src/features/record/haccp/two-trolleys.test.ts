import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listAlarms } from '@brina/contract/calls/record/alarms';
import { type BatchRecord, getBatch, listBatches } from '@brina/contract/calls/record/haccp';
import { families } from '@brina/domain/appliance/families/families';
import { type JudgeVersion, judgeVersion, judgeVersions } from '@brina/domain/haccp/judge-versions';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { makeTestPlace } from '#core/db/test-database.ts';
import { type Chill, chillMessages, coolingTime_min, sendAll } from '../../../../test/chill.ts';
import { TestDevice } from '../../../../test/device.ts';
import { given } from '../../../../test/given.ts';
import { asJudgedFirst, forgetTelemetry } from '../../../../test/old-records.ts';
import { sharedPortal, startTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { judgeAgain } from './haccp.jobs.ts';
import { latestRecord } from './haccp.queries.ts';

/** Chilling to a core of +3 °C, as this family numbers it. */
const chillingOf = (family: 'MF' | 'SF'): number =>
  Number(Object.entries(families[family].functions).find(([, { record }]) => record === 'chill')?.[0]);
const trolleyUnit = 'SF Roll 200 RWL';

/** A batch, of 80 minutes unless said otherwise, that a unit of an own company has just told of. */
async function batchOf(portal: TestPortal, chill: Partial<Chill>, model = trolleyUnit) {
  const { user, claimedUnit } = given(portal);
  const owner = await user();
  const unit = await claimedUnit(owner, model);
  await portal.db.write((db) =>
    sql`update tenure set from_at = from_at - interval '1 day' where company_id = ${owner.companyId}`.execute(db),
  );
  using device = new TestDevice(portal, unit);
  await device.connect();
  const { minutes = 80 } = chill;
  const startedAt = portal.clock.now() - (minutes + 1) * minute_ms;
  const messages = chillMessages({
    runId: 'trolleys',
    startedAt,
    minutes,
    function: chillingOf(model.startsWith('SF') ? 'SF' : 'MF'),
    ...chill,
  });
  await sendAll(device, messages);
  await portal.settled();
  const serial = unit.serialNumber;
  const now = portal.clock.now();
  const [batch] = await owner.call(listBatches, { params: { serial }, query: { from: now - day_ms, to: now } });
  assert.ok(batch);
  const record = await owner.call(getBatch, { params: { serial, batchId: batch.batchId } });
  const alarms = await owner.call(listAlarms, {
    params: { id: serial },
    query: { from: now - day_ms, to: now + 1000 },
  });
  return { unit, batch, record, alarms: alarms.map(({ name }) => name) };
}

describe('a batch on two trolleys', async () => {
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });

  it('S7.35 S1.7 passes when both are cold in time, by the time of the slower one', async () => {
    const slower = { minutes: 86 };
    const { batch, record, alarms } = await batchOf(portal, { minutes: 86, to: -4, second: slower });
    assert.deepEqual([record.verdict, record.reasons, record.judge], ['PASS', [], judgeVersion]);
    const expected_min = coolingTime_min(slower, 70, 3);
    assert.ok(Math.abs((record.minutes ?? 0) - expected_min) <= 0.1, `${record.minutes}, not ${expected_min} min`);
    assert.deepEqual([batch.verdict, batch.minutes], ['PASS', record.minutes], 'in the list too');
    assert.deepEqual(alarms, []);
  });

  it('S7.35 S1.7 is ended early when the second stays warm, whatever the first does, and fails once its time is over', async () => {
    // The first is at +2 °C after 80 minutes; the second never falls below +40 °C.
    const stopped = await batchOf(portal, { second: { minutes: 10_000, from: 42.5 } });
    assert.deepEqual([stopped.record.verdict, stopped.record.reasons], ['ABORTED', ['target_not_reached']]);
    assert.equal(stopped.batch.verdict, 'ABORTED', 'in the list too');
    const atEnd = stopped.record.samples.core.at(-1) ?? 0;
    assert.ok(atEnd > 40, `the curve shows ${atEnd} °C, the warmer trolley`);
    assert.deepEqual(stopped.alarms, ['chillForecastWarning'], 'alarm and record tell the same');

    const late = await batchOf(portal, { minutes: 100, to: -5, second: { minutes: 200 } });
    assert.deepEqual([late.record.verdict, late.record.reasons], ['FAIL', ['time_exceeded']]);
    assert.ok(late.alarms.includes('chillTimeExceededAlarm'), late.alarms.join());
  });

  it('S7.35 is judged by the first needle where the second gives no value, which an alarm tells', async () => {
    const { record, alarms } = await batchOf(portal, { second: { minutes: 200 }, broken: 2 });
    assert.deepEqual([record.verdict, record.gaps], ['PASS', []]);
    const expected_min = coolingTime_min({ minutes: 80 }, 70, 3);
    assert.ok(Math.abs((record.minutes ?? 0) - expected_min) <= 0.1);
    assert.deepEqual(
      alarms.toSorted(),
      [5, 6, 7, 8].map((point) => `coreProbe${point}Alarm`),
    );
  });

  it('S7.35 is judged by the second needle where the first gives no value', async () => {
    const { record, alarms } = await batchOf(portal, { second: { minutes: 78 }, broken: 1 });
    assert.deepEqual([record.verdict, record.gaps], ['PASS', []]);
    const expected_min = coolingTime_min({ minutes: 78 }, 70, 3);
    assert.ok(Math.abs((record.minutes ?? 0) - expected_min) <= 0.1);
    assert.deepEqual(alarms.toSorted(), ['coreProbe1Alarm', 'coreProbe2Alarm']);
  });

  it('S7.35 late news that say nothing about a record make no revision of it; a newer judge does, once', async () => {
    const { unit, record } = await batchOf(portal, {}, 'MF Next L 45');
    await asJudgedFirst(portal, record.batchId);
    using device = new TestDevice(portal, unit);
    await device.connect();
    await device.send('evt', { type: 'local', what: 'menu opened', at: record.startedAt + minute_ms });
    await portal.clock.advance(2 * minute_ms);
    const stands = await readRecord(portal, record.batchId);
    const again = [
      [2, 'PASS', 'judge'],
      [1, 'PASS', 'complete'],
    ];
    assert.deepEqual(stands && [revisionsOf(stands), stands.judge, stands.judgedAgain], [again, judgeVersion, 'done']);
    await device.send('evt', { type: 'local', what: 'menu opened', at: record.startedAt + 2 * minute_ms });
    await portal.clock.advance(2 * minute_ms);
    const later = await readRecord(portal, record.batchId);
    assert.deepEqual(later && withoutCheckpoint(later), stands && withoutCheckpoint(stands));
  });

  it('S7.35 a further version judges the records of the models that it concerns again, once, and no others', async () => {
    const concerned = await batchOf(portal, {}, 'MF Plus L 45');
    const spared = await batchOf(portal, {});
    const further: JudgeVersion = {
      version: judgeVersion + 1,
      concerns: ({ storedName }) => storedName === concerned.record.model,
      before: 'before.2',
    };
    const shown = async ({ record }: { record: Revised }) => {
      const found = await readRecord(portal, record.batchId);
      return found && revisionsOf(found);
    };
    for (const round of [1, 2]) {
      while (await judgeAgain(portal, [...judgeVersions, further]));
      const again = [
        [2, 'PASS', 'judge'],
        [1, 'PASS', 'complete'],
      ];
      assert.deepEqual([await shown(concerned), await shown(spared)], [again, [[1, 'PASS', 'complete']]], `${round}`);
    }
  });
});

type Revised = Omit<BatchRecord, 'recipe' | 'before'>;

const revisionsOf = ({ revisions }: Revised) =>
  revisions.map(({ revision, verdict, cause }) => [revision, verdict, cause]);

describe('records that an older version judged', () => {
  it('S7.35 of trolley units are judged again once, beside what stood; without their telemetry they stand', async () => {
    await using place = await makeTestPlace();
    const warm = { second: { minutes: 200 } };
    const before = await (async () => {
      await using portal = await startTestPortal({ place });
      const batches = {
        warm: await batchOf(portal, warm),
        forgotten: await batchOf(portal, warm),
      };
      for (const { record } of Object.values(batches)) await asJudgedFirst(portal, record.batchId);
      // A partition of telemetry ends within the batch, and is dropped.
      await forgetTelemetry(
        portal,
        batches.forgotten.unit.serialNumber,
        batches.forgotten.record.startedAt + 9 * minute_ms,
      );
      return batches;
    })();

    const shown = async (portal: TestPortal, { record }: { record: Revised }): Promise<Revised> => {
      const found = await readRecord(portal, record.batchId);
      assert.ok(found);
      return found;
    };
    for (const start of [1, 2]) {
      await using portal = await startTestPortal({ place });
      await portal.clock.advance(2 * minute_ms);
      const again = await shown(portal, before.warm);
      assert.deepEqual(
        revisionsOf(again),
        [
          [2, 'ABORTED', 'judge'],
          [1, 'PASS', 'complete'],
        ],
        `start ${start}`,
      );
      assert.deepEqual(again.review, {
        formerRevision: 1,
        formerVerdict: 'PASS',
        formerJudge: 1,
        verdict: 'ABORTED',
        judge: judgeVersion,
        reviewed: null,
      });
      const { revisions, review, seal } = again;
      const around = { revision: 2, revisions, review, seal, judgedAgain: 'done' };
      // Which cycle it was stands beside a record, not in it, and so does the one before.
      const { recipe: _, before: __, ...known } = before.warm.record;
      assert.deepEqual(again, { ...known, ...around }, 'as if it had been judged so at once');

      const stands = await shown(portal, before.forgotten);
      assert.deepEqual(
        [revisionsOf(stands), stands.judge, stands.judgedAgain],
        [[[1, 'PASS', 'complete']], 1, 'telemetry_gone'],
      );
    }
  });
});

it('S7.35 B2.12 a record whose telemetry is not kept any more is not judged again, whatever the unit tells of that time', async () => {
  await using portal = await startTestPortal();
  // What is told late reaches further back at the end of a month than telemetry is kept.
  portal.clock.set(Date.UTC(2026, 10, 29, 10));
  const { unit, record } = await batchOf(portal, { second: { minutes: 200 } });
  const judgedBy = (version: number) =>
    portal.db.write((db) => db.updateTable('batch').set({ considered_by: version }).execute());
  await asJudgedFirst(portal, record.batchId);
  await judgedBy(judgeVersion);
  await portal.age(Date.UTC(2029, 0, 1, 1) - portal.clock.now());
  using device = new TestDevice(portal, unit);
  await device.connect();
  // The same moments with other temperatures, told anew.
  const { startedAt } = record;
  const told = chillMessages({ runId: 'trolleys', startedAt, minutes: 80, to: -5, second: { minutes: 80 } });
  await sendAll(
    device,
    told.flatMap(({ topic, body }) => (topic === 'tel' ? [{ topic, body: { ...body, hist: true } }] : [])),
  );
  await judgedBy(1);
  await portal.clock.advance(2 * minute_ms);
  const stands = await readRecord(portal, record.batchId);
  assert.deepEqual(stands && [revisionsOf(stands), stands.judge], [[[1, 'PASS', 'complete']], 1]);
});

/** Its seal's checkpoint comes by the clock, whatever news there are. */
const withoutCheckpoint = <R extends { seal: { checkpointAt: number | null } | null }>(record: R): R => ({
  ...record,
  seal: record.seal && { ...record.seal, checkpointAt: null },
});

/** As its company's own people see it. */
const readRecord = (portal: TestPortal, id: string) =>
  portal.db.read((db) =>
    latestRecord(db, id, { role: 'USER', member: null, status: 'ACTIVE', tos: true, lacksFactor: false }),
  );
