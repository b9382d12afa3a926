import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getAppliance } from '@brina/contract/calls/kitchen/appliances';
import { hour_ms, minute_ms } from '@brina/domain/language/durations';
import { chiller, revisionsOf, straight, type Told } from '../../../../test/batches.ts';
import { sharedPortal } from '../../../../test/portal.ts';
import { latestRecord } from './haccp.queries.ts';

const good = straight([0, 80], [10, 70], [80, 3], [85, 2]);
const says: Told['says'] = (min) => ({ TCore1: good(min), TCore2: good(min) });

describe('a batch whose end never comes', async () => {
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  const ago = (minutes: number): number => portal.clock.now() - minutes * minute_ms;
  /** A cycle of which 40 minutes were measured, and nothing since. */
  async function broken(unit: Awaited<ReturnType<typeof chiller>>, since_min: number, runId = 'broken') {
    const told: Told = { runId, startedAt: ago(since_min), minutes: 85, says };
    await unit.begin(told);
    await unit.measure(told, 0, 40);
    return told;
  }
  const idle = (unit: Awaited<ReturnType<typeof chiller>>, at: number) =>
    unit.send('tel', { at, hist: true, s: [[0, { TCell: 5, cycleState: 0, powerState: 1 }]] });

  it('B2.1 S7.35 has its record when the next one starts, also on a unit that lost its log', async () => {
    using unit = await chiller(portal);
    const { startedAt } = await broken(unit, 240);
    // The controller was replaced, or lost what it had not sent.
    const backAt = startedAt + 50 * minute_ms;
    unit.device.format();
    unit.device.reboot(backAt - 1000);
    await unit.send('evt', {
      at: backAt,
      type: 'gap',
      from: startedAt + 40 * minute_ms,
      to: backAt,
      samples: 60,
      reason: 'reset',
    });
    await unit.tell({ runId: 'next', startedAt: ago(90), minutes: 85, says });
    await portal.clock.advance(16 * minute_ms);
    const [next, first] = await unit.batches();
    assert.deepEqual([next?.verdict, first?.verdict, first?.endedAt], ['PASS', 'NOT_PROVEN', backAt]);
    const record = await unit.record(first?.batchId ?? '');
    const lastAt = startedAt + 39.5 * minute_ms;
    assert.deepEqual([record.endReason, record.reasons], ['lost', ['gap_unbounded']]);
    assert.deepEqual(
      record.gaps.map(({ from, to }) => [from, to]),
      [[lastAt, backAt]],
    );
  });

  it('B2.1 is over where the unit says that no cycle runs, and the card shows it', async () => {
    using unit = await chiller(portal);
    const { startedAt } = await broken(unit, 44);
    await unit.send('tel', {
      at: startedAt + 43 * minute_ms,
      hist: false,
      s: [[0, { TCell: 5, cycleState: 0, powerState: 1 }]],
    });
    await portal.clock.advance(13 * minute_ms);
    const [running] = await unit.batches();
    assert.deepEqual([running?.verdict, running?.endedAt], [null, null], 'its end may be on its way');
    await portal.clock.advance(5 * minute_ms);
    const record = await unit.lastRecord();
    assert.deepEqual(
      [record.verdict, record.reasons, record.endReason, record.endedAt],
      ['NOT_PROVEN', ['gap_unbounded'], 'lost', startedAt + 43 * minute_ms],
      'measured to the end, and not proven: nobody told the end',
    );
    const { cycle } = await unit.owner.call(getAppliance, { params: { id: unit.serial } });
    assert.deepEqual([cycle?.state, cycle?.reason, cycle?.endedAt], ['interrupted', 'lost', record.endedAt]);
  });

  it('B2.1 is over after a day of silence, not before, and ends an hour after the last word', async () => {
    using unit = await chiller(portal);
    const { startedAt } = await broken(unit, 41);
    await unit.device.cut();
    await portal.settled();
    const [batch] = await unit.batches();
    // Whoever sleeps over it has to sign in again.
    const owner = { role: 'USER', member: null, status: 'ACTIVE', tos: true, lacksFactor: false } as const;
    const shown = () => portal.db.read((db) => latestRecord(db, batch?.batchId ?? '', owner));
    portal.clock.leap(23 * hour_ms);
    await portal.settled();
    assert.equal(await shown(), undefined);
    portal.clock.leap(hour_ms);
    await portal.settled();
    const record = await shown();
    assert.ok(record);
    const lastAt = startedAt + 39.5 * minute_ms;
    assert.deepEqual([record.verdict, record.endReason, record.endedAt], ['NOT_PROVEN', 'lost', lastAt + hour_ms]);
  });

  it('B2.1 a unit that resumes its run after a boot goes on, and one that tells nothing of it does not', async () => {
    using resumed = await chiller(portal);
    const told = await broken(resumed, 50);
    using silent = await chiller(portal);
    await broken(silent, 50);
    for (const { send, device } of [resumed, silent]) {
      device.reboot(told.startedAt + 45 * minute_ms - 1000);
      await send('evt', { at: told.startedAt + 45 * minute_ms, type: 'power', event: 'returned', lostAt: ago(10) });
    }
    await resumed.measure(told, 45, 50);
    await silent.send('tel', { at: ago(4), hist: false, s: [[0, { TCell: 5 }]] });
    portal.clock.leap(70 * minute_ms);
    await portal.settled();
    assert.equal((await resumed.batches())[0]?.endedAt, null);
    const record = await silent.lastRecord();
    assert.deepEqual([record.verdict, record.endedAt], ['NOT_PROVEN', told.startedAt + 45 * minute_ms]);

    await resumed.measure(told, 50, 85);
    await resumed.end(told);
    await portal.clock.advance(16 * minute_ms);
    const whole = await resumed.lastRecord();
    assert.deepEqual([whole.verdict, whole.gaps.map(({ reason }) => reason)], ['PASS_WITH_GAP', ['power_lost']]);
  });

  for (const { title, before } of [
    { title: 'after its record was written', before: false },
    { title: 'before the next start is told', before: true },
  ])
    it(`B2.1 the end that is told late, ${title}, takes the place of the lost one`, async () => {
      using unit = await chiller(portal);
      const told = await broken(unit, 240);
      const rest = async (): Promise<void> => {
        await unit.measure(told, 40, 85);
        await unit.end(told);
      };
      if (before) await rest();
      await idle(unit, told.startedAt + 120 * minute_ms);
      await unit.tell({ runId: 'next', startedAt: ago(90), minutes: 85, says });
      await portal.clock.advance(16 * minute_ms);
      const first = (await unit.batches())[1];
      if (!before) {
        assert.deepEqual([first?.verdict, first?.endedAt], ['NOT_PROVEN', told.startedAt + 99.5 * minute_ms]);
        await rest();
        await portal.clock.advance(2 * minute_ms);
      }
      const record = await unit.record(first?.batchId ?? '');
      assert.deepEqual(
        [record.verdict, record.endReason, record.endedAt, record.sampleCount],
        ['PASS', 'person', told.startedAt + 85 * minute_ms, 170],
      );
      assert.deepEqual(
        revisionsOf(record),
        before
          ? [[1, 'PASS', 'complete']]
          : [
              [2, 'PASS', 'late_data'],
              [1, 'NOT_PROVEN', 'waited'],
            ],
      );
    });

  it('what comes late of a run without an end moves its end', async () => {
    using unit = await chiller(portal);
    const told = await broken(unit, 60);
    await idle(unit, told.startedAt + 55 * minute_ms);
    await portal.clock.advance(17 * minute_ms);
    assert.equal((await unit.lastRecord()).endedAt, told.startedAt + 55 * minute_ms);
    await unit.measure(told, 40, 58);
    await idle(unit, told.startedAt + 59 * minute_ms);
    await portal.clock.advance(2 * minute_ms);
    const record = await unit.lastRecord();
    assert.deepEqual([record.endedAt, record.sampleCount], [told.startedAt + 59 * minute_ms, 117]);
  });
});
