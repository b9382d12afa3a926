import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type BatchRecord, getBatch, listBatches, reviewBatch } from '@brina/contract/calls/record/haccp';
import { getTelemetry } from '@brina/contract/calls/record/telemetry';
import { judgeVersion } from '@brina/domain/haccp/judge-versions';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { makeTestPlace } from '#core/db/test-database.ts';
import { revisionsOf } from '../batches.ts';
import { given } from '../given.ts';
import { startTestPortal } from '../portal.ts';
import { restoreFirstRelease, rowsOf } from './restore.ts';

/** What was measured and told is never touched. */
const kept = ['telemetry', 'event', 'received', 'payload_hash', 'untimed', 'quarantine', 'tenure', 'batch_revision'];

/** What each of its records said, and says by the judge of today. */
const verdicts: Readonly<Record<string, readonly [was: string, is: string]>> = {
  good: ['PASS', 'PASS'],
  slow: ['FAIL', 'FAIL'],
  'pulled out': ['PASS', 'FAIL'],
  'in the cell at first': ['PASS', 'FAIL'],
  'broken point': ['PASS', 'NOT_PROVEN'],
  'first hour missing': ['PASS', 'NOT_PROVEN'],
  'never warm': ['PASS', 'NOT_APPLICABLE'],
};

it('B2.1 S7.35 a database of the first release migrates, loses nothing, and its records are judged again beside what they said', async () => {
  await using place = await makeTestPlace();
  const { now, companyId, runs, tables } = await restoreFirstRelease(place);
  await using portal = await startTestPortal({
    place,
    began_ms: now + minute_ms,
    environment: { BRINA_ACCESS_TOKEN_S: '86400' },
  });
  const colleague = () => given(portal).user('USER', { companyId });
  let owner = await colleague();
  const recordOf = async (run: string): Promise<BatchRecord> => {
    const { serial } = runs[run] ?? { serial: '' };
    const [batch] = await owner.call(listBatches, {
      params: { serial },
      query: { from: now - day_ms, to: portal.clock.now() },
    });
    return owner.call(getBatch, { params: { serial, batchId: batch?.batchId ?? '' } });
  };
  const before = await Promise.all(Object.keys(verdicts).map(recordOf));
  assert.deepEqual(
    before.map(({ verdict, judge, revision, judgedAgain }) => [verdict, judge, revision, judgedAgain]),
    Object.values(verdicts).map(([was]) => [was, 1, 1, 'waits']),
  );

  await portal.clock.advance(2 * minute_ms);
  for (const [run, [was, is]] of Object.entries(verdicts)) {
    const record = await recordOf(run);
    assert.deepEqual(revisionsOf(record), [
      [2, is, 'judge'],
      [1, was, 'complete'],
    ]);
    assert.deepEqual([record.judge, record.judgedAgain], [judgeVersion, 'done']);
    const review = { formerRevision: 1, formerVerdict: was, formerJudge: 1, verdict: is, judge: judgeVersion };
    assert.deepEqual(record.review, was === is ? null : { ...review, reviewed: null }, run);
    if (was === is) continue;
    const params = { serial: runs[run]?.serial ?? '', batchId: record.batchId };
    assert.ok((await owner.call(reviewBatch, { params, body: { revision: 2 } })).reviewed);
  }
  const gone = await recordOf('telemetry gone');
  assert.deepEqual([gone.verdict, gone.revision, gone.judge, gone.judgedAgain], ['PASS', 1, 1, 'telemetry_gone']);

  portal.clock.leap(day_ms);
  await portal.clock.advance(minute_ms);
  owner = await colleague();
  const endless = await recordOf('no end');
  assert.deepEqual([endless.verdict, endless.endReason, endless.revision], ['NOT_PROVEN', 'lost', 1]);

  const { serial, startedAt } = runs['good'] ?? { serial: '', startedAt: 0 };
  const { series } = await owner.call(getTelemetry, {
    params: { id: serial },
    query: { from: startedAt, to: startedAt + 85 * minute_ms, metrics: 'TCore1', points: 1000 },
  });
  assert.equal(Math.max(...(series.TCore1?.max ?? []).map((value) => value ?? 0)), 80);
  for (const table of kept) {
    const then = tables[table] ?? [];
    assert.ok(then.length > 0, table);
    const rows = await portal.db.read((db) => rowsOf(db, table, then));
    const known = new Set(rows.map(textOf));
    assert.deepEqual(
      then.filter((row) => !known.has(textOf(row))),
      [],
      table,
    );
  }
});

const textOf = (row: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
