import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getBatch } from '@brina/contract/calls/record/haccp';
import { getHoldDay } from '@brina/contract/calls/record/holding';
import { listChanges } from '@brina/contract/calls/record/ledger';
import { addNote, amendBatch, recordReading } from '@brina/contract/calls/record/remarks';
import { hour_ms, minute_ms } from '@brina/domain/language/durations';
import { chiller, straight } from '../../../../test/batches.ts';
import { given } from '../../../../test/given.ts';
import { keepHoldDay } from '../../../../test/hold-days.ts';
import { sharedPortal } from '../../../../test/portal.ts';

describe('what people say of records', async () => {
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  const { user, member } = given(portal);

  /** A unit with a batch of which the middle is not known. */
  async function unproven() {
    const scene = await chiller(portal);
    const startedAt = portal.clock.now();
    portal.clock.leap(2 * hour_ms);
    const core = straight([0, 75], [75, 2]);
    const says = (min: number) => (min > 20 && min < 100 ? null : { TCore1: core(min), TCore2: core(min) });
    await scene.tell({ runId: 'r1', startedAt, minutes: 105, says });
    await portal.clock.advance(16 * minute_ms);
    const record = await scene.lastRecord();
    return { ...scene, record, params: { serial: scene.serial, batchId: record.batchId } };
  }

  it('B2.7 a reading by hand stands beside the verdict, which stays; it is none of the future', async () => {
    using scene = await unproven();
    const { owner, record, params } = scene;
    assert.equal(record.verdict, 'NOT_PROVEN');
    const subject = { kind: 'batch' as const, id: record.batchId };
    const said = { value_C: 2.6, at: record.startedAt + 88 * minute_ms, where: 'Top', instrument: 'T-7', note: '' };
    const reading = await owner.call(recordReading, { body: { subject, ...said } });
    await owner.call(addNote, { body: { subject, text: 'Two trays went to the cold room.' } });
    const after = await owner.call(getBatch, { params });
    assert.deepEqual([after.verdict, after.revision], ['NOT_PROVEN', record.revision]);
    assert.deepEqual(after.readings, [
      { ...said, id: reading.id, by: 'Test USER', role: 'USER', enteredAt: reading.enteredAt },
    ]);
    assert.deepEqual(
      after.notes.map(({ text, by }) => [text, by]),
      [['Two trays went to the cold room.', 'Test USER']],
    );
    const ahead = { ...said, at: portal.clock.now() + hour_ms };
    const refusal = await owner.refused(recordReading, { body: { subject, ...ahead } });
    assert.deepEqual([refusal.status, refusal.code], [422, 'reading_in_future']);
    const long = await owner.refused(recordReading, { body: { subject, ...said, at: 0 } });
    assert.deepEqual([long.status, long.code], [422, 'time_not_of_record']);
    const entries = await owner.call(listChanges, { query: { after: -1, limit: 500 } });
    const kinds = entries.map(({ entry }) => entry?.kind);
    assert.deepEqual(kinds.slice(-3), ['person', 'reading', 'note']);
  });

  it('B2.7 72 hours after its end a reading says nothing of a batch any more, nor does one of more than an hour before it began', async () => {
    using scene = await unproven();
    const { record, owner } = scene;
    portal.clock.leap(4 * 24 * hour_ms);
    const who = await user('USER', { companyId: owner.companyId ?? '' });
    const subject = { kind: 'batch' as const, id: record.batchId };
    const readAt = (at: number) => ({
      body: { subject, value_C: 2.6, where: '', instrument: 'T-7', note: '', at },
    });
    // It ended 105 minutes after its begin.
    const last = record.startedAt + 105 * minute_ms + 72 * hour_ms;
    const first = record.startedAt - hour_ms;
    for (const moment of [first, last]) await who.call(recordReading, readAt(moment));
    for (const moment of [first - minute_ms, last + minute_ms]) {
      const { status, code } = await who.refused(recordReading, readAt(moment));
      assert.deepEqual([status, code], [422, 'time_not_of_record']);
    }
  });

  it('B2.7 S6.7 a day has readings and notes too; of what is another’s nobody says anything', async () => {
    using scene = await unproven();
    const { owner, serial, record } = scene;
    await keepHoldDay(portal, serial);
    const { day } = getHoldDay.example.params;
    const shown = async () => (await owner.call(getHoldDay, { params: { serial, day }, query: {} }))[0];
    const subject = { kind: 'day' as const, id: (await shown())?.id ?? '' };
    const said = { value_C: 3.4, at: portal.clock.now(), where: '', instrument: 'T-7', note: 'Middle shelf' };
    await owner.call(recordReading, { body: { subject, ...said } });
    await owner.call(addNote, { body: { subject, text: 'Door was left open.' } });
    const after = await shown();
    assert.deepEqual([after?.readings.length, after?.notes.length, after?.readings[0]?.note], [1, 1, 'Middle shelf']);
    const crossed = { kind: 'day' as const, id: record.batchId };
    assert.equal((await owner.refused(addNote, { body: { subject: crossed, text: 'Which?' } })).status, 404);
    for (const who of [await user(), await member(owner, 'KITCHEN_MANAGER', [])])
      assert.equal((await who.refused(addNote, { body: { subject, text: 'Mine?' } })).status, 404);
  });

  it('B2.5 what was typed wrong is corrected: record and list show what it is, the record what it was, who corrected it and why', async () => {
    using scene = await unproven();
    const { owner, params, batches } = scene;
    const reason = 'Read from the label again.';
    const amend = (body: { product?: string; lot?: string; load_kg?: number | null }) =>
      owner.call(amendBatch, { params, body: { ...body, reason } });
    await amend({ product: 'Ragù', lot: 'L-0421' });
    await amend({ lot: 'L-0412', load_kg: 38.5 });
    const after = await owner.call(getBatch, { params });
    assert.deepEqual(
      [after.product, after.lot, after.load_kg, after.revision],
      ['Ragù', 'L-0412', 38.5, scene.record.revision],
    );
    assert.deepEqual(
      after.amendments.map(({ field, was, now, by }) => [field, was, now, by]),
      [
        ['product', null, 'Ragù', 'Test USER'],
        ['lot', null, 'L-0421', 'Test USER'],
        ['lot', 'L-0421', 'L-0412', 'Test USER'],
        ['load_kg', 40, 38.5, 'Test USER'],
      ],
    );
    assert.deepEqual(
      (await batches()).map(({ product, lot }) => [product, lot]),
      [['Ragù', 'L-0412']],
    );
    const nothing = await owner.refused(amendBatch, { params, body: { lot: 'L-0412', reason } });
    assert.deepEqual([nothing.status, nothing.code], [422, 'nothing_to_amend']);
    const entries = await owner.call(listChanges, { query: { after: -1, limit: 500 } });
    assert.deepEqual(entries.at(-1)?.content?.['amends'], { field: 'load_kg', was: 40, now: 38.5, reason });
  });
});
