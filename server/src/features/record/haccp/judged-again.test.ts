import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reviewBatch } from '@brina/contract/calls/record/haccp';
import { listChanges } from '@brina/contract/calls/record/ledger';
import { type JudgeVersion, judgeVersion, judgeVersions } from '@brina/domain/haccp/judge-versions';
import { minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { timestamp } from '#core/db/instants.ts';
import { chiller, revisionsOf, type Said, straight } from '../../../../test/batches.ts';
import { asJudgedFirst, forgetTelemetry } from '../../../../test/old-records.ts';
import { sharedPortal } from '../../../../test/portal.ts';
import { judgeAgain } from './haccp.jobs.ts';
import { contentOf } from './haccp.queries.ts';
import { pack, sourcesOf } from './parts/content.ts';
import { makeRecord } from './parts/record.ts';

const core = (at: number): Said => ({ TCore1: at, TCore2: at });
const pulledOut = straight([0, 75], [20, 53], [126, 3]);
const slow = straight([2, 74], [130, 3]);

/** What the first judge took for good. */
const falsePasses: readonly { title: string; minutes: number; says: (min: number) => Said; verdict: string }[] = [
  {
    title: 'a needle that was pulled out for half a minute',
    minutes: 128,
    says: (min) => core(min === 20.5 ? -8 : pulledOut(min)),
    verdict: 'FAIL',
  },
  {
    title: 'a needle in the cold chamber at first',
    minutes: 132,
    says: (min) => core(min < 2 ? -6 : slow(min)),
    verdict: 'FAIL',
  },
  {
    title: 'a point that broke while it was the warmest',
    minutes: 62,
    says: (min) => ({
      TCore1: min > 30 ? null : straight([0, 75], [30, 50])(min),
      TCore2: straight([0, 75], [30, 30], [60, 3])(min),
    }),
    verdict: 'NOT_PROVEN',
  },
  {
    title: 'a batch of which the first hour is missing',
    minutes: 80,
    says: (min) => (min < 60 ? null : core(straight([0, 2], [80, 1])(min))),
    verdict: 'NOT_PROVEN',
  },
  {
    title: 'food that was never warm',
    minutes: 40,
    says: (min) => ({ ...core(straight([0, 2], [40, 1])(min)), TCell: -2 }),
    verdict: 'NOT_APPLICABLE',
  },
];

describe('records that an older judge wrote', async () => {
  const portal = await sharedPortal({
    environment: { BRINA_ACCESS_TOKEN_S: '86400' },
    expected: [/a record could not be made/],
  });
  const ago = (minutes: number): number => portal.clock.now() - minutes * minute_ms;

  for (const { title, minutes, says, verdict } of falsePasses)
    it(`B2.1 S7.35 ${title} was a PASS: both verdicts stand until its owner has looked at them`, async () => {
      using unit = await chiller(portal);
      await unit.tell({ runId: 'old', startedAt: ago(minutes + 1), minutes, says });
      await portal.clock.advance(16 * minute_ms);
      const { batchId } = await unit.lastRecord();
      await asJudgedFirst(portal, batchId, { verdict: 'PASS' });
      const before = await unit.record(batchId);
      assert.deepEqual(
        [before.verdict, before.judge, before.judgedAgain, before.samples.points, before.stages[0]?.verdict],
        ['PASS', 1, 'waits', [], null],
      );

      await portal.clock.advance(2 * minute_ms);
      const record = await unit.record(batchId);
      const [[, , firstCause] = []] = revisionsOf(before);
      assert.deepEqual(revisionsOf(record), [
        [2, verdict, 'judge'],
        [1, 'PASS', firstCause],
      ]);
      assert.deepEqual([record.judge, record.judgedAgain, record.samples.points.length], [judgeVersion, 'done', 4]);
      const review = { formerRevision: 1, formerVerdict: 'PASS', formerJudge: 1, verdict, judge: judgeVersion };
      const [listed] = await unit.batches();
      assert.deepEqual([listed?.review, listed?.judge], [{ ...review, reviewed: null }, judgeVersion]);
      assert.deepEqual([record.review, record.may], [{ ...review, reviewed: null }, { review: true }]);

      const params = { serial: unit.serial, batchId };
      const tooOld = await unit.owner.refused(reviewBatch, { params, body: { revision: 1 } });
      assert.deepEqual([tooOld.status, tooOld.code], [409, 'revision_changed']);
      const reviewed = await unit.owner.call(reviewBatch, { params, body: { revision: 2 } });
      const now = portal.clock.now();
      assert.ok(reviewed.reviewed && reviewed.reviewed.by && Math.abs(reviewed.reviewed.at - now) < 1000);
      const entries = await unit.owner.call(listChanges, { query: { after: -1, limit: 500 } });
      const entered = entries.findLast(({ entry }) => entry?.kind === 'review')?.content;
      assert.partialDeepStrictEqual(entered, {
        batch: batchId,
        revision: 2,
        formerVerdict: 'PASS',
        verdict,
        person: { initials: 'TU', role: 'USER' },
      });
      const again = await unit.owner.refused(reviewBatch, { params, body: { revision: 2 } });
      assert.deepEqual([again.status, again.code], [409, 'nothing_to_review']);
      assert.deepEqual([(await unit.batches())[0]?.review, (await unit.record(batchId)).review], [reviewed, reviewed]);
    });

  const good = straight([0, 80], [10, 70], [80, 3], [85, 2]);

  it('B2.1 S7.35 what has no telemetry any more stands as it is, and says so in the record', async () => {
    using unit = await chiller(portal);
    const startedAt = ago(90);
    await unit.tell({ runId: 'old', startedAt, minutes: 85, says: (min) => core(good(min)) });
    const { batchId } = await unit.lastRecord();
    await asJudgedFirst(portal, batchId);
    await forgetTelemetry(portal, unit.serial, startedAt + 40 * minute_ms);
    const before = await unit.record(batchId);
    await portal.clock.advance(2 * minute_ms);
    const after = await unit.record(batchId);
    // Meanwhile a checkpoint may have it.
    const { seal } = after;
    assert.deepEqual(after, { ...before, judgedAgain: 'telemetry_gone', seal });
    assert.equal(seal?.hash, before.seal?.hash);
    assert.deepEqual((await unit.batches())[0]?.judge, 1);
    const params = { serial: unit.serial, batchId };
    const refusal = await unit.owner.refused(reviewBatch, { params, body: { revision: 1 } });
    assert.deepEqual([refusal.status, refusal.code], [409, 'nothing_to_review']);
  });

  it('B2.1 a revision alone is judged to the same again, and by a further judge when its telemetry is long gone', async () => {
    using unit = await chiller(portal, 'MF Plus L 45');
    const startedAt = ago(90);
    const says = (min: number): Said =>
      min > 30 && min < 40 ? null : { TCore1: good(min) - 1, TCore2: good(min), TCore3: min > 60 ? null : good(min) };
    await unit.begin({ runId: 'own', startedAt });
    for (const open of [true, false])
      await unit.send('evt', { at: startedAt + (open ? 1 : 2) * minute_ms, type: 'door', door: 1, open });
    const told = { runId: 'own', startedAt, minutes: 85, says };
    await unit.measure(told, 0, 85);
    await unit.end(told);
    await portal.clock.advance(20 * minute_ms);
    const record = await unit.lastRecord();
    const { batchId } = record;
    assert.deepEqual(record.doors, [{ from: startedAt + minute_ms, to: startedAt + 2 * minute_ms }]);
    assert.deepEqual(
      record.silenced.map(({ point, from }) => [point, from]),
      [[2, startedAt + 60.5 * minute_ms]],
      'the broken point',
    );
    const stored = await portal.db.read((db) => contentOf(db, { id: batchId, revision: record.revision }));
    const sources = stored && sourcesOf(stored);
    assert.ok(sources);
    assert.deepEqual(makeRecord(sources), stored);

    for (const table of ['telemetry', 'event'])
      await portal.db.write((db) =>
        sql`delete from ${sql.table(table)} where appliance = (select id from appliance where serial = ${unit.serial})`.execute(
          db,
        ),
      );
    const further: JudgeVersion = {
      version: judgeVersion + 1,
      concerns: ({ storedName }) => storedName === record.model,
      before: 'before.3',
    };
    while (await judgeAgain(portal, [...judgeVersions, further]));
    const again = await unit.record(batchId);
    assert.deepEqual(revisionsOf(again).slice(0, 2), [
      [record.revision + 1, record.verdict, 'judge'],
      revisionsOf(record)[0],
    ]);
    const { revision, revisions, judgedAgain, seal } = again;
    assert.deepEqual(again, { ...record, revision, revisions, judgedAgain, seal });
  });

  it('B2.1 a record by another version of its rule is not judged again by the one of today', async () => {
    using unit = await chiller(portal);
    await unit.tell({ runId: 'own', startedAt: ago(90), minutes: 85, says: (min) => core(good(min)) });
    await portal.clock.advance(16 * minute_ms);
    const { batchId, model } = await unit.lastRecord();
    const stored = await portal.db.read((db) => contentOf(db, { id: batchId, revision: 1 }));
    assert.ok(stored?.evidence && stored.rule);
    const { content } = pack({ ...stored, evidence: stored.evidence, rule: { ...stored.rule, version: '0' } });
    await portal.db.write((db) =>
      sql`update batch_revision set content = ${content} where batch = ${batchId}`.execute(db),
    );
    const concerns: JudgeVersion['concerns'] = ({ storedName }) => storedName === model;
    const further: JudgeVersion = { version: judgeVersion + 1, concerns, before: 'before.3' };
    while (await judgeAgain(portal, [...judgeVersions, further]));
    const record = await unit.record(batchId);
    assert.deepEqual([record.rule?.version, record.revisions.length], ['0', 1]);
  });

  const failing = async (): Promise<number> => {
    const metrics = await (await fetch(`http://127.0.0.1:${portal.httpPort}/metrics`)).text();
    return Number(/^brina_haccp_records_failing (\d+)$/m.exec(metrics)?.[1]);
  };

  it('B2.1 one record that cannot be made holds up no other, when it is due and when it is judged again, and is counted', async () => {
    using broken = await chiller(portal);
    using sound = await chiller(portal);
    const told = { runId: 'own', startedAt: ago(100), minutes: 85, says: (min: number) => core(slow(min)) };
    await broken.tell(told);
    await portal.clock.advance(16 * minute_ms);
    const { batchId, model } = await broken.lastRecord();
    const { rows: contents } = await portal.db.read((db) =>
      sql<{ content: Uint8Array }>`select content from batch_revision where batch = ${batchId}`.execute(db),
    );
    await portal.db.write((db) =>
      sql`update batch_revision set content = 'nothing' where batch = ${batchId}`.execute(db),
    );
    await broken.send('evt', { at: told.startedAt + 3 * minute_ms, type: 'door', door: 1, open: true });
    await portal.db.write((db) =>
      sql`update batch set due_at = ${timestamp(portal.clock.now() - minute_ms)} where id = ${batchId}`.execute(db),
    );
    await sound.tell(told);
    await portal.clock.advance(16 * minute_ms);
    assert.equal((await sound.batches())[0]?.revision, 1);
    assert.equal(await failing(), 1);
    await portal.db.write((db) => sql`update batch set due_at = null where id = ${batchId}`.execute(db));
    const concerns: JudgeVersion['concerns'] = ({ storedName }) => storedName === model;
    const further: JudgeVersion = { version: judgeVersion + 1, concerns, before: 'before.3' };
    while (await judgeAgain(portal, [...judgeVersions, further]));
    const other = await sound.lastRecord();
    const considered = await portal.db.read((db) =>
      sql<{ considered_by: number }>`
        select considered_by from batch where id in (${batchId}, ${other.batchId})`.execute(db),
    );
    assert.deepEqual(
      considered.rows.map((row) => row.considered_by),
      [judgeVersion + 1, judgeVersion + 1],
    );
    assert.equal(await failing(), 1, 'of it is not known that it can be made');
    await portal.db.write((db) =>
      sql`update batch_revision set content = ${contents[0]?.content} where batch = ${batchId}`.execute(db),
    );
    await broken.send('evt', { at: told.startedAt + 4 * minute_ms, type: 'door', door: 1, open: false });
    await portal.clock.advance(minute_ms);
    await portal.settled();
    assert.equal(await failing(), 0);
  });

  it('B2.1 late data that find another judge: where the old samples alone had another verdict, it is his', async () => {
    using unit = await chiller(portal);
    const told = {
      runId: 'old',
      startedAt: ago(133),
      minutes: 132,
      says: (min: number) => core(min < 2 ? -6 : slow(min)),
    };
    await unit.begin(told);
    await unit.measure(told, 0, 60);
    await unit.measure(told, 63, 132);
    await unit.end(told);
    await portal.clock.advance(16 * minute_ms);
    const { batchId } = await unit.lastRecord();
    await asJudgedFirst(portal, batchId, { verdict: 'PASS' });
    await unit.measure(told, 60, 63);
    await portal.clock.advance(2 * minute_ms);
    const record = await unit.record(batchId);
    const [latest] = revisionsOf(record);
    assert.deepEqual(latest, [2, 'FAIL', 'judge']);
    assert.equal(record.sampleCount, 264, 'with what came late');
    assert.deepEqual([record.review?.formerVerdict, record.review?.verdict], ['PASS', 'FAIL']);
  });

  it('B2.1 a late message turns FAIL into PASS only where it proves it, and the first revision stays listed', async () => {
    using unit = await chiller(portal);
    // The needle was taken out after the end of the chill: without the moments around it, the food seems to have warmed.
    const out = (min: number): Said => core(min < 86 ? good(min) : 22);
    const told = {
      runId: 'taken out',
      startedAt: ago(131),
      minutes: 130,
      says: (min: number) => ({ ...out(min), TCell: 15 }),
    };
    await unit.begin(told);
    await unit.measure(told, 0, 80.5);
    await unit.measure(told, 88, 130);
    await unit.end(told);
    await portal.clock.advance(16 * minute_ms);
    const first = await unit.lastRecord();
    assert.equal(first.verdict, 'FAIL');
    await unit.measure(told, 80.5, 88);
    await portal.clock.advance(2 * minute_ms);
    const second = await unit.record(first.batchId);
    assert.deepEqual(revisionsOf(second), [
      [2, 'PASS', 'late_data'],
      [1, 'FAIL', 'complete'],
    ]);
    assert.equal(second.review, null, 'no judge changed it');

    // Slow food is too late whatever is missing of it, and stays so.
    using other = await chiller(portal);
    const late = { runId: 'slow', startedAt: ago(133), minutes: 132, says: (min: number) => core(slow(min)) };
    await other.begin(late);
    await other.measure(late, 0, 50);
    await other.measure(late, 62, 132);
    await other.end(late);
    await portal.clock.advance(16 * minute_ms);
    assert.equal((await other.lastRecord()).verdict, 'FAIL');
    await other.measure(late, 50, 62);
    await portal.clock.advance(2 * minute_ms);
    assert.deepEqual(revisionsOf(await other.lastRecord()), [
      [2, 'FAIL', 'late_data'],
      [1, 'FAIL', 'complete'],
    ]);
  });
});
