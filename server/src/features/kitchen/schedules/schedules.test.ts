import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimAppliance, getAppliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { getCommand } from '@brina/contract/calls/kitchen/commands';
import { createRecipe, deleteRecipe, getRecipe, updateRecipe } from '@brina/contract/calls/kitchen/recipes';
import {
  cancelSchedule,
  createSchedule,
  listSchedules,
  restoreSchedule,
  type Schedule,
} from '@brina/contract/calls/kitchen/schedules';
import type { CommandMessage } from '@brina/contract/devices';
import { plannedLimits } from '@brina/domain/cycles/planned-start';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { instantOf, localMinute } from '@brina/domain/language/local-minute';
import { sql } from 'kysely';
import pino from 'pino';
import type { Database, Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { TestDevice, tellPanel } from '../../../../test/device.ts';
import { given, type TestUser } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';
import { tendPlans } from './schedules.jobs.ts';

const rome = 'Europe/Rome';
const phases = [
  { phase: 3, air: 0, fan: 60, rh: null, end: { by: 'core', target: 3.3 }, fallback_min: 90 },
  { phase: 7, air: 2, fan: 40, rh: null, end: { by: 'stop' }, hold: true },
];
const ragu = {
  title: 'Ragù',
  description: '',
  language: 'it_IT',
  texts: {},
  icon: 'pot',
  colour: 6,
  sector: 'gastronomy' as const,
  laboratoryIds: [],
  definition: { family: 'MF', function: 0, phases },
};

describe('planned starts', async () => {
  const portal = await sharedPortal();
  const { user, member, claimedUnit, laboratory } = given(portal);
  const { clock } = portal;
  /** A minute of the kitchen's clock so far from now. */
  const inMinutes = (n: number): string => localMinute(clock.now() + n * minute_ms, rome);

  /** A unit that asks at its panel, connected. */
  async function asking(owner: TestUser, model?: string) {
    const unit = await claimedUnit(owner, model);
    const device = new TestDevice(portal, unit);
    await device.connect();
    await device.sendSamples([{ powerState: 1, cycleState: 0 }]);
    await tellPanel(portal, device, { proposals: [] });
    const params = { id: unit.serialNumber };
    let signedIn = { who: owner, at: clock.now() };
    /** Somebody of its company: a sign-in lasts for an hour. */
    const somebody = async (): Promise<TestUser> => {
      if (clock.now() - signedIn.at > 50 * minute_ms)
        signedIn = { who: await user('USER', { companyId: owner.companyId ?? '' }), at: clock.now() };
      return signedIn.who;
    };
    type More = { recipeId?: string; weekdays?: number[]; args?: Record<string, unknown> };
    const asked = (minute: string, more: More) => ({ params, body: { recipeId: '0', args: {}, minute, ...more } });
    return {
      somebody,
      device,
      serial: unit.serialNumber,
      params,
      plan: async (minute: string, more: More = {}) => (await somebody()).call(createSchedule, asked(minute, more)),
      refused: async (minute: string, more: More = {}) =>
        (await somebody()).refused(createSchedule, asked(minute, more)),
      listed: async () => (await somebody()).call(listSchedules, { params }),
      /** What its kitchen is told of: the cycle and the minute stand beside it. */
      told: async (): Promise<string[]> => {
        const { notices } = await (await somebody()).call(getAppliance, { params });
        return notices.map(({ name, detail }) => {
          assert.match(String(detail['title']), /\S/);
          assert.match(String(detail['minute']), /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/);
          return [name, detail['reason']].filter(Boolean).join(' ');
        });
      },
      /** What was proposed to it, each once however often it was sent. */
      proposals: (): CommandMessage[] => [
        ...new Map(
          device
            .commands()
            .filter(({ name }) => name === 'proposeStart')
            .map((one) => [one.id, one]),
        ).values(),
      ],
      [Symbol.dispose]: () => device[Symbol.dispose](),
    };
  }
  type Asking = Awaited<ReturnType<typeof asking>>;

  const states = ({ open, over }: { open: Schedule[]; over: Schedule[] }): string[] =>
    [...open, ...over].map(({ state, reason }) => [state, reason].filter(Boolean).join(' '));

  /** Time passes, and the unit is heard at the end of it. */
  async function later(one: Asking, minutes: number): Promise<void> {
    clock.leap(minutes * minute_ms);
    await one.device.sendSamples([{ powerState: 1 }]);
    await portal.settled();
  }

  /** Plans, and lets time pass until it is proposed; the panel asks for it. */
  async function proposed(one: Asking, more: Parameters<Asking['plan']>[1] = {}): Promise<CommandMessage> {
    const known = one.proposals().length;
    await one.plan(inMinutes(30), more);
    await later(one, 21);
    const proposal = one.proposals()[known];
    assert.ok(proposal, 'it was proposed');
    await one.device.send('res', { id: proposal.id, result: 'accepted' });
    return proposal;
  }

  it('S1.6 B3.5 is proposed ten minutes before its minute, never starts by itself, and has started when the panel says so', async () => {
    const owner = await user('USER', { language: 'it' });
    using one = await asking(owner);
    const { body: recipe } = await owner.call(createRecipe, { body: ragu });
    const minute = inMinutes(60);
    const said = { load_kg: 12, product: 'Ragù', lot: 'L-24' };
    const { body } = await one.plan(minute, { recipeId: recipe.id, args: said });
    assert.equal(body.at, instantOf(minute, rome));
    const listed = await one.listed();
    const [planned] = listed.open;
    assert.deepEqual(
      [listed.asks, planned?.title, planned?.minute, planned?.load_kg, planned?.lot, planned?.by, planned?.state],
      [true, 'Ragù', minute, 12, 'L-24', 'Test USER', 'planned'],
    );
    assert.ok(planned && planned.lasts_min > 20 && planned.lasts_min < 240, `forecast: ${planned?.lasts_min} min`);
    await later(one, 49);
    assert.equal(one.proposals().length, 0);
    await later(one, 1);
    const [proposal] = one.proposals();
    const args: CommandMessage['args'] = proposal?.args ?? {};
    assert.deepEqual(
      [args.title, args.at, args.function, args.load_kg, args.source],
      ['Ragù', minute, 0, 12, { id: recipe.number, v: 1, h: planned && (args.source as { h: string }).h }],
    );
    assert.equal(proposal?.exp, body.at + 30 * minute_ms);
    await one.device.send('res', { id: proposal?.id, result: 'accepted' });
    const waiting = { command: proposal?.id ?? '', title: 'Ragù', at: minute };
    await tellPanel(portal, one.device, { proposals: [waiting] });
    const [asked] = (await one.listed()).open;
    assert.deepEqual([asked?.state, asked?.asksAtPanel, asked?.until], ['proposed', true, proposal?.exp]);
    await later(one, 20);
    assert.deepEqual(states(await one.listed()), ['proposed'], 'ten minutes late, and still nobody there');
    await one.device.send('evt', { type: 'cycle', runId: 'r1', event: 'started', function: 0, command: proposal?.id });
    assert.deepEqual(states(await one.listed()), ['started']);
    await one.device.send('res', { id: proposal?.id, result: 'done' });
    assert.deepEqual(states(await one.listed()), ['started']);
  });

  it('S1.6 B3.5 is declined at the panel, or lapses half an hour after its minute, and the kitchen is told; a late word says what really happened', async () => {
    const owner = await user();
    using one = await asking(owner);
    const declined = await proposed(one);
    await one.device.send('res', { id: declined.id, result: 'rejected', reason: 'panel_refused' });
    assert.deepEqual(states(await one.listed()), ['declined']);
    assert.deepEqual(await one.told(), ['start_declined']);
    const lapsed = await proposed(one);
    await later(one, 38);
    assert.deepEqual(states(await one.listed()), ['proposed', 'declined']);
    await later(one, 2);
    assert.deepEqual(states(await one.listed()), ['missed nobody', 'declined']);
    assert.deepEqual(await one.told(), ['start_missed nobody', 'start_declined']);
    // Somebody had started it while the link was lost.
    await one.device.send('res', { id: lapsed.id, result: 'done' });
    assert.deepEqual(states(await one.listed()), ['started', 'declined']);
    assert.deepEqual(await one.told(), ['start_declined']);
    const refused = await proposed(one);
    await one.device.send('res', { id: refused.id, result: 'rejected', reason: 'no_water' });
    assert.deepEqual(states(await one.listed())[0], 'not_possible no_water');
    assert.deepEqual(await one.told(), ['start_not_possible no_water', 'start_declined']);
  });

  it('B3.5 S8.21 is missed, never late, on a unit that is offline at its minute', async () => {
    const owner = await user();
    using one = await asking(owner);
    await one.plan(inMinutes(30));
    await one.device.cut();
    await clock.advance(25 * minute_ms);
    await portal.settled();
    assert.deepEqual(states(await one.listed()), ['planned'], 'it may come back');
    await clock.advance(5 * minute_ms);
    await portal.settled();
    assert.deepEqual(states(await one.listed()), ['missed offline']);
    assert.deepEqual(await one.told(), ['start_missed offline']);
    await one.device.connect();
    await one.device.sendSamples([{ powerState: 1 }]);
    await clock.advance(minute_ms);
    await portal.settled();
    assert.equal(one.proposals().length, 0);
  });

  it('B3.5 comes as soon as a unit is back before the minute; what has not answered by then is not sent again', async () => {
    const owner = await user();
    using one = await asking(owner);
    await one.plan(inMinutes(30));
    await one.device.cut();
    await clock.advance(25 * minute_ms);
    await portal.settled();
    await one.device.connect();
    await one.device.sendSamples([{ powerState: 1 }]);
    await clock.advance(10_000);
    await portal.settled();
    const [proposal] = one.proposals();
    assert.ok(proposal);
    await one.device.cut();
    await clock.advance(6 * minute_ms);
    await portal.settled();
    assert.deepEqual(states(await one.listed()), ['missed offline']);
    const sent = one.device.commands().length;
    await one.device.connect();
    await one.device.sendSamples([{ powerState: 1 }]);
    await clock.advance(minute_ms);
    await portal.settled();
    assert.equal(one.device.commands().length, sent, 'nothing is proposed late');
    // Its panel had it all the while, and says so now.
    await one.device.send('res', { id: proposal.id, result: 'accepted' });
    assert.deepEqual(states(await one.listed()), ['proposed']);
    await one.device.send('res', { id: proposal.id, result: 'rejected', reason: 'panel_refused' });
    assert.deepEqual(states(await one.listed()), ['declined']);
  });

  it('B3.5 is not possible where another cycle runs all the time, the cycle is gone, or the unit cannot run it any more', async () => {
    const owner = await user();
    using one = await asking(owner);
    await one.device.send('evt', { type: 'cycle', runId: 'long', event: 'started', function: 1 });
    await proposed(one);
    await later(one, 40);
    assert.deepEqual(states(await one.listed()), ['not_possible busy']);
    const cook = await one.somebody();
    const { body: recipe } = await cook.call(createRecipe, { body: ragu });
    await one.plan(inMinutes(30), { recipeId: recipe.id });
    assert.equal((await cook.call(getRecipe, { params: { recipeId: recipe.id }, query: {} })).plans, 1);
    await cook.call(deleteRecipe, { params: { recipeId: recipe.id } });
    await later(one, 25);
    const [gone] = (await one.listed()).over;
    assert.deepEqual([gone?.state, gone?.reason, gone?.title], ['not_possible', 'cycle_gone', null]);
    await one.plan(inMinutes(30));
    await tellPanel(portal, one.device, {});
    await later(one, 25);
    assert.equal(states(await one.listed())[0], 'not_possible unsupported');
    assert.equal(one.proposals().length, 1);
  });

  it('B3.5 takes the version that its cycle has then', async () => {
    const owner = await user();
    using one = await asking(owner);
    const { body: recipe } = await owner.call(createRecipe, { body: ragu });
    await one.plan(inMinutes(30), { recipeId: recipe.id });
    const colder = [{ ...phases[0], end: { by: 'core', target: 2 } }, phases[1]];
    const body = { ...ragu, definition: { ...ragu.definition, phases: colder } };
    await owner.call(updateRecipe, { params: { recipeId: recipe.id }, headers: { 'if-match': '"1"' }, body });
    await later(one, 21);
    const [proposal] = one.proposals();
    assert.deepEqual((proposal?.args.phases as typeof phases | undefined)?.[0]?.end, { by: 'core', target: 2 });
    assert.equal((await one.listed()).open[0]?.version, 2);
  });

  it('B3.5 comes again on its weekdays at the kitchen’s time; one that is over makes room for the next', async () => {
    const owner = await user();
    using one = await asking(owner);
    const minute = inMinutes(60);
    const time = minute.slice(11);
    await one.plan(minute, { weekdays: [1, 2, 3, 4, 5, 6, 7] });
    const seen: string[] = [];
    for (let day = 0; day < 3; day++) {
      const [next] = (await one.listed()).open;
      assert.ok(next);
      seen.push(next.minute);
      assert.equal(next.minute.slice(11), time);
      assert.equal(next.at, instantOf(next.minute, rome));
      await later(one, (next.at - clock.now()) / minute_ms - 5);
      const { open } = await one.listed();
      assert.deepEqual(
        open.map(({ state, weekdays }) => [state, weekdays?.length]),
        [
          ['proposed', 7],
          ['planned', 7],
        ],
      );
      await one.device.send('res', { id: one.proposals().at(-1)?.id, result: 'rejected', reason: 'panel_refused' });
    }
    assert.equal(new Set(seen).size, 3);
    assert.equal(one.proposals().length, 3);
    // The portal was away for days: what it slept through is missed once, and not made up for.
    await later(one, 4 * 24 * 60);
    const { open, over } = await one.listed();
    assert.equal(over.filter(({ state }) => state === 'missed').length, 1);
    assert.equal(open.length, 1);
    assert.ok((open[0]?.at ?? 0) > clock.now() && (open[0]?.at ?? 0) <= clock.now() + day_ms + 2 * 60 * minute_ms);
  });

  it('B3.5 A9 is refused where it overlaps another, ends by the clock, lies too far ahead or behind, or the unit does not ask', async () => {
    const owner = await user();
    using one = await asking(owner);
    const minute = inMinutes(120);
    await one.plan(minute);
    const overlap = await one.refused(inMinutes(130));
    assert.deepEqual([overlap.status, overlap.code], [409, 'schedule_overlap']);
    assert.match(overlap.message, /“.+”/);
    assert.equal((await one.refused(inMinutes(-1))).code, 'schedule_past');
    assert.equal((await one.refused(inMinutes((plannedLimits.ahead_days + 1) * 24 * 60))).code, 'schedule_far');
    const noMinute = await one.refused('2026-02-30T06:30');
    assert.deepEqual([noMinute.status, noMinute.fields?.[0]?.path], [400, 'body.minute']);
    const wrongLoad = await one.refused(inMinutes(600), { args: { load_kg: 4000 } });
    assert.deepEqual([wrongLoad.code, wrongLoad.fields?.[0]?.path], ['command_invalid', 'body.args.load_kg']);
    const ready = await one.refused(inMinutes(600), { args: { readyAt: minute } });
    assert.deepEqual([ready.code, ready.fields?.[0]?.path], ['command_invalid', 'body.args.readyAt']);
    using prover = await asking(owner, 'PL Next 20');
    assert.equal((await prover.refused(inMinutes(600), { recipeId: '100' })).code, 'schedule_by_clock');
    await tellPanel(portal, one.device, {});
    assert.equal((await one.refused(inMinutes(600))).code, 'schedule_unsupported');
    assert.equal((await one.listed()).asks, false);
  });

  it('A9 a minute at the end of all years is too far ahead, and no day is counted after it', async () => {
    using one = await asking(await user());
    for (const weekdays of [undefined, [1]])
      assert.equal((await one.refused('9999-12-31T06:30', { ...(weekdays && { weekdays }) })).code, 'schedule_far');
  });

  it('A9 of one appliance fifty are open at most', async () => {
    const owner = await user();
    using one = await asking(owner);
    await portal.db.write((db) =>
      sql`insert into scheduled_start (id, appliance, company_id, number, version, args, minute, time_zone, state, at, lasts_min,
          created_by, created_at)
        select gen_random_uuid(), a.id, ${owner.companyId}::uuid, 0, 1, '{}', '2026-01-01T06:00', ${rome}, 'planned',
          ${timestamp(clock.now())}, 1, ${owner.id}::uuid, ${timestamp(clock.now())}
        from appliance a cross join generate_series(1, ${plannedLimits.open}) where a.serial = ${one.serial}`.execute(
        db,
      ),
    );
    const refusal = await one.refused(inMinutes(600));
    assert.deepEqual([refusal.status, refusal.code], [409, 'schedule_full']);
  });

  it('B3.5 is cancelled with undo; what the panel asks for already is taken back there, and starts if somebody was quicker', async () => {
    const owner = await user();
    using one = await asking(owner);
    const { body } = await one.plan(inMinutes(60));
    const params = { ...one.params, scheduleId: body.id };
    await owner.call(cancelSchedule, { params });
    assert.deepEqual(states(await one.listed()), ['cancelled']);
    assert.equal((await owner.refused(cancelSchedule, { params })).code, 'schedule_over');
    await owner.call(restoreSchedule, { params });
    assert.deepEqual(states(await one.listed()), ['planned']);
    await owner.call(cancelSchedule, { params });
    await one.plan(inMinutes(65));
    assert.equal((await owner.refused(restoreSchedule, { params })).code, 'schedule_overlap');
    const [other] = (await one.listed()).open;
    await owner.call(cancelSchedule, { params: { ...params, scheduleId: other?.id ?? '' } });
    const proposal = await proposed(one);
    const waiting = [{ command: proposal.id, title: 'x', at: inMinutes(9) }];
    await tellPanel(portal, one.device, { proposals: waiting });
    const [asked] = (await one.listed()).open;
    await owner.call(cancelSchedule, { params: { ...params, scheduleId: asked?.id ?? '' } });
    await portal.settled();
    const withdrawal = one.device.commands().find(({ name }) => name === 'withdrawStart');
    assert.deepEqual(withdrawal?.args, { proposal: proposal.id });
    const shown = (await one.listed()).over.find(({ id }) => id === asked?.id);
    assert.deepEqual([shown?.state, shown?.asksAtPanel], ['cancelled', true], 'the panel asks until it has heard');
    await one.device.send('res', { id: proposal.id, result: 'rejected', reason: 'newer_command' });
    await one.device.send('res', { id: withdrawal?.id, result: 'done' });
    await tellPanel(portal, one.device, { proposals: [] });
    const after = (await one.listed()).over.find(({ id }) => id === asked?.id);
    assert.deepEqual([after?.state, after?.asksAtPanel], ['cancelled', false]);
    assert.equal(
      (await owner.refused(restoreSchedule, { params: { ...params, scheduleId: asked?.id ?? '' } })).code,
      'schedule_over',
    );
    // Quicker than the withdrawal.
    const second = await proposed(one);
    const [open] = (await one.listed()).open;
    await owner.call(cancelSchedule, { params: { ...params, scheduleId: open?.id ?? '' } });
    await one.device.send('res', { id: second.id, result: 'done' });
    assert.equal((await one.listed()).over.find(({ id }) => id === open?.id)?.state, 'started');
  });

  it('S5.3 S6.9 concerns its company alone, ends with the release of the appliance, and is gone for the next owner', async () => {
    const [owner, stranger] = [await user(), await user()];
    using one = await asking(owner);
    const manager = await member(owner, 'KITCHEN_MANAGER', [one.serial]);
    const { body } = await manager.call(createSchedule, {
      params: one.params,
      body: { recipeId: '0', minute: inMinutes(30), args: {} },
    });
    const params = { ...one.params, scheduleId: body.id };
    for (const call of [cancelSchedule, restoreSchedule])
      assert.equal((await stranger.refused(call, { params })).status, 404);
    assert.equal((await stranger.refused(listSchedules, { params: one.params })).status, 404);
    const { body: recipe } = await stranger.call(createRecipe, { body: ragu });
    assert.equal((await one.refused(inMinutes(600), { recipeId: recipe.id })).status, 404);
    await later(one, 21);
    const [proposal] = one.proposals();
    const { body: released } = await owner.call(releaseAppliance, { params: one.params });
    const labId = await laboratory(stranger);
    await stranger.call(claimAppliance, { body: { activationCode: released.activationCode, name: 'Mine', labId } });
    const theirs = await stranger.call(listSchedules, { params: one.params });
    assert.deepEqual([theirs.asks, states(theirs)], [null, []]);
    const sent = one.device.commands().length;
    await later(one, 10);
    assert.equal(one.device.commands().length, sent, 'a proposal that nobody has answered is not sent for another');
    assert.equal(
      (await stranger.refused(getCommand, { params: { ...one.params, commandId: proposal?.id ?? '' } })).status,
      404,
    );
    await one.device.send('res', { id: proposal?.id ?? '', result: 'rejected', reason: 'panel_refused' });
    assert.deepEqual((await stranger.call(getAppliance, { params: one.params })).notices, []);
  });

  it('B3.5 every day of it is as long as the appliance takes, which numbers its phases otherwise', async () => {
    const owner = await user();
    using one = await asking(owner, 'EF Next M 25');
    await proposed(one, { recipeId: '41', weekdays: [1, 2, 3, 4, 5, 6, 7] });
    const [first, next] = (await one.listed()).open;
    assert.ok(first && next);
    assert.equal(next.lasts_min, first.lasts_min);
  });

  it('B3.5 a unit whose clock is ahead takes a start for over: the kitchen is told of its clock, not of its link', async () => {
    const owner = await user();
    using one = await asking(owner);
    await one.plan(inMinutes(30));
    await later(one, 21);
    await one.device.send('res', { id: one.proposals()[0]?.id, result: 'rejected', reason: 'expired' });
    assert.deepEqual(states(await one.listed()), ['not_possible clock']);
    assert.deepEqual(await one.told(), ['start_not_possible clock']);
  });

  it('B3.5 the next day of what the panel asks for already is cancelled and brought back by itself', async () => {
    const owner = await user();
    using one = await asking(owner);
    await proposed(one, { weekdays: [1, 2, 3, 4, 5, 6, 7] });
    const next = (await one.listed()).open.find(({ state }) => state === 'planned');
    const params = { ...one.params, scheduleId: next?.id ?? '' };
    await owner.call(cancelSchedule, { params });
    assert.deepEqual(states(await one.listed()), ['proposed', 'cancelled']);
    await owner.call(restoreSchedule, { params });
    assert.deepEqual(states(await one.listed()), ['proposed', 'planned']);
  });

  it('B3.5 one that cannot be looked at keeps no other from its time, and is looked at again', async () => {
    const owner = await user();
    using one = await asking(owner);
    using other = await asking(owner);
    const { body } = await one.plan(inMinutes(30));
    await other.plan(inMinutes(31));
    const inZone = (time_zone: string) =>
      portal.db.write((db) => db.updateTable('scheduled_start').set({ time_zone }).where('id', '=', body.id).execute());
    const said: string[] = [];
    const log = pino({}, { write: (line: string) => void said.push(line) });
    const look = async (after_min: number) => {
      clock.leap(after_min * minute_ms);
      for (const { device } of [one, other]) await device.sendSamples([{ powerState: 1 }]);
      await tendPlans({ ...portal, log });
    };
    await inZone('Nowhere/Nothing');
    await look(22);
    assert.deepEqual(states(await other.listed()), ['proposed']);
    assert.match(said.join(''), /it is put off/);
    await inZone(rome);
    await look(2);
    assert.deepEqual(states(await one.listed()), ['proposed']);
  });

  it('B3.5 a portal that dies in between has either proposed it or not, and plans the next of its days once', async () => {
    const owner = await user();
    using one = await asking(owner);
    await one.plan(inMinutes(30), { weekdays: [1, 2, 3, 4, 5, 6, 7] });
    clock.leap(21 * minute_ms);
    await one.device.sendSamples([{ powerState: 1 }]);
    const nobody = { ...portal.bus, publish: () => undefined, ask: async () => undefined as never };
    const dying = {
      write: <T>(work: (db: Db) => Promise<T>): Promise<T> =>
        portal.db.write(async (db) => {
          await work(db);
          throw new Error('killed');
        }),
      read: portal.db.read.bind(portal.db),
    } as Database;
    await assert.rejects(tendPlans({ ...portal, db: dying, bus: nobody }), /killed/);
    assert.deepEqual(states(await one.listed()), ['planned']);
    // Two portals at once; and one that dies after its commit has handed nothing over.
    await Promise.all([1, 2].map(() => tendPlans({ ...portal, bus: nobody })));
    assert.deepEqual(states(await one.listed()), ['proposed', 'planned']);
    await clock.advance(10_000);
    await portal.settled();
    assert.equal(one.proposals().length, 1);
    assert.deepEqual(states(await one.listed()), ['proposed', 'planned']);
  });
});
