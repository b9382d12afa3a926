import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimAppliance, getAppliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { filterActions, getAction } from '@brina/contract/calls/record/actions';
import { checkProbe, listProbeChecks } from '@brina/contract/calls/record/checks';
import { tryRule } from '@brina/contract/calls/record/haccp';
import { listChanges } from '@brina/contract/calls/record/ledger';
import { hour_ms, minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { contentOf } from '#features/record/haccp/haccp.queries.ts';
import { chiller, revisionsOf, type Said, straight } from '../../../../test/batches.ts';
import type { TestUser } from '../../../../test/given.ts';
import { asJudgedFirst, forgetTelemetry } from '../../../../test/old-records.ts';
import { sharedPortal } from '../../../../test/portal.ts';

type Body = (typeof checkProbe.example)['body'];

describe('what a check of a probe does to records', async () => {
  const portal = await sharedPortal({
    environment: { BRINA_ACCESS_TOKEN_S: '86400' },
    expected: [/a record could not be made/],
  });
  const ago = (minutes: number): number => portal.clock.now() - minutes * minute_ms;

  /** 85 minutes from 70 to 3 °C; of a probe that reads 1.2 K low 89.5, and of one that reads 1.6 K low 91. */
  const narrow = straight([0, 70], [85, 3], [100, 0]);
  const says = (min: number): Said => ({ TCore1: narrow(min), TCore2: narrow(min) });
  const chilled = async (unit: Awaited<ReturnType<typeof chiller>>, runId: string, began_min: number) => {
    await unit.tell({ runId, startedAt: ago(began_min), minutes: 100, says, every_ms: minute_ms });
    return unit.lastRecord();
  };
  /** A check of the first probe by so much, left so. */
  const check = async (
    { owner, serial }: { owner: TestUser; serial: string },
    found_K: number,
    left_K: number | null = null,
    more: Partial<Body> = {},
  ) => {
    const body = {
      ...checkProbe.example.body,
      points: [],
      setting: { method: 'ICE' as const },
      before_C: found_K,
      after_C: left_K as never,
      at: portal.clock.now(),
      ...more,
    };
    const made = await owner.call(checkProbe, { params: { serial }, body });
    await portal.clock.advance(10_000);
    return made;
  };
  const effectOf = async ({ owner, serial }: { owner: TestUser; serial: string }) =>
    (await owner.call(listProbeChecks, { params: { serial } })).map(({ records }) => records);
  const actionsOf = async ({ owner }: { owner: TestUser }) => {
    const { items } = await owner.call(filterActions, { body: { page: 0, nRows: 50, filterAttributes: [] } });
    return Promise.all(items.map(({ id }) => owner.call(getAction, { params: { actionId: id }, query: {} })));
  };
  const subjectsOf = async (unit: { owner: TestUser }) =>
    (await actionsOf(unit)).map(({ subjects }) => subjects.map(({ kind, id, verdict }) => [kind, id, verdict]));

  it('B2.7 B2.3 records since the last good check are judged again with what was found; what passes no more its action lists', async () => {
    using unit = await chiller(portal);
    const before = await chilled(unit, 'before', 400);
    await check(unit, 0, null, { at: ago(200) });
    const first = await chilled(unit, 'since', 110);
    assert.deepEqual([first.verdict, first.minutes, first.probeChecks], ['PASS', 85, []]);
    // What a record says stands in itself: it can be judged again when what was measured is long gone.
    await forgetTelemetry(portal, unit.serial, portal.clock.now());

    const low = await check(unit, -1.2);
    const second = await unit.record(first.batchId);
    assert.deepEqual(revisionsOf(second), [
      [2, 'PASS', 'probe_check'],
      [1, 'PASS', 'complete'],
    ]);
    assert.ok(Math.abs((second.minutes ?? 0) - 89.5) < 0.05, `${second.minutes}`);
    const finding = { checkId: low.id, at: low.at, error_K: -1.2, added_K: 1.2 };
    assert.deepEqual(
      second.probeChecks,
      second.samples.pointNames.map((_, point) => ({ ...finding, point })),
    );
    assert.deepEqual(second.samples, first.samples, 'what was measured stays as it was');
    assert.deepEqual(await subjectsOf(unit), [[['check', low.id, null]]], 'it passes still');
    // What was measured about that time waits for it; told is, as soon as it is judged, what the check does speak of.
    assert.deepEqual(low.records, { waiting: 2, again: 0, failed: 0 });
    assert.deepEqual(await effectOf(unit), [
      { waiting: 0, again: 1, failed: 0 },
      { waiting: 0, again: 0, failed: 0 },
    ]);

    const lower = await check(unit, -1.6);
    const third = await unit.record(first.batchId);
    assert.deepEqual(revisionsOf(third)[0], [3, 'FAIL', 'probe_check']);
    assert.deepEqual([third.reasons, third.probeChecks[0]?.checkId], [['time_exceeded'], lower.id]);
    assert.deepEqual((await effectOf(unit))[0], { waiting: 0, again: 1, failed: 1 });
    const [latest, former] = await actionsOf(unit);
    assert.deepEqual(
      latest?.subjects.map(({ kind, id, verdict }) => [kind, id, verdict]).toSorted(),
      [
        ['batch', first.batchId, 'FAIL'],
        ['check', lower.id, null],
      ],
      'in the action of the check, and in none of its own',
    );
    assert.deepEqual([latest.state, latest.load_kg, latest.revisions.length], ['open', 40, 2]);
    assert.deepEqual([former?.subjects.length, (await actionsOf(unit)).length], [1, 2]);
    assert.deepEqual(
      third.actions.map(({ id }) => id),
      [latest.id],
    );

    const old = await portal.db.read((db) => contentOf(db, { id: first.batchId, revision: 1 }));
    assert.deepEqual([old?.verdict, old?.minutes, old?.probeChecks], ['PASS', 85, undefined]);
    const entries = await unit.owner.call(listChanges, { query: { after: -1, limit: 500 } });
    const of = (id: string) => entries.flatMap(({ entry }) => (entry?.id === id ? [[entry.kind, entry.rev]] : []));
    assert.deepEqual(of(first.batchId), [
      ['batch', 1],
      ['batch', 2],
      ['batch', 3],
    ]);
    assert.deepEqual(of(latest.id).at(-1), ['action', 2]);
    assert.deepEqual(revisionsOf(await unit.record(before.batchId)), revisionsOf(before), 'a good check lay between');

    const params = { serial: unit.serial, batchId: first.batchId };
    const tried = await unit.owner.call(tryRule, { params, query: { ruleId: 'CHILL_90' } });
    assert.deepEqual([tried.verdict, tried.minutes], ['FAIL', third.minutes], 'by any rule with what was found');
  });

  it('B2.7 left wrong it counts for new records at once, until it is good; what was in doubt stays so', async () => {
    using unit = await chiller(portal);
    await check(unit, -1.6, null, { at: ago(300) });
    const doubted = await chilled(unit, 'wrong', 250);
    assert.deepEqual(revisionsOf(doubted), [[1, 'FAIL', 'complete']]);
    assert.equal(doubted.probeChecks[0]?.error_K, -1.6);
    assert.deepEqual(
      (await subjectsOf(unit)).map((subjects) => subjects.map(([kind]) => kind)),
      [['batch'], ['check']],
      'food of now has an action of its own',
    );
    await check(unit, -1.6, 0.1, { at: ago(120) });
    const after = await chilled(unit, 'right', 110);
    assert.deepEqual([after.verdict, after.probeChecks], ['PASS', []]);
    // Nor does it help to say that it was good all the time.
    await check(unit, 0, null, { at: ago(260) });
    assert.deepEqual((await unit.record(doubted.batchId)).verdict, 'FAIL');
    assert.equal((await unit.record(after.batchId)).revision, 1);
  });

  it('B2.7 late data are judged with what was found, whatever was said of the probe since', async () => {
    using unit = await chiller(portal);
    const told = { runId: 'late', startedAt: ago(110), minutes: 100, says };
    await unit.begin(told);
    await unit.measure(told, 0, 95);
    await unit.measure(told, 97, 100);
    await unit.end(told);
    await portal.clock.advance(16 * minute_ms);
    const { batchId, verdict } = await unit.lastRecord();
    assert.equal(verdict, 'PASS');
    await check(unit, -1.6);
    assert.deepEqual(revisionsOf(await unit.record(batchId))[0], [2, 'FAIL', 'probe_check']);
    await check(unit, 0.1, null, { at: ago(130) });
    await unit.measure(told, 95, 97);
    await portal.clock.advance(minute_ms);
    const late = await unit.record(batchId);
    assert.deepEqual(revisionsOf(late)[0], [3, 'FAIL', 'late_data']);
    assert.equal(late.probeChecks[0]?.error_K, -1.6);
    assert.equal((await actionsOf(unit)).length, 1);
  });

  it('B2.7 a probe that reads wrong by more than two kelvin proves nothing, old and new; too high by less changes no verdict', async () => {
    using unit = await chiller(portal);
    const first = await chilled(unit, 'first', 400);
    const high = await check(unit, 1.4, null, { at: ago(290) });
    const flagged = await unit.record(first.batchId);
    assert.deepEqual([revisionsOf(flagged)[0], flagged.minutes], [[2, 'PASS', 'probe_check'], first.minutes]);
    assert.deepEqual([flagged.probeChecks[0]?.checkId, flagged.probeChecks[0]?.added_K], [high.id, 0]);
    await check(unit, 3, null, { at: ago(280) });
    const lost = await unit.record(first.batchId);
    assert.deepEqual([revisionsOf(lost)[0], lost.reasons], [[3, 'NOT_PROVEN', 'probe_check'], ['probe_failed_check']]);
    const next = await chilled(unit, 'next', 200);
    assert.deepEqual([next.revision, next.verdict, next.reasons], [1, 'NOT_PROVEN', ['probe_failed_check']]);
  });

  it('B2.7 one record that cannot be made holds up no other; it is listed when it can, and an older judge’s is judged by today’s first', async () => {
    using unit = await chiller(portal);
    const [one, other] = [await chilled(unit, 'one', 300), await chilled(unit, 'other', 110)];
    await asJudgedFirst(portal, other.batchId);
    const content = (value: Uint8Array | string) =>
      portal.db.write((db) =>
        sql`update batch_revision set content = ${value} where batch = ${one.batchId}`.execute(db),
      );
    const { rows } = await portal.db.read((db) =>
      sql<{ content: Uint8Array }>`select content from batch_revision where batch = ${one.batchId}`.execute(db),
    );
    await content('nothing');
    const { id } = await check(unit, -1.6);
    await portal.clock.advance(minute_ms);
    assert.deepEqual(
      revisionsOf(await unit.record(other.batchId)).map(([, ...said]) => said),
      [
        ['FAIL', 'probe_check'],
        ['PASS', 'judge'],
        ['PASS', 'complete'],
      ],
    );
    const listed = async () => {
      const action = (await actionsOf(unit)).find(({ subjects }) => subjects.some((subject) => subject.id === id));
      return [action?.revision, action?.subjects.map((subject) => subject.id).toSorted()];
    };
    assert.deepEqual(await listed(), [2, [other.batchId, id].toSorted()]);
    await content(rows[0]?.content ?? '');
    await portal.clock.advance(hour_ms);
    assert.deepEqual(revisionsOf(await unit.record(one.batchId))[0], [2, 'FAIL', 'probe_check']);
    assert.deepEqual(await listed(), [3, [one.batchId, other.batchId, id].toSorted()]);
    const left = await portal.db.read((db) =>
      sql`select batch from probe_doubt union all select id from batch where failing_since is not null`.execute(db),
    );
    assert.equal(left.rows.length, 0);
  });

  it('B2.7 records of another unit, of another probe and of who held the unit before are none of its', async () => {
    using unit = await chiller(portal);
    using other = await chiller(portal);
    const { model } = await unit.owner.call(getAppliance, { params: { id: unit.serial } });
    const [own, foreign] = [await chilled(unit, 'own', 110), await chilled(other, 'foreign', 110)];
    // As a unit with two needles, of which the first one measured it.
    const become = (model: string) =>
      portal.db.write((db) => sql`update appliance set model = ${model} where serial = ${unit.serial}`.execute(db));
    await become('SF Roll 100 RWL');
    await check(unit, -3, null, { needle: 2 as never });
    await become(model);
    assert.equal((await unit.record(own.batchId)).revision, 1, 'the first one measured it');

    const { body } = await unit.owner.call(releaseAppliance, { params: { id: unit.serial } });
    const { activationCode } = body;
    await other.owner.call(claimAppliance, { body: { activationCode, labId: other.unit.labId, name: 'Second hand' } });
    await check({ owner: other.owner, serial: unit.serial }, -3, null, { at: portal.clock.now() - hour_ms });
    assert.deepEqual(revisionsOf(await unit.record(own.batchId)), revisionsOf(own));
    assert.deepEqual(revisionsOf(await other.record(foreign.batchId)), revisionsOf(foreign));
    assert.deepEqual(
      (await subjectsOf(other)).map((subjects) => subjects.map(([kind]) => kind)),
      [['check']],
    );
  });
});
