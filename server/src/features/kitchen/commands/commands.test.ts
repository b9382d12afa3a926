import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimAppliance, getAppliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { getCommand, listCommands, sendCommand } from '@brina/contract/calls/kitchen/commands';
import type { CommandMessage } from '@brina/contract/devices';
import type { Command } from '@brina/contract/live';
import { families } from '@brina/domain/appliance/families/families';
import { commandsOf, isCommandOfPeople } from '@brina/domain/commands/commands';
import { familyCommands } from '@brina/domain/commands/family-commands';
import { hour_ms, second_ms } from '@brina/domain/language/durations';
import { TestDevice } from '../../../../test/device.ts';
import { given, type TestUser } from '../../../../test/given.ts';
import { LiveClient } from '../../../../test/live-client.ts';
import { sharedPortal } from '../../../../test/portal.ts';
import { namePartner } from '../../../../test/serves.ts';

const start = { name: 'startCycle', args: { function: 0, by: 'core' } };
/** How long a start may wait for its answer. */
const ttl_ms = (familyCommands.MF['startCycle']?.ttl_s ?? 0) * second_ms;

/** Commands that arrived at a unit, each as often as it came. */
const arrived = (device: TestDevice): CommandMessage[] =>
  device.down.flatMap(({ topic, payload }) => (topic === 'cmd' ? [payload as CommandMessage] : []));

describe('commands', async () => {
  const portal = await sharedPortal();
  const { user, member, laboratory, claimedUnit } = given(portal);

  /** A user with a unit that is connected. */
  async function connected() {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const device = new TestDevice(portal, unit);
    await device.connect();
    // Online is what the database knows.
    await device.sendSamples([{ powerState: 1 }]);
    const params = { id: unit.serialNumber };
    return { owner, unit, device, params };
  }

  const stateOf = (owner: TestUser, serial: string, commandId: string): Promise<Command> =>
    owner.call(getCommand, { params: { id: serial, commandId } });

  const rowsOf = (owner: TestUser) =>
    portal.db.read((db) =>
      db
        .selectFrom('command')
        .selectAll()
        .where('company_id', '=', owner.companyId ?? null)
        .execute(),
    );

  it('S8.21 to a unit that is offline nothing is sent, stored or kept for later', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const refusal = await owner.refused(sendCommand, { params: { id: unit.serialNumber }, body: start });
    assert.deepEqual([refusal.status, refusal.code], [409, 'appliance_offline']);
    assert.deepEqual(await rowsOf(owner), []);
    using device = new TestDevice(portal, unit);
    await device.connect();
    await device.sendSamples([{ powerState: 1 }]);
    await portal.settled();
    assert.deepEqual(arrived(device), []);
  });

  it('S8.21 a unit that went off is known to be offline', async () => {
    const { owner, device, params } = await connected();
    await device.cut();
    const refusal = await owner.refused(sendCommand, { params, body: { name: 'setLight', args: { on: true } } });
    assert.equal(refusal.code, 'appliance_offline');
  });

  it('S1.6 S4.14 a command reaches the unit, and its answers reach who asked', async () => {
    const { owner, device, params } = await connected();
    using _device = device;
    const before = portal.clock.now();
    const { code, body } = await owner.call(sendCommand, { params, body: start });
    assert.equal(code, '200');
    assert.ok(ttl_ms > 0 && Math.abs(body.expiresAt - before - ttl_ms) < 5 * second_ms);
    await portal.settled();
    const [command] = arrived(device);
    assert.deepEqual(command, { id: body.id, exp: body.expiresAt, ...start });

    const sent = await stateOf(owner, params.id, body.id);
    assert.deepEqual(sent, {
      id: body.id,
      ...start,
      state: 'sent',
      reason: null,
      createdAt: sent.createdAt,
      expiresAt: body.expiresAt,
      finishedAt: null,
      v: sent.v,
    });
    await device.send('res', { id: body.id, result: 'accepted' });
    assert.deepEqual((await stateOf(owner, params.id, body.id)).state, 'accepted');
    await device.send('res', { id: body.id, result: 'done' });
    const done = await stateOf(owner, params.id, body.id);
    assert.equal(done.state, 'done');
    assert.ok(done.finishedAt !== null && done.finishedAt >= sent.createdAt);
    // A final answer stays.
    await device.send('res', { id: body.id, result: 'accepted' });
    await device.send('res', { id: body.id, result: 'rejected', reason: 'door_open' });
    assert.deepEqual(await stateOf(owner, params.id, body.id), done);

    const audited = await portal.db.read((db) =>
      db
        .selectFrom('audit')
        .select(['action', 'detail'])
        .where('user_id', '=', owner.id)
        .orderBy('id', 'desc')
        .executeTakeFirst(),
    );
    assert.deepEqual(audited, { action: 'appliance.command', detail: { name: 'startCycle', command: body.id } });
  });

  /** The commands that a live connection was told of an appliance, in the order of their arrival. */
  const toldTo = (client: LiveClient, serial: string): Command[] =>
    client.frames(serial).flatMap((frame) => ('commands' in frame ? frame.commands : []));
  const standing = ({ id, state, reason }: Command) => [id, state, reason];

  it('S1.6 S8.21 S4.10 what becomes of a command is told live, in rising versions, as the calls say it', async () => {
    const { owner, device, params } = await connected();
    using _device = device;
    const colleague = await user('USER', { companyId: owner.companyId ?? '' });
    using first = new LiveClient(portal, owner);
    using second = new LiveClient(portal, colleague);
    await Promise.all([first.subscribe(), second.subscribe()]);
    const { body } = await owner.call(sendCommand, { params, body: start });
    await device.send('res', { id: body.id, result: 'accepted' });
    await device.send('res', { id: body.id, result: 'rejected', reason: 'door_open' });
    // An answer that changes nothing is told to nobody.
    await device.send('res', { id: body.id, result: 'accepted' });
    await portal.settled();
    for (const client of [first, second]) {
      const told = toldTo(client, params.id);
      assert.deepEqual(told.map(standing), [
        [body.id, 'sent', null],
        [body.id, 'accepted', null],
        [body.id, 'rejected', 'door_open'],
      ]);
      assert.deepEqual(
        told.map(({ v }) => v),
        told.map((_, index) => (told[0]?.v ?? 0) + index),
      );
      assert.deepEqual(told.at(-1), await stateOf(owner, params.id, body.id));
    }
    const shown = await owner.call(getAppliance, { params });
    assert.equal(shown.v.commands, toldTo(first, params.id).at(-1)?.v);
  });

  it('S8.21 that a command has run out is told live', async () => {
    const { owner, device, params } = await connected();
    using _device = device;
    using client = new LiveClient(portal, owner);
    await client.subscribe();
    const { body } = await owner.call(sendCommand, { params, body: start });
    portal.clock.leap(ttl_ms + 4 * second_ms);
    await portal.settled();
    assert.deepEqual(toldTo(client, params.id).map(standing), [
      [body.id, 'sent', null],
      [body.id, 'expired', 'expired'],
    ]);
  });

  it('S6.7 S6.4 commands are told to the company and whom it shares the appliance with; not to others, nor to who serves it', async () => {
    const { owner, unit, device, params } = await connected();
    using _device = device;
    const [stranger, partner] = [await connected(), await user('SERVICE')];
    using _other = stranger.device;
    const [cook, other] = [await member(owner, 'KITCHEN_MANAGER', [params.id]), await member(owner, 'KITCHEN_MANAGER')];
    await namePartner(owner, unit.labId, partner.email);
    const clients = [owner, cook, other, stranger.owner, partner].map((who) => new LiveClient(portal, who));
    using _sockets = new DisposableStack();
    for (const client of clients) _sockets.use(client);
    await Promise.all(clients.map((client) => client.subscribe()));
    const { body } = await owner.call(sendCommand, { params, body: start });
    await device.send('res', { id: body.id, result: 'done' });
    await device.sendSamples([{ TCell: 3 }]);
    await portal.settled();
    const states = clients.map((client) => toldTo(client, params.id).map(({ state }) => state));
    assert.deepEqual(states, [['sent', 'done'], ['sent', 'done'], [], [], []]);
    const served = clients.at(-1)?.frames(params.id) ?? [];
    assert.ok(served.some((frame) => 'reported' in frame && frame.reported['TCell'] === 3));
    assert.ok(!JSON.stringify(served).includes(body.id));
    for (const client of clients.slice(2, 4)) assert.deepEqual(client.frames(params.id), []);
  });

  it('S6.7 S8.21 a late answer to what a former owner asked for is not told to the next', async () => {
    const { owner, device, params } = await connected();
    using _device = device;
    const next = await user();
    const { body: sent } = await owner.call(sendCommand, { params, body: start });
    const { body } = await owner.call(releaseAppliance, { params });
    portal.clock.leap(second_ms);
    const labId = await laboratory(next);
    await next.call(claimAppliance, { body: { activationCode: body.activationCode, name: 'Mine', labId } });
    using client = new LiveClient(portal, next);
    await client.subscribe();
    await device.send('res', { id: sent.id, result: 'done' });
    await device.sendSamples([{ TCell: 3 }]);
    await portal.settled();
    assert.ok(client.frames(params.id).length > 0);
    assert.deepEqual(toldTo(client, params.id), []);
  });

  it('S8.21 a unit that refuses says why', async () => {
    const { owner, device, params } = await connected();
    using _device = device;
    const { body } = await owner.call(sendCommand, { params, body: start });
    await device.send('res', { id: body.id, result: 'rejected', reason: 'door_open' });
    const { state, reason } = await stateOf(owner, params.id, body.id);
    assert.deepEqual([state, reason], ['rejected', 'door_open']);
  });

  it('S8.21 what the model does not know or cannot do is refused before anything is sent', async () => {
    const { owner, device, params } = await connected();
    using _device = device;
    const refused = (name: string, args: Record<string, unknown>) =>
      owner.refused(sendCommand, { params, body: { name, args } });
    // The server alone sets clocks; `constructor` is no command of anybody.
    for (const name of ['selfDestruct', 'setClock', 'constructor']) {
      const { status, code } = await refused(name, {});
      assert.deepEqual([status, code], [422, 'command_unknown'], name);
    }
    const { min, max } = families.MF.functions[0]!.core!;
    const warm = await refused('startCycle', { function: 0, by: 'core', core: max + 1 });
    assert.deepEqual([warm.status, warm.code], [422, 'command_invalid']);
    assert.deepEqual(
      warm.fields?.map(({ message: _, ...field }) => field),
      [{ path: 'body.args.core', code: 'out_of_range', min, max }],
    );
    const other = await refused('startCycle', { function: 0, rh: 60 });
    assert.deepEqual([other.status, other.code], [422, 'not_compatible']);
    assert.equal(other.message, 'The appliance is not compatible with this type of cycle.');
    const odd = await refused('setLight', { on: 'yes', colour: 'red' });
    assert.deepEqual(
      odd.fields?.map(({ path, code }) => [path, code]),
      [
        ['body.args.colour', 'bad_argument'],
        ['body.args.on', 'bad_argument'],
      ],
    );
    assert.deepEqual(await rowsOf(owner), []);
    await portal.settled();
    assert.deepEqual(arrived(device), []);
  });

  it('S8.21 S4.16 a family whose appliances cannot be told a command says so; unknown is only what no family has', async () => {
    const owner = await user();
    const names = new Set(Object.values(familyCommands).flatMap((commands) => Object.keys(commands)));
    const told: Record<string, string[]> = {};
    for (const { code, models } of Object.values(families)) {
      for (const model of [models[0]!, models.at(-1)!]) {
        const { serialNumber } = await claimedUnit(owner, model.storedName);
        const known = commandsOf(model);
        for (const name of [...names, 'selfDestruct', 'constructor']) {
          const refusal = await owner.refused(sendCommand, { params: { id: serialNumber }, body: { name, args: {} } });
          const isKnownTo = Object.hasOwn(known, name) && known[name]?.sentBy === 'person';
          if (isKnownTo) {
            assert.notEqual(refusal.code, 'command_unknown', `${model.storedName} ${name}`);
            assert.notEqual(refusal.fields?.[0]?.path, 'body.name', `${model.storedName} ${name}`);
            continue;
          }
          const isNobodys = !isCommandOfPeople(name);
          assert.deepEqual(
            [refusal.status, refusal.code, refusal.fields?.map((field) => [field.path, field.code])],
            isNobodys
              ? [422, 'command_unknown', undefined]
              : [422, 'not_compatible', [['body.name', 'not_compatible']]],
            `${model.storedName} ${name}`,
          );
          if (!isNobodys) (told[code] ??= []).push(name);
        }
      }
    }
    // Cabinets and provers have no cycles to start, blast chillers no modes.
    for (const code of ['CP', 'MYA', 'PL']) assert.ok(told[code]?.includes('startCycle'), code);
    for (const code of ['MF', 'EF', 'SF']) assert.ok(told[code]?.includes('setMode'), code);
    assert.deepEqual(await rowsOf(owner), []);
  });

  it('S8.21 only what is about a cycle speaks of its type', async () => {
    const owner = await user();
    const [cabinet, sheet] = [await claimedUnit(owner, 'CP Plus 700'), await claimedUnit(owner, 'SF Roll 100 RWL')];
    const messageOf = async (unit: { serialNumber: string }, name: string, args: Record<string, unknown>) => {
      const params = { id: unit.serialNumber };
      const { code, message } = await owner.refused(sendCommand, { params, body: { name, args } });
      return [code, message];
    };
    const other = ['not_compatible', 'This model or package cannot do that.'];
    assert.deepEqual(await messageOf(cabinet, 'setMode', { mode: 9 }), other);
    assert.deepEqual(await messageOf(sheet, 'setMode', { mode: 1 }), other);
    assert.deepEqual(await messageOf(cabinet, 'startCycle', { function: 0 }), [
      'not_compatible',
      'The appliance is not compatible with this type of cycle.',
    ]);
  });

  it('S8.21 a function of another family, and an argument the model has nothing for, are not compatible', async () => {
    const owner = await user();
    const refusedBy = async (model: string, name: string, args: Record<string, unknown>) => {
      const { serialNumber } = await claimedUnit(owner, model);
      const { code, fields, message } = await owner.refused(sendCommand, {
        params: { id: serialNumber },
        body: { name, args },
      });
      return [code, fields?.map(({ path }) => path), message];
    };
    const text = 'The appliance is not compatible with this type of cycle.';
    const all = Object.values(families).flatMap((family) => Object.keys(family.functions).map(Number));
    for (const { models, functions } of Object.values(families).filter(
      ({ code }) => 'startCycle' in familyCommands[code],
    )) {
      const elsewhere = all.filter((code) => !(code in functions));
      for (const code of [elsewhere[0], elsewhere.at(-1)].filter((one) => one !== undefined)) {
        assert.deepEqual(
          await refusedBy(models[0]!.storedName, 'startCycle', { function: code }),
          ['not_compatible', ['body.args.function'], text],
          `${models[0]!.storedName} ${code}`,
        );
      }
    }
    assert.deepEqual((await refusedBy('EF Next XS 8', 'startCycle', { function: 0, sanigen: 2 }))[0], 'not_compatible');
    assert.deepEqual((await refusedBy('CP Plus 700', 'setMode', { mode: 3 })).slice(0, 2), [
      'not_compatible',
      ['body.args.mode'],
    ]);
  });

  it('S8.21 S4.17 a test that must begin from standby says so', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner, 'MYA 20');
    using device = new TestDevice(portal, unit);
    await device.connect();
    await device.sendSamples([{ powerState: 1, operatingMode: 2, cycleId: 1 }]);
    await portal.settled();
    const body = { name: 'setMode', args: { mode: 3 } };
    const { code, fields } = await owner.refused(sendCommand, { params: { id: unit.serialNumber }, body });
    assert.equal(code, 'command_invalid');
    assert.deepEqual(
      fields?.map(({ path, message }) => [path, message]),
      [['body.args.mode', 'This mode begins from standby only. Put the appliance on standby first.']],
    );
  });

  it('an unanswered command is sent again under the same id until it is answered', async () => {
    const { owner, device, params } = await connected();
    using _device = device;
    const { body } = await owner.call(sendCommand, { params, body: start });
    await portal.settled();
    await portal.settled();
    assert.equal(arrived(device).length, 1, 'not before its time');
    portal.clock.leap(5 * second_ms);
    await portal.settled();
    assert.equal(arrived(device).length, 2, 'again');
    assert.deepEqual(arrived(device)[1], arrived(device)[0]);
    await device.send('res', { id: body.id, result: 'accepted' });
    portal.clock.leap(6 * second_ms);
    await portal.settled();
    await device.sendSamples([{ powerState: 1 }]);
    assert.equal(arrived(device).length, 2);
  });

  it('a start that was sent while the unit was off never starts it hours later', async () => {
    const { owner, device, params, unit } = await connected();
    const { body } = await owner.call(sendCommand, { params, body: start });
    // The plug is pulled before an answer.
    await device.cut();
    portal.clock.leap(ttl_ms + 5 * second_ms);
    await portal.settled();
    const { state, reason, finishedAt } = await stateOf(owner, params.id, body.id);
    assert.deepEqual([state, reason], ['expired', 'expired']);
    assert.ok(finishedAt !== null && finishedAt >= body.expiresAt);

    portal.clock.leap(3 * hour_ms);
    using back = new TestDevice(portal, unit);
    await back.connect();
    await back.sendSamples([{ powerState: 1 }]);
    await portal.settled();
    await back.sendSamples([{ powerState: 1 }]);
    assert.deepEqual(arrived(back), []);
  });

  it('a command that ran out waits three seconds for a result that is on its way', async () => {
    const { owner, device, params } = await connected();
    using _device = device;
    const { body } = await owner.call(sendCommand, { params, body: start });
    const stateAt = async (moment: number) => {
      portal.clock.set(moment);
      await portal.settled();
      return (await stateOf(owner, params.id, body.id)).state;
    };
    assert.equal(await stateAt(body.expiresAt + second_ms / 2), 'sent');
    assert.equal(await stateAt(body.expiresAt + 3 * second_ms), 'expired');
  });

  it('nothing is sent again after its expiry, however long nobody looked', async () => {
    const { owner, device, params } = await connected();
    using _device = device;
    await owner.call(sendCommand, { params, body: start });
    await portal.settled();
    assert.equal(arrived(device).length, 1);
    portal.clock.leap(ttl_ms);
    await portal.settled();
    await device.sendSamples([{ powerState: 1 }]);
    assert.equal(arrived(device).length, 1);
  });

  it('a unit that obeyed and could not say so is believed when it says so later', async () => {
    const { owner, device, params } = await connected();
    using _device = device;
    const { body } = await owner.call(sendCommand, { params, body: start });
    portal.clock.leap(ttl_ms + 4 * second_ms);
    await portal.settled();
    assert.equal((await stateOf(owner, params.id, body.id)).state, 'expired');
    await device.send('res', { id: body.id, result: 'accepted' });
    await device.send('res', { id: body.id, result: 'done' });
    const { state, reason } = await stateOf(owner, params.id, body.id);
    assert.deepEqual([state, reason], ['done', null]);
  });

  it('a command is never finished before it was made, though the clock of the unit is behind', async () => {
    const { owner, device, params } = await connected();
    using _device = device;
    const { body } = await owner.call(sendCommand, { params, body: start });
    const { createdAt } = await stateOf(owner, params.id, body.id);
    device.slow_ms = 50;
    await device.send('res', { id: body.id, result: 'done' });
    const { state, finishedAt } = await stateOf(owner, params.id, body.id);
    assert.deepEqual([state, finishedAt], ['done', createdAt]);
  });

  it('S6.7 an answer of another unit, or to no command of ours, changes nothing', async () => {
    const { owner, device, params } = await connected();
    const other = await connected();
    using _both = new DisposableStack();
    _both.use(device);
    _both.use(other.device);
    const { body } = await owner.call(sendCommand, { params, body: start });
    for (const id of [body.id, 'nonsense', '-'.repeat(36), '0'.repeat(36)])
      assert.equal(await other.device.send('res', { id, result: 'done' }), 'got');
    assert.equal((await stateOf(owner, params.id, body.id)).state, 'sent');
    // And a command is found under its own appliance only.
    const second = await claimedUnit(owner);
    const elsewhere = { params: { id: second.serialNumber, commandId: body.id } };
    assert.equal((await owner.refused(getCommand, elsewhere)).status, 404);
  });

  it('S6.7 S8.21 what a former owner asked for reaches the unit no more, nor does the next owner see it', async () => {
    const { owner, device, params } = await connected();
    using _device = device;
    const next = await user();
    const { body: sent } = await owner.call(sendCommand, { params, body: start });
    await portal.settled();
    assert.equal(arrived(device).length, 1);
    const { body } = await owner.call(releaseAppliance, { params });
    portal.clock.leap(second_ms);
    const labId = await laboratory(next);
    await next.call(claimAppliance, { body: { activationCode: body.activationCode, name: 'Mine', labId } });
    assert.deepEqual(
      (await rowsOf(owner)).map(({ id, state, reason }) => [id, state, reason]),
      [[sent.id, 'expired', 'expired']],
    );
    // Even one that was stored while the unit was being released is not sent again.
    await portal.db.write((db) => db.updateTable('command').set({ state: 'sent' }).where('id', '=', sent.id).execute());
    portal.clock.leap(10 * second_ms);
    await portal.settled();
    await device.sendSamples([{ powerState: 1 }]);
    assert.equal(arrived(device).length, 1);
    assert.deepEqual(await next.call(listCommands, { params }), []);
    assert.equal((await next.refused(getCommand, { params: { ...params, commandId: sent.id } })).status, 404);
    assert.equal((await owner.refused(sendCommand, { params, body: start })).status, 404);
  });

  it('a repeated request under one Idempotency-Key sends one command', async () => {
    const { owner, device, params } = await connected();
    using _device = device;
    const key = { 'idempotency-key': 'start-1' };
    const first = await owner.call(sendCommand, { params, body: start }, key);
    assert.deepEqual(await owner.call(sendCommand, { params, body: start }, key), first);
    assert.equal((await rowsOf(owner)).length, 1);
  });
});
