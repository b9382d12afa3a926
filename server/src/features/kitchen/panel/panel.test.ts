import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimAppliance, getAppliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { sendCommand } from '@brina/contract/calls/kitchen/commands';
import { listCycles } from '@brina/contract/calls/kitchen/cycles';
import type { PanelTold } from '@brina/contract/devices';
import { minute_ms } from '@brina/domain/language/durations';
import { TestDevice } from '../../../../test/device.ts';
import { given } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';

describe('what a unit tells of its panel', async () => {
  const portal = await sharedPortal();
  const { user, claimedUnit, laboratory } = given(portal);
  const hash = '9f3c6a01d2e4b785';
  const phases = [{ phase: 3, air: 0, fan: 60, rh: null, end: { by: 'core', target: 3 } }];
  const told = {
    cycleEnds: ['core', 'time', 'air'],
    favourites: { ver: 4, slots: { 3: [1042, 3, hash], 7: [null, 0, hash] } },
    favouriteDefs: { 7: { title: 'Ragù', function: 0, phases } },
    trayTimers: [{ tray: 3, from: 1_763_680_000_000, min: 90, product: 'Peas' }],
    proposals: [{ command: 'c-1', title: 'Ragù', at: '2026-11-28T06:30' }],
  };
  const row = (serial: string) =>
    portal.db.read((db) =>
      db
        .selectFrom('unit_panel')
        .innerJoin('appliance', 'appliance.id', 'unit_panel.appliance')
        .innerJoin('live_state', 'live_state.appliance', 'appliance.id')
        .select(['told', 'v', 'reported'])
        .where('serial', '=', serial)
        .executeTakeFirst(),
    );
  const desired = async (serial: string): Promise<Record<string, unknown>> =>
    (
      await portal.db.read((db) =>
        db
          .selectFrom('live_state')
          .innerJoin('appliance', 'appliance.id', 'live_state.appliance')
          .select('desired')
          .where('serial', '=', serial)
          .executeTakeFirstOrThrow(),
      )
    ).desired;

  it('S1.6 is kept as it was told last, key by key, and what changed is told live', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    using device = new TestDevice(portal, unit);
    await device.connect();
    const { holder } = await desired(unit.serialNumber);
    const tell = async (reported: Record<string, unknown>): Promise<{ told: PanelTold; v: number }> => {
      assert.equal(await device.send('twin', { reported: { ...reported, holder }, ver: 1 }), 'got');
      const kept = await row(unit.serialNumber);
      assert.ok(kept);
      assert.equal(kept.reported['panel'], kept.v);
      return kept;
    };
    const first = await tell(told);
    assert.deepEqual(first.told, { ...told, holder });
    assert.equal((await tell(told)).v, first.v);
    const wrong = await tell({ ...told, favourites: { ver: 5, slots: { 25: [1, 1, hash] } }, trayTimers: 'none' });
    assert.deepEqual(Object.keys(wrong.told).sort(), ['cycleEnds', 'favouriteDefs', 'holder', 'proposals']);
    assert.ok(wrong.v > first.v);
  });

  it('S1.6 of a unit that answers at once whose it is, counts though its clock is a little behind', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    using device = new TestDevice(portal, unit);
    await device.connect();
    const { holder } = await desired(unit.serialNumber);
    const at = portal.clock.now() - 700;
    // Who does not know whose it is yet tells of the time before.
    await device.send('twin', { reported: { ...told, port: 501 }, ver: 1, at });
    assert.equal(await row(unit.serialNumber), undefined);
    await device.send('twin', { reported: { ...told, port: 502, holder }, ver: 2, at });
    const kept = await row(unit.serialNumber);
    assert.deepEqual([kept?.told, kept?.reported['port']], [{ ...told, holder }, 502]);
  });

  it('S6.3 the next holder never sees what the unit held for the former one', async () => {
    const [first, second] = [await user(), await user()];
    const unit = await claimedUnit(first);
    const serial = unit.serialNumber;
    using device = new TestDevice(portal, unit);
    await device.connect();
    const before = (await desired(serial)).holder;
    await device.send('twin', { reported: { ...told, holder: before }, ver: 1 });
    assert.ok((await row(serial))?.told.favourites);
    const { body } = await first.call(releaseAppliance, { params: { id: serial } });
    assert.equal(await row(serial), undefined);
    const between = (await desired(serial)).holder;
    portal.clock.leap(minute_ms);
    const labId = await laboratory(second);
    await second.call(claimAppliance, { body: { activationCode: body.activationCode, name: 'Other', labId } });
    const after = (await desired(serial)).holder;
    assert.equal(new Set([before, between, after]).size, 3);
    // It has not learned of the change yet.
    await device.send('twin', { reported: { ...told, holder: before }, ver: 2 });
    assert.deepEqual(Object.keys((await row(serial))?.told ?? {}).sort(), ['cycleEnds', 'holder']);
    await device.send('twin', { reported: { ...told, holder: after }, ver: 3 });
    assert.ok((await row(serial))?.told.favourites);
    assert.equal((await second.call(getAppliance, { params: { id: serial } })).serialNumber, serial);
  });

  it('S8.21 a start is refused whose phases end in a way the unit does not know, and sent to one that does', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    using device = new TestDevice(portal, unit);
    await device.connect();
    await device.sendSamples([{ powerState: 1 }]);
    const params = { id: unit.serialNumber };
    const even = [{ ...phases[0], end: { by: 'even', within_K: 2 }, max_min: 90 }];
    const body = { name: 'startCycle', args: { function: 0, phases: even } };
    const refusal = await owner.refused(sendCommand, { params, body });
    assert.deepEqual(
      [refusal.code, refusal.fields?.map(({ path, code }) => [path, code])],
      ['not_compatible', [['body.args.phases.0.end', 'not_compatible']]],
    );
    await device.send('twin', { reported: { cycleEnds: ['core', 'even'] }, ver: 1 });
    assert.equal((await owner.call(sendCommand, { params, body })).code, '200');
    // Which cycle of the library it is, the portal says, never who sends it.
    const own = { ...body, args: { ...body.args, source: { id: 1042, v: 3, h: hash } } };
    const foreign = await owner.refused(sendCommand, { params, body: own });
    assert.deepEqual(
      foreign.fields?.map(({ path, code }) => [path, code]),
      [['body.args.source', 'bad_argument']],
    );
  });

  it('S1.6 a run keeps which cycle of the library it was, of which version', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    using device = new TestDevice(portal, unit);
    await device.connect();
    const started = { type: 'cycle', event: 'started', function: 0, plan: phases };
    await device.send('evt', { ...started, runId: 'r-1', source: { id: 1042, v: 3, h: hash } });
    await device.send('evt', { ...started, runId: 'r-2' });
    await device.send('evt', { type: 'tray', runId: 'r-2', tray: 3, event: 'started' });
    const now = portal.clock.now();
    const listed = await owner.call(listCycles, {
      params: { id: unit.serialNumber },
      query: { from: now - minute_ms, to: now + minute_ms },
    });
    assert.equal(listed.length, 2);
    // A number of nobody's library, such as a former holder's, names no cycle.
    assert.deepEqual(
      listed.map(({ recipe }) => recipe),
      [null, null],
    );
    const runs = await portal.db.read((db) =>
      db
        .selectFrom('cycle_run')
        .innerJoin('appliance', 'appliance.id', 'cycle_run.appliance')
        .select(['run_id', 'recipe_number', 'recipe_version', 'recipe_hash'])
        .where('serial', '=', unit.serialNumber)
        .orderBy('run_id')
        .execute(),
    );
    assert.deepEqual(runs, [
      { run_id: 'r-1', recipe_number: 1042, recipe_version: 3, recipe_hash: hash },
      { run_id: 'r-2', recipe_number: null, recipe_version: null, recipe_hash: null },
    ]);
  });
});
