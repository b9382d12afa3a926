import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type BatchRecord, getBatch, listBatches, reviewBatch } from '@brina/contract/calls/record/haccp';
import { judgeBatch } from '@brina/domain/haccp/judge';
import { judgeVersion } from '@brina/domain/haccp/judge-versions';
import { type Curve, samplesOf, start } from '@brina/domain/haccp/testing/curves';
import type { Verdict } from '@brina/domain/haccp/verdicts';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { TestDevice } from '../../../../test/device.ts';
import { storeAsFormer } from '../../../../test/former-record.ts';
import { given } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';
import { contentOf, recordSources } from './haccp.queries.ts';
import { batchOf, makeRecord, sourcesIn } from './parts/record.ts';

/** A load as a unit tells it: its points and the air along curves, minutes since the start of the cycle. */
type Load = {
  points: Readonly<Record<string, Curve>>;
  air?: Curve;
  none?: readonly [number, number];
  length_min: number;
};

/** What looked like a PASS to the first judge, and what it is. */
const deceiving: Readonly<Record<string, Load & { is: Verdict; because: string }>> = {
  'a needle pulled out for half a minute': {
    points: { TCore1: '0,75 20,53 20.17,-8 20.5,-8 20.67,52.4 126,3' },
    length_min: 126,
    is: 'FAIL',
    because: 'time_exceeded',
  },
  'a needle in the cold cell for the first two minutes': {
    points: { TCore1: '0,-6 2,-6 2.17,74 130,3' },
    length_min: 130,
    is: 'FAIL',
    because: 'time_exceeded',
  },
  'the warmest point breaks after half an hour': {
    points: { TCore1: '0,75 30,50', TCore2: '0,75 30,30 60,3' },
    length_min: 60,
    is: 'NOT_PROVEN',
    because: 'probe_fault',
  },
  'nothing for the first hour, then cold': {
    points: { TCore1: '0,70 59,3 80,1' },
    none: [0, 60],
    length_min: 80,
    is: 'NOT_PROVEN',
    because: 'start_not_seen',
  },
  'a needle stuck at 2 °C while hot food warms the air': {
    points: { TCore1: '0,2 80,2' },
    air: '0,12 30,-3 80,-6',
    length_min: 80,
    is: 'NOT_PROVEN',
    because: 'core_below_air',
  },
  'food that was never warm': {
    points: { TCore1: '0,2 40,1' },
    air: '0,0 40,-2',
    length_min: 40,
    is: 'NOT_APPLICABLE',
    because: 'loaded_cold',
  },
};

describe('what looks like a pass', async () => {
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  const { user, claimedUnit } = given(portal);

  async function told({ points, air = '0,-8 1000,-8', none, length_min }: Load) {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const serial = unit.serialNumber;
    await portal.db.write((db) =>
      sql`update tenure set from_at = from_at - interval '1 day' where company_id = ${owner.companyId}`.execute(db),
    );
    using device = new TestDevice(portal, unit);
    await device.connect();
    const startedAt = portal.clock.now() - (length_min + 1) * minute_ms;
    const names = Object.keys(points);
    const samples = samplesOf(Object.values(points), { air, none }).map(({ at, core, air: cell }): [number, object] => [
      at - start,
      { TCell: cell, ...Object.fromEntries(names.map((name, i) => [name, core[i]])) },
    ]);
    const cycle = { type: 'cycle', runId: 'load', function: 0 };
    await device.send('evt', { at: startedAt, ...cycle, event: 'started', lot: 'L1' });
    for (let i = 0; i < samples.length; i += 60) {
      const part = samples.slice(i, i + 60);
      const [[first]] = part as [[number, object]];
      await device.send('tel', {
        at: startedAt + first,
        s: part.map(([at, values]) => [at - first, values]),
        hist: false,
      });
    }
    const endedAt = startedAt + length_min * minute_ms;
    await device.send('evt', { at: endedAt, ...cycle, event: 'ended', reason: 'target' });
    await device.send('tel', { at: endedAt + 5000, s: [[0, { TCell: -8 }]], hist: false });
    await portal.settled();
    const now = portal.clock.now();
    const listed = async () => {
      const [batch] = await owner.call(listBatches, { params: { serial }, query: { from: now - day_ms, to: now } });
      assert.ok(batch);
      return batch;
    };
    const { batchId } = await listed();
    const record = (): Promise<BatchRecord> => owner.call(getBatch, { params: { serial, batchId } });
    return { owner, serial, batchId, listed, record };
  }

  for (const [what, { is, because, ...load }] of Object.entries(deceiving))
    it(`B2.1 B2.2 ${what} is ${is}, and its record can be judged again by itself`, async () => {
      const { batchId, record } = await told(load);
      const said = await record();
      assert.equal(said.verdict, is, said.reasons.join());
      assert.ok(said.reasons.includes(because), said.reasons.join());
      assert.deepEqual(
        said.samples.points.filter(({ values }) => values.some((value) => value !== null)).map(({ name }) => name),
        Object.keys(load.points),
      );
      const content = await portal.db.read((db) => contentOf(db, { id: batchId, revision: 1 }));
      assert.ok(content);
      const again = judgeBatch(batchOf(sourcesIn(content, 'chill')));
      assert.deepEqual([again.verdict, again.reasons], [said.verdict, said.reasons]);
    });

  it('B2.1 what the first judge stored as passed is judged again once: both stand in list and record until somebody has looked', async () => {
    const {
      is,
      because: _,
      ...load
    } = deceiving['a needle pulled out for half a minute'] as (typeof deceiving)[string];
    const { owner, serial, batchId, listed, record } = await told(load);
    const content = await portal.db.read((db) => contentOf(db, { id: batchId, revision: 1 }));
    assert.ok(content);
    await storeAsFormer(portal, batchId, content, { verdict: 'PASS', minutes: 15.6, reasons: [] });
    assert.deepEqual([(await listed()).verdict, (await listed()).rejudging], ['PASS', 'waits']);
    await portal.clock.advance(2 * minute_ms);
    const { verdict, revision, judge, rejudging, review } = await listed();
    assert.deepEqual([verdict, revision, judge, rejudging], [is, 2, judgeVersion, 'done']);
    const both = { formerRevision: 1, formerVerdict: 'PASS', revision: 2, verdict: is, reviewed: null };
    assert.deepEqual(review, both);
    const said = await record();
    assert.deepEqual([said.review, said.may.review], [both, true]);
    assert.deepEqual(
      said.revisions.map((one) => [one.revision, one.verdict, one.cause]),
      [
        [2, is, 'judge'],
        [1, 'PASS', 'complete'],
      ],
    );

    const params = { serial, batchId };
    const early = await owner.refused(reviewBatch, { params, body: { revision: 1 } });
    assert.deepEqual([early.status, early.code], [409, 'revision_changed']);
    const looked = await owner.call(reviewBatch, { params, body: { revision: 2 } });
    assert.ok(looked.reviewed?.by && looked.reviewed.at <= portal.clock.now());
    assert.deepEqual((await listed()).review, looked);
    const twice = await owner.refused(reviewBatch, { params, body: { revision: 2 } });
    assert.deepEqual([twice.status, twice.code], [409, 'nothing_to_review']);
    const audited = await portal.db.read((db) =>
      db.selectFrom('audit').select(['action', 'on_id']).where('on_id', '=', batchId).execute(),
    );
    assert.deepEqual(
      audited.map(({ action }) => action),
      ['batch.review'],
    );
  });

  it('B2.1 B2.2 sources read from telemetry and from the record make the same record', async () => {
    const { batchId } = await told({
      points: { TCore1: '0,80 10,70 40,25 80,3 85,2', TCore3: '0,78 10,60 40,15 85,-4' },
      length_min: 85,
    });
    const [fromTelemetry, content] = await portal.db.read(async (db) => [
      await recordSources(db, batchId, portal.clock.now()),
      await contentOf(db, { id: batchId, revision: 1 }),
    ]);
    assert.ok(fromTelemetry && content);
    const { plan: _, ...again } = makeRecord(sourcesIn(content, 'chill'));
    const { plan: __, ...first } = makeRecord(fromTelemetry);
    assert.deepEqual(again, first);
  });
});
