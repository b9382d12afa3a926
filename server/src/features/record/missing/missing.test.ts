import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimAppliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import {
  type ActionInput,
  filterActions,
  getAction,
  openAction,
  verifyAction,
} from '@brina/contract/calls/record/actions';
import { lookAtDay } from '@brina/contract/calls/record/holding';
import { createLink } from '@brina/contract/calls/record/inspection';
import { listChanges } from '@brina/contract/calls/record/ledger';
import { explainMissing, listMissing, type MissingRecord } from '@brina/contract/calls/record/missing';
import { getPlans } from '@brina/contract/calls/record/plans';
import { amendBatch } from '@brina/contract/calls/record/remarks';
import { dayBefore } from '@brina/domain/haccp/missing/missing';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { dayAfter, localDay, spanOfDay } from '@brina/domain/language/local-day';
import { sql } from 'kysely';
import { chiller, straight } from '../../../../test/batches.ts';
import { ending, given, type TestUser } from '../../../../test/given.ts';
import { keepHoldDay } from '../../../../test/hold-days.ts';
import { sharedPortal } from '../../../../test/portal.ts';
import { grantOf, saveFoodPlan } from '../../../../test/signing.ts';

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

  const nothing = (more: Partial<ActionInput> = {}): ActionInput => ({
    state: 'done',
    reason: '',
    cause: 'PERSON',
    causeText: '',
    dispositions: [],
    measured: null,
    at: portal.clock.now(),
    lateReason: '',
    prevention: '',
    ...more,
  });
  const subjectOf = ({ id, day }: Pick<MissingRecord, 'id' | 'day'>) => ({
    kind: 'missing' as const,
    missing: id,
    day,
  });

  it('B2.5 B2.11 an action is opened on what is missing, signed with itself; it says what that is, in lists, in the book and when the record has come', async () => {
    using scene = await regular([3, 2, 1]);
    const { owner, serial, day, unit } = scene;
    const [waiting] = await lacks(owner);
    assert.ok(waiting);
    const body = { subjects: [subjectOf(waiting)], ...nothing() };
    assert.equal((await owner.refused(openAction, { body })).status, 404, 'nobody knows yet whether it is missing');
    await scene.tellsNow();
    const [missed] = await lacks(owner);
    assert.deepEqual([missed?.id, missed?.actions], [waiting.id, []]);
    const action = await owner.call(openAction, { body: { ...body, grant: await grantOf(owner) } });
    const what = { kind: 'batch', day, at: null };
    const subject = {
      kind: 'missing',
      id: waiting.id,
      serialNumber: serial,
      applianceName: waiting.unit?.name,
      missing: what,
      from: spanOfDay(day, rome).from,
      excursion: null,
      verdict: null,
    };
    assert.deepEqual(action.subjects, [subject]);
    assert.deepEqual(
      [action.state, action.load_kg, action.signatures.map(({ meaning }) => meaning)],
      ['done', null, ['ACTION_TAKEN']],
    );
    const { items } = await owner.call(filterActions, { body: { page: 0, nRows: 9, filterAttributes: [] } });
    assert.deepEqual(
      items.map((one) => [one.kind, one.missing, one.serialNumber, one.labId]),
      [['missing', what, serial, unit.labId]],
    );
    const [after] = await lacks(owner);
    assert.deepEqual(
      after?.actions.map(({ id, state, cause }) => [id, state, cause]),
      [[action.id, 'done', 'PERSON']],
    );
    assert.equal(after.state, 'open', 'why it is missing is another question');
    const entries = await owner.call(listChanges, { query: { after: -1, limit: 500 } });
    const { subjects } = entries.findLast(({ entry }) => entry?.kind === 'action')?.content ?? {};
    assert.deepEqual(subjects, [
      {
        kind: 'missing',
        id: waiting.id,
        excursion: null,
        missing: 'batch',
        day,
        serialNumber: serial,
        laboratory: unit.labId,
      },
    ]);
    await scene.chill(day);
    await portal.settled();
    assert.deepEqual(await lacks(owner), []);
    const still = await owner.call(getAction, { params: { actionId: action.id }, query: {} });
    assert.deepEqual(still.subjects, [subject]);
  });

  it('B2.5 B2.11 S6.7 nobody opens an action on what another company lacks, or of another day; what a kitchen lacks is its managers’', async () => {
    using scene = await regular([3, 2, 1]);
    await scene.tellsNow();
    const { owner, serial, day, unit } = scene;
    await demand(owner, unit.labId, { dailyLook: true });
    await keepHoldDay(portal, serial, { labId: unit.labId, day });
    const [look, missed] = await lacks(owner);
    assert.ok(look && missed);
    assert.deepEqual([look.kind, look.unit, missed.kind], ['look', null, 'batch']);
    const manager = await member(owner, 'KITCHEN_MANAGER', [serial]);
    const helper = await member(owner, 'KITCHEN_MANAGER', []);
    const stranger = await user();
    const both: MissingRecord[] = [look, missed];
    const bodyOf = (...some: { id: string; day: string }[]) => ({ subjects: some.map(subjectOf), ...nothing() });
    for (const who of [helper, stranger])
      for (const one of both) assert.equal((await who.refused(openAction, { body: bodyOf(one) })).status, 404);
    const others = [
      { id: missed.id, day: dayBefore(day) },
      { id: missed.id, day: '2026-02-30' },
      { id: unit.labId, day },
    ];
    for (const other of others) assert.equal((await owner.refused(openAction, { body: bodyOf(other) })).status, 404);
    const twice = await owner.refused(openAction, { body: bodyOf(look, look) });
    assert.equal(twice.status, 400);
    const action = await manager.call(openAction, { body: bodyOf(look, missed) });
    assert.deepEqual(action.subjects.map((one) => [one.missing?.kind, one.serialNumber]).toSorted(), [
      ['batch', serial],
      ['look', null],
    ]);
    const kitchens = await owner.call(filterActions, {
      body: { page: 0, nRows: 9, filterAttributes: [{ attribute: 'labId', value: unit.labId }] },
    });
    assert.deepEqual(
      kitchens.items.map(({ id }) => id),
      [action.id],
    );
    const ask = { params: { actionId: action.id }, query: {} };
    for (const who of [owner, manager]) assert.equal((await who.call(getAction, ask)).id, action.id);
    for (const who of [helper, stranger]) assert.equal((await who.refused(getAction, ask)).status, 404);
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

  it('B2.4 B2.11 a look that is given more than a day later stays among what is missing, and says who looked late', async () => {
    using scene = await regular([1]);
    const { owner, unit } = scene;
    await demand(owner, unit.labId, { dailyLook: true });
    const today = localDay(portal.clock.now(), rome);
    const [inTime, late] = [dayBefore(today), dayBefore(today, 2)];
    for (const day of [inTime, late]) {
      await keepHoldDay(portal, scene.serial, { labId: unit.labId, day });
      portal.clock.leap(6 * minute_ms);
    }
    const looksIn = async () => (await lacks(owner, unit.labId)).filter(({ kind }) => kind === 'look');
    assert.deepEqual(shown(await looksIn()), [
      ['look', inTime, 'open'],
      ['look', late, 'open'],
    ]);
    for (const day of [inTime, late]) await owner.call(lookAtDay, { body: { labId: unit.labId, day } });
    const [look, ...others] = await looksIn();
    assert.deepEqual([look?.day, look?.state, others], [late, 'explained', []]);
    assert.partialDeepStrictEqual(look?.explained, { reason: 'LATE', text: '', by: 'Test USER', role: 'USER' });
    const explanation = { reason: 'CLOSED', text: '' } as const;
    const twice = await owner.refused(explainMissing, { body: { day: late, labId: unit.labId, explanation } });
    assert.deepEqual([twice.status, twice.code], [409, 'missing_explained']);
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

  it('B2.3 B2.5 B2.11 where the plan demands a second person, what was done and nobody verified for a day is missing, until somebody does', async () => {
    using scene = await regular([1]);
    const { owner, serial, unit } = scene;
    const { batchId } = await scene.lastRecord();
    const cook = await member(owner, 'KITCHEN_MANAGER', [serial]);
    const take = (who: TestUser) =>
      who.call(openAction, {
        body: {
          subjects: [{ kind: 'batch', id: batchId, excursion: null }],
          ...nothing({ dispositions: [{ fate: 'DISCARDED', kg: 1 }], prevention: 'Ask twice.' }),
        },
      });
    await take(cook);
    await demand(owner, unit.labId, { secondPerson: true });
    const doneOn = localDay(portal.clock.now(), rome);
    const { id, revision } = await take(cook);
    const explainedOne = await take(cook);
    portal.clock.leap(day_ms - minute_ms);
    const second = await colleagueOf(owner);
    const unverified = async (who = second) => (await lacks(who)).filter(({ kind }) => kind === 'verification');
    assert.deepEqual(await unverified(), [], 'there is time for it');
    portal.clock.leap(2 * minute_ms);
    const found = await unverified();
    assert.deepEqual(
      found.map((one) => [one.day, one.state, one.labId, one.unit?.serialNumber, one.record?.id]),
      [1, 2].map(() => [doneOn, 'open', unit.labId, serial, batchId]),
      'what was done before the plan is not among them',
    );
    assert.deepEqual(
      found.map(({ actions }) => actions.map((one) => one.id)).toSorted(),
      [[id], [explainedOne.id]].toSorted(),
    );
    await second.call(verifyAction, { params: { actionId: id }, headers: { 'if-match': `"${revision}"` }, body: {} });
    assert.deepEqual(
      (await unverified()).map(({ actions }) => actions.map((one) => one.id)),
      [[explainedOne.id]],
    );
    const ofKind = { day: doneOn, labId: unit.labId, kind: 'verification' as const };
    const closed = { explanation: { reason: 'CLOSED' as const, text: '' } };
    const refusal = await second.refused(explainMissing, { body: { ...ofKind, ...closed } });
    assert.deepEqual([refusal.status, refusal.code], [409, 'nothing_missing']);
    const explanation = { reason: 'OTHER' as const, text: 'We were two, and one left.' };
    const [explained, ...more] = await second.call(explainMissing, { body: { ...ofKind, explanation } });
    assert.deepEqual([explained?.state, more], ['explained', []]);
    const entries = await second.call(listChanges, { query: { after: -1, limit: 500 } });
    const said = entries.findLast(({ entry }) => entry?.kind === 'missing')?.content;
    assert.deepEqual([said?.['missing'], said?.['action']], ['verification', explainedOne.id]);
    assert.deepEqual(await unverified(await member(second, 'KITCHEN_MANAGER', [])), []);
  });

  /** A blast chiller that tells a sample a minute of a stretch of yesterday, with an hour after it, and what its door does. */
  async function standing(model?: string) {
    const scene = await chiller(portal, model);
    const today = spanOfDay(localDay(portal.clock.now(), rome), rome);
    if (portal.clock.now() - today.from < 2 * hour_ms) portal.clock.leap(2 * hour_ms);
    const day = dayBefore(localDay(portal.clock.now(), rome));
    const { from, to } = spanOfDay(day, rome);
    const at = (min: number): number => from + min * minute_ms;
    const values = {
      TCell: 3,
      cellSetTemp: 3,
      powerState: 1,
      cycleState: 0,
      cyclePhase: 0,
      compressorState: 1,
      defrostState: 0,
    };
    /** @param says of the minute of the day; null: nothing is sent */
    async function tells(span: readonly [number, number], says: (min: number) => Record<string, number> | null) {
      const samples = Array.from({ length: span[1] - span[0] }, (_, i) => span[0] + i).flatMap((min) => {
        const said = says(min);
        return said ? [{ min, values: { ...values, ...said } }] : [];
      });
      for (let i = 0; i < samples.length; i += 250) {
        const part = samples.slice(i, i + 250);
        const first = at(part[0]?.min ?? 0);
        await scene.send('tel', { at: first, hist: true, s: part.map((one) => [at(one.min) - first, one.values]) });
      }
    }
    const door = async (min: number, open: boolean) => scene.send('evt', { at: at(min), type: 'door', door: 1, open });
    /** Somebody opens it for two minutes. */
    async function opens(min: number): Promise<void> {
      await door(min, true);
      await door(min + 2, false);
    }
    return { ...scene, day, to, at, tells, opens, door };
  }
  /** Lets a day begin, and what came late be drained. */
  async function drained(): Promise<void> {
    for (let day = 0; day < 4; day += 1) await portal.clock.advance(31_000);
  }
  /** Somebody of the same company, signed in by now: after a day nobody else is. */
  const colleagueOf = ({ companyId }: TestUser) => user('USER', { companyId: companyId ?? '' });
  /** The air after warm food was put in at a minute. */
  const warmedAt = (loaded: number) => (min: number) =>
    min < loaded ? 3 : straight([0, 10], [3, 28], [30, 8], [90, 3])(min - loaded);
  const loadsIn = (items: readonly MissingRecord[]) => items.filter(({ kind }) => kind === 'warmLoad');

  it('B2.11 food that was cooled without a cycle is missing in the book of its day, until its cycle comes late', async () => {
    using scene = await standing();
    const { owner, serial, unit, day, at } = scene;
    const air = warmedAt(602);
    const whole = (min: number) => ({ TCell: air(min) });
    await scene.tells([540, 620], whole);
    await scene.tells([640, 720], whole);
    await scene.opens(600);
    // Aired for as long, and nothing was put in.
    await scene.opens(700);
    await scene.tells([1430, 1475], () => ({}));
    await drained();
    assert.deepEqual(loadsIn(await lacks(owner)), [], 'whether a cycle followed nobody knows yet');
    await scene.tells([620, 640], whole);
    await drained();
    const [load, ...others] = await lacks(owner, unit.labId);
    assert.deepEqual(others, []);
    // There was food: something became of it.
    assert.ok(load);
    const onLoad = { subjects: [subjectOf(load)], ...nothing() };
    assert.equal((await owner.refused(openAction, { body: onLoad })).code, 'action_incomplete');
    const early = { ...onLoad, lateReason: 'No network.', measured: { value_C: 4, at: at(541), instrument: '' } };
    assert.equal((await owner.refused(openAction, { body: early })).code, 'time_not_of_record');
    const dispositions = [{ fate: 'DISCARDED' as const, kg: 4 }];
    const done = await owner.call(openAction, { body: { ...onLoad, dispositions } });
    assert.deepEqual([done.subjects[0]?.missing?.at, done.subjects[0]?.from], [at(602), at(602)]);
    assert.deepEqual(
      [load?.kind, load?.day, load?.at, load?.state, load?.unit?.serialNumber, load?.labId, load?.record],
      ['warmLoad', day, at(602), 'open', serial, unit.labId, null],
    );
    const month = await owner.call(listMissing, { query: { month: day.slice(0, 7) } });
    assert.deepEqual(
      loadsIn(month.items).map(({ id, at: put, actions }) => [id, put, actions.map((one) => one.id)]),
      [[load.id, at(602), [done.id]]],
    );
    // Ten minutes after the door was closed somebody had started it after all.
    await scene.send('tel', { at: at(612) + 5000, hist: true, s: [[0, { cyclePhase: 2, cycleState: 1 }]] });
    await drained();
    assert.deepEqual(await lacks(owner), []);
  });

  it('B2.11 where warm food is put into a chamber that holds, each is told of and explained by itself, and no closed kitchen explains it', async () => {
    using scene = await standing();
    const { owner, serial, unit, day, at } = scene;
    const [first, second] = [warmedAt(602), warmedAt(762)];
    await scene.tells([540, 900], (min) => ({
      cyclePhase: 7,
      cycleState: 1,
      TCell: Math.max(first(min), second(min)),
    }));
    for (const min of [600, 605, 760]) await scene.opens(min);
    await scene.tells([1430, 1475], () => ({}));
    await drained();
    const loads = loadsIn(await lacks(owner));
    assert.deepEqual(
      loads.map((one) => [one.day, one.at]),
      [
        [day, at(602)],
        [day, at(762)],
      ],
    );
    const closed = { explanation: { reason: 'CLOSED' as const, text: '' } };
    const ofKitchen = { day, labId: unit.labId };
    const ofLoad = { day, serialNumber: serial, kind: 'warmLoad' as const, at: at(602) };
    const refusal = await owner.refused(explainMissing, { body: { ...ofLoad, ...closed } });
    assert.deepEqual([refusal.status, refusal.code], [409, 'nothing_missing']);
    // It held for some hours only, and too warm: that may be why.
    const ofAll = await owner.call(explainMissing, { body: { ...ofKitchen, ...closed } });
    assert.deepEqual(
      ofAll.map(({ kind }) => kind),
      ['coverage'],
    );
    const explanation = { reason: 'OTHER' as const, text: 'It stood there for a moment only.' };
    const [explained, ...more] = await owner.call(explainMissing, { body: { ...ofLoad, explanation } });
    assert.deepEqual([explained?.at, explained?.state, more], [at(602), 'explained', []]);
    const after = loadsIn(await lacks(owner));
    assert.deepEqual(
      after.map((one) => [one.at, one.state]),
      [
        [at(602), 'explained'],
        [at(762), 'open'],
      ],
    );
    const entries = await owner.call(listChanges, { query: { after: -1, limit: 500 } });
    const said = entries.findLast(({ entry }) => entry?.kind === 'missing')?.content;
    assert.deepEqual([said?.['missing'], said?.['at'], said?.['text']], ['warmLoad', at(602), explanation.text]);
  });

  it('B2.11 S6.7 food that was put in at the end of a day waits for its cycle; another company lacks nothing of it', async () => {
    using scene = await standing();
    const { owner, serial, day, at, to } = scene;
    const air = warmedAt(1432);
    await scene.tells([1380, 1440 + 50], (min) => ({ TCell: air(min) }));
    await scene.opens(1430);
    await drained();
    assert.deepEqual(
      loadsIn(await lacks(owner)).map((one) => [one.day, one.at]),
      [[day, at(1432)]],
    );
    assert.deepEqual(await lacks(await user()), []);
    const { body: released } = await owner.call(releaseAppliance, { params: { id: serial } });
    const next = await user();
    const labId = await laboratory(next);
    await next.call(claimAppliance, { body: { activationCode: released.activationCode, name: 'Next', labId } });
    assert.deepEqual([loadsIn(await lacks(next)).length, loadsIn(await lacks(owner)).length], [0, 1]);
    // The cycle began after midnight, and is told late.
    await scene.send('tel', { at: to + 5 * minute_ms, hist: true, s: [[0, { cyclePhase: 2, cycleState: 1 }]] });
    await drained();
    assert.deepEqual(loadsIn(await lacks(owner)), []);
  });

  it('B2.11 of what is put in shortly before midnight it is waited for whether a cycle follows, while the unit goes on to tell', async () => {
    using scene = await standing();
    const { owner, day, to } = scene;
    // The day that begins now for the test ends with that of its unit.
    const midnight = spanOfDay(dayAfter(day), rome).to;
    const min = (moment: number): number => Math.round((moment - (to - day_ms)) / minute_ms);
    const loaded = min(midnight) - 8;
    const air = warmedAt(loaded);
    const told = async (from: number, until: number) => {
      portal.clock.leap(midnight + until * minute_ms - portal.clock.now());
      await scene.tells([min(midnight) + from, min(midnight) + until], (minute) => ({ TCell: air(minute) }));
      await portal.settled();
    };
    await told(-60, -7);
    await scene.opens(loaded - 2);
    await told(-7, 6);
    await told(6, 16);
    const cook = await colleagueOf(owner);
    await portal.clock.advance(10_000);
    assert.deepEqual(loadsIn(await lacks(cook)), []);
    await told(16, 25);
    await told(25, 35);
    await portal.clock.advance(20 * minute_ms);
    const [load, ...others] = loadsIn(await lacks(cook));
    assert.deepEqual([load?.day, load?.at, others], [dayAfter(day), midnight - 8 * minute_ms, []]);
  });

  it('B2.11 B2.4 a day of which less than nine tenths are known lacks them where its verdict says something else, and no more when the rest comes', async () => {
    using scene = await standing('CP Next 700');
    const { owner, serial, day } = scene;
    const minutes = (min: number) => ({ operatingMode: 2, TCell: min >= 600 && min < 660 ? 14 : 2 });
    await scene.tells([0, 1000], minutes);
    await scene.tells([1200, 1475], minutes);
    await drained();
    const [lacking, ...others] = await lacks(owner);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [
        lacking?.kind,
        lacking?.day,
        lacking?.state,
        lacking?.unit?.serialNumber,
        lacking?.record?.kind,
        lacking?.record?.zone,
      ],
      ['coverage', day, 'open', serial, 'day', 1],
    );
    // With these 1,300 of 1,440 minutes are known: 90 %.
    await scene.tells([1000, 1060], minutes);
    await drained();
    assert.deepEqual(await lacks(owner), []);
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

  it('B2.10 B2.11 who inspects reads what is missing in the days of the link, not explained or why, by initials; of no other kitchen or day', async () => {
    using scene = await regular([4, 3, 1]);
    const { owner, serial, day, unit } = scene;
    await scene.tellsNow();
    const read = async (body: object) => {
      const { address } = await owner.call(createLink, {
        body: { labIds: [unit.labId], serials: [], from: day, to: day, lasts: 'day', ...body },
      });
      portal.clock.leap(minute_ms);
      const html = await (await fetch(`${portal.url}${new URL(address, portal.url).pathname}?lang=en`)).text();
      return /<h2>Missing records<\/h2>([\s\S]*?)<\/section>/.exec(html)?.[1] ?? '';
    };
    assert.match(await read({}), /No cycle on a usual day[\s\S]*Not explained/);
    const body = { day, serialNumber: serial, explanation: { reason: 'HOLIDAY', text: 'Santo patrono' } as const };
    await owner.call(explainMissing, { body });
    for (const more of [{}, { labIds: [], serials: [serial] }, { labIds: [unit.labId], serials: [serial] }]) {
      const html = await read(more);
      assert.equal(html.split('No cycle on a usual day').length, 2, 'once');
      assert.match(html, /Holiday: Santo patrono[\s\S]*>TU,/);
      assert.doesNotMatch(html, /Test USER/);
    }
    const elsewhere = [{ labIds: [await laboratory(owner)] }, { from: dayBefore(day, 2), to: dayBefore(day, 1) }];
    for (const other of elsewhere) assert.match(await read(other), /Nothing is missing/);
  });
});
