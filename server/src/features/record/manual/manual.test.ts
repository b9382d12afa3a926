import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deleteOwnUser } from '@brina/contract/calls/people/account';
import { filterActions, getAction, saveAction } from '@brina/contract/calls/record/actions';
import { setHold } from '@brina/contract/calls/record/keeping';
import { listChanges } from '@brina/contract/calls/record/ledger';
import { addManualReading, endManual, getManual, listManual, startManual } from '@brina/contract/calls/record/manual';
import { makersPlan } from '@brina/domain/haccp/plans/food-plan';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { localDay } from '@brina/domain/language/local-day';
import { ending, given, type TestUser } from '../../../../test/given.ts';
import { sharedPortal, startTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { grantOf, saveFoodPlan } from '../../../../test/signing.ts';
import { sweepBooks } from '../keeping/sweep.ts';

describe('coolings without an appliance', async () => {
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  const { user, member, laboratory, claimedUnit } = given(portal);

  const reading = (value_C: number, at = portal.clock.now()) => ({ ...startManual.example.body.reading, value_C, at });
  const begin = (who: TestUser, labId: string, value_C = 82, more: object = {}) =>
    who.call(startManual, {
      body: { ...startManual.example.body, labId, reading: reading(value_C), ...more },
    });
  const add = (who: TestUser, manualId: string, value_C: number, after_min: number) => {
    portal.clock.leap(after_min * minute_ms);
    return who.call(addManualReading, { params: { manualId }, body: reading(value_C) });
  };
  const end = (who: TestUser, manualId: string) => who.call(endManual, { params: { manualId } });
  const entriesOf = async (who: TestUser, id: string) =>
    (await who.call(listChanges, { query: { after: -1, limit: 500 } })).flatMap(({ entry, content }) =>
      entry?.id === id ? [{ kind: entry.kind, rev: entry.rev, hash: entry.hash, content }] : [],
    );

  it('B2.7 soup in an ice bath is measured by hand, judged with its gaps, and each reading is an entry of the book', async () => {
    const owner = await user();
    const labId = await laboratory(owner);
    await saveFoodPlan(owner, labId, makersPlan);
    const begun = await begin(owner, labId);
    const { id } = begun;
    assert.deepEqual(begun.due, { from: 70, to: 3, limit_min: 90, by: null });
    await add(owner, id, 40, 30);
    const open = await add(owner, id, 14, 30);
    assert.deepEqual([open.verdict, open.endedAt, open.revision], [null, null, 3]);
    // The clock may have started right after the first reading.
    assert.equal(open.due?.by, begun.startedAt + 90 * minute_ms);
    assert.equal((await add(owner, id, 2.6, 25)).due, null);
    const ended = await end(owner, id);
    assert.deepEqual([ended.verdict, ended.reasons], ['PASS_WITH_GAP', ['gap_bounded']]);
    assert.deepEqual(
      [ended.rule.id, ended.stages[0]?.limit_min, Math.round(ended.stages[0]?.latest_min ?? 0)],
      ['CHILL_90', 90, 85],
    );
    assert.deepEqual(
      ended.readings.map(({ value_C, by, instrument }) => [value_C, by, instrument]),
      [82, 40, 14, 2.6].map((value) => [value, 'Test USER', 'Thermometer 7']),
    );
    const entries = await entriesOf(owner, id);
    assert.deepEqual(
      entries.map(({ kind, rev, content }) => [kind, rev, (content as { readings: unknown[] }).readings.length]),
      [1, 2, 3, 4, 4].map((readings, place) => ['manual', place + 1, readings]),
    );
    assert.equal(entries.at(-1)?.hash, ended.hash);
    assert.deepEqual(await owner.call(getManual, { params: { manualId: id } }), ended);
  });

  it('B2.7 it says that it took too long before it has ended, and nothing that comes later lets it pass', async () => {
    const owner = await user();
    const labId = await laboratory(owner);
    await saveFoodPlan(owner, labId, makersPlan);
    const { id } = await begin(owner, labId, 71);
    await add(owner, id, 69, 5);
    const late = await add(owner, id, 9, 95);
    assert.deepEqual([late.verdict, late.reasons, late.endedAt], ['FAIL', ['time_exceeded'], null]);
    await add(owner, id, 2, 10);
    assert.equal((await end(owner, id)).verdict, 'FAIL');
    const warm = await begin(owner, labId, 60);
    await add(owner, warm.id, 2, 40);
    const ended = await end(owner, warm.id);
    assert.deepEqual([ended.verdict, ended.reasons], ['NOT_PROVEN', ['start_not_read']]);
  });

  it('B2.5 B2.7 what failed calls for somebody, named by its food, in its kitchen; what was kept calls for nobody', async () => {
    const owner = await user();
    const labId = await laboratory(owner);
    const stranger = await user();
    await saveFoodPlan(owner, labId, makersPlan);
    const { id, product, load_kg } = await begin(owner, labId, 80);
    await add(owner, id, 65, 10);
    // While the food is there, and not only when somebody ends it.
    assert.equal((await add(owner, id, 40, 100)).actions.length, 1);
    const { actions } = await end(owner, id);
    const actionId = actions[0]?.id ?? '';
    assert.deepEqual(
      actions.map(({ state }) => state),
      ['open'],
    );
    const action = await owner.call(getAction, { params: { actionId }, query: {} });
    assert.deepEqual(
      action.subjects.map(({ kind, applianceName, serialNumber, verdict }) => [
        kind,
        applianceName,
        serialNumber,
        verdict,
      ]),
      [['manual', product, null, 'FAIL']],
    );
    assert.equal(action.load_kg, load_kg);
    assert.equal((await stranger.refused(getAction, { params: { actionId }, query: {} })).status, 404);
    const body = { page: 0, nRows: 9, filterAttributes: [] };
    assert.deepEqual(
      (await owner.call(filterActions, { body })).items.map((one) => [one.labId, one.applianceName]),
      [[labId, product]],
    );
    await owner.call(saveAction, {
      params: { actionId },
      headers: { 'if-match': '"1"' },
      body: {
        ...saveAction.example.body,
        dispositions: [{ fate: 'DISCARDED', kg: 5 }],
        measured: null,
        at: portal.clock.now(),
        grant: await grantOf(owner),
      },
    });
    assert.equal((await owner.call(getManual, { params: { manualId: id } })).actions[0]?.state, 'done');
    const kept = await begin(owner, labId, 80);
    await add(owner, kept.id, 2, 60);
    assert.deepEqual((await end(owner, kept.id)).actions, []);
  });

  it('B2.3 the rule is that of the plan of when it began, whatever the kitchen decides meanwhile', async () => {
    const owner = await user();
    const labId = await laboratory(owner);
    const italian = {
      ...makersPlan,
      primary: { ...makersPlan.primary, chill: { id: 'IT_HACCP', version: null } },
    } as const;
    await saveFoodPlan(owner, labId, italian);
    const { id } = await begin(owner, labId, 70);
    portal.clock.leap(minute_ms);
    await saveFoodPlan(owner, labId, makersPlan);
    await add(owner, id, 40, 60);
    await add(owner, id, 9, 50);
    const ended = await end(owner, id);
    assert.deepEqual([ended.rule.id, ended.verdict], ['IT_HACCP', 'PASS_WITH_GAP']);
    const next = await begin(owner, labId, 70, { process: 'freeze' });
    assert.equal(next.rule.id, 'FREEZE_240');
  });

  it('B2.7 no reading is of the future, or of before the first, and none comes after the end', async () => {
    const owner = await user();
    const labId = await laboratory(owner);
    const now = portal.clock.now();
    const started = { ...startManual.example.body, labId };
    const ahead = await owner.refused(startManual, { body: { ...started, reading: reading(80, now + hour_ms) } });
    assert.deepEqual([ahead.status, ahead.code], [422, 'reading_in_future']);
    const raw = await owner.refused(startManual, {
      body: { ...started, cookedAt: now + 1, reading: reading(80, now) },
    });
    assert.deepEqual([raw.status, raw.code], [422, 'cooked_at_range']);
    for (const cookedAt of [0, now - 12 * hour_ms - 1]) {
      const old = await owner.refused(startManual, { body: { ...started, cookedAt, reading: reading(80, now) } });
      assert.equal(old.code, 'cooked_at_range');
    }
    const remembered = await owner.refused(startManual, {
      body: { ...started, cookedAt: null, reading: reading(80, now - day_ms - 1) },
    });
    assert.deepEqual([remembered.status, remembered.code], [422, 'time_not_of_record']);
    const { id } = await begin(owner, labId);
    const params = { manualId: id };
    const before = await owner.refused(addManualReading, { params, body: reading(60, now - minute_ms) });
    assert.deepEqual([before.status, before.code], [422, 'reading_out_of_order']);
    await add(owner, id, 40, 20);
    // Another one measured in between, and enters it later: it stands where it belongs.
    const between = { ...reading(60, portal.clock.now() - 10 * minute_ms), instrument: 'Thermometer 8' };
    const { readings } = await owner.call(addManualReading, { params, body: between });
    assert.deepEqual(
      readings.map(({ value_C, instrument }) => [value_C, instrument]),
      [
        [82, 'Thermometer 7'],
        [60, 'Thermometer 8'],
        [40, 'Thermometer 7'],
      ],
    );
    const two = await Promise.allSettled([end(owner, id), end(owner, id)]);
    assert.deepEqual(two.map(ending).toSorted(), ['done', 'manual_ended']);
    const after = await owner.refused(addManualReading, { params, body: reading(20) });
    assert.deepEqual([after.status, after.code], [409, 'manual_ended']);
  });

  it('B2.7 has a hundred readings at most', async () => {
    const owner = await user();
    const { id } = await begin(owner, await laboratory(owner));
    for (let n = 2; n <= 100; n += 1) await add(owner, id, 82 - n / 2, 1);
    const params = { manualId: id };
    const full = await owner.refused(addManualReading, { params, body: reading(20) });
    assert.deepEqual([full.status, full.code], [409, 'readings_full']);
    assert.equal((await end(owner, id)).readings.length, 100);
  });

  it('B2.7 S6.2 a kitchen manager records where something is shared with it, and sees no other kitchen; days are the kitchen’s', async () => {
    const owner = await user();
    const { serialNumber, labId } = await claimedUnit(owner);
    const elsewhere = await laboratory(owner);
    const cook = await member(owner, 'KITCHEN_MANAGER', [serialNumber]);
    const [here, there] = [await begin(cook, labId), await begin(owner, elsewhere)];
    const listed = async (who: TestUser, query: object = {}) =>
      (await who.call(listManual, { query })).items.map(({ id }) => id);
    assert.deepEqual(await listed(cook), [here.id]);
    assert.deepEqual((await listed(owner)).toSorted(), [here.id, there.id].toSorted());
    assert.deepEqual(await listed(owner, { labId }), [here.id]);
    const today = localDay(here.startedAt, here.timeZone);
    assert.deepEqual(await listed(owner, { labId, from: today, to: today }), [here.id]);
    assert.deepEqual(await listed(owner, { labId, product: 'STRON', lot: 'l-04' }), [here.id]);
    assert.deepEqual(await listed(owner, { product: 'stron%' }), []);
    assert.deepEqual(await listed(owner, { lot: 'L-05' }), []);
    assert.deepEqual(await listed(owner, { labId, verdict: 'ABORTED' }), []);
    const yesterday = localDay(here.startedAt - day_ms, here.timeZone);
    assert.deepEqual(await listed(owner, { labId, to: yesterday }), []);
    assert.equal((await cook.refused(getManual, { params: { manualId: there.id } })).status, 404);
    assert.equal((await (await user()).refused(getManual, { params: { manualId: here.id } })).status, 404);
    await end(owner, there.id);
    await begin(owner, labId);
    assert.equal((await listed(owner)).at(-1), there.id, 'what goes on comes first');
  });

  it('B2.7 S7.11 who measured is known by initials once its account is erased', async () => {
    const owner = await user();
    const { serialNumber, labId } = await claimedUnit(owner);
    const cook = await member(owner, 'KITCHEN_MANAGER', [serialNumber]);
    const { id, readings } = await begin(cook, labId);
    await cook.call(deleteOwnUser, {});
    const { readings: after } = await owner.call(getManual, { params: { manualId: id } });
    assert.notEqual(after[0]?.by, readings[0]?.by);
    assert.match(after[0]?.by ?? '', /^\p{Lu}+$/u);
    assert.deepEqual({ ...after[0], by: '' }, { ...readings[0], by: '' });
  });
});

describe('keeping of coolings without an appliance', () => {
  const year_ms = 366 * day_ms;
  const sweepAll = async ({ db, clock }: TestPortal) => {
    while (await db.write((tx) => sweepBooks(tx, clock.now()))) continue;
  };

  it('B2.12 B2.7 it goes when it is older than records are kept; a legal hold on its kitchen or lot keeps it, and so does its plan', async () => {
    await using portal = await startTestPortal();
    const { user, laboratory } = given(portal);
    const owner = await user();
    const companyId = owner.companyId ?? '';
    const [held, loose, planned] = [await laboratory(owner), await laboratory(owner), await laboratory(owner)];
    await saveFoodPlan(owner, planned, { ...makersPlan, keep_years: 10 });
    const at = portal.clock.now();
    const begin = async (labId: string, lot: string | null) => {
      const reading = { ...startManual.example.body.reading, at };
      const { id } = await owner.call(startManual, { body: { ...startManual.example.body, labId, lot, reading } });
      await owner.call(endManual, { params: { manualId: id } });
      return id;
    };
    const ids = {
      held: await begin(held, null),
      lot: await begin(loose, 'L-7'),
      loose: await begin(loose, 'L-8'),
      planned: await begin(planned, null),
    };
    for (const scope of [
      { kind: 'kitchen', labId: held },
      { kind: 'lot', lot: 'L-7' },
    ] as const)
      await owner.call(setHold, {
        body: { scope, reason: 'Complaint of a guest, file 12', grant: await grantOf(owner) },
      });
    portal.clock.leap(6 * year_ms);
    await sweepAll(portal);
    const later = await user('USER', { companyId });
    const { items } = await later.call(listManual, { query: {} });
    assert.deepEqual(items.map(({ id }) => id).toSorted(), [ids.held, ids.lot, ids.planned].toSorted());
    const contents = await later.call(listChanges, { query: { after: -1, limit: 500 } });
    const said = (id: string) => contents.flatMap(({ entry, content }) => (entry?.id === id ? [content !== null] : []));
    assert.deepEqual(
      [said(ids.loose), said(ids.lot)],
      [
        [false, false],
        [true, true],
      ],
      'its entries stay, what they said goes',
    );
  });
});
