import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getAppliance } from '@brina/contract/calls/kitchen/appliances';
import { sendCommand } from '@brina/contract/calls/kitchen/commands';
import { listCycles, listEvents } from '@brina/contract/calls/kitchen/cycles';
import { deleteOwnUser } from '@brina/contract/calls/people/account';
import { minute_ms, second_ms } from '@brina/domain/language/durations';
import { chillMessages, sendAll } from '../../../../test/chill.ts';
import { TestDevice } from '../../../../test/device.ts';
import { given, type TestUser } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';

describe('runs and events of an appliance', async () => {
  // Longer than the cycle that is waited for.
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  const { user, claimedUnit } = given(portal);

  it('S2.41 a run is listed with its end, its product and the verdict of its record; the newest first', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    portal.clock.leap(100 * minute_ms);
    using device = new TestDevice(portal, unit);
    await device.connect();
    const startedAt = portal.clock.now() - 81 * minute_ms;
    await sendAll(device, chillMessages({ runId: 'r1', startedAt, minutes: 80, from: 80 }));
    await device.send('evt', {
      type: 'cycle',
      runId: 'r2',
      event: 'started',
      function: 1,
      product: 'Gnocchi',
      lot: 'L7',
    });
    await portal.settled();
    portal.clock.leap(20 * minute_ms);
    await portal.settled();
    const runs = await owner.call(listCycles, {
      params: { id: unit.serialNumber },
      query: { from: startedAt, to: portal.clock.now() },
    });
    assert.deepEqual(
      runs.map(({ function: code, state, reason, product, lot, verdict }) => [
        code,
        state,
        reason,
        product,
        lot,
        verdict,
      ]),
      [
        [1, 'running', null, 'Gnocchi', 'L7', null],
        [0, 'ended', 'target', null, null, 'PASS'],
      ],
    );
    const [going, over] = runs;
    assert.deepEqual([going?.endedAt, going?.plan, going?.load_kg], [null, null, null]);
    const endedAt = startedAt + 80 * minute_ms;
    assert.deepEqual(
      [over?.startedAt, over?.endedAt, over?.load_kg, over?.batchId],
      [startedAt, endedAt, 40, over?.id],
    );
    // To be started once more as it was.
    assert.deepEqual(
      over?.plan?.map(({ phase, air }) => [phase, air]),
      [
        [2, -10],
        [5, 2],
      ],
    );

    // A run is listed for any time that it touches, and for no other.
    const listed = async (from: number, to: number) => {
      const found = await owner.call(listCycles, { params: { id: unit.serialNumber }, query: { from, to } });
      return found.map(({ function: code }) => code);
    };
    assert.deepEqual(await listed(startedAt - minute_ms, startedAt), []);
    assert.deepEqual(await listed(startedAt + minute_ms, startedAt + 2 * minute_ms), [0]);
    assert.deepEqual(await listed(endedAt, endedAt + 1), [0]);
    assert.deepEqual(await listed(endedAt + 1, endedAt + 2), []);
    assert.deepEqual(await listed(portal.clock.now() - 1, portal.clock.now()), [1]);
    const reversed = await owner.refused(listCycles, {
      params: { id: unit.serialNumber },
      query: { from: 2000, to: 1000 },
    });
    assert.deepEqual([reversed.status, reversed.code], [400, 'range_reversed']);
  });

  describe('who stopped a run', () => {
    /** A unit with its runs, and who of its company stopped them as far as the portal tells. */
    async function kitchen() {
      const owner = await user();
      const colleague = await user('USER', { companyId: owner.companyId ?? '' });
      const unit = await claimedUnit(owner);
      const params = { id: unit.serialNumber };
      const device = new TestDevice(portal, unit);
      await device.connect();
      await device.sendSamples([{ powerState: 1 }]);
      const from = portal.clock.now();
      const cycle = (runId: string, event: string, more = {}) => ({
        type: 'cycle',
        runId,
        event,
        function: 0,
        ...more,
      });
      const run = (...told: Parameters<typeof cycle>) => device.send('evt', cycle(...told));
      return {
        owner,
        colleague,
        device,
        cycle,
        run,
        begin: async (runId: string) => {
          portal.clock.leap(minute_ms);
          await run(runId, 'started');
          portal.clock.leap(10 * minute_ms);
        },
        /** Sends a command, and gives its id and the way to answer it. */
        asked: async (by: TestUser, name: 'stopCycle' | 'skipPhase') => {
          const args = name === 'skipPhase' ? { phase: 1 } : {};
          const { body } = await by.call(sendCommand, { params, body: { name, args } });
          portal.clock.leap(second_ms);
          const answer = (result: string, reason?: string) =>
            device.send('res', { id: body.id, result, ...(reason && { reason }) });
          return { id: body.id, answer };
        },
        told: async () => {
          const runs = await owner.call(listCycles, { params, query: { from, to: portal.clock.now() + 1 } });
          return runs.map((one) => one.stoppedBy && [one.stoppedBy.way, one.stoppedBy.name]).toReversed();
        },
        nameOf: async ({ id }: TestUser) => {
          const person = await portal.db.read((db) =>
            db
              .selectFrom('app_user')
              .select(['first_name', 'last_name'])
              .where('id', '=', id)
              .executeTakeFirstOrThrow(),
          );
          return `${person.first_name} ${person.last_name}`;
        },
        [Symbol.dispose]: () => device[Symbol.dispose](),
      };
    }
    const byPerson = { reason: 'person' };
    const panel = ['panel', null];

    it('S2.24 S2.41 is told: somebody of the company by its name, somebody at the panel, or nobody where nobody can tell', async () => {
      using scene = await kitchen();
      const { owner, colleague, run, begin, asked, told } = scene;
      await begin('panel');
      await run('panel', 'stopped', byPerson);
      // Seconds after another's stop: what ends this run did not end that one.
      portal.clock.leap(second_ms);
      await run('portal', 'started');
      const stop = await asked(colleague, 'stopCycle');
      await stop.answer('accepted');
      await run('portal', 'stopped', byPerson);
      await stop.answer('done');

      await begin('refused');
      await run('refused', 'stopped', byPerson);
      // Too late: at the panel somebody was quicker.
      await (await asked(owner, 'stopCycle')).answer('rejected', 'not_running');

      await begin('skipped');
      const skip = await asked(owner, 'skipPhase');
      await skip.answer('accepted');
      await run('skipped', 'ended', byPerson);
      await skip.answer('done');
      // Ends the holding that follows, and not what the panel ended before.
      await begin('held');
      await run('held', 'ended', byPerson);
      const hold = await asked(owner, 'stopCycle');
      await hold.answer('accepted');
      await hold.answer('done');

      await begin('unanswered');
      await asked(owner, 'stopCycle');
      await run('unanswered', 'stopped', byPerson);
      await begin('by itself');
      await run('by itself', 'ended', { reason: 'target' });

      const owners = ['portal', await scene.nameOf(owner)];
      assert.deepEqual(await told(), [
        panel,
        ['portal', await scene.nameOf(colleague)],
        panel,
        owners,
        panel,
        null,
        null,
      ]);
      await colleague.call(deleteOwnUser, {});
      assert.deepEqual((await told())[1], ['portal', null]);
    });

    it('S2.24 follows the unit’s log, whatever its clock says and in whatever order it is heard', async () => {
      using scene = await kitchen();
      const { owner, device, cycle, run, begin, asked, told } = scene;
      const owners = ['portal', await scene.nameOf(owner)];
      // A clock that counts as right: by it the next run's end is where this command was done.
      device.slow_ms = 50 * second_ms;
      await begin('portal');
      const stop = await asked(owner, 'stopCycle');
      await stop.answer('accepted');
      await run('portal', 'stopped', byPerson);
      await stop.answer('done');
      await run('panel', 'started');
      portal.clock.leap(50 * second_ms);
      await run('panel', 'stopped', byPerson);
      // Another's phase was skipped from the portal seconds before the panel ended the last one: it cannot be told apart.
      await begin('phases');
      const skip = await asked(owner, 'skipPhase');
      await skip.answer('accepted');
      await skip.answer('done');
      portal.clock.leap(4 * second_ms);
      await run('phases', 'ended', byPerson);
      // What stops nothing has not stopped what the panel did.
      await begin('before');
      await run('before', 'stopped', byPerson);
      portal.clock.leap(8 * second_ms);
      const nothing = await asked(owner, 'stopCycle');
      await nothing.answer('accepted');
      await nothing.answer('done');
      assert.deepEqual(await told(), [owners, panel, null, null]);

      // The link was cut: the answers come repeated before the backlog that has the first ones.
      device.slow_ms = 0;
      await begin('cut');
      const { id, answer } = await asked(owner, 'stopCycle');
      const backlog = [
        ['res', device.message({ id, result: 'accepted' })],
        ['evt', device.message(cycle('cut', 'stopped', byPerson))],
        ['res', device.message({ id, result: 'done' })],
        ['evt', device.message(cycle('next', 'started'))],
        ['evt', device.message(cycle('next', 'stopped', byPerson))],
      ] as const;
      await answer('accepted');
      await answer('done');
      for (const [topic, message] of backlog.toReversed()) await device.deliver(topic, message);
      assert.deepEqual((await told()).slice(4), [owners, panel]);
    });
  });

  it('S4.10 the run that started last is shown, however late an older one is heard of', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    portal.clock.leap(10 * minute_ms);
    using device = new TestDevice(portal, unit);
    await device.connect();
    const now = portal.clock.now();
    const event = (runId: string, minutesAgo: number, body: Record<string, unknown>) =>
      device.send('evt', { type: 'cycle', runId, function: 0, at: now - minutesAgo * minute_ms, ...body });
    const shown = async () => {
      const { cycle } = await owner.call(getAppliance, { params: { id: unit.serialNumber } });
      return [cycle?.runId, cycle?.state];
    };
    await event('first', 9, { event: 'started' });
    await event('second', 2, { event: 'started' });
    assert.deepEqual(await shown(), ['second', 'running']);
    await event('first', 3, { event: 'ended', reason: 'target' });
    await event('between', 5, { event: 'started' });
    assert.deepEqual(await shown(), ['second', 'running']);
    await event('second', 1, { event: 'ended', reason: 'person' });
    assert.deepEqual(await shown(), ['second', 'ended']);
  });

  it('S2.31 what a unit reported besides its samples is listed as it came, newest first', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    portal.clock.leap(minute_ms);
    using device = new TestDevice(portal, unit);
    await device.connect();
    const from = portal.clock.now();
    await device.send('evt', { type: 'door', door: 1, open: true });
    portal.clock.leap(1000);
    await device.send('evt', { type: 'door', door: 1, open: false });
    const events = await owner.call(listEvents, {
      params: { id: unit.serialNumber },
      query: { from, to: portal.clock.now() + 1 },
    });
    assert.deepEqual(
      events.map(({ type, body }) => ({ type, ...body })),
      [
        { type: 'door', door: 1, open: false },
        { type: 'door', door: 1, open: true },
      ],
    );
    const [closed, opened] = events;
    const listed = async (since: number, to: number) =>
      (await owner.call(listEvents, { params: { id: unit.serialNumber }, query: { from: since, to } })).map(
        ({ at }) => at,
      );
    assert.ok(closed && opened && closed.at > opened.at);
    assert.deepEqual(await listed(opened.at, closed.at), [opened.at]);
    assert.deepEqual(await listed(opened.at + 1, closed.at + 1), [closed.at]);
    const reversed = { params: { id: unit.serialNumber }, query: { from: 2000, to: 1000 } };
    assert.equal((await owner.refused(listEvents, reversed)).code, 'range_reversed');
  });

  it('S2.31 the doors of a busy cabinet crowd no power cut out of its thirty days', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    portal.clock.leap(minute_ms);
    using device = new TestDevice(portal, unit);
    await device.connect();
    const from = portal.clock.now();
    await device.send('evt', { type: 'power', event: 'returned', lostAt: from });
    for (const open of [true, false]) {
      portal.clock.leap(1000);
      await device.send('evt', { type: 'door', door: 1, open });
    }
    const asked = async (types: string) => {
      const query = { from, to: portal.clock.now() + 1, types };
      return (await owner.call(listEvents, { params: { id: unit.serialNumber }, query })).map(({ type }) => type);
    };
    assert.deepEqual(await asked('power,cycle'), ['power']);
    assert.deepEqual(await asked('door'), ['door', 'door']);
  });
});
