import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimAppliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { deleteOwnUser } from '@brina/contract/calls/people/account';
import { filterActions } from '@brina/contract/calls/record/actions';
import { filterRecords, getBookMonth } from '@brina/contract/calls/record/book';
import { getBatch, listBatches, tryRule } from '@brina/contract/calls/record/haccp';
import { getHoldDay } from '@brina/contract/calls/record/holding';
import { liftHold, listHolds, type setHold as SetHold, setHold } from '@brina/contract/calls/record/keeping';
import { exportLedger, getLedger, listChanges } from '@brina/contract/calls/record/ledger';
import { getPlans, savePlan } from '@brina/contract/calls/record/plans';
import { addNote } from '@brina/contract/calls/record/remarks';
import { signRecords } from '@brina/contract/calls/record/signatures';
import type { Input } from '@brina/contract/wire/call';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { newId } from '#core/ids.ts';
import { append } from '#features/record/ledger/append.ts';
import { chiller, straight } from '../../../../test/batches.ts';
import { given, type TestUser } from '../../../../test/given.ts';
import { keepHoldDay } from '../../../../test/hold-days.ts';
import { sharedPortal, startTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { grantOf, saveFoodPlan } from '../../../../test/signing.ts';
import { changedZip, verifierOf } from '../ledger/testing/verifier.ts';
import { sweepBooks } from './sweep.ts';

type Scope = Input<typeof SetHold>['body']['scope'];

const cools = (min: number) => ({ TCore1: straight([0, 75], [70, 2])(min) });
const year_ms = 366 * day_ms;
const toldEarly = { every_ms: minute_ms };

/** Sessions do not last for years: somebody of the same company who signs in now. */
const colleague = (portal: TestPortal, { companyId }: TestUser) =>
  given(portal).user('USER', { companyId: companyId ?? '' });

const hold = async (who: TestUser, scope: Scope, reason = 'Complaint of a guest, file 12') =>
  who.call(setHold, { body: { scope, reason, grant: await grantOf(who) } });
const lift = async (who: TestUser, holdId: string) =>
  who.call(liftHold, { params: { holdId }, body: { reason: 'The file is closed', grant: await grantOf(who) } });

/** A unit whose batches and days say something, and what was said of them. */
async function recorded(portal: TestPortal, runId = 'old') {
  const scene = await chiller(portal);
  const { owner, serial, unit } = scene;
  const startedAt = portal.clock.now();
  portal.clock.leap(80 * minute_ms);
  await scene.tell({ runId, startedAt, minutes: 75, says: cools, ...toldEarly });
  const record = await scene.lastRecord();
  const body = { subject: { kind: 'batch' as const, id: record.batchId }, text: 'The lid was off.' };
  await owner.call(addNote, { body });
  const what = [{ kind: 'batch' as const, id: record.batchId, revision: 1, hash: record.seal?.hash ?? '' }];
  await owner.call(signRecords, { body: { what, meaning: 'REVIEWED', grant: await grantOf(owner) } });
  await keepHoldDay(portal, serial, { labId: unit.labId, day: getHoldDay.example.params.day });
  const params = { serial, batchId: record.batchId };
  const asked = async () => (await colleague(portal, owner)).refused(getBatch, { params });
  const shown = async () => (await colleague(portal, owner)).call(getBatch, { params });
  return { ...scene, startedAt, record, asked, shown, labId: unit.labId };
}

/** A unit with a record that has opened an action, of which somebody said something two months later. */
async function failed(portal: TestPortal) {
  const scene = await chiller(portal);
  const { owner, serial } = scene;
  const startedAt = portal.clock.now();
  portal.clock.leap(130 * minute_ms);
  const slow = (min: number) => ({ TCore1: straight([0, 75], [120, 20])(min) });
  await scene.tell({ runId: 'slow', startedAt, minutes: 120, says: slow, ...toldEarly });
  const { batchId } = await scene.lastRecord();
  const actions = async () => {
    const body = { page: 0, nRows: 9, filterAttributes: [] };
    return (await (await colleague(portal, owner)).call(filterActions, { body })).items;
  };
  const [opened] = await actions();
  assert.ok(opened, 'the record opened it');
  await portal.db.write((db) =>
    sql`update ledger_entry set at = at + interval '60 days' where kind = 'action' and id = ${opened.id}`.execute(db),
  );
  const asked = async () => (await colleague(portal, owner)).refused(getBatch, { params: { serial, batchId } });
  return { ...scene, action: opened.id, actions, asked };
}

const bookOf = async (who: TestUser) => who.call(listChanges, { query: { after: -1, limit: 500 } });

describe('records that are older than they are kept', async () => {
  const shared = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });

  it('B2.12 after five years what a record says goes, by whole months; that it was stays, and the book proves all that it had', async () => {
    await using portal = await startTestPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
    portal.clock.set(Date.UTC(2026, 2, 10, 9));
    using scene = await recorded(portal);
    using failing = await failed(portal);
    const { owner, serial, record, shown, asked, startedAt } = scene;
    const before = await bookOf(owner);
    const outside = (await owner.call(exportLedger, {})).data;
    const seen = strFromU8(unzipSync(outside)['checkpoints.txt'] ?? new Uint8Array());
    // The last hours of the month five years later: nothing went.
    await portal.age(Date.UTC(2031, 2, 31, 20) - portal.clock.now());
    assert.equal((await shown()).verdict, 'PASS');
    await portal.age(12 * hour_ms);
    const refusal = await asked();
    const reader = await colleague(portal, owner);
    assert.deepEqual([refusal.status, refusal.code], [410, 'record_removed']);
    const day = { serial, day: getHoldDay.example.params.day };
    assert.equal((await reader.refused(getHoldDay, { params: day, query: {} })).code, 'record_removed');
    const tried = { params: { serial, batchId: record.batchId }, query: { ruleId: 'US_FDA' } };
    assert.equal((await reader.refused(tryRule, tried)).code, 'record_removed');
    const note = { subject: { kind: 'batch' as const, id: record.batchId }, text: 'Too late.' };
    assert.equal((await reader.refused(addNote, { body: note })).code, 'record_removed');
    const { items } = await reader.call(filterRecords, { body: { page: 0, nRows: 50, filterAttributes: [] } });
    assert.deepEqual(
      items.map(({ kind, verdict, removedAt, batch, day: of }) => [
        kind,
        verdict,
        typeof removedAt,
        batch?.minutes,
        of?.max,
      ]),
      [
        ['day', null, 'number', undefined, null],
        ['batch', null, 'number', null, undefined],
      ],
    );
    const month = await reader.call(getBookMonth, { query: { month: '2026-03' } });
    assert.deepEqual(
      month.cells.map(({ counts, removed }) => [counts.length, removed]),
      [
        [0, 1],
        [0, 1],
      ],
    );
    const query = { from: startedAt - hour_ms, to: startedAt + hour_ms };
    const [listed] = await reader.call(listBatches, { params: { serial }, query });
    assert.deepEqual([listed?.verdict, typeof listed?.removedAt], [null, 'number']);

    const after = await bookOf(reader);
    assert.deepEqual(
      after.slice(0, before.length).map(({ entry }) => entry),
      before.map(({ entry }) => entry),
      'no entry has changed',
    );
    const gone = before.filter(({ ix, content }) => content !== null && after[ix]?.content === null);
    assert.deepEqual(new Set(gone.map(({ entry }) => entry?.kind)), new Set(['batch', 'day', 'note', 'signature']));
    const removal = after.find(({ entry }) => entry?.kind === 'removal')?.content;
    const ranges = removal?.['ranges'] as [number, number][];
    const named = ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
    assert.deepEqual([named, removal?.['reason']], [gone.map(({ ix }) => ix), 'retention']);
    assert.equal(removal?.['before'], Date.UTC(2026, 3));

    const zip = (await reader.call(exportLedger, {})).data;
    const files = Object.fromEntries(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)]));
    assert.doesNotMatch(files['contents.jsonl'] ?? '', /The lid was off|"verdict"/);
    const removed = (files['removed.jsonl'] ?? '')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { ix: number });
    assert.deepEqual(
      removed.map(({ ix }) => ix),
      named,
    );
    const exitCode = await verifierOf(zip, {
      'book.zip': zip,
      'unnamed.zip': changedZip(zip, 'removed.jsonl', () => ''),
      'changed.zip': changedZip(zip, 'entries.jsonl', (text) =>
        text.replace(/"at":(\d)/, (_, n) => `"at":${(Number(n) % 9) + 1}`),
      ),
      seen,
      now: files['checkpoints.txt'] ?? '',
    });
    assert.equal(exitCode('book.zip', '--checkpoint', 'now'), 0, 'whole, what was removed is named');
    assert.equal(exitCode('book.zip', '--checkpoint', 'seen'), 2, 'whole by what left the house before, and longer');
    assert.equal(exitCode('unnamed.zip', '--checkpoint', 'now'), 2, 'what no removal names is missing');
    assert.equal(exitCode('changed.zip', '--checkpoint', 'now'), 1, 'and who tampers is found');

    // An action goes when its last word is old, not with the record that it is about.
    assert.equal((await failing.asked()).code, 'record_removed');
    assert.equal((await failing.actions())[0]?.id, failing.action);
    const { size } = await reader.call(getLedger, {});
    await portal.age(Date.UTC(2031, 5, 2) - portal.clock.now());
    assert.deepEqual(await failing.actions(), []);
    const later = await colleague(portal, owner);
    const added = (await bookOf(later)).slice(size).map(({ entry }) => entry?.kind);
    assert.ok(!added.includes('removal'), 'once');
  });

  it('B2.12 a hold on a lot keeps its records and what was said of them, and nothing else; lifted, they go seven days later', async () => {
    const portal = shared;
    using scene = await recorded(portal);
    const { owner, serial, record, shown, asked } = scene;
    await portal.db.write((db) =>
      sql`update cycle_run set request = coalesce(request, '{}'::jsonb) || '{"lot": "L-0324", "product": "Lasagne"}'
        where appliance = (select id from appliance where serial = ${serial})`.execute(db),
    );
    const set = await hold(owner, { kind: 'lot', lot: ' l-0324' });
    assert.deepEqual(
      [set.scope, set.set.by, set.inForce, set.lifted],
      [{ kind: 'lot', lot: 'l-0324' }, 'Test USER', true, null],
    );
    const twice = { scope: { kind: 'lot' as const, lot: 'L-0324' }, reason: 'Once more', grant: await grantOf(owner) };
    const second = await owner.refused(setHold, { body: twice });
    assert.deepEqual([second.status, second.code], [409, 'hold_active']);
    await portal.age(6 * year_ms);
    assert.equal((await shown()).verdict, 'PASS');
    assert.equal((await shown()).notes[0]?.text, 'The lid was off.');
    assert.equal((await shown()).signatures.length, 1);
    const day = { params: { serial, day: getHoldDay.example.params.day }, query: {} };
    const lifter = await colleague(portal, owner);
    assert.equal((await lifter.refused(getHoldDay, day)).code, 'record_removed');

    const lifted = await lift(lifter, set.id);
    assert.equal(lifted.lifted?.endsAt, portal.clock.now() + 7 * day_ms);
    assert.deepEqual([lifted.inForce, lifted.lifted?.reason], [true, 'The file is closed']);
    const again = { params: { holdId: set.id }, body: { reason: 'Once more', grant: await grantOf(lifter) } };
    assert.equal((await lifter.refused(liftHold, again)).code, 'hold_lifted');
    await portal.age(6 * day_ms);
    assert.equal((await shown()).batchId, record.batchId, 'the seventh day is not over');
    await portal.age(2 * day_ms);
    assert.equal((await asked()).code, 'record_removed');
    const reader = await colleague(portal, owner);
    const { holds, years } = await reader.call(listHolds, {});
    assert.deepEqual([years, holds.map(({ id, inForce }) => [id, inForce])], [5, [[set.id, false]]]);
    const entries = (await bookOf(reader)).filter(({ entry }) => entry?.kind === 'hold');
    assert.deepEqual(
      entries.map(({ entry, content }) => [entry?.id, entry?.rev, content?.['reason'], content?.['lifted']]),
      [
        [set.id, 1, 'Complaint of a guest, file 12', undefined],
        [set.id, 2, 'The file is closed', true],
      ],
    );
    const told = await portal.db.read((db) =>
      db
        .selectFrom('cycle_run as r')
        .innerJoin('appliance as a', 'a.id', 'r.appliance')
        .select('r.request')
        .where('a.serial', '=', serial)
        .execute(),
    );
    assert.doesNotMatch(JSON.stringify(told), /L-0324|Lasagne/, 'what the unit was told of the food is gone too');
  });

  it('B2.12 a plan keeps the records of its time longer, and what is said of them; a later one neither shortens nor lengthens them', async () => {
    await using portal = await startTestPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
    portal.clock.set(Date.UTC(2026, 2, 2, 9));
    using scene = await recorded(portal, 'by the first plan');
    const { owner, serial, labId, record: first } = scene;
    const { current } = await owner.call(getPlans, { query: { labId } });
    assert.ok(current);
    /** A chill of some months later, by what was decided before it, on which somebody signs. */
    const chilled = async (keep_years: number) => {
      await saveFoodPlan(owner, labId, { ...current.plan, keep_years });
      portal.clock.leap(10 * minute_ms);
      const startedAt = portal.clock.now();
      portal.clock.leap(80 * minute_ms);
      await scene.tell({ runId: `for ${keep_years}`, startedAt, minutes: 75, says: cools, ...toldEarly });
      const record = await scene.lastRecord();
      const body = { subject: { kind: 'batch' as const, id: record.batchId }, text: 'The lid was off.' };
      await owner.call(addNote, { body });
      const what = [{ kind: 'batch' as const, id: record.batchId, revision: 1, hash: record.seal?.hash ?? '' }];
      await owner.call(signRecords, { body: { what, meaning: 'REVIEWED', grant: await grantOf(owner) } });
      return record.batchId;
    };
    const long = await chilled(7);
    const short = await chilled(5);
    const { longer } = await owner.call(listHolds, {});
    assert.deepEqual(longer, [], 'what is recorded now is kept as long as everybody’s');
    await saveFoodPlan(owner, labId, { ...current.plan, keep_years: 10 });
    const told = await owner.call(listHolds, {});
    const { name } = (await owner.call(listLaboratories, {})).find(({ id }) => id === labId) ?? { name: null };
    assert.deepEqual(told.longer, [{ labId, name, years: 10 }]);

    const kept = async () => {
      const reader = await colleague(portal, owner);
      const ask = async (batchId: string) => {
        const { items } = await reader.call(filterRecords, { body: { page: 0, nRows: 50, filterAttributes: [] } });
        return items.find(({ id }) => id === batchId)?.removedAt === undefined;
      };
      return [await ask(first.batchId), await ask(long), await ask(short)];
    };
    const said = async () =>
      (await bookOf(await colleague(portal, owner))).flatMap(({ entry, content }) =>
        content && ['batch', 'day', 'note', 'signature'].includes(entry?.kind ?? '') ? [entry?.kind] : [],
      );
    await portal.age(Date.UTC(2031, 2, 20) - portal.clock.now());
    assert.deepEqual(await kept(), [true, true, true]);
    await portal.age(Date.UTC(2031, 3, 2) - portal.clock.now());
    assert.deepEqual(await kept(), [false, true, false]);
    // Plans stay, each with the signature on it.
    const ofPlans = ['signature', 'signature', 'signature'];
    assert.deepEqual((await said()).toSorted(), ['batch', 'note', 'signature', ...ofPlans]);
    const reader = await colleague(portal, owner);
    const shown = await reader.call(getBatch, { params: { serial, batchId: long } });
    assert.deepEqual([shown.verdict, shown.notes.length, shown.signatures.length], ['PASS', 1, 1]);
    const zip = (await reader.call(exportLedger, {})).data;
    const checkpoints = strFromU8(unzipSync(zip)['checkpoints.txt'] ?? new Uint8Array());
    const exitCode = await verifierOf(zip, { 'book.zip': zip, now: checkpoints });
    assert.equal(exitCode('book.zip', '--checkpoint', 'now'), 0, 'whole, what was removed is named');

    await portal.age(Date.UTC(2033, 2, 20) - portal.clock.now());
    assert.deepEqual(await kept(), [false, true, false]);
    await portal.age(Date.UTC(2033, 3, 2) - portal.clock.now());
    assert.deepEqual(await kept(), [false, false, false], 'the plan of ten years is no plan of its time');
    assert.deepEqual(await said(), ofPlans);
    const after = (await (await colleague(portal, owner)).call(exportLedger, {})).data;
    const last = strFromU8(unzipSync(after)['checkpoints.txt'] ?? new Uint8Array());
    const again = await verifierOf(after, { 'book.zip': after, now: last });
    assert.equal(again('book.zip', '--checkpoint', 'now'), 0);
  });

  it('B2.12 an action stays as long as the record that it is about; a plan cannot ask for less than everybody’s five years', async () => {
    await using portal = await startTestPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
    portal.clock.set(Date.UTC(2026, 2, 2, 9));
    const { owner, unit, ...scene } = await chiller(portal);
    using _ = scene;
    const { current } = await owner.call(getPlans, { query: { labId: unit.labId } });
    assert.ok(current);
    const saving = async (keep_years: number) => ({
      body: {
        labId: unit.labId,
        basedOn: current.id,
        plan: { ...current.plan, keep_years },
        grant: await grantOf(owner),
      },
    });
    const refusal = await owner.refused(savePlan, await saving(4));
    assert.deepEqual([refusal.status, refusal.code], [422, 'retention_below_floor']);
    assert.equal((await owner.refused(savePlan, await saving(11))).status, 400);
    await owner.call(savePlan, await saving(6));
    portal.clock.leap(10 * minute_ms);
    const startedAt = portal.clock.now();
    portal.clock.leap(130 * minute_ms);
    const slow = (min: number) => ({ TCore1: straight([0, 75], [120, 20])(min) });
    await scene.tell({ runId: 'slow', startedAt, minutes: 120, says: slow, ...toldEarly });
    const actions = async () => {
      const body = { page: 0, nRows: 9, filterAttributes: [] };
      return (await (await colleague(portal, owner)).call(filterActions, { body })).items.length;
    };
    assert.equal(await actions(), 1);
    await portal.age(Date.UTC(2031, 4, 2) - portal.clock.now());
    assert.equal(await actions(), 1);
    await portal.age(Date.UTC(2032, 4, 2) - portal.clock.now());
    assert.equal(await actions(), 0);
  });

  it('B2.12 a hold needs its USER, a proof of who that is and a reason; it is its company’s alone', async () => {
    const portal = shared;
    const { user, member, claimedUnit } = given(portal);
    const owner = await user();
    const { serialNumber, labId } = await claimedUnit(owner);
    const stranger = await user();
    const cook = await member(owner, 'KITCHEN_MANAGER', [serialNumber]);
    const scope = { kind: 'kitchen', labId } as const;
    const grant = await grantOf(owner);
    assert.equal((await owner.refused(setHold, { body: { scope, reason: 'File', grant } })).status, 400);
    const refused = await owner.refused(setHold, { body: { scope, reason: 'A file', grant: 'nonsense' } });
    assert.deepEqual([refused.status, refused.code], [403, 'signing_refused']);
    assert.equal((await cook.refused(setHold, { body: { scope, reason: 'A file', grant } })).status, 403);
    const foreign = { body: { scope, reason: 'A file', grant: await grantOf(stranger) } };
    assert.equal((await stranger.refused(setHold, foreign)).status, 404);
    const set = await hold(owner, scope);
    assert.equal(set.scope.kind === 'kitchen' && set.scope.labId, labId);
    const lifting = { params: { holdId: set.id }, body: { reason: 'Not mine', grant: await grantOf(stranger) } };
    assert.equal((await stranger.refused(liftHold, lifting)).status, 404);
    assert.deepEqual((await stranger.call(listHolds, {})).holds, []);
  });

  it('B2.12 records go from the book of whoever held the unit, and of a company that nobody is left of, unless a hold says otherwise', async () => {
    const portal = shared;
    using given_away = await recorded(portal, 'given away');
    using held = await recorded(portal, 'held');
    using free = await recorded(portal, 'free');
    const { user, laboratory } = given(portal);
    const next = await user();
    const { body } = await given_away.owner.call(releaseAppliance, { params: { id: given_away.serial } });
    const labId = await laboratory(next);
    await next.call(claimAppliance, { body: { activationCode: body.activationCode, name: 'Ours', labId } });
    assert.equal((await given_away.shown()).verdict, 'PASS');
    await hold(held.owner, { kind: 'kitchen', labId: held.labId });
    for (const { owner } of [held, free]) await owner.call(deleteOwnUser, {});
    const contents = async ({ owner }: Pick<typeof held, 'owner'>) => {
      const entries = await bookOf(await colleague(portal, owner));
      return entries.flatMap(({ entry, content }) => (content ? [entry?.kind ?? ''] : [])).sort();
    };
    const ofRecords = async (scene: Pick<typeof held, 'owner'>) =>
      (await contents(scene)).filter((kind) => ['batch', 'day', 'note', 'signature'].includes(kind));
    const all = ['batch', 'day', 'note', 'signature'];
    for (const scene of [given_away, held, free]) assert.deepEqual(await ofRecords(scene), all);
    await portal.age(6 * year_ms);
    assert.deepEqual(await ofRecords(held), all);
    for (const scene of [given_away, free]) assert.deepEqual(await ofRecords(scene), []);
    assert.equal((await given_away.asked()).code, 'record_removed');
    assert.ok(!(await contents({ owner: next })).includes('removal'), 'the next holder’s book says nothing of it');
  });

  it('B2.12 a long book is gone through by pieces, each whole or not at all; what was cut off goes on where it was', async () => {
    // Its own: the portal that others age is still sweeping their books, and holds the locks of these.
    await using portal = await startTestPortal();
    const owner = await given(portal).user();
    const [company, now] = [owner.companyId ?? '', portal.clock.now()];
    const long = 60;
    const old = now - 6 * year_ms;
    await portal.db.write((db) =>
      append(
        db,
        Array.from({ length: long }, (_, i) => ({
          company,
          kind: 'check' as const,
          id: newId(old + i),
          rev: 1,
          at: old,
          content: { i },
        })),
      ),
    );
    const left = async () =>
      (await bookOf(owner)).filter(({ entry, content }) => entry?.kind === 'check' && content).length;
    const removals = async () => (await bookOf(owner)).filter(({ entry }) => entry?.kind === 'removal').length;
    const sweep = () => portal.db.write((db) => sweepBooks(db, now));
    // The portal is killed before the piece is whole.
    await assert.rejects(
      portal.db.write(async (db) => {
        await sweepBooks(db, now);
        throw new Error('killed');
      }),
      /killed/,
    );
    assert.deepEqual([await left(), await removals()], [long, 0]);
    while ((await left()) === long) assert.ok(await sweep());
    assert.deepEqual([await left(), await removals()], [long - 50, 1]);
    while ((await left()) > 0) assert.ok(await sweep());
    assert.equal(await removals(), 2);
    while (await sweep());
    assert.equal(await removals(), 2, 'and it comes to an end');
    const zip = (await owner.call(exportLedger, {})).data;
    const now_txt = strFromU8(unzipSync(zip)['checkpoints.txt'] ?? new Uint8Array());
    const exitCode = await verifierOf(zip, { 'book.zip': zip, now: now_txt });
    assert.equal(exitCode('book.zip', '--checkpoint', 'now'), 0);
  });
});
