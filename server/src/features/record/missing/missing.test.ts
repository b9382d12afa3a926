import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimAppliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { lookAtDay } from '@brina/contract/calls/record/holding';
import { listChanges } from '@brina/contract/calls/record/ledger';
import { explainMissing, listMissing, type MissingRecord } from '@brina/contract/calls/record/missing';
import { getPlans } from '@brina/contract/calls/record/plans';
import { amendBatch } from '@brina/contract/calls/record/remarks';
import { dayBefore } from '@brina/domain/haccp/missing/missing';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { localDay, spanOfDay } from '@brina/domain/language/local-day';
import { sql } from 'kysely';
import { chiller, straight } from '../../../../test/batches.ts';
import { ending, given, type TestUser } from '../../../../test/given.ts';
import { keepHoldDay } from '../../../../test/hold-days.ts';
import { sharedPortal } from '../../../../test/portal.ts';
import { saveFoodPlan } from '../../../../test/signing.ts';

const rome = 'Europe/Rome';
const core = straight([0, 75], [30, 2]);

describe('what the book lacks', async () => {
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  const { user, member, laboratory } = given(portal);

  /** A chiller that is held for two months, and chilled something at noon on some days before the last one that is over. */
  async function regular(weeksAgo: readonly number[]) {
    const scene = await chiller(portal);
    await portal.db.write((db) =>
      sql`update tenure set from_at = from_at - interval '60 days' where company_id = ${scene.owner.companyId}`.execute(
        db,
      ),
    );
    // Rome's midnight is not near: what a test takes all lies on one day.
    const today = spanOfDay(localDay(portal.clock.now(), rome), rome);
    if (today.to - portal.clock.now() < hour_ms) portal.clock.leap(2 * hour_ms);
    const day = dayBefore(localDay(portal.clock.now(), rome));
    const chill = (on: string) =>
      scene.tell({
        runId: `on ${on}`,
        startedAt: spanOfDay(on, rome).from + 12 * hour_ms,
        minutes: 32,
        every_ms: minute_ms,
        says: (min) => ({ TCore1: core(min), TCore2: core(min) }),
      });
    for (const weeks of weeksAgo) await chill(dayBefore(day, 7 * weeks));
    await portal.settled();
    return {
      ...scene,
      day,
      chill,
      /** The unit is heard of again, today. */
      tellsNow: async () => {
        await scene.device.sendSamples([{ TCell: 4, powerState: 1 }]);
        await portal.settled();
      },
    };
  }

  const lacks = async (who: TestUser, labId?: string): Promise<MissingRecord[]> =>
    (await who.call(listMissing, { query: labId ? { labId } : {} })).items;
  const shown = (items: readonly MissingRecord[]) => items.map(({ kind, day, state }) => [kind, day, state]);

  it('B2.11 a usual weekday without a batch is missing once the unit has told of the time after, and no more when the batch comes late', async () => {
    using scene = await regular([4, 3, 1]);
    const { owner, serial, day, unit } = scene;
    assert.deepEqual(shown(await lacks(owner)), [['batch', day, 'waiting']]);
    const early = await owner.refused(explainMissing, {
      body: { day, serialNumber: serial, explanation: { reason: 'NOT_USED', text: '' } },
    });
    assert.deepEqual([early.status, early.code], [409, 'nothing_missing']);
    await scene.tellsNow();
    const [missed, ...others] = await lacks(owner);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [missed?.kind, missed?.day, missed?.state, missed?.unit?.serialNumber, missed?.labId, missed?.record],
      ['batch', day, 'open', serial, unit.labId, null],
    );
    await scene.chill(day);
    await portal.settled();
    assert.deepEqual(await lacks(owner), []);
  });

  it('B2.11 of a unit that stays away nothing is waited for longer than a day; two of four weeks make no usual day', async () => {
    using scene = await regular([4, 2, 1]);
    using seldom = await regular([4, 1]);
    await seldom.tellsNow();
    assert.deepEqual(await lacks(seldom.owner), []);
    portal.clock.leap(spanOfDay(scene.day, rome).to + day_ms + minute_ms - portal.clock.now());
    const colleague = await user('USER', { companyId: scene.owner.companyId ?? '' });
    assert.deepEqual(shown(await lacks(colleague)), [['batch', scene.day, 'open']]);
  });

  it('B2.11 it is explained once, by a person whom the book names, in an entry of its own', async () => {
    using scene = await regular([3, 2, 1]);
    await scene.tellsNow();
    const { owner, serial, day } = scene;
    const other = { day, serialNumber: serial, explanation: { reason: 'OTHER' as const, text: 'Oven' } };
    assert.equal((await owner.refused(explainMissing, { body: other })).status, 400, 'four letters say nothing');
    const body = { ...other, explanation: { reason: 'OTHER' as const, text: 'The oven was out of order.' } };
    const ends = await portal.race(
      () => owner.call(explainMissing, { body }),
      () => owner.call(explainMissing, { body }),
    );
    assert.deepEqual(ends.map(ending).toSorted(), ['done', 'missing_explained']);
    const [explained] = await lacks(owner);
    assert.equal(explained?.state, 'explained');
    assert.deepEqual(
      [explained?.explained?.reason, explained?.explained?.text, explained?.explained?.by],
      ['OTHER', 'The oven was out of order.', 'Test USER'],
    );
    const again = await owner.refused(explainMissing, { body });
    assert.deepEqual([again.status, again.code], [409, 'missing_explained']);
    const entries = await owner.call(listChanges, { query: { after: -1, limit: 500 } });
    const [ofMissing, ...more] = entries.filter(({ entry }) => entry?.kind === 'missing');
    assert.deepEqual(more, []);
    const { missing, day: of, serialNumber, reason, text } = (ofMissing?.content ?? {}) as Record<string, unknown>;
    assert.deepEqual(
      [missing, of, serialNumber, reason, text],
      ['batch', day, serial, 'OTHER', 'The oven was out of order.'],
    );
  });

  it('B2.11 S6.7 a company lacks nothing of days in which it did not hold the unit, and whoever shares none of its units sees nothing', async () => {
    using scene = await regular([3, 2, 1]);
    await scene.tellsNow();
    const { owner, serial, day } = scene;
    const manager = await member(owner, 'KITCHEN_MANAGER', [serial]);
    const stranger = await member(owner, 'KITCHEN_MANAGER', []);
    assert.deepEqual(shown(await lacks(manager)), [['batch', day, 'open']]);
    assert.deepEqual(await lacks(stranger), []);
    const { body: released } = await owner.call(releaseAppliance, { params: { id: serial } });
    assert.deepEqual(shown(await lacks(owner)), [['batch', day, 'open']], 'the day was its own');
    const next = await user();
    const labId = await laboratory(next);
    await next.call(claimAppliance, { body: { activationCode: released.activationCode, name: 'Next', labId } });
    assert.deepEqual(await lacks(next), []);
    // Had it been given away in the morning of that day, its evening would have been nobody's.
    await portal.db.write((db) =>
      sql`update tenure set to_at = ${new Date(spanOfDay(day, rome).from + 9 * hour_ms).toISOString()}::timestamptz
        where company_id = ${owner.companyId}`.execute(db),
    );
    assert.deepEqual(await lacks(owner), []);
  });

  it('B2.11 a kitchen that was closed is explained in one go: for its units and for the look that the plan demands', async () => {
    using scene = await regular([3, 2, 1]);
    await scene.tellsNow();
    const { owner, serial, day, unit } = scene;
    await demand(owner, unit.labId, { dailyLook: true });
    await keepHoldDay(portal, serial, { labId: unit.labId, day });
    assert.deepEqual(shown(await lacks(owner, unit.labId)), [
      ['look', day, 'open'],
      ['batch', day, 'open'],
    ]);
    const replied = await owner.call(explainMissing, {
      body: { day, labId: unit.labId, explanation: { reason: 'CLOSED', text: '' } },
    });
    assert.deepEqual(shown(replied), [
      ['look', day, 'explained'],
      ['batch', day, 'explained'],
    ]);
    assert.deepEqual(await lacks(owner, unit.labId), replied);
    // Whoever looks after all has looked: nothing is missing any more.
    await owner.call(lookAtDay, { body: { labId: unit.labId, day } });
    assert.deepEqual(shown(await lacks(owner, unit.labId)), [['batch', day, 'explained']]);
  });

  it('B2.11 B2.5 what the plan demands of a batch is missing until somebody enters it; of batches before the plan nothing is', async () => {
    using scene = await regular([1]);
    const { owner, unit, serial } = scene;
    await demand(owner, unit.labId, { product: true, lot: true });
    assert.deepEqual(await lacks(owner), [], 'the plan does not judge backwards');
    const startedAt = portal.clock.now();
    portal.clock.leap(35 * minute_ms);
    await scene.tell({
      runId: 'now',
      startedAt,
      minutes: 32,
      says: (min) => ({ TCore1: core(min), TCore2: core(min) }),
    });
    const { batchId } = await scene.lastRecord();
    const items = await lacks(owner);
    assert.deepEqual(
      items.map(({ kind, record, unit: of }) => [kind, record?.id, of?.serialNumber]),
      [
        ['lot', batchId, serial],
        ['product', batchId, serial],
      ],
    );
    const params = { serial, batchId };
    await owner.call(amendBatch, { params, body: { product: 'Lasagne', reason: 'It was not typed.' } });
    assert.deepEqual(
      (await lacks(owner)).map(({ kind }) => kind),
      ['lot'],
    );
  });

  async function demand(owner: TestUser, labId: string, demands: Record<string, boolean>): Promise<void> {
    const { current } = await owner.call(getPlans, { query: { labId } });
    assert.ok(current);
    const plan = { ...current.plan, demands: { ...current.plan.demands, ...demands } };
    await saveFoodPlan(owner, labId, plan);
    await portal.settled();
    // What happens in the moment of a change is judged by what was before.
    portal.clock.leap(6 * minute_ms);
  }
});
