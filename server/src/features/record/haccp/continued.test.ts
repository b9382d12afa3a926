import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimAppliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { getBatch, listBatches } from '@brina/contract/calls/record/haccp';
import { minute_ms } from '@brina/domain/language/durations';
import { chiller, straight, type Told } from '../../../../test/batches.ts';
import { sharedPortal } from '../../../../test/portal.ts';
import { contentOf } from './haccp.queries.ts';
import { sourcesOf } from './parts/content.ts';
import { makeRecord } from './parts/record.ts';
import { continuedRuns_max } from './sources.queries.ts';

const course = straight([0, 80], [10, 70], [80, 3], [85, 2]);
/** One food, as the needle in it says while it is cooled. */
const sayingFrom =
  (passed_min: number, offset_K = 0): Told['says'] =>
  (min) => {
    const core = course(passed_min + min) + offset_K;
    return { TCore1: core, TCore2: core };
  };

describe('a cycle that goes on with one that was ended early', async () => {
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  const ago = (minutes: number): number => portal.clock.now() - minutes * minute_ms;
  /** Stopped at 40 minutes, started again after a pause. */
  const both = (pause_min: number, offset_K = 0): [Told, Told] => {
    const startedAt = ago(90 + pause_min);
    return [
      { runId: 'first', startedAt, minutes: 40, says: sayingFrom(0) },
      {
        runId: 'second',
        startedAt: startedAt + (40 + pause_min) * minute_ms,
        minutes: 45,
        says: sayingFrom(40, offset_K),
      },
    ];
  };

  for (const order of ['as they were', 'the second one first'])
    it(`B2.1 S7.35 is judged over both from the first start, told ${order}`, async () => {
      using unit = await chiller(portal);
      const [first, second] = both(8);
      for (const told of order === 'as they were' ? [first, second] : [second, first]) await unit.tell(told);
      await portal.clock.advance(16 * minute_ms);
      const [whole, early] = await unit.batches();
      assert.deepEqual([whole?.verdict, early?.verdict], ['PASS_WITH_GAP', 'ABORTED']);
      const record = await unit.record(whole?.batchId ?? '');
      assert.deepEqual(
        [record.continues, record.startedAt, record.gaps.map(({ reason }) => reason), record.sampleCount],
        [early?.batchId, first.startedAt, ['between_cycles'], 171],
      );
      assert.ok(Math.abs((record.minutes ?? 0) - 78) < 0.1, `${record.minutes} min from the first start`);
      const ended = await unit.record(early?.batchId ?? '');
      assert.deepEqual([ended.continuedBy, ended.continues, record.continuedBy], [whole?.batchId, null, null]);
    });

  for (const { title, pause_min, offset_K } of [
    { title: 'is one of its own after more than half an hour', pause_min: 31, offset_K: 0 },
    { title: 'is one of its own with warmer food', pause_min: 8, offset_K: 3.5 },
    { title: 'is one of its own with colder food', pause_min: 8, offset_K: -5.5 },
  ])
    it(`B2.1 S7.35 ${title}`, async () => {
      using unit = await chiller(portal);
      for (const told of both(pause_min, offset_K)) await unit.tell(told);
      await portal.clock.advance(16 * minute_ms);
      const [whole, early] = await unit.batches();
      assert.equal(early?.verdict, 'ABORTED');
      const record = await unit.record(whole?.batchId ?? '');
      assert.deepEqual([record.continues, record.startedAt], [null, whole?.startedAt]);
      assert.equal((await unit.record(early?.batchId ?? '')).continuedBy, null);
    });

  for (const [words, before, verdict] of [
    ['is judged over as many as are looked at', continuedRuns_max, 'PASS'],
    ['is not proven after more of them than are looked at', continuedRuns_max + 1, 'NOT_PROVEN'],
  ] as const)
    it(`B2.1 ${words}, however often a unit starts and stops`, async () => {
      using unit = await chiller(portal);
      const startedAt = ago(100 + 3 * before);
      for (let i = 0; i <= before; i += 1) {
        const minutes = i === before ? 77 : 2;
        const told = { runId: `run ${i}`, startedAt: startedAt + 3 * i * minute_ms, minutes, says: sayingFrom(8) };
        await unit.begin(told);
        await unit.measure(told, 0, minutes);
        await unit.end(told);
      }
      await portal.clock.advance(16 * minute_ms);
      const [last, ...earlier] = await unit.batches();
      assert.equal(last?.verdict, verdict);
      assert.deepEqual(new Set(earlier.map((one) => one.verdict)), new Set(['ABORTED']));
      const record = await unit.lastRecord();
      assert.equal(record.startedAt, startedAt + 3 * (before - continuedRuns_max) * minute_ms);
      assert.deepEqual(record.reasons, verdict === 'PASS' ? [] : ['gap_unbounded']);
      const stored = await portal.db.read((db) => contentOf(db, { id: record.batchId, revision: record.revision }));
      const sources = stored && sourcesOf(stored);
      assert.deepEqual(sources && makeRecord(sources), stored, 'from its content alone it is judged alike');
    });

  it('B2.1 is one of its own once late data say that the first was no longer in time', async () => {
    using unit = await chiller(portal);
    const [first, second] = both(8);
    for (const told of [first, second]) await unit.tell(told);
    await portal.clock.advance(16 * minute_ms);
    const [whole, early] = await unit.batches();
    const batchId = whole?.batchId ?? '';
    assert.equal((await unit.record(batchId)).continues, early?.batchId);
    // It really ended later: the second one began after it, by more than half an hour less a minute.
    const at = second.startedAt - 20_000;
    await unit.send('evt', { at, type: 'cycle', runId: first.runId, function: 0, event: 'ended', reason: 'target' });
    const reached = { ...first, startedAt: first.startedAt + 40 * minute_ms, says: () => ({ TCore1: 2, TCore2: 2 }) };
    await unit.measure(reached, 0.5, 7.5);
    await portal.clock.advance(2 * minute_ms);
    const [, former] = await unit.batches();
    assert.notEqual(former?.verdict, 'ABORTED');
    const record = await unit.record(batchId);
    assert.deepEqual([record.continues, record.startedAt], [null, second.startedAt]);
    assert.equal((await unit.record(early?.batchId ?? '')).continuedBy, null);
  });

  it('B2.1 S1.7 is one of its own in the hands of another owner', async () => {
    using unit = await chiller(portal);
    using other = await chiller(portal);
    const [first, second] = both(8);
    await unit.tell({ ...first, startedAt: ago(41) });
    const { body } = await unit.owner.call(releaseAppliance, { params: { id: unit.serial } });
    await other.owner.call(claimAppliance, {
      body: { activationCode: body.activationCode, labId: other.unit.labId, name: 'Second hand' },
    });
    const startedAt = portal.clock.now() + minute_ms;
    await portal.clock.advance(46 * minute_ms);
    await unit.tell({ ...second, startedAt });
    const now = portal.clock.now();
    const query = { from: startedAt, to: now };
    const [batch] = await other.owner.call(listBatches, { params: { serial: unit.serial }, query });
    const params = { serial: unit.serial, batchId: batch?.batchId ?? '' };
    const record = await other.owner.call(getBatch, { params });
    assert.deepEqual([record.continues, record.startedAt], [null, startedAt]);
  });
});
