import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getFavourites, updateFavourites } from '@brina/contract/calls/kitchen/favourites';
import { getRecipe } from '@brina/contract/calls/kitchen/recipes';
import { createSchedule } from '@brina/contract/calls/kitchen/schedules';
import type { PanelTold } from '@brina/contract/devices';
import { samePlaced } from '@brina/domain/cycles/favourites';
import { minute_ms } from '@brina/domain/language/durations';
import { localMinute } from '@brina/domain/language/local-minute';
import { systemClock } from '#core/clock.ts';
import { makeTestPlace } from '#core/db/test-database.ts';
import { runningClock } from '#core/testing/test-clock.ts';
import { until } from '#core/testing/until.ts';
import type { CreatedAppliance } from '#features/kitchen/appliances/create-appliance.ts';
import { type Place as PlaceOfUnit, placesOf } from '#features/kitchen/favourites/places.ts';
import { TestDevice, tellPanel } from '../device.ts';
import { given, type TestUser } from '../given.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';
import { openPlace, type Place } from './fleet.ts';
import { PanelUnit } from './panel-unit.ts';
import { type Program, portalProgram } from './processes.ts';

/** Longer than a plan waits for a unit that was away, and a command for its answer. */
const settle_ms = 30_000;

/** Units of a company, which a portal of half an hour ago knew; `prepare` is what people did then. */
async function unitsIn(
  place: Place & AsyncDisposable,
  count: number,
  told: (owner: TestUser) => Promise<PanelTold>,
  prepare: (owner: TestUser, serial: string) => Promise<void>,
): Promise<(mqttPort: number) => PanelUnit[]> {
  await using portal = await startTestPortal({ place, began_ms: systemClock.now() - 30 * minute_ms });
  const { user, claimedUnit } = given(portal);
  const owner = await user();
  const state = await told(owner);
  const units: { unit: CreatedAppliance; holder: unknown }[] = [];
  for (let i = 0; i < count; i++) {
    const unit = await claimedUnit(owner);
    using device = new TestDevice(portal, unit);
    await device.connect();
    await device.sendSamples([{ powerState: 1, cycleState: 0 }]);
    await tellPanel(portal, device, state);
    await device.leave();
    await prepare(owner, unit.serialNumber);
    units.push({ unit, holder: await holderOf(portal, unit.serialNumber) });
  }
  await portal.settled();
  const { caPem } = portal.pki;
  return (port) =>
    units.map(({ unit, holder }) => {
      const peer = { latest: () => undefined, over: async () => undefined };
      const reached = {
        edge: { port },
        pki: { caPem },
        clock: runningClock(),
        connections: peer,
        peers: new Set<never>(),
      };
      const panel = new PanelUnit(new TestDevice(reached, unit), holder);
      panel.slots = state.favourites?.slots ?? {};
      return panel;
    });
}

const holderOf = async ({ db }: TestPortal, serial: string): Promise<unknown> =>
  (
    await db.read((read) =>
      read
        .selectFrom('live_state')
        .innerJoin('appliance', 'appliance.id', 'live_state.appliance')
        .select('desired')
        .where('serial', '=', serial)
        .executeTakeFirstOrThrow(),
    )
  ).desired['holder'];

const samePlace = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Starts the portal, connects the units, and lets them work until something holds. */
async function runUntil(portal: Program, panels: readonly PanelUnit[], what: string, holds: () => boolean) {
  await portal.start();
  await Promise.all(panels.map((panel) => panel.connect()));
  const work = (): boolean => {
    for (const panel of panels) panel.work();
    return holds();
  };
  await until(what, work, settle_ms);
}

/** What somebody wishes for the first twelve places of a unit that nobody hears: other presets, and nothing in the last. */
const wishes = Array.from({ length: 12 }, (_one, i) => ({
  slot: i + 1,
  recipeId: i === 11 ? null : String(i + 12),
}));

/** The places of a unit as it left the factory. */
const factory = async (owner: TestUser): Promise<PanelTold> => {
  const entries = Array.from({ length: 24 }, async (_one, id) => {
    const { hash } = await owner.call(getRecipe, { params: { recipeId: String(id) }, query: {} });
    return [String(id + 1), [id, 1, hash]] satisfies [string, [number, number, string]];
  });
  return { favourites: { ver: 0, slots: Object.fromEntries(await Promise.all(entries)) } };
};

const wish = async (owner: TestUser, id: string): Promise<void> => {
  const { edit } = await owner.call(getFavourites, { params: { id } });
  const headers = { 'if-match': `"${edit}"` };
  await owner.call(updateFavourites, { params: { id }, headers, body: { slots: wishes } });
};

/** The places of all units as the portal left them. */
async function placesIn(place: Place): Promise<{ serial: string; all: readonly PlaceOfUnit[] }[]> {
  await using database = await openPlace(place);
  return database.read(async (db) => {
    const appliances = await db.selectFrom('appliance').select(['id', 'serial']).execute();
    const ids = appliances.map(({ id }) => id);
    const places = await placesOf(db, ids);
    return appliances.map(({ id, serial }) => ({ serial, all: places.get(id)?.all ?? [] }));
  });
}

describe('a portal that is killed while it tells panels', () => {
  it('B3.5 proposes each planned start once, plans its next day once, and starts nothing by itself', async () => {
    await using place = await makeTestPlace();
    const minute = localMinute(systemClock.now() + 8 * minute_ms, 'Europe/Rome');
    const body = { recipeId: '0', args: {}, minute, weekdays: [1, 2, 3, 4, 5, 6, 7] };
    const plan = async (owner: TestUser, id: string) =>
      void (await owner.call(createSchedule, { params: { id }, body }));
    const units = await unitsIn(place, 4, async () => ({ proposals: [] }), plan);
    const { portal, mqttPort } = await portalProgram(place);
    await using _portal = portal;
    const panels = units(mqttPort);
    const asked = (): number => panels.filter((panel) => panel.commands().length > 0).length;
    // The plan of the next unit is at work then, or its command on its way.
    await runUntil(portal, panels, 'a proposal', () => asked() > 0);
    await portal.end('SIGKILL');
    await runUntil(portal, panels, 'all proposals', () => asked() === panels.length);
    await Promise.all(panels.map((panel) => panel.heard()));
    assert.equal(await portal.end('SIGTERM'), 0);
    for (const panel of panels) {
      assert.deepEqual(
        panel.commands().map(({ name, args }) => [name, args['at']]),
        [['proposeStart', minute]],
        panel.serial,
      );
      panel[Symbol.dispose]();
    }

    await using database = await openPlace(place);
    const { plans, commands, runs } = await database.read(async (db) => ({
      plans: await db.selectFrom('scheduled_start').select(['appliance', 'state', 'minute']).execute(),
      commands: await db.selectFrom('command').select(['appliance', 'name', 'state']).execute(),
      runs: await db.selectFrom('cycle_run').select('id').execute(),
    }));
    assert.deepEqual(runs, [], 'nothing has started');
    const days = Map.groupBy(plans, ({ appliance }) => appliance);
    assert.equal(days.size, panels.length);
    for (const [appliance, own] of days) {
      const [first, next, ...more] = own.toSorted((a, b) => a.minute.localeCompare(b.minute));
      assert.deepEqual([first?.state, first?.minute, next?.state, more], ['proposed', minute, 'planned', []]);
      assert.ok(next && next.minute > minute);
      assert.deepEqual(
        commands.filter((one) => one.appliance === appliance).map(({ name, state }) => [name, state]),
        [['proposeStart', 'accepted']],
      );
    }
  });

  it('B3.4 loses no favourite: each place ends in sync or in a question, whoever changed it meanwhile', async () => {
    await using place = await makeTestPlace();
    const units = await unitsIn(place, 2, factory, wish);
    const { portal, mqttPort } = await portalProgram(place);
    await using _portal = portal;
    const panels = units(mqttPort);
    const before = panels[0]?.slots ?? {};
    const loaded = (): number => panels.reduce((sum, panel) => sum + panel.commands().length, 0);
    const unheard = new Set<string>();
    for (const kill of [1, 2]) {
      await runUntil(portal, panels, 'wishes', () => loaded() >= 5 * kill);
      await portal.end('SIGKILL');
      // A place that the portal wishes something for, and one that it does not.
      for (const panel of panels) {
        const [wished, other] = [12 - kill, 20 + kill];
        if (samePlace(panel.slots[wished], before[wished])) unheard.add(`${panel.serial} ${wished}`);
        for (const slot of [wished, other]) panel.press(slot, `00000000000000a${kill}`);
      }
    }
    const pressed = [11, 10, 21, 22];
    const isThere = (panel: PanelUnit): boolean =>
      wishes.every(
        ({ slot, recipeId }) => pressed.includes(slot) || String(panel.slots[slot]?.[0] ?? null) === String(recipeId),
      );
    await runUntil(portal, panels, 'all wishes', () => panels.every(isThere));
    await Promise.all(panels.map((panel) => panel.heard()));
    assert.equal(await portal.end('SIGTERM'), 0);

    const kept = await placesIn(place);
    assert.equal(kept.length, panels.length);
    for (const { serial, all } of kept) {
      const panel = panels.find((one) => one.serial === serial);
      assert.equal(all.length, 24);
      for (const { slot, unit, merged } of all) {
        const said = `${serial} ${slot} ${JSON.stringify({ unit, merged })}`;
        assert.deepEqual(unit && [unit.number, unit.version, unit.hash], panel?.slots[slot] ?? null, said);
        assert.ok(merged.open === 'agreed' ? samePlaced(merged.portal, unit) : merged.open === 'differs', said);
        if (merged.open === 'differs') assert.ok(pressed.includes(slot) && merged.portal?.number === slot + 11, said);
        // What both sides changed without knowing of each other is asked.
        if (unheard.has(`${serial} ${slot}`)) assert.equal(merged.open, 'differs', said);
        if (!pressed.includes(slot)) {
          const wished = wishes.find((one) => one.slot === slot);
          const number = wished ? wished.recipeId && Number(wished.recipeId) : (before[slot]?.[0] ?? null);
          assert.equal(unit?.number ?? null, number, said);
        } else assert.match(unit?.hash ?? '', /^0{14}a[12]$/, 'what was made at the panel is there');
      }
      panel?.[Symbol.dispose]();
    }
  });
});
