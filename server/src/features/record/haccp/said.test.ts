import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linkBatch } from '@brina/contract/calls/record/haccp';
import { amendBatch } from '@brina/contract/calls/record/remarks';
import { makersPlan } from '@brina/domain/haccp/plans/food-plan';
import { hour_ms, minute_ms, second_ms } from '@brina/domain/language/durations';
import { chiller, revisionsOf, straight, type Told } from '../../../../test/batches.ts';
import { sharedPortal } from '../../../../test/portal.ts';
import { grantOf, saveFoodPlan } from '../../../../test/signing.ts';

const course = straight([0, 72], [3, 70], [75, 3], [80, 2]);
const says: Told['says'] = (min) => ({ TCore1: course(min), TCore2: course(min) });

describe('what a person says of a batch that its judge goes by', async () => {
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });

  /** A unit of a company that judges as cook-chill kitchens do: into the chiller within 30 min of cooking. */
  async function cookChill() {
    const unit = await chiller(portal);
    const primary = { ...makersPlan.primary, chill: { id: 'UK_COOKCHILL_1989', version: null } } as const;
    await saveFoodPlan(unit.owner, unit.unit.labId, { ...makersPlan, primary });
    await portal.clock.advance(minute_ms);
    return unit;
  }

  it('B2.1 S1.7 food that waited for longer after cooking than its rule allows fails once somebody says so; before that the record says that it is not recorded', async () => {
    using unit = await cookChill();
    const startedAt = portal.clock.now();
    portal.clock.leap(2 * hour_ms);
    await unit.tell({ runId: 'r1', startedAt, minutes: 80, says });
    await portal.clock.advance(16 * minute_ms);
    const before = await unit.lastRecord();
    assert.deepEqual([before.verdict, before.cookedAt], ['PASS', null]);
    const params = { serial: unit.serial, batchId: before.batchId };
    const say = (cookedAt: number | null, reason?: string) =>
      unit.owner.call(amendBatch, { params, body: { cookedAt, ...(reason && { reason }) } });
    for (const cookedAt of [startedAt + minute_ms, startedAt - 12 * hour_ms - 1, 0]) {
      const refusal = await unit.owner.refused(amendBatch, { params, body: { cookedAt } });
      assert.deepEqual([refusal.status, refusal.code], [422, 'cooked_at_range']);
    }
    await say(startedAt - 36 * minute_ms);
    await portal.clock.advance(5 * second_ms);
    const late = await unit.record(before.batchId);
    assert.deepEqual(
      [late.verdict, late.reasons, late.cookedAt],
      ['FAIL', ['started_late'], startedAt - 36 * minute_ms],
    );
    assert.deepEqual(revisionsOf(late), [
      [2, 'FAIL', 'said'],
      [1, 'PASS', 'complete'],
    ]);
    assert.equal(late.actions.length, 1, 'what failed calls for somebody');
    const unexplained = await unit.owner.refused(amendBatch, { params, body: { cookedAt: startedAt } });
    assert.deepEqual([unexplained.status, unexplained.code], [422, 'amendment_reason']);
    await say(startedAt - 20 * minute_ms, 'The clock of the oven was read wrong.');
    await portal.clock.advance(5 * second_ms);
    const mended = await unit.record(before.batchId);
    assert.deepEqual([mended.verdict, mended.revision], ['PASS', 3]);
    assert.deepEqual(
      mended.amendments.map(({ field, was, now }) => [field, was, now]),
      [
        ['cookedAt', null, startedAt - 36 * minute_ms],
        ['cookedAt', startedAt - 36 * minute_ms, startedAt - 20 * minute_ms],
      ],
    );
  });

  it('B2.1 what is said while the cycle runs is in its first revision', async () => {
    using unit = await cookChill();
    const told: Told = { runId: 'r1', startedAt: portal.clock.now(), minutes: 80, says };
    await unit.begin(told);
    await portal.clock.advance(minute_ms);
    const [batch] = await unit.batches();
    const params = { serial: unit.serial, batchId: batch?.batchId ?? '' };
    await unit.owner.call(amendBatch, { params, body: { cookedAt: told.startedAt - 40 * minute_ms } });
    portal.clock.leap(80 * minute_ms);
    await unit.measure(told, 0, 80);
    await unit.end(told);
    await portal.clock.advance(16 * minute_ms);
    const record = await unit.record(params.batchId);
    assert.deepEqual([record.verdict, revisionsOf(record)], ['FAIL', [[1, 'FAIL', 'complete']]]);
  });

  /** Chilled for 40 minutes, and for the rest of its time after a pause. */
  async function inTwo(pause_min: number) {
    const unit = await chiller(portal);
    const startedAt = portal.clock.now();
    const again = startedAt + (40 + pause_min) * minute_ms;
    portal.clock.leap((90 + pause_min) * minute_ms);
    const from =
      (passed_min: number): Told['says'] =>
      (min) =>
        says(passed_min + min);
    await unit.tell({ runId: 'first', startedAt, minutes: 40, says });
    await unit.tell({ runId: 'second', startedAt: again, minutes: 45, says: from(40) });
    await portal.clock.advance(16 * minute_ms);
    const [second, first] = await unit.batches();
    const params = { serial: unit.serial, batchId: second?.batchId ?? '' };
    const link = async (goesOn: boolean) => {
      const told = await unit.owner.call(linkBatch, { params, body: { goesOn, grant: await grantOf(unit.owner) } });
      await portal.clock.advance(5 * second_ms);
      return told;
    };
    const shown = () => unit.record(params.batchId);
    return { ...unit, first, startedAt, again, params, link, shown };
  }

  it('B2.1 S1.7 a cycle goes on with the one before it where a person signs that it does, however long the pause, and with none where one signs that', async () => {
    using scene = await inTwo(45);
    const { owner, first, startedAt, again, params, link, shown } = scene;
    const alone = await shown();
    assert.deepEqual([alone.continues, alone.startedAt, alone.before], [null, again, startedAt]);
    const said = await link(true);
    assert.deepEqual([said.field, said.was, said.now, said.by], ['continues', null, startedAt, 'Test USER']);
    const whole = await shown();
    assert.deepEqual(
      [whole.continues, whole.startedAt, whole.verdict, revisionsOf(whole)[0]],
      [first?.batchId, startedAt, 'FAIL', [2, 'FAIL', 'said']],
    );
    const twice = await owner.refused(linkBatch, { params, body: { goesOn: true, grant: await grantOf(owner) } });
    assert.deepEqual([twice.status, twice.code], [422, 'nothing_to_amend']);
    const unproven = await owner.refused(linkBatch, { params, body: { goesOn: false, grant: 'nobody' } });
    assert.deepEqual([unproven.status, unproven.code], [403, 'signing_refused']);
    await link(false);
    const apart = await shown();
    assert.deepEqual([apart.continues, apart.startedAt, apart.verdict], [null, again, alone.verdict]);
  });

  it('B2.1 that food waited before its first cycle lets the second one pass no more than the first', async () => {
    using unit = await cookChill();
    const startedAt = portal.clock.now();
    portal.clock.leap(2 * hour_ms);
    await unit.tell({ runId: 'first', startedAt, minutes: 40, says });
    await unit.tell({
      runId: 'second',
      startedAt: startedAt + 65 * minute_ms,
      minutes: 45,
      says: (min) => says(40 + min),
    });
    await portal.clock.advance(16 * minute_ms);
    const [second, first] = await unit.batches();
    const whole = await unit.record(second?.batchId ?? '');
    assert.deepEqual([whole.continues, whole.verdict], [first?.batchId, 'FAIL']);
    const params = { serial: unit.serial, batchId: first?.batchId ?? '' };
    await unit.owner.call(amendBatch, { params, body: { cookedAt: startedAt - 40 * minute_ms } });
    await portal.clock.advance(5 * second_ms);
    const waited = await unit.record(second?.batchId ?? '');
    assert.deepEqual(
      [waited.continues, waited.verdict, waited.cookedAt],
      [first?.batchId, 'FAIL', startedAt - 40 * minute_ms],
    );
    // A word of the second alone, of after the food was there, is none of that food.
    const late = { cookedAt: startedAt + 60 * minute_ms };
    const refusal = await unit.owner.refused(amendBatch, {
      params: { ...params, batchId: second?.batchId ?? '' },
      body: { ...late, reason: 'It was another pot.' },
    });
    assert.equal(refusal.code, 'cooked_at_range');
  });

  it('B2.1 a run that is told late between two that a person linked parts them not; said twice, or taken back at once, it is what was said last', async () => {
    using scene = await inTwo(120);
    const { owner, first, startedAt, params, link, shown } = scene;
    await link(true);
    await scene.tell({ runId: 'between', startedAt: startedAt + 90 * minute_ms, minutes: 10, says });
    await portal.clock.advance(16 * minute_ms);
    await owner.call(amendBatch, { params, body: { cookedAt: startedAt - 5 * minute_ms } });
    await portal.clock.advance(5 * second_ms);
    assert.deepEqual([(await shown()).continues, (await shown()).startedAt], [first?.batchId, startedAt]);
    const say = async (goesOn: boolean) =>
      owner.call(linkBatch, { params, body: { goesOn, grant: await grantOf(owner) } });
    await say(false);
    // What was taken back can be said again before it was judged.
    await say(true);
    const twice = await owner.refused(linkBatch, { params, body: { goesOn: true, grant: await grantOf(owner) } });
    assert.equal(twice.code, 'nothing_to_amend');
  });

  it('B2.1 what the needle took for the same food is other food where a person signs that; the first run of a day goes on with nothing', async () => {
    using scene = await inTwo(8);
    const { owner, first, startedAt, again, link, shown } = scene;
    assert.deepEqual([(await shown()).continues, (await shown()).startedAt], [first?.batchId, startedAt]);
    await link(false);
    assert.deepEqual([(await shown()).continues, (await shown()).startedAt], [null, again]);
    const params = { serial: scene.serial, batchId: first?.batchId ?? '' };
    const nothing = await owner.refused(linkBatch, { params, body: { goesOn: true, grant: await grantOf(owner) } });
    assert.deepEqual([nothing.status, nothing.code], [422, 'nothing_to_link']);
  });
});
