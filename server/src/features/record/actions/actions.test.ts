import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getAppliance } from '@brina/contract/calls/kitchen/appliances';
import { deleteOwnUser } from '@brina/contract/calls/people/account';
import {
  type ActionInput,
  filterActions,
  getAction,
  openAction,
  saveAction,
  verifyAction,
} from '@brina/contract/calls/record/actions';
import { listAlarms } from '@brina/contract/calls/record/alarms';
import { listChanges } from '@brina/contract/calls/record/ledger';
import { makersPlan } from '@brina/domain/haccp/plans/food-plan';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { chiller, straight } from '../../../../test/batches.ts';
import { ending, given, type TestUser } from '../../../../test/given.ts';
import { keepHoldDay } from '../../../../test/hold-days.ts';
import { LiveClient } from '../../../../test/live-client.ts';
import { sharedPortal } from '../../../../test/portal.ts';
import { grantOf, saveFoodPlan } from '../../../../test/signing.ts';
import { followVerdict } from './open.ts';

describe('corrective actions', async () => {
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  const { user, member } = given(portal);

  const says = (minutes: number) => {
    const core = straight([0, 75], [minutes, 2]);
    return (passed_min: number) => ({ TCore1: core(passed_min), TCore2: core(passed_min) });
  };
  /** A unit whose chill took so long, with what is known of its actions. */
  async function chilled(minutes: number, stoppedAt_min = minutes + 5) {
    const scene = await chiller(portal);
    const startedAt = portal.clock.now();
    portal.clock.leap((stoppedAt_min + 1) * minute_ms);
    const told = { runId: 'r1', startedAt, minutes: stoppedAt_min, says: says(minutes) };
    await scene.tell(told);
    return { ...scene, told };
  }
  const listed = async (who: TestUser, ...filterAttributes: { attribute: 'state' | 'cause'; value: string }[]) =>
    (await who.call(filterActions, { body: { page: 0, nRows: 200, filterAttributes } })).items;
  const at = (revision: number) => ({ 'if-match': `"${revision}"` });
  const said = (more: Partial<ActionInput> = {}): ActionInput => ({
    state: 'done',
    reason: '',
    cause: 'DOOR',
    causeText: '',
    dispositions: [{ fate: 'DISCARDED', kg: 12.5 }],
    measured: null,
    at: portal.clock.now(),
    lateReason: '',
    prevention: '',
    ...more,
  });
  const save = (who: TestUser, actionId: string, revision: number, more: Partial<ActionInput> = {}) =>
    who.call(saveAction, { params: { actionId }, headers: at(revision), body: said(more) });
  const refusedSave = async (who: TestUser, actionId: string, revision: number, more: Partial<ActionInput> = {}) => {
    const refusal = await who.refused(saveAction, { params: { actionId }, headers: at(revision), body: said(more) });
    return [refusal.status, refusal.code];
  };

  it('B2.5 who has not said for two hours what became of the food is reminded once, until it is said', async () => {
    const { owner, serial } = await chilled(120);
    const notices = async () =>
      (await owner.call(getAppliance, { params: { id: serial } })).notices.map(({ name }) => name);
    const after = async (passed_ms: number) => {
      portal.clock.leap(passed_ms);
      await portal.settled();
      return notices();
    };
    assert.deepEqual(await after(hour_ms), []);
    assert.deepEqual(await after(hour_ms + 2 * minute_ms), ['record_waits']);
    assert.deepEqual(await after(3 * hour_ms), ['record_waits'], 'it lasts, and is told once');
    using live = new LiveClient(portal, owner);
    await live.subscribe();
    const [waiting] = await listed(owner);
    assert.ok(waiting);
    await save(owner, waiting.id, waiting.revision);
    assert.deepEqual(await notices(), []);
    await live.message('that it is over', () =>
      live.messages.find((message) => 'notices' in message && message.notices.length === 0),
    );
    assert.deepEqual(await after(3 * hour_ms), []);
  });

  it('B2.5 a batch that failed opens an action, which the record shows; one that passed opens none', async () => {
    using failed = await chilled(130);
    const record = await failed.lastRecord();
    assert.equal(record.verdict, 'FAIL');
    const [action] = await listed(failed.owner);
    assert.deepEqual(
      record.actions.map(({ id, state, revision }) => [id, state, revision]),
      [[action?.id, 'open', 1]],
    );
    const shown = await failed.owner.call(getAction, { params: { actionId: action?.id ?? '' }, query: {} });
    assert.deepEqual(
      [shown.openedBy, shown.cause, shown.load_kg, shown.subjects.map(({ id, verdict }) => [id, verdict])],
      [null, null, 40, [[record.batchId, 'FAIL']]],
    );
    assert.deepEqual(shown.proposedCauses, ['TOO_MUCH', 'TOO_THICK']);
    const entries = await failed.owner.call(listChanges, { query: { after: -1, limit: 500 } });
    assert.deepEqual(
      entries.flatMap(({ entry }) => (entry?.kind === 'action' ? [[entry.id, entry.rev]] : [])),
      [[action?.id, 1]],
    );
    using passed = await chilled(70);
    assert.deepEqual([(await passed.lastRecord()).verdict, await listed(passed.owner)], ['PASS', []]);
  });

  it('B2.5 what was ended early opens one only when nothing goes on with it', async () => {
    using alone = await chilled(130, 45);
    assert.equal((await alone.lastRecord()).verdict, 'ABORTED');
    assert.deepEqual(await listed(alone.owner), []);
    await portal.clock.advance(50 * minute_ms);
    assert.equal((await listed(alone.owner)).length, 1);

    using continued = await chilled(130, 45);
    const { told } = continued;
    const startedAt = told.startedAt + 55 * minute_ms;
    portal.clock.leap(60 * minute_ms);
    const core = straight([0, 45], [25, 2]);
    const goesOn = (min: number) => ({ TCore1: core(min), TCore2: core(min) });
    await continued.tell({ runId: 'r2', startedAt, minutes: 28, says: goesOn });
    await portal.clock.advance(50 * minute_ms);
    const records = await continued.batches();
    assert.deepEqual(
      records.map(({ verdict }) => verdict),
      ['PASS_WITH_GAP', 'ABORTED'],
    );
    assert.deepEqual(await listed(continued.owner), []);
  });

  it('B2.5 late data that take the verdict away withdraw what nobody has touched', async () => {
    using scene = await chiller(portal);
    const startedAt = portal.clock.now();
    portal.clock.leap(3 * hour_ms);
    const told = { runId: 'r1', startedAt, minutes: 100, says: says(75) };
    await scene.begin(told);
    await scene.measure(told, 0, 20);
    await scene.end(told);
    await portal.clock.advance(20 * minute_ms);
    assert.equal((await scene.lastRecord()).verdict, 'NOT_PROVEN');
    const [action] = await listed(scene.owner);
    assert.equal(action?.state, 'open');
    await scene.measure(told, 20, 100);
    await portal.clock.advance(20 * minute_ms);
    assert.equal((await scene.lastRecord()).verdict, 'PASS');
    const [after] = await listed(scene.owner);
    assert.deepEqual([after?.id, after?.state, after?.revision], [action.id, 'withdrawn', 2]);
  });

  it('B2.5 what was recorded before there were actions opens none while it says the same', async () => {
    using scene = await chilled(70);
    const { batchId } = await scene.lastRecord();
    const company = scene.owner.companyId ?? '';
    const { appliance } = await portal.db.read((db) =>
      db.selectFrom('batch').select('appliance').where('id', '=', batchId).executeTakeFirstOrThrow(),
    );
    const revision = {
      kind: 'batch',
      id: batchId,
      appliance,
      appliance_name: 'Chiller',
      laboratory_id: null,
      company,
    } as const;
    const follow = (verdict: string, former: string) =>
      portal.db.write((db) =>
        followVerdict(db, { ...revision, verdict, reasons: [], former: { verdict: former } }, portal.clock.now()),
      );
    await follow('FAIL', 'FAIL');
    assert.deepEqual(await listed(scene.owner), []);
    await follow('FAIL', 'PASS');
    assert.equal((await listed(scene.owner)).length, 1);
  });

  it('B2.5 B2.6 what was done, and that it is enough, is signed with itself; who does not prove who it is has saved nothing', async () => {
    using scene = await chilled(130);
    const { owner, serial } = scene;
    const [{ id } = { id: '' }] = await listed(owner);
    const cook = await member(owner, 'KITCHEN_MANAGER', [serial]);
    const asks = { params: { actionId: id }, headers: at(1) };
    const refusal = await cook.refused(saveAction, { ...asks, body: { ...said(), grant: 'none' } });
    assert.deepEqual([refusal.status, refusal.code], [403, 'signing_refused']);
    const shownTo = (who: TestUser) => who.call(getAction, { params: { actionId: id }, query: {} });
    assert.equal((await shownTo(owner)).revision, 1);
    const done = await cook.call(saveAction, { ...asks, body: { ...said(), grant: await grantOf(cook) } });
    assert.deepEqual(
      done.signatures.map(({ meaning, role, revision }) => [meaning, role, revision]),
      [['ACTION_TAKEN', 'KITCHEN_MANAGER', 2]],
    );
    assert.deepEqual([(await shownTo(cook)).may.verify, (await shownTo(owner)).may.verify], [false, true]);
    const body = { grant: await grantOf(owner) };
    const verified = await owner.call(verifyAction, { params: { actionId: id }, headers: at(2), body });
    assert.deepEqual(
      verified.signatures.map(({ meaning, role, revision }) => [meaning, role, revision]),
      [
        ['ACTION_TAKEN', 'KITCHEN_MANAGER', 2],
        ['VERIFIED', 'USER', 3],
      ],
    );
  });

  it('B2.5 it is done and verified by two people, each save a revision that can be read, with its cost by the plan', async () => {
    using scene = await chilled(130);
    const { owner, unit } = scene;
    const plan = { ...makersPlan, cost_per_kg: 12.5, currency: 'EUR' };
    await saveFoodPlan(owner, unit.labId, plan);
    const [{ id } = { id: '' }] = await listed(owner);
    const cook = await member(owner, 'KITCHEN_MANAGER', [scene.serial]);
    const done = await save(cook, id, 1);
    assert.deepEqual(
      [done.state, done.done?.role, done.cost],
      ['done', 'KITCHEN_MANAGER', { amount: 156.25, currency: 'EUR' }],
    );
    const own = await cook.refused(verifyAction, { params: { actionId: id }, headers: at(2), body: {} });
    assert.deepEqual([own.status, own.code], [409, 'verify_own_action']);
    const asked = await owner.call(getAction, { params: { actionId: id }, query: {} });
    assert.deepEqual(asked.cost_per_kg, { amount: 12.5, currency: 'EUR' });
    const verified = await owner.call(verifyAction, { params: { actionId: id }, headers: at(2), body: {} });
    assert.deepEqual([verified.verified?.role, verified.verified?.samePerson, verified.revision], ['USER', false, 3]);
    const again = await owner.refused(verifyAction, { params: { actionId: id }, headers: at(3), body: {} });
    assert.deepEqual([again.status, again.code], [409, 'action_closed']);
    assert.deepEqual(await refusedSave(owner, id, 3), [409, 'action_closed']);
    const reopened = await save(owner, id, 3, { state: 'reopened', reason: 'The other tray too.', dispositions: [] });
    assert.deepEqual([reopened.state, reopened.done, reopened.verified], ['reopened', null, null]);
    const old = await owner.call(getAction, { params: { actionId: id }, query: { revision: 2 } });
    assert.deepEqual(
      [old.revision, old.dispositions, old.may],
      [2, [{ fate: 'DISCARDED', kg: 12.5 }], { edit: false, verify: false }],
    );
    assert.deepEqual(
      old.revisions.map(({ revision, state, by }) => [revision, state, by]),
      [
        [4, 'reopened', 'Test USER'],
        [3, 'verified', 'Test USER'],
        [2, 'done', 'Test KITCHEN_MANAGER'],
        [1, 'open', null],
      ],
    );
    await cook.call(deleteOwnUser, {});
    const erased = await owner.call(getAction, { params: { actionId: id }, query: { revision: 2 } });
    assert.equal(erased.done?.by, 'TK');
  });

  it('B2.5 of two people who close one action the second is told; whoever is alone may verify, and it says so', async () => {
    using scene = await chilled(130);
    const { owner } = scene;
    const [{ id } = { id: '' }] = await listed(owner);
    await save(owner, id, 1);
    assert.deepEqual(await refusedSave(owner, id, 1, { cause: 'UNIT' }), [412, 'action_changed']);
    const verified = await owner.call(verifyAction, { params: { actionId: id }, headers: at(2), body: {} });
    assert.equal(verified.verified?.samePerson, true);
  });

  it('B2.5 each rule of a field is refused by its name', async () => {
    using scene = await chilled(130);
    const { owner } = scene;
    const [{ id } = { id: '' }] = await listed(owner);
    const now = portal.clock.now();
    const cases: [Partial<ActionInput>, string][] = [
      [{ dispositions: [{ fate: 'DISCARDED', kg: 44.1 }] }, 'disposition_exceeds_load'],
      [{ dispositions: [{ fate: 'KEPT', kg: 10, reason: 'Still cold.' }] }, 'disposition_reason'],
      [
        {
          dispositions: [{ fate: 'KEPT', kg: 10, reason: 'It was below five degrees all the time.' }],
          measured: { value_C: 3, at: now, instrument: '' },
        },
        'disposition_reason',
      ],
      [{ at: now - 2 * day_ms }, 'late_entry_reason'],
      [{ at: now + hour_ms }, 'action_in_future'],
      [{ at: now - 2 * day_ms, lateReason: 'No network.' }, 'time_not_of_record'],
      [{ measured: { value_C: 3, at: 0, instrument: '' } }, 'late_entry_reason'],
      [{ measured: { value_C: 3, at: 0, instrument: '' }, lateReason: 'No network.' }, 'time_not_of_record'],
      [{ dispositions: [{ fate: 'HELD', kg: 10, decideBy: now - hour_ms }] }, 'decision_in_past'],
      [{ dispositions: [] }, 'action_incomplete'],
    ];
    for (const [more, code] of cases) assert.deepEqual(await refusedSave(owner, id, 1, more), [422, code]);
    // The third of one cause within thirty days needs something against it.
    const { batchId } = await scene.lastRecord();
    const open = (more: Partial<ActionInput>) =>
      owner.call(openAction, { body: { subjects: [{ kind: 'batch', id: batchId, excursion: null }], ...said(more) } });
    const asks = () => owner.call(getAction, { params: { actionId: id }, query: {} });
    const some: Partial<ActionInput> = { dispositions: [{ fate: 'DISCARDED', kg: 1 }] };
    for (const cause of ['UNKNOWN', 'UNKNOWN', 'DOOR', 'DOOR', 'UNIT'] as const) await open({ ...some, cause });
    const { needsPrevention, cost_per_kg } = await asks();
    assert.deepEqual([needsPrevention.toSorted(), cost_per_kg], [['DOOR', 'UNKNOWN'], null]);
    assert.deepEqual(await refusedSave(owner, id, 1), [422, 'prevention_needed']);
    assert.deepEqual(await refusedSave(owner, id, 1, { cause: 'UNKNOWN' }), [422, 'prevention_needed']);
    const done = await save(owner, id, 1, { prevention: 'The door closer is repaired.' });
    assert.equal(done.openedBy, null);
    assert.deepEqual(
      (await listed(owner, { attribute: 'state', value: 'done' })).map(({ discarded_kg }) => discarded_kg).toSorted(),
      [1, 1, 1, 1, 1, 12.5],
    );
  });

  it('B2.5 actions that are linked by what they are about do not speak of more than all of it together', async () => {
    using scene = await chilled(130);
    const { owner, told } = scene;
    portal.clock.leap(3 * hour_ms);
    await scene.tell({ ...told, runId: 'r2', startedAt: portal.clock.now() - 150 * minute_ms });
    const [b = '', a = ''] = (await scene.batches()).map(({ batchId }) => batchId);
    const about = (ids: string[], kg: number) => ({
      body: {
        subjects: ids.map((id) => ({ kind: 'batch' as const, id, excursion: null })),
        ...said({ dispositions: [{ fate: 'DISCARDED', kg }], prevention: 'The door closer is repaired.' }),
      },
    });
    // Of 80 kg 88 at most, although each load of 40 bears 44 by itself.
    await owner.call(openAction, about([b], 44));
    await owner.call(openAction, about([a, b], 44));
    const over = await owner.refused(openAction, about([a], 44));
    assert.deepEqual([over.status, over.code], [422, 'disposition_exceeds_load']);
  });

  it('B2.5 several actions on one record do not speak of more than was loaded together, nor do two that are saved at once', async () => {
    using scene = await chilled(130);
    const { owner } = scene;
    const [{ id } = { id: '' }] = await listed(owner);
    const { batchId } = await scene.lastRecord();
    const discarded = (kg: number) =>
      said({ dispositions: [{ fate: 'DISCARDED', kg }], prevention: 'The door closer is repaired.' });
    const subjects = [{ kind: 'batch' as const, id: batchId, excursion: null }];
    const open = (kg: number) => ({ body: { subjects, ...discarded(kg) } });
    // Of a load of 40 kg 44 at most can be told of.
    const other = await owner.call(openAction, open(30));
    assert.deepEqual(await refusedSave(owner, id, 1, discarded(14.1)), [422, 'disposition_exceeds_load']);
    const shown = await owner.call(getAction, { params: { actionId: id }, query: {} });
    assert.deepEqual([shown.load_kg, shown.told_kg], [40, 30]);
    const ends = await portal.race(
      () => owner.call(openAction, open(8)),
      () => owner.call(openAction, open(8)),
    );
    assert.deepEqual(ends.map(ending).toSorted(), ['disposition_exceeds_load', 'done']);
    await save(owner, id, 1, discarded(6));
    const withdrawn = said({ state: 'reopened', reason: 'It was weighed twice.', dispositions: [] });
    await owner.call(saveAction, { params: { actionId: other.id }, headers: at(1), body: withdrawn });
    assert.equal((await owner.call(openAction, open(30))).state, 'done', 'what is taken back counts no more');
    const over = await owner.refused(openAction, open(0.1));
    assert.deepEqual([over.status, over.code], [422, 'disposition_exceeds_load']);
  });

  it('B2.5 by hand one action is about several records; nobody opens one on what is not its own', async () => {
    using scene = await chilled(70);
    const { owner, serial } = scene;
    await keepHoldDay(portal, serial);
    const { batchId } = await scene.lastRecord();
    const [{ id: dayId } = { id: '' }] = await portal.db.read((db) =>
      db
        .selectFrom('hold_day')
        .select('id')
        .where('company_id', '=', owner.companyId ?? '')
        .where('revision', '=', 1)
        .execute(),
    );
    const subjects = [
      { kind: 'batch' as const, id: batchId, excursion: null },
      { kind: 'day' as const, id: dayId, excursion: null },
    ];
    const body = { subjects, ...said({ state: 'open', cause: null, dispositions: [] }) };
    const action = await owner.call(openAction, { body });
    assert.deepEqual(action.subjects.map(({ kind }) => kind).toSorted(), ['batch', 'day']);
    assert.equal(action.openedBy, 'Test USER');
    const [stranger, helper] = [await user(), await member(owner, 'KITCHEN_MANAGER', [])];
    for (const who of [stranger, helper]) {
      assert.equal((await who.refused(openAction, { body })).status, 404);
      assert.equal((await who.refused(getAction, { params: { actionId: action.id }, query: {} })).status, 404);
      assert.deepEqual(await listed(who), []);
    }
    const crossed = { ...body, subjects: [{ kind: 'day' as const, id: batchId, excursion: null }] };
    assert.equal((await owner.refused(openAction, { body: crossed })).status, 404);
  });

  it('B2.5 S1.7 saying what became of the food ends the alarm of an interrupted cycle', async () => {
    using scene = await chilled(130, 45);
    const { owner, serial } = scene;
    const isOn = async () => {
      const now = portal.clock.now();
      const alarms = await owner.call(listAlarms, { params: { id: serial }, query: { from: now - day_ms, to: now } });
      return alarms.some(({ name, state }) => name === 'cycleInterruptedAlarm' && state === 'active');
    };
    const standing = async (from: number, minutes: number): Promise<void> => {
      const values = { ...says(130)(45), TCell: 4, cycleState: 3, powerState: 1 };
      const samples = Array.from({ length: minutes }, (_, i) => [i * minute_ms, values]);
      await scene.send('tel', { at: from, hist: true, s: samples });
      await portal.clock.advance(2 * minute_ms);
    };
    const endedAt = scene.told.startedAt + 45 * minute_ms;
    await portal.clock.advance(50 * minute_ms);
    await standing(endedAt + minute_ms, 45);
    assert.ok(await isOn(), 'the rules tell of the interrupted cycle');
    const [{ id } = { id: '' }] = await listed(owner);
    await save(owner, id, 1, { cause: 'PERSON' });
    await standing(portal.clock.now(), 1);
    assert.ok(!(await isOn()), 'it is over');
  });
});
