import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimAppliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import {
  copyFavourites,
  type FavouriteSlot,
  type Favourites,
  getFavourites,
  resolveFavourites,
  updateFavourites,
} from '@brina/contract/calls/kitchen/favourites';
import {
  createRecipe,
  deleteRecipe,
  getRecipe,
  type RecipeBody,
  updateRecipe,
} from '@brina/contract/calls/kitchen/recipes';
import type { DesiredMessage, PanelTold } from '@brina/contract/devices';
import { minute_ms } from '@brina/domain/language/durations';
import { TestDevice, tellPanel } from '../../../../test/device.ts';
import { given, type TestUser } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';

/** Chills gently to a core of so many °C. */
const chillTo = (core: number, fan = 60) => ({
  family: 'MF',
  function: 0,
  phases: [{ phase: 3, air: 0, fan, rh: null, end: { by: 'core' as const, target: core }, fallback_min: 90 }],
});
const recipe = (title: string, definition: Record<string, unknown> = chillTo(3.3)): RecipeBody => ({
  title,
  description: '',
  language: 'it_IT',
  texts: {},
  icon: 'pot',
  colour: 6,
  sector: 'gastronomy',
  laboratoryIds: [],
  definition,
});
const other = '00000000000000aa';

type Tuple = [number | null, number, string];
type Loaded = {
  slot: number;
  replace?: boolean;
  id: number | null;
  v?: number;
  h?: string;
  over?: string;
  function?: number;
  phases?: { phase: number; fan: number }[];
};

describe('favourites', async () => {
  const portal = await sharedPortal();
  const { user, member, laboratory, claimedUnit } = given(portal);

  const create = async (owner: TestUser, title: string, definition?: Record<string, unknown>) => {
    const { id, number, version } = (await owner.call(createRecipe, { body: recipe(title, definition) })).body;
    const { hash } = await owner.call(getRecipe, { params: { recipeId: id }, query: {} });
    return { id, tuple: [number, version, hash] as Tuple };
  };
  const desiredOf = async (serial: string): Promise<DesiredMessage['desired']> =>
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

  /** A unit with its panel, which answers only as a test says. */
  class Panel {
    slots: Record<string, Tuple> = {};
    defs: NonNullable<PanelTold['favouriteDefs']> = {};
    readonly device: TestDevice;
    readonly serial: string;
    readonly params: { id: string };
    constructor(device: TestDevice, serial: string) {
      this.device = device;
      this.serial = serial;
      this.params = { id: serial };
    }

    /** Tells its whole state, as after each change. */
    async tell(): Promise<void> {
      await tellPanel(portal, this.device, { favourites: { ver: 0, slots: this.slots }, favouriteDefs: this.defs });
      await portal.settled();
    }

    /** The commands that put something into a place, each once. */
    loads(): (Loaded & { command: string })[] {
      const sent = this.device.commands().filter(({ name }) => name === 'loadPreset');
      const once = new Map(sent.map((message) => [message.id, message]));
      return [...once.values()].map(({ id, args }) => ({ ...(args as Loaded), command: id }));
    }

    /** Carries out the command that came last. */
    async obey(): Promise<void> {
      const { slot, id, v, h, command } = this.loads().at(-1)!;
      const { [slot]: _before, ...others } = this.slots;
      this.slots = id === null ? others : { ...others, [slot]: [id, v ?? 0, h ?? ''] };
      await this.tell();
      await this.device.send('res', { id: command, result: 'done' });
      await portal.settled();
    }

    async refuse(reason: string): Promise<void> {
      await this.device.send('res', { id: this.loads().at(-1)?.command ?? '', result: 'rejected', reason });
      await portal.settled();
    }

    async run(code: number): Promise<void> {
      await this.device.sendSamples([{ cycleState: code }]);
    }

    [Symbol.dispose](): void {
      this.device[Symbol.dispose]();
    }
  }

  async function panelOf(owner: TestUser, model?: string): Promise<Panel> {
    const unit = await claimedUnit(owner, model);
    const device = new TestDevice(portal, unit);
    await device.connect();
    await device.sendSamples([{ powerState: 1, cycleState: 0 }]);
    return new Panel(device, unit.serialNumber);
  }
  const look = (who: TestUser, { params }: Panel): Promise<Favourites> => who.call(getFavourites, { params });
  const at = async (who: TestUser, panel: Panel, slot: number): Promise<FavouriteSlot> =>
    (await look(who, panel)).slots[slot - 1]!;
  const put = async (
    who: TestUser,
    panel: Panel,
    slots: { slot: number; recipeId: string | null; version?: number }[],
  ) => {
    const { edit } = await look(who, panel);
    await who.call(updateFavourites, { params: panel.params, headers: { 'if-match': `"${edit}"` }, body: { slots } });
    await portal.settled();
  };
  const answer = async (who: TestUser, panel: Panel, slot: number, keep: 'appliance' | 'portal') => {
    const { edit } = await look(who, panel);
    const headers = { 'if-match': `"${edit}"` };
    await who.call(resolveFavourites, { params: panel.params, headers, body: { slots: [{ slot, keep }] } });
    await portal.settled();
  };
  /** The presets with which a unit left the factory. */
  async function factory(owner: TestUser, panel: Panel, ...slots: [number, string][]): Promise<void> {
    for (const [slot, recipeId] of slots) {
      const { hash } = await owner.call(getRecipe, { params: { recipeId }, query: {} });
      panel.slots[slot] = [Number(recipeId), 1, hash];
    }
    await panel.tell();
  }

  it('S1.6 S3.10 what a unit tells first is what both agree about, and a cycle of the library gets into a place', async () => {
    const owner = await user();
    using panel = await panelOf(owner);
    assert.deepEqual((await look(owner, panel)).told, false);
    await factory(owner, panel, [1, '0'], [2, '1']);
    const before = await look(owner, panel);
    assert.equal(before.slots.length, 24);
    const [first] = before.slots;
    assert.deepEqual(
      [first?.state, first?.cycle?.recipeId, first?.changedThere, first?.cycle?.title],
      ['inSync', '0', false, 'Lasagne and oven bakes'],
    );
    const ragu = await create(owner, 'Ragù');
    await put(owner, panel, [{ slot: 1, recipeId: ragu.id }]);
    const sent = await at(owner, panel, 1);
    assert.deepEqual(
      [sent.state, sent.cycle?.title, sent.unit?.recipeId, sent.by],
      ['sending', 'Ragù', '0', 'Test USER'],
    );
    const [load] = panel.loads();
    const { family: _, ...does } = chillTo(3.3);
    const [id, v, h] = ragu.tuple;
    assert.deepEqual(
      { ...load, command: null },
      {
        slot: 1,
        id,
        v,
        h,
        title: 'Ragù',
        ...does,
        replace: true,
        over: before.slots[0] && panel.slots[1]![2],
        command: null,
      },
    );
    const wish = (await desiredOf(panel.serial))['favourites'] as { ver: number; slots: Record<string, Tuple> };
    assert.deepEqual([wish.slots[1], wish.slots[2]], [ragu.tuple, panel.slots[2]]);
    await panel.obey();
    const done = await at(owner, panel, 1);
    assert.deepEqual([done.state, done.unit, done.changedThere], ['inSync', undefined, false]);
    assert.equal(panel.loads().length, 1);
    await put(owner, panel, [{ slot: 1, recipeId: null }]);
    assert.equal(panel.loads().at(-1)?.id, null);
    await panel.obey();
    assert.equal((await at(owner, panel, 1)).cycle, null);
  });

  it('S1.6 S3.10 B3.4 what was changed on both sides is a question, and either answer ends it', async () => {
    const owner = await user();
    using panel = await panelOf(owner);
    await factory(owner, panel, [3, '0'], [4, '1']);
    const ragu = await create(owner, 'Ragù');
    await panel.device.cut();
    await put(owner, panel, [
      { slot: 3, recipeId: ragu.id },
      { slot: 4, recipeId: null },
    ]);
    assert.equal((await at(owner, panel, 3)).state, 'offline');
    // Meanwhile somebody at the panel makes cycles of both.
    panel.slots = { 3: [null, 0, other], 4: [null, 0, other] };
    const { family: _family, ...does } = chillTo(2);
    panel.defs = { 3: { title: 'Panel’s', ...does }, 4: { title: 'Panel’s', ...does } };
    await panel.device.connect();
    await panel.tell();
    assert.deepEqual(panel.loads(), []);
    const asked = await at(owner, panel, 3);
    assert.deepEqual([asked.state, asked.cycle?.title, asked.unit?.title], ['differs', 'Ragù', 'Panel’s']);
    assert.equal((await at(owner, panel, 4)).state, 'differs', 'also for a place that was emptied here');
    await answer(owner, panel, 4, 'appliance');
    const kept = await at(owner, panel, 4);
    assert.deepEqual([kept.state, kept.cycle?.title, kept.cycle?.recipeId], ['inSync', 'Panel’s', null]);
    await answer(owner, panel, 3, 'portal');
    assert.deepEqual(
      panel.loads().map(({ slot, id, over }) => [slot, id, over]),
      [[3, ragu.tuple[0], other]],
    );
    await panel.obey();
    assert.equal((await at(owner, panel, 3)).state, 'inSync');
    // What was made at the panel becomes a cycle of the library, and then one that can be sent.
    const { definition } = kept.cycle ?? {};
    assert.deepEqual(definition, chillTo(2));
    const saved = await create(owner, 'Saved', definition ?? undefined);
    await put(owner, panel, [{ slot: 4, recipeId: saved.id }]);
    await panel.obey();
    assert.equal((await at(owner, panel, 4)).cycle?.recipeId, saved.id);
  });

  it('S1.6 B3.4 what somebody makes at the panel in a place that was empty when we looked stays there, and is a question', async () => {
    const owner = await user();
    using panel = await panelOf(owner);
    await panel.tell();
    const ragu = await create(owner, 'Ragù');
    await put(owner, panel, [{ slot: 5, recipeId: ragu.id }]);
    const [load] = panel.loads();
    assert.deepEqual([load?.slot, load?.replace, load?.over], [5, false, undefined]);
    // Somebody was quicker: the unit takes nothing for a place that is not empty.
    const { family: _family, ...does } = chillTo(2);
    panel.slots = { 5: [null, 0, other] };
    panel.defs = { 5: { title: 'Panel’s', ...does } };
    await panel.refuse('slot_taken');
    await panel.tell();
    const asked = await at(owner, panel, 5);
    assert.deepEqual([asked.state, asked.cycle?.title, asked.unit?.title], ['differs', 'Ragù', 'Panel’s']);
    await answer(owner, panel, 5, 'portal');
    const mine = panel.loads().at(-1);
    assert.deepEqual([mine?.replace, mine?.over], [true, other]);
    await panel.obey();
    assert.equal((await at(owner, panel, 5)).state, 'inSync');
  });

  it('S1.6 S3.10 B3.4 what is changed at the panel alone is taken, and told as changed there', async () => {
    const owner = await user();
    using panel = await panelOf(owner);
    const ragu = await create(owner, 'Ragù');
    await panel.tell();
    await put(owner, panel, [{ slot: 5, recipeId: ragu.id }]);
    await panel.obey();
    const { family: _family, ...does } = chillTo(1);
    panel.slots = { 5: [ragu.tuple[0], ragu.tuple[1], other] };
    panel.defs = { 5: { title: 'Ragù', ...does, sanigen: 3 } };
    await panel.tell();
    const changed = await at(owner, panel, 5);
    assert.deepEqual(
      [changed.state, changed.changedThere, changed.by, changed.cycle?.recipeId, changed.cycle?.title],
      ['inSync', true, null, null, 'Ragù'],
    );
    assert.deepEqual(changed.cycle?.definition, { family: 'MF', ...does, sanigen: 3 }, 'all of what it does');
    panel.slots = {};
    await panel.tell();
    const emptied = await at(owner, panel, 5);
    assert.deepEqual([emptied.state, emptied.changedThere, emptied.cycle], ['inSync', true, null]);
    assert.equal(panel.loads().length, 1);
  });

  it('S1.6 S8.21 nothing is sent while a cycle runs; it is when that has ended', async () => {
    const owner = await user();
    using panel = await panelOf(owner);
    await factory(owner, panel, [1, '0']);
    await panel.run(1);
    await put(owner, panel, [{ slot: 1, recipeId: '2' }]);
    assert.equal((await at(owner, panel, 1)).state, 'running');
    assert.deepEqual(panel.loads(), []);
    await panel.run(2);
    await portal.settled();
    assert.equal(panel.loads().length, 1);
    // It has begun another one just then.
    await panel.refuse('cycle_running');
    await panel.run(1);
    assert.equal((await at(owner, panel, 1)).state, 'running');
    await portal.clock.advance(5 * minute_ms);
    assert.equal(panel.loads().length, 1);
    await panel.device.send('evt', { type: 'cycle', runId: 'r', event: 'stopped', function: 0 });
    await panel.run(3);
    await portal.settled();
    assert.equal(panel.loads().length, 2);
    await panel.obey();
    assert.equal((await at(owner, panel, 1)).state, 'inSync');
  });

  it('S1.6 S8.21 what a unit refuses is kept with its reason, and tried again on its next connection', async () => {
    const owner = await user();
    using panel = await panelOf(owner);
    await factory(owner, panel, [1, '0']);
    await put(owner, panel, [{ slot: 1, recipeId: '2' }]);
    await panel.refuse('panel_locked');
    const refused = await at(owner, panel, 1);
    assert.deepEqual([refused.state, refused.reason, refused.cycle?.recipeId], ['refused', 'panel_locked', '2']);
    await panel.tell();
    await portal.clock.advance(5 * minute_ms);
    assert.equal(panel.loads().length, 1, 'nothing has changed');
    await panel.device.cut();
    await panel.device.connect();
    await panel.tell();
    assert.equal(panel.loads().length, 2);
    // Without an answer it is over after its time, and waits for the next connection, too.
    await portal.clock.advance(5 * minute_ms);
    assert.equal((await at(owner, panel, 1)).state, 'offline');
    await panel.device.connect();
    await panel.tell();
    assert.equal(panel.loads().length, 3);
    await panel.obey();
    assert.equal((await at(owner, panel, 1)).state, 'inSync');
  });

  it('S3.10 B3.4 a wish that is changed while an earlier one is on its way comes after it, and undone it leaves nothing', async () => {
    const owner = await user();
    using panel = await panelOf(owner);
    await factory(owner, panel, [1, '0']);
    await put(owner, panel, [{ slot: 1, recipeId: '2' }]);
    await put(owner, panel, [{ slot: 1, recipeId: '3' }]);
    assert.deepEqual(
      panel.loads().map(({ id }) => id),
      [2],
    );
    await panel.obey();
    assert.deepEqual(
      panel.loads().map(({ id }) => id),
      [2, 3],
    );
    await put(owner, panel, [{ slot: 1, recipeId: '2' }]);
    assert.equal((await at(owner, panel, 1)).state, 'inSync', 'the unit still has it');
    await panel.obey();
    assert.deepEqual(
      panel.loads().map(({ id }) => id),
      [2, 3, 2],
    );
    await panel.obey();
    const back = await at(owner, panel, 1);
    assert.deepEqual([back.state, back.cycle?.recipeId, back.changedThere], ['inSync', '2', false]);
  });

  it('S3.10 of two people the second learns that the favourites were changed meanwhile', async () => {
    const owner = await user();
    using panel = await panelOf(owner);
    const colleague = await member(owner, 'ADMIN', [panel.serial]);
    await factory(owner, panel, [1, '0'], [2, '1']);
    const { edit } = await look(owner, panel);
    const headers = { 'if-match': `"${edit}"` };
    await put(owner, panel, [{ slot: 1, recipeId: '2' }]);
    const late = await colleague.refused(updateFavourites, {
      params: panel.params,
      headers,
      body: { slots: [{ slot: 2, recipeId: '3' }] },
    });
    assert.deepEqual([late.status, late.code], [412, 'favourites_changed']);
    const unasked = await colleague.refused(resolveFavourites, {
      params: panel.params,
      headers,
      body: { slots: [{ slot: 1, keep: 'portal' }] },
    });
    assert.equal(unasked.code, 'favourites_changed');
  });

  it('S8.21 an Essential unit gets no cycle that needs Excellence, and says why a place is empty', async () => {
    const owner = await user();
    using panel = await panelOf(owner);
    await portal.db.write((db) =>
      db.updateTable('appliance').set({ package: 'Essential' }).where('serial', '=', panel.serial).execute(),
    );
    await factory(owner, panel, [1, '0']);
    // The maker's twelfth favourite is roast beef, cooked gently.
    const empty = await at(owner, panel, 12);
    assert.deepEqual(
      [empty.cycle, empty.left?.title, empty.left?.fit.reason?.['kind']],
      [null, 'Roast beef, pink', 'package'],
    );
    assert.equal((await at(owner, panel, 1)).left, undefined);
    const { edit } = await look(owner, panel);
    const refusal = await owner.refused(updateFavourites, {
      params: panel.params,
      headers: { 'if-match': `"${edit}"` },
      body: { slots: [{ slot: 12, recipeId: '76' }] },
    });
    assert.deepEqual(
      [refusal.status, refusal.code, refusal.fields?.[0]?.path],
      [422, 'not_compatible', 'body.slots[0].recipeId'],
    );
  });

  it('S3.10 S3.11 what another family runs adapted is sent adapted, under the library’s version and hash', async () => {
    const owner = await user();
    using panel = await panelOf(owner, 'EF Next M 25');
    await panel.tell();
    await put(owner, panel, [{ slot: 1, recipeId: '6' }]);
    const { hash } = await owner.call(getRecipe, { params: { recipeId: '6' }, query: {} });
    const [load] = panel.loads();
    assert.deepEqual([load?.id, load?.v, load?.h, load?.function], [6, 1, hash, 1]);
    assert.deepEqual(
      load?.phases?.map(({ phase, fan }) => [phase, fan]),
      [
        [3, 100],
        [5, 40],
      ],
    );
    await panel.obey();
    assert.equal((await at(owner, panel, 1)).state, 'inSync');
  });

  it('S3.10 B3.3 a place keeps its version until somebody takes the newer one, also of a deleted cycle', async () => {
    const owner = await user();
    using panel = await panelOf(owner);
    await panel.tell();
    const ragu = await create(owner, 'Ragù');
    await put(owner, panel, [{ slot: 7, recipeId: ragu.id }]);
    await panel.obey();
    const params = { recipeId: ragu.id };
    await owner.call(updateRecipe, { params, headers: { 'if-match': '"1"' }, body: recipe('Ragù', chillTo(5)) });
    const older = await at(owner, panel, 7);
    assert.deepEqual([older.state, older.cycle?.version, older.cycle?.newest], ['inSync', 1, 2]);
    assert.equal(panel.loads().length, 1);
    const used = await owner.call(getRecipe, { params, query: {} });
    assert.deepEqual(used.favourites, { slots: 1, appliances: 1 });
    await put(owner, panel, [{ slot: 7, recipeId: ragu.id }]);
    await panel.obey();
    const newer = await at(owner, panel, 7);
    assert.deepEqual([newer.cycle?.version, newer.cycle?.newest], [2, null]);
    await owner.call(deleteRecipe, { params });
    const gone = await at(owner, panel, 7);
    assert.deepEqual([gone.state, gone.cycle?.recipeId, gone.cycle?.title], ['inSync', null, 'Ragù']);
  });

  it('S1.6 S8.21 copies favourites to other appliances, and says which do not run there', async () => {
    const owner = await user();
    using from = await panelOf(owner);
    using near = await panelOf(owner);
    using small = await panelOf(owner, 'EF Next M 25');
    const silent = await claimedUnit(owner);
    await factory(owner, from, [1, '0'], [2, '76']);
    from.slots[3] = [null, 0, other];
    await from.tell();
    near.slots[1] = [null, 0, other];
    await near.tell();
    await small.tell();
    const body = { slots: [1, 2, 3], to: [near.serial, small.serial, silent.serialNumber, from.serial] };
    const looked = await owner.call(copyFavourites, { params: from.params, query: { dryRun: true }, body });
    const short = (rows: typeof looked) =>
      rows.map(({ told, slots }) => [told, slots.map(({ slot, fit, there }) => [slot, fit.kind, there])]);
    const expected = new Map([
      [
        near.serial,
        [
          true,
          [
            [1, 'ok', 'own'],
            [2, 'ok', 'empty'],
          ],
        ],
      ],
      [
        small.serial,
        [
          true,
          [
            [1, 'ok', 'empty'],
            [2, 'refused', 'empty'],
          ],
        ],
      ],
      [silent.serialNumber, [false, []]],
    ]);
    assert.deepEqual(new Map(looked.map((row) => [row.serialNumber, short([row])[0]])), expected);
    assert.deepEqual(small.loads(), []);
    await owner.call(copyFavourites, { params: from.params, query: {}, body });
    await portal.settled();
    assert.deepEqual(
      near.loads().map(({ slot, id }) => [slot, id]),
      [[2, 76]],
    );
    assert.deepEqual(
      small.loads().map(({ slot, id }) => [slot, id]),
      [[1, 0]],
    );
  });

  it('S6.3 with the unit its favourites change hands: the next holder sees none of them, and nothing is sent any more', async () => {
    const [first, second] = [await user(), await user()];
    using panel = await panelOf(first);
    const ragu = await create(first, 'Ragù segreto');
    await panel.tell();
    await put(first, panel, [{ slot: 1, recipeId: ragu.id }]);
    assert.equal(panel.loads().length, 1);
    const { body } = await first.call(releaseAppliance, { params: panel.params });
    assert.equal((await desiredOf(panel.serial))['favourites'], undefined);
    portal.clock.leap(minute_ms);
    const labId = await laboratory(second);
    await second.call(claimAppliance, { body: { activationCode: body.activationCode, name: 'Other', labId } });
    assert.deepEqual((await look(second, panel)).slots, []);
    await panel.tell();
    await portal.clock.advance(5 * minute_ms);
    assert.deepEqual((await look(second, panel)).slots.map(({ cycle }) => cycle).filter(Boolean), []);
    const foreign = await second.refused(updateFavourites, {
      params: panel.params,
      headers: { 'if-match': `"${(await look(second, panel)).edit}"` },
      body: { slots: [{ slot: 1, recipeId: ragu.id }] },
    });
    assert.equal(foreign.status, 404);
    assert.equal((await first.refused(getFavourites, { params: panel.params })).status, 404);
  });

  it('S6.2 who manages a kitchen sees favourites and changes none', async () => {
    const owner = await user();
    using panel = await panelOf(owner);
    await panel.tell();
    const manager = await member(owner, 'KITCHEN_MANAGER', [panel.serial]);
    const seen = await look(manager, panel);
    assert.deepEqual([seen.told, seen.may], [true, { edit: false, save: false, run: true }]);
    const headers = { 'if-match': `"${seen.edit}"` };
    const refusal = await manager.refused(updateFavourites, {
      params: panel.params,
      headers,
      body: { slots: [{ slot: 1, recipeId: '0' }] },
    });
    assert.equal(refusal.status, 403);
  });

  it('S3.10 what has not been told by a unit is not changed; a cabinet has no favourites', async () => {
    const owner = await user();
    const cabinet = await claimedUnit(owner, 'CP Next 700');
    const params = { id: cabinet.serialNumber };
    assert.deepEqual((await owner.call(getFavourites, { params })).slots, []);
    const refusal = await owner.refused(updateFavourites, {
      params,
      headers: { 'if-match': `"${'0'.repeat(16)}"` },
      body: { slots: [{ slot: 1, recipeId: '0' }] },
    });
    assert.deepEqual([refusal.status, refusal.code], [409, 'favourites_unknown']);
  });
});
