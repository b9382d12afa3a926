import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { sendCommand } from '@brina/contract/calls/kitchen/commands';
import { listCycles } from '@brina/contract/calls/kitchen/cycles';
import { deleteRecipeDraft, getRecipeDraft, putRecipeDraft } from '@brina/contract/calls/kitchen/recipe-drafts';
import { exportRecipes, importRecipes } from '@brina/contract/calls/kitchen/recipe-files';
import { listPinnedRecipes, pinRecipe, unpinRecipe } from '@brina/contract/calls/kitchen/recipe-pins';
import { runRecipe } from '@brina/contract/calls/kitchen/recipe-runs';
import {
  checkRecipe,
  createRecipe,
  deleteRecipe,
  filterRecipes,
  getRecipe,
  listRecipeVersions,
  type RecipeBody,
  type RecipeHead,
  restoreRecipe,
  updateRecipe,
} from '@brina/contract/calls/kitchen/recipes';
import { updateUserInfo } from '@brina/contract/calls/people/account';
import type { CommandMessage } from '@brina/contract/devices';
import { phasesOf } from '@brina/domain/appliance/phase-plan';
import type { StartCycleArgs } from '@brina/domain/cycles/cycle-plan';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { localMinute } from '@brina/domain/language/local-minute';
import { presetCount, recipeLimits } from '@brina/domain/recipes/recipe';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { sql } from 'kysely';
import type { Database, Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { newId } from '#core/ids.ts';
import { TestDevice } from '../../../../test/device.ts';
import { ending, given, type TestUser } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';
import { serves } from '../../../../test/serves.ts';
import { countUses } from './usage.jobs.ts';

/** Chills gently to a core of so many °C. */
const chillTo = (core: number) => ({
  family: 'MF',
  function: 0,
  phases: [
    { phase: 3, air: 0, fan: 60, rh: null, end: { by: 'core', target: core }, fallback_min: 90 },
    { phase: 7, air: 2, fan: 40, rh: null, end: { by: 'stop' }, hold: true },
  ],
});

const recipe = (title: string, changes: Partial<RecipeBody> = {}): RecipeBody => ({
  title,
  description: '',
  language: 'it_IT',
  texts: {},
  icon: 'pot',
  colour: 6,
  sector: 'gastronomy',
  laboratoryIds: [],
  definition: chillTo(3.3),
  ...changes,
});

const presetIds = Array.from({ length: presetCount }, (_one, id) => String(id));

const page = { page: 0, nRows: 200, filterAttributes: [] };

describe('the cycle library', async () => {
  const portal = await sharedPortal();
  const { user, member, laboratory, claimedUnit } = given(portal);

  const create = async (owner: TestUser, title: string, changes: Partial<RecipeBody> = {}) =>
    (await owner.call(createRecipe, { body: recipe(title, changes) })).body;
  const at = (edit: number) => ({ 'if-match': `"${edit}"` });
  type Filter = { attribute: 'text' | 'package' | 'sector' | 'function' | 'type' | 'family'; value: string };
  type Where = { serialNumber?: string; laboratoryId?: string; deleted?: boolean; runs?: boolean };
  const found = async (who: TestUser, filterAttributes: Filter[], query: Where = {}): Promise<RecipeHead[]> =>
    (await who.call(filterRecipes, { query, body: { ...page, filterAttributes } })).items;
  const custom = { attribute: 'type', value: 'Custom' } as const;
  const own = (who: TestUser, ...more: Filter[]) => found(who, [custom, ...more]);
  const titles = (heads: readonly RecipeHead[]): string[] => heads.map(({ title }) => title).sort();

  async function connected(owner: TestUser, model?: string) {
    const unit = await claimedUnit(owner, model);
    const device = new TestDevice(portal, unit);
    await device.connect();
    await device.sendSamples([{ powerState: 1 }]);
    return { unit, device, serial: unit.serialNumber, params: { id: unit.serialNumber } };
  }

  it('S2.41 B3.3 a run names the version that ran, what its cycle is called now, and which version is the present one', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    using device = new TestDevice(portal, unit);
    await device.connect();
    const made = await create(owner, 'Ragù');
    const source = { id: made.number, v: 1, h: '9f3c6a01d2e4b785' };
    const plan = chillTo(3.3).phases;
    await device.send('evt', { type: 'cycle', event: 'started', function: 0, runId: 'r-1', plan, source });
    await device.send('evt', {
      type: 'cycle',
      event: 'started',
      function: 0,
      runId: 'r-2',
      plan: chillTo(5).phases,
      source,
    });
    await device.send('evt', {
      type: 'cycle',
      event: 'started',
      function: 0,
      runId: 'r-3',
      plan,
      source: { ...source, id: 0 },
    });
    const body = recipe('Ragù of the house', { definition: chillTo(4) });
    await owner.call(updateRecipe, { params: { recipeId: made.id }, headers: at(1), body });
    const ran = async () => {
      const now = portal.clock.now();
      const query = { from: now - minute_ms, to: now + minute_ms };
      const runs = await owner.call(listCycles, { params: { id: unit.serialNumber }, query });
      return runs.map((run) => run.recipe).reverse();
    };
    const own = { id: made.id, number: made.number, version: 1, title: 'Ragù of the house', newest: 2 };
    assert.deepEqual(await ran(), [
      { ...own, differs: false },
      { ...own, differs: true },
      { id: '0', number: 0, version: 1, title: 'Lasagne and oven bakes', newest: 1, differs: true },
    ]);
    await owner.call(deleteRecipe, { params: { recipeId: made.id } });
    assert.equal((await ran())[0]?.newest, null);
  });

  it('S2.22 S3.9 S3.10 S3.28 shows the presets to everybody, and a company its own cycles beside them', async () => {
    const [owner, other] = [await user(), await user()];
    const saved = await create(owner, 'Ragù', { description: 'Pans of 35 mm.' });
    assert.ok(saved.number >= 1000);
    assert.equal(saved.version, 1);
    const [mine, theirs] = [await found(owner, []), await found(other, [])];
    assert.equal(mine.length, presetCount + 1);
    assert.equal(theirs.length, presetCount);
    const head = mine.find(({ id }) => id === saved.id);
    assert.deepEqual(
      [head?.title, head?.type, head?.package, head?.sector, head?.uses, head?.deletedAt],
      ['Ragù', 'Custom', 'Essential', 'gastronomy', 0, null],
    );
    const presets = mine.filter(({ type }) => type === 'Professional');
    assert.deepEqual(
      presets.map(({ number }) => number).sort((a, b) => a - b),
      [...Array(presetCount).keys()],
    );
    const shown = await owner.call(getRecipe, { params: { recipeId: saved.id }, query: {} });
    assert.deepEqual(shown.definition, chillTo(3.3));
    assert.ok(shown.may.edit && shown.may.run && shown.may.delete);
    const preset = await owner.call(getRecipe, { params: { recipeId: '0' }, query: {} });
    assert.deepEqual([preset.may.edit, preset.may.delete, preset.may.copy], [false, false, true]);
  });

  it('S2.22 B3.6 filters by what it does and by words in any language, by numbers and by what was made with it', async () => {
    const owner = await user();
    const texts = { de_DE: { title: 'Hausgemachtes Gulasch', description: '' } };
    const goulash = await create(owner, 'Gulasch della casa', { texts, sector: 'bakery', definition: chillTo(4.4) });
    await create(owner, 'Spezzatino', { definition: chillTo(5.5) });
    const words = async (value: string) => titles(await own(owner, { attribute: 'text', value }));
    assert.deepEqual(await words('HAUSGEMACHTES'), ['Gulasch della casa']);
    assert.deepEqual(await words(String(goulash.number)), ['Gulasch della casa']);
    assert.deepEqual(await words('nothing of the kind'), []);
    assert.deepEqual(titles(await own(owner, { attribute: 'sector', value: 'bakery' })), ['Gulasch della casa']);
    const { device, serial } = await connected(owner);
    using _device = device;
    const source = { id: goulash.number, v: 1, h: '0123456789abcdef' };
    const runs = [1, 2].map((n) => ({
      type: 'cycle',
      runId: `r${n}`,
      event: 'started',
      function: 0,
      source,
      product: 'Szegediner',
      plan: chillTo(3).phases,
    }));
    for (const body of [...runs, runs[0]!]) await device.send('evt', body);
    await portal.settled();
    const [used] = await own(owner, { attribute: 'text', value: 'szegedin' });
    assert.deepEqual([used?.title, used?.uses], ['Gulasch della casa', 2], 'told again, a run counts once');
    assert.ok(used?.lastUsedAt);
    const shown = await owner.call(getRecipe, { params: { recipeId: goulash.id }, query: { serialNumber: serial } });
    assert.equal(shown.runs.length, 2);
    assert.deepEqual(
      [shown.runs[0]?.product, shown.runs[0]?.version, shown.runs[0]?.state],
      ['Szegediner', 1, 'running'],
    );
    const { model, function: code, plan } = shown.runs[0] ?? {};
    assert.deepEqual([model, code, plan], ['MF Next L 45', 0, chillTo(3).phases]);
  });

  it('S3.10 uses are right after the next round, also when the portal dies while it counts, and a late run counts too', async () => {
    const owner = await user();
    const { number } = await create(owner, 'Contato');
    const { device } = await connected(owner);
    using _device = device;
    const source = { id: number, v: 1, h: '0123456789abcdef' };
    const started = (runId: string, at: number) =>
      device.send('evt', { type: 'cycle', runId, event: 'started', function: 0, source, at });
    const uses = async () => (await own(owner)).map((one) => one.uses);
    await started('now', portal.clock.now());
    const dying = {
      write: <T>(work: (db: Db) => Promise<T>): Promise<T> =>
        portal.db.write(async (db) => {
          await work(db);
          throw new Error('killed');
        }),
    } as Database;
    await assert.rejects(countUses({ db: dying }), /killed/);
    await portal.clock.advance(minute_ms);
    assert.deepEqual(await uses(), [1]);
    await started('before', portal.clock.now() - minute_ms);
    await portal.clock.advance(minute_ms);
    assert.deepEqual(await uses(), [2]);
  });

  it('S3.10 a unit that names cycles which its holder does not have fills no book of uses', async () => {
    const [stranger, owner] = [await user(), await user()];
    const foreign = await create(stranger, 'Not yours');
    const { device } = await connected(owner);
    using _device = device;
    for (const id of [0, foreign.number, 2_000_000_000]) {
      const source = { id, v: 1, h: '0123456789abcdef' };
      await device.send('evt', { type: 'cycle', runId: `n${id}`, event: 'started', function: 0, source });
    }
    await portal.settled();
    const counted = await portal.db.read((db) =>
      db
        .selectFrom('recipe_usage')
        .select('number')
        .where('company_id', '=', owner.companyId ?? '')
        .execute(),
    );
    assert.deepEqual(counted, [{ number: 0 }]);
  });

  it('S4.15 S2.22 tells what is wrong at its field, with its limits', async () => {
    const owner = await user();
    const definition = { ...chillTo(3), phases: [{ ...chillTo(3).phases[0], fan: 130 }, chillTo(3).phases[1]] };
    const refusal = await owner.refused(createRecipe, { body: recipe('Too fast', { definition }) });
    assert.deepEqual([refusal.status, refusal.code], [422, 'recipe_invalid']);
    const [field] = refusal.fields ?? [];
    assert.deepEqual(
      [field?.path, field?.code, field?.min, field?.max],
      ['body.definition.phases[0].fan', 'out_of_range', 20, 100],
    );
    const checked = await owner.call(checkRecipe, { body: { definition } });
    assert.deepEqual(checked.faults, [{ path: 'definition.phases.0.fan', code: 'out_of_range', min: 20, max: 100 }]);
    assert.deepEqual(await own(owner), []);
  });

  it('S4.15 a title is taken whatever its case, width and spaces; a deleted one gives it free', async () => {
    const owner = await user();
    const first = await create(owner, 'Crème  brûlée');
    const again = await owner.refused(createRecipe, { body: recipe(' CRÈME BRÛLÉE', { definition: chillTo(4) }) });
    assert.deepEqual([again.status, again.code], [409, 'recipe_title_taken']);
    await owner.call(deleteRecipe, { params: { recipeId: first.id } });
    await create(owner, 'Crème brûlée');
    const back = await owner.refused(restoreRecipe, { params: { recipeId: first.id } });
    assert.equal(back.code, 'recipe_title_taken');
  });

  it('S4.15 B3.6 ß and ss, and either sigma, are the same title; what is renamed loses no half of a letter', async () => {
    const owner = await user();
    await create(owner, 'Straße');
    await create(owner, 'ΛΌΓΟΣ');
    for (const title of ['STRASSE', 'λόγοσ'])
      assert.equal((await owner.refused(createRecipe, { body: recipe(title) })).code, 'recipe_title_taken');
    const long = `a${'😀'.repeat(19)}b`;
    const { id } = await create(owner, long, { definition: chillTo(5.25) });
    const file = await owner.call(exportRecipes, { body: { ids: [id] } });
    const { cycles, ...head } = JSON.parse(new TextDecoder().decode(file.data)) as {
      cycles: Record<string, unknown>[];
    };
    const others = cycles.map(({ hash: _, ...cycle }) => ({ ...cycle, phases: chillTo(6.25).phases }));
    const text = JSON.stringify({ ...head, cycles: others });
    const [row] = (await owner.call(importRecipes, { query: { dryRun: true }, body: { text } })).rows;
    assert.equal(row?.as, `a${'😀'.repeat(18)} 2`);
  });

  it('B3.3 an earlier version is told with what it was: its package is that of its phases', async () => {
    const owner = await user();
    const humid = { family: 'MF', function: 2, phases: phasesOf('2/40/75/stop', { phase: 7 }) };
    const { id } = await create(owner, 'Humid', { definition: humid });
    const dry = { ...humid, phases: phasesOf('2/40/-/stop', { phase: 7 }) };
    const params = { recipeId: id };
    await owner.call(updateRecipe, { params, headers: at(1), body: recipe('Humid', { definition: dry }) });
    const packages = [];
    for (const version of [1, 2]) packages.push((await owner.call(getRecipe, { params, query: { version } })).package);
    assert.deepEqual(packages, ['Excellence', 'Essential']);
  });

  it('S1.6 a deleted cycle is gone from the library and can be brought back for 30 days', async () => {
    const owner = await user();
    const { id } = await create(owner, 'Brasato');
    await owner.call(deleteRecipe, { params: { recipeId: id } });
    assert.deepEqual(await own(owner), []);
    assert.equal((await owner.refused(getRecipe, { params: { recipeId: id }, query: {} })).status, 404);
    assert.deepEqual(titles(await found(owner, [], { deleted: true })), ['Brasato']);
    await owner.call(restoreRecipe, { params: { recipeId: id } });
    assert.deepEqual(titles(await own(owner)), ['Brasato']);
    await owner.call(deleteRecipe, { params: { recipeId: id } });
    const longAgo = timestamp(portal.clock.now() - (recipeLimits.deleted_days + 1) * day_ms);
    await portal.db.write((db) => db.updateTable('recipe').set({ deleted_at: longAgo }).where('id', '=', id).execute());
    assert.equal((await owner.refused(restoreRecipe, { params: { recipeId: id } })).status, 404);
    assert.deepEqual(await found(owner, [], { deleted: true }), [], 'what cannot come back is not offered');
  });

  /** A file of so many cycles, each another. */
  const fileOf = (count: number): string => {
    const { laboratoryIds: _, definition, ...words } = recipe('x');
    const cycles = Array.from({ length: count }, (_one, n) => ({
      ...words,
      title: `Ciclo ${n}`,
      ...definition,
      phases: chillTo(3 + n / 100).phases,
    }));
    return JSON.stringify({ format: 'brina.cycles', version: 1, exportedAt: '', cycles });
  };

  /** A panel that says that it ran a version of a cycle. */
  async function panelRan(owner: TestUser, number: number) {
    const { unit, device } = await connected(owner);
    using _device = device;
    const source = { id: number, v: 1, h: '9f3c6a01d2e4b785' };
    const plan = chillTo(3.3).phases;
    await device.send('evt', { type: 'cycle', event: 'started', function: 0, runId: 'r-1', plan, source });
    return unit;
  }

  it('S1.6 of the deleted cycles 500 are kept, those deleted last; one that ran stays for its runs', async () => {
    const owner = await user();
    const company = owner.companyId ?? '';
    await owner.call(importRecipes, { query: {}, body: { text: fileOf(recipeLimits.deleted) } });
    const [first, second] = (await own(owner)).toSorted((a, b) => a.number - b.number);
    assert.ok(first && second);
    await panelRan(owner, first.number);
    const begun = portal.clock.now() - day_ms;
    await portal.db.write((db) =>
      db
        .updateTable('recipe')
        .set({ deleted_at: sql`${timestamp(begun)} + (number - ${first.number}::int) * interval '1 second'` })
        .where('company_id', '=', company)
        .execute(),
    );
    const kept = () =>
      portal.db.read((db) =>
        db.selectFrom('recipe').select('id').where('company_id', '=', company).orderBy('number').execute(),
      );
    const more = [await create(owner, 'Brasato'), await create(owner, 'Bollito')];
    for (const { id } of more) await owner.call(deleteRecipe, { params: { recipeId: id } });
    const ids = (await kept()).map(({ id }) => id);
    assert.equal(ids.length, recipeLimits.deleted + 1);
    assert.deepEqual([ids.includes(first.id), ids.includes(second.id)], [true, false]);
    assert.ok(more.every(({ id }) => ids.includes(id)));
    const { total } = await owner.call(filterRecipes, {
      query: { deleted: true },
      body: { ...page, filterAttributes: [] },
    });
    assert.equal(total, recipeLimits.deleted, 'the one that only ran is not offered');
  });

  it('B3.3 of the versions of a cycle the last 200 are kept, and earlier ones that a run, a favourite or a plan names', async () => {
    const owner = await user();
    const { id, number } = await create(owner, 'Ragù');
    const unit = await panelRan(owner, number);
    const saved = recipeLimits.versions + 4;
    await portal.db.write(async (db) => {
      const { id: appliance } = await db
        .selectFrom('appliance')
        .select('id')
        .where('serial', '=', unit.serialNumber)
        .executeTakeFirstOrThrow();
      await sql`insert into recipe_version (recipe_id, version, definition, hash, title, at, by_user, cause)
        select recipe_id, n, definition, hash, title, at, by_user, 'overwrite'
        from recipe_version, generate_series(2, ${saved}::int) n where recipe_id = ${id}`.execute(db);
      await db.updateTable('recipe').set({ version: saved, hash: 'another' }).where('id', '=', id).execute();
      const at = timestamp(portal.clock.now());
      const ref = { appliance, number, version: 2 };
      await db
        .insertInto('favourite')
        .values({ ...ref, slot: 1, hash: 'h', at })
        .execute();
      const plan = { minute: '2026-12-01T06:00', time_zone: 'Europe/Rome', state: 'planned', at, lasts_min: 90 };
      await db
        .insertInto('scheduled_start')
        .values({
          ...ref,
          ...plan,
          id: newId(portal.clock.now()),
          company_id: owner.companyId ?? '',
          version: 3,
          args: jsonb({}),
          created_at: at,
        })
        .execute();
    });
    await owner.call(updateRecipe, { params: { recipeId: id }, headers: at(1), body: recipe('Ragù') });
    const versions = await owner.call(listRecipeVersions, { params: { recipeId: id } });
    const latest = Array.from({ length: recipeLimits.versions }, (_one, n) => saved + 1 - n);
    assert.deepEqual(
      versions.map(({ version }) => version),
      [...latest, 3, 2, 1],
    );
  });

  it('B3.3 B3.6 of two editors the second learns what the first has saved, and nothing is lost', async () => {
    const owner = await user();
    const colleague = await member(owner, 'ADMIN');
    const { id, number } = await create(owner, 'Arrosto');
    const params = { recipeId: id };
    const first = await colleague.call(updateRecipe, {
      params,
      headers: at(1),
      body: recipe('Arrosto', { definition: chillTo(5) }),
    });
    assert.deepEqual(first.body, { id, number, version: 2 });
    const late = await owner.refused(updateRecipe, { params, headers: at(1), body: recipe('Arrosto mio') });
    assert.deepEqual([late.status, late.code, late.data?.version], [412, 'recipe_changed', 2]);
    // Words alone are no new version of what the cycle does, and yet an edit that nobody may overwrite unseen.
    await colleague.call(updateRecipe, {
      params,
      headers: at(2),
      body: recipe('Arrosto di vitello', { definition: chillTo(5) }),
    });
    assert.equal(
      (await owner.refused(updateRecipe, { params, headers: at(2), body: recipe('Arrosto') })).code,
      'recipe_changed',
    );
    const race = await Promise.allSettled(
      [owner, colleague].map((who) =>
        who.call(updateRecipe, { params, headers: at(3), body: recipe('Arrosto', { definition: chillTo(6) }) }),
      ),
    );
    assert.deepEqual(race.map(ending).sort(), ['done', 'recipe_changed']);
    const versions = await owner.call(listRecipeVersions, { params });
    assert.deepEqual(
      versions.map(({ version, cause }) => [version, cause]),
      [
        [3, 'overwrite'],
        [2, 'overwrite'],
        [1, 'create'],
      ],
    );
    const old = await owner.call(getRecipe, { params, query: { version: 1 } });
    assert.deepEqual(old.definition, chillTo(3.3));
    const [, , told] = versions;
    assert.deepEqual([old.editedAt, old.editedBy], [told?.at, told?.by]);
    const present = await owner.call(getRecipe, { params, query: { version: 3 } });
    assert.ok(Number(present.editedAt) > Number(old.editedAt));
  });

  it('S3.9 the maker’s cycles cannot be changed or deleted', async () => {
    const owner = await user();
    const params = { recipeId: '7' };
    assert.equal(
      (await owner.refused(updateRecipe, { params, headers: at(1), body: recipe('Mine') })).code,
      'recipe_read_only',
    );
    assert.equal((await owner.refused(deleteRecipe, { params })).code, 'recipe_read_only');
    assert.equal((await owner.refused(getRecipe, { params: { recipeId: '140' }, query: {} })).status, 404);
    assert.equal((await owner.refused(getRecipe, { params: { recipeId: '007' }, query: {} })).status, 404);
  });

  it('S6.2 who manages a kitchen runs cycles and makes none', async () => {
    const owner = await user();
    const manager = await member(owner, 'KITCHEN_MANAGER');
    const { id } = await create(owner, 'Polpette');
    assert.deepEqual(titles(await own(manager)), ['Polpette']);
    const shown = await manager.call(getRecipe, { params: { recipeId: id }, query: {} });
    assert.deepEqual([shown.may.run, shown.may.edit, shown.may.copy], [true, false, false]);
    assert.equal((await manager.refused(createRecipe, { body: recipe('Mine') })).status, 403);
  });

  it('S6.9 a service partner sees the cycles of who holds a unit that it serves, for as long as that is so', async () => {
    const owner = await user();
    const partner = await user('SERVICE');
    const { id } = await create(owner, 'Segreto');
    const unit = await claimedUnit(owner);
    const serialNumber = unit.serialNumber;
    const params = { recipeId: id };
    assert.equal((await partner.refused(getRecipe, { params, query: {} })).status, 404);
    assert.equal((await found(partner, [])).length, presetCount);
    await serves(portal, partner, unit.labId);
    assert.deepEqual(titles(await found(partner, [custom], { serialNumber })), ['Segreto']);
    assert.equal((await partner.refused(getRecipe, { params, query: {} })).status, 404, 'only by the unit');
    const shown = await partner.call(getRecipe, { params, query: { serialNumber } });
    assert.deepEqual([shown.may.run, shown.may.edit, shown.may.export], [false, false, false]);
    await owner.call(releaseAppliance, { params: { id: serialNumber } });
    assert.equal((await partner.refused(getRecipe, { params, query: { serialNumber } })).status, 404);
  });

  it('S4.14 B3.3 a run that is asked for twice under one Idempotency-Key is one start', async () => {
    const owner = await user();
    const { device, params } = await connected(owner);
    using _device = device;
    const body = { recipeId: '0', args: { load_kg: 12 } };
    const ask = (key: string) => owner.call(runRecipe, { params, body }, { 'idempotency-key': key });
    const first = await ask('row 1, first');
    assert.deepEqual(await ask('row 1, first'), first);
    assert.notEqual((await ask('row 1, second')).body.id, first.body.id);
    await portal.settled();
    const starts = device.down.filter(
      ({ topic, payload }) => topic === 'cmd' && (payload as CommandMessage).name === 'startCycle',
    );
    assert.equal(starts.length, 2);
  });

  it('S1.6 B3.3 a run goes to the unit with its phases, number, version and hash', async () => {
    const owner = await user();
    const { device, params } = await connected(owner);
    using _device = device;
    const { id, number } = await create(owner, 'Coniglio');
    const body = { recipeId: id, args: { load_kg: 12, product: 'Coniglio', lot: 'L1' } };
    const reply = await owner.call(runRecipe, { params, body });
    assert.equal(reply.body.adapted, false);
    await owner.call(updateRecipe, {
      params: { recipeId: id },
      headers: at(1),
      body: recipe('Coniglio', { definition: chillTo(9) }),
    });
    await owner.call(runRecipe, { params, body: { ...body, version: 1 } });
    await portal.settled();
    const commands = device.down.flatMap(({ topic, payload }) => (topic === 'cmd' ? [payload as CommandMessage] : []));
    const [first, second] = commands
      .filter(({ name }) => name === 'startCycle')
      .map(({ args }) => args as Record<string, unknown>);
    const { hash } = await owner.call(getRecipe, { params: { recipeId: id }, query: { version: 1 } });
    const { family: _, ...does } = chillTo(3.3);
    assert.deepEqual(first, {
      ...does,
      load_kg: 12,
      product: 'Coniglio',
      lot: 'L1',
      source: { id: number, v: 1, h: hash },
    });
    assert.deepEqual(second?.source, { id: number, v: 1, h: hash });
    const fault = await owner.refused(runRecipe, {
      params,
      body: { recipeId: id, args: { source: { id: 1 }, fan: 3 } },
    });
    assert.deepEqual(
      [fault.code, fault.fields?.map(({ path }) => path)],
      ['command_invalid', ['body.args.source', 'body.args.fan']],
    );
  });

  it('S4.17 B3.3 a plan of the library goes to a prover with its number, version and hash, and its run names them', async () => {
    const owner = await user();
    const { device, params } = await connected(owner, 'PL Next 20');
    using _device = device;
    const plan = { blocking: { time_min: 60 }, storing: { air: 2 }, sleeping: false };
    const { id, number } = await create(owner, 'Pane', { definition: { family: 'PL', plan } });
    const { hash } = await owner.call(getRecipe, { params: { recipeId: id }, query: {} });
    const source = { id: number, v: 1, h: hash };
    const readyAt = localMinute(portal.clock.now() + 20 * hour_ms, 'Europe/Rome');
    const { body } = await owner.call(runRecipe, { params, body: { recipeId: id, args: { readyAt } } });
    await portal.settled();
    const [sent] = device.commands();
    assert.deepEqual([sent?.name, sent?.args], ['setProofingPlan', { ...plan, readyAt, source }]);
    const run = { type: 'cycle', event: 'started', function: 3, runId: 'night', command: body.id, source };
    await device.send('evt', {
      ...run,
      plan: [{ phase: 1, air: 2, fan: 60, rh: null, end: { by: 'time', time_min: 60 } }],
    });
    const changed = { ...plan, storing: { air: 3 } };
    const again = recipe('Pane', { definition: { family: 'PL', plan: changed } });
    await owner.call(updateRecipe, { params: { recipeId: id }, headers: at(1), body: again });
    await portal.settled();
    const { runs, version } = await owner.call(getRecipe, { params: { recipeId: id }, query: {} });
    assert.deepEqual([version, runs.map((one) => [one.version, one.differs])], [2, [[1, false]]]);
    const asked = { name: 'setProofingPlan', args: { ...plan, readyAt, source } };
    const { code, fields } = await owner.refused(sendCommand, { params, body: asked });
    assert.deepEqual(
      [code, fields?.map((field) => [field.path, field.code])],
      ['command_invalid', [['body.args.source', 'bad_argument']]],
    );
    const inside = await owner.refused(createRecipe, {
      body: recipe('Inside', { definition: { family: 'PL', plan: { ...plan, source } } }),
    });
    assert.deepEqual([inside.code, inside.fields?.[0]?.path], ['recipe_invalid', 'body.definition.plan.source']);
  });

  it('S3.10 S3.11 a preset goes to a unit of another family in the numbering of that family', async () => {
    const owner = await user();
    const { device, params } = await connected(owner, 'EF Next M 25');
    using _device = device;
    const run = async (recipeId: string) =>
      (await owner.call(runRecipe, { params, body: { recipeId, args: {} } })).body;
    const adapted = [await run('0'), await run('6'), await run('22')].map((body) => body.adapted);
    assert.deepEqual(adapted, [false, true, false]);
    await portal.settled();
    const sent = device.down.flatMap(({ topic, payload }) => (topic === 'cmd' ? [payload as CommandMessage] : []));
    const told = sent.flatMap(({ name, args }) => {
      const { function: code, phases, source } = args as StartCycleArgs & { source: { id: number } };
      return name === 'startCycle' ? [[source.id, code, phases?.map(({ phase, fan }) => [phase, fan])]] : [];
    });
    assert.deepEqual(told, [
      [
        0,
        1,
        [
          [2, 100],
          [3, 100],
          [5, 40],
        ],
      ],
      [
        6,
        1,
        [
          [3, 100],
          [5, 40],
        ],
      ],
      [
        22,
        2,
        [
          [4, 100],
          [6, 50],
        ],
      ],
    ]);
    const refusal = await owner.refused(runRecipe, { params, body: { recipeId: '45', args: {} } });
    assert.deepEqual([refusal.status, refusal.code], [422, 'not_compatible']);
  });

  it('S8.21 a cycle is not sent to a unit that is offline', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const refusal = await owner.refused(runRecipe, {
      params: { id: unit.serialNumber },
      body: { recipeId: '0', args: {} },
    });
    assert.deepEqual([refusal.status, refusal.code], [409, 'appliance_offline']);
  });

  it('S2.22 keeps drafts for their author alone, the latest twenty', async () => {
    const owner = await user();
    const colleague = await member(owner, 'ADMIN');
    const params = { key: 'new:MF:0' };
    assert.equal(await owner.call(getRecipeDraft, { params }), null);
    const { body } = await owner.call(putRecipeDraft, {
      params,
      body: { baseVersion: null, content: { title: 'Half a title' } },
    });
    const draft = await owner.call(getRecipeDraft, { params });
    assert.deepEqual(draft, { baseVersion: null, content: { title: 'Half a title' }, at: body.at });
    assert.equal(await colleague.call(getRecipeDraft, { params }), null);
    for (let n = 0; n < recipeLimits.drafts; n++) {
      portal.clock.leap(1000);
      await owner.call(putRecipeDraft, { params: { key: `k${n}` }, body: { baseVersion: 1, content: {} } });
    }
    assert.equal(await owner.call(getRecipeDraft, { params }), null);
    await owner.call(deleteRecipeDraft, { params: { key: 'k1' } });
    assert.equal(await owner.call(getRecipeDraft, { params: { key: 'k1' } }), null);
    // What waited on a phone without a network does not take the place of what was written since.
    const late = { key: 'late' };
    const titleOf = async () => (await owner.call(getRecipeDraft, { params: late }))?.content['title'];
    const keep = (title: string, age_ms?: number) =>
      owner.call(putRecipeDraft, {
        params: late,
        body: { baseVersion: 1, content: { title }, ...(age_ms && { age_ms }) },
      });
    await keep('On the desk');
    portal.clock.leap(minute_ms);
    await keep('On the phone', 2 * minute_ms);
    assert.equal(await titleOf(), 'On the desk');
    await keep('On the phone, later', 30_000);
    assert.equal(await titleOf(), 'On the phone, later');
    const huge = { title: 'x'.repeat(100_000) };
    assert.equal(
      (await owner.refused(putRecipeDraft, { params, body: { baseVersion: null, content: huge } })).code,
      'recipe_draft_too_large',
    );
  });

  it('S4.15 a person puts up to eight cycles on the own dashboard, which nobody else sees, and takes them off', async () => {
    const owner = await user();
    const manager = await member(owner, 'KITCHEN_MANAGER');
    const own = await create(owner, 'Ragù');
    const shown = async (who: TestUser) => (await who.call(listPinnedRecipes, {})).map(({ id }) => id);
    const pin = (who: TestUser, recipeId: string) => who.call(pinRecipe, { params: { recipeId } });
    await pin(owner, own.id);
    portal.clock.leap(1);
    await pin(owner, '69');
    await pin(owner, own.id);
    assert.deepEqual(await shown(owner), [own.id, '69']);
    assert.deepEqual(await shown(manager), []);
    await pin(manager, '69');
    assert.deepEqual(await shown(manager), ['69']);

    await owner.call(deleteRecipe, { params: { recipeId: own.id } });
    assert.deepEqual(await shown(owner), ['69']);
    await owner.call(restoreRecipe, { params: { recipeId: own.id } });
    assert.deepEqual(await shown(owner), [own.id, '69']);

    for (const recipeId of ['1', '2', '3', '4', '5']) await pin(owner, recipeId);
    const race = await portal.race(
      () => pin(owner, '6'),
      () => pin(owner, '7'),
    );
    assert.deepEqual(race.map(ending).sort(), ['done', 'recipe_pins_full']);
    await owner.call(unpinRecipe, { params: { recipeId: own.id } });
    await pin(owner, '8');
    assert.equal((await shown(owner)).length, recipeLimits.pinned);
    // One that was deleted takes no place, and makes none too many when it is back.
    const short = await create(owner, 'Short-lived');
    await owner.call(unpinRecipe, { params: { recipeId: '8' } });
    await pin(owner, short.id);
    await owner.call(deleteRecipe, { params: { recipeId: short.id } });
    await pin(owner, '9');
    await owner.call(restoreRecipe, { params: { recipeId: short.id } });
    assert.equal((await shown(owner)).length, recipeLimits.pinned);
    const stranger = await user();
    assert.equal((await stranger.refused(pinRecipe, { params: { recipeId: own.id } })).status, 404);
  });

  it('S1.2 S3.10 the words of a preset hold quantities in the reader’s units, and so do its notes', async () => {
    const owner = await user();
    const told = async () => {
      const { title, notes } = await owner.call(getRecipe, { params: { recipeId: '26' }, query: {} });
      return [title, ...notes.map(({ code, text }) => `${code} ${text.slice(0, 44)}`)];
    };
    assert.deepEqual(await told(), ['Fish served raw: −20°C, 24 h', 'F5 Fish eaten raw or hardly cooked: all parts ≤']);
    await owner.call(updateUserInfo, { body: { preferences: { measurement_system: 'imperial' } } });
    const [title, note] = await told();
    assert.equal(title, 'Fish served raw: −4°F, 24 h');
    assert.match(note ?? '', /^F5 /);
    const { items } = await owner.call(filterRecipes, { query: {}, body: page });
    assert.ok(items.some((one) => one.title === title));
    const own = await create(owner, 'Ragù');
    assert.deepEqual((await owner.call(getRecipe, { params: { recipeId: own.id }, query: {} })).notes, []);
  });

  it('S2.22 a load that is assumed is kept, though it makes no other version', async () => {
    const owner = await user();
    const { id } = await create(owner, 'Ragù', { definition: chillTo(3) });
    const definition = { ...chillTo(3), assumed: { kg: 12, depth_mm: 40, from_C: 80 } };
    const body = recipe('Ragù', { definition });
    await owner.call(updateRecipe, { params: { recipeId: id }, headers: at(1), body });
    const kept = await owner.call(getRecipe, { params: { recipeId: id }, query: {} });
    assert.deepEqual([kept.version, kept.definition], [1, definition]);
  });

  it('S5.3 who looks in from outside reads no version of before, no names, and not how often it is made', async () => {
    const [owner, partner] = [await user(), await user('SERVICE')];
    const { unit, device } = await connected(owner);
    using _device = device;
    await serves(portal, partner, unit.labId);
    const { id, number } = await create(owner, 'Ragù');
    const params = { recipeId: id };
    const ask = (version?: number) => ({
      params,
      query: { serialNumber: unit.serialNumber, ...(version !== undefined && { version }) },
    });
    const changed = recipe('Ragù', { definition: chillTo(8) });
    await owner.call(updateRecipe, { params, headers: at(1), body: changed });
    assert.equal((await partner.refused(getRecipe, ask(1))).status, 404);
    assert.equal((await partner.call(getRecipe, ask(2))).version, 2);
    const seen = await partner.call(getRecipe, ask());
    assert.deepEqual([seen.title, seen.createdBy, seen.editedBy], ['Ragù', null, null]);
    const [listed] = await found(partner, [custom], { serialNumber: unit.serialNumber });
    assert.ok(listed);
    assert.equal(listed.editedBy, null);
    assert.notEqual((await owner.call(getRecipe, ask(1))).editedBy, null);
    const source = { id: number, v: 2, h: '0123456789abcdef' };
    const run = { type: 'cycle', runId: 'r1', event: 'started', function: 0, source, product: 'Cinghiale' };
    await device.send('evt', run);
    await portal.settled();
    assert.equal((await owner.call(getRecipe, ask())).uses, 1);
    const outside = await partner.call(getRecipe, ask());
    assert.deepEqual([outside.uses, outside.lastUsedAt], [0, null]);
    const filter = [custom, { attribute: 'text' as const, value: 'cinghiale' }];
    assert.deepEqual(titles(await found(partner, filter, { serialNumber: unit.serialNumber })), []);
    assert.deepEqual(titles(await found(owner, filter)), ['Ragù']);
  });

  it('B3.6 what was exported is imported elsewhere as the same, and what is there already is named', async () => {
    const [owner, other] = [await user(), await user()];
    const ids = [
      (await create(owner, 'Zuppa', { texts: { es_ES: { title: 'Sopa', description: 'Thin' } } })).id,
      (await create(owner, 'Stinco', { definition: chillTo(7.25) })).id,
    ];
    const file = await owner.call(exportRecipes, { body: { ids: [...ids, '3'] } });
    assert.equal(file.name, 'brina-cycles.json');
    const text = new TextDecoder().decode(file.data);
    for (const secret of [owner.id, owner.email, String(owner.companyId), ...ids]) assert.ok(!text.includes(secret));
    await create(other, 'zuppa', { definition: chillTo(8) });
    const looked = await other.call(importRecipes, { query: { dryRun: true }, body: { text } });
    assert.deepEqual(looked.rows.map(({ title, state, as }) => [title, state, as]).slice(0, 2), [
      ['Zuppa', 'renamed', 'Zuppa 2'],
      ['Stinco', 'new', 'Stinco'],
    ]);
    assert.equal(looked.rows[2]?.state, 'same', 'a preset is there already');
    assert.deepEqual(titles(await own(other)), ['zuppa']);
    await other.call(importRecipes, { query: {}, body: { text } });
    const kept = await own(other);
    assert.deepEqual(titles(kept), ['Stinco', 'Zuppa 2', 'zuppa']);
    const hashes = async (heads: RecipeHead[]) => heads.map(({ hash }) => hash).sort();
    assert.deepEqual(await hashes(kept.filter(({ title }) => title !== 'zuppa')), await hashes(await own(owner)));
    assert.equal((await own(other, { attribute: 'text', value: 'thin' }))[0]?.title, 'Zuppa 2');
    const again = await other.call(importRecipes, { query: { dryRun: true }, body: { text } });
    assert.deepEqual(
      again.rows.map(({ state }) => state),
      ['same', 'same', 'same'],
    );
  });

  it('B3.6 the schema that is served is that of the files: what is exported passes, what the import refuses does not', async () => {
    const reply = await fetch(`${portal.url}/api/cycles.schema.json`);
    assert.equal(reply.headers.get('content-type'), 'application/schema+json; charset=utf-8');
    const fits = new Ajv2020().compile((await reply.json()) as object);
    const owner = await user();
    const plan = { blocking: { time_min: 60 }, storing: { air: 2 }, sleeping: false };
    const ids = [
      (await create(owner, 'Zuppa', { texts: { es_ES: { title: 'Sopa', description: 'Thin' } } })).id,
      (await create(owner, 'Pane', { definition: { family: 'PL', plan, assumed: { kg: 12 } } })).id,
      ...presetIds,
    ];
    const exported = await owner.call(exportRecipes, { body: { ids } });
    const file = JSON.parse(new TextDecoder().decode(exported.data)) as { cycles: [Record<string, unknown>] };
    assert.ok(fits(file), JSON.stringify(fits.errors));
    const [first, ...others] = file.cycles;
    const { title: _, ...untitled } = first;
    const [phase] = chillTo(3).phases;
    for (const [cycle, fault] of [
      [untitled, 'title'],
      [{ ...first, title: 'line\nbreak' }, 'title'],
      [{ ...first, title: 'half \ud800' }, 'title'],
      [{ ...first, description: 'a\u202Eb' }, 'description'],
      [{ ...first, language: 'it' }, 'language'],
      [{ ...first, texts: { xx_XX: { title: 'Aa', description: '' } } }, 'texts'],
      [{ ...first, icon: 'nothing' }, 'icon'],
      [{ ...first, colour: 14 }, 'colour'],
      [{ ...first, family: 'CP' }, 'definition.family'],
      [{ ...first, phases: [] }, 'definition.phases'],
      [{ ...first, phases: [{ ...phase, fan: 10 }] }, 'definition.phases.0.fan'],
      [{ ...first, phases: [{ ...phase, end: { by: 'core' } }] }, 'definition.phases.0.end'],
      [{ ...first, phases: [{ ...phase, note: 'x' }] }, 'definition.phases.0.note'],
      [{ ...first, assumed: { kg: 0 } }, 'definition.assumed.kg'],
    ] as const) {
      const faulty = { ...file, cycles: [cycle, ...others] };
      assert.ok(!fits(faulty), fault);
      const body = { text: JSON.stringify(faulty) };
      const { rows } = await owner.call(importRecipes, { query: { dryRun: true }, body });
      assert.deepEqual(
        rows[0]?.faults.map(({ path }) => path),
        [fault],
      );
    }
  });

  it('B3.6 a file that is hostile, damaged or newer keeps nothing and says why', async () => {
    const owner = await user();
    const send = (file: unknown) => ({
      query: {},
      body: { text: typeof file === 'string' ? file : JSON.stringify(file) },
    });
    const head = { format: 'brina.cycles', version: 1, exportedAt: '2026-11-27T09:00:00Z' };
    for (const [file, code] of [
      ['{', 'import_unreadable'],
      ['null', 'import_unreadable'],
      [{ ...head, format: 'other' }, 'import_unreadable'],
      [{ ...head, version: 2, cycles: [] }, 'import_newer'],
      [{ ...head, cycles: Array(501).fill({}) }, 'import_unreadable'],
    ] as const)
      assert.deepEqual(
        [
          (await owner.refused(importRecipes, send(file))).status,
          (await owner.refused(importRecipes, send(file))).code,
        ],
        [422, code],
      );
    const { laboratoryIds: _, definition, ...words } = recipe('Good');
    const good = { ...words, ...definition };
    const rows = [
      good,
      { ...good, title: 'line\nbreak' },
      { ...good, title: 'a\u202Eb' },
      { ...good, title: 'Air', phases: [{ ...chillTo(3).phases[0], air: -90 }] },
      { ...good, title: 'Proto', __proto__: { title: 'x' }, constructor: 1, hidden: true },
      'not a cycle',
      { ...good, title: 'Icon', icon: 'nothing' },
    ];
    const looked = await owner.call(importRecipes, {
      query: { dryRun: true },
      body: { text: JSON.stringify({ ...head, cycles: rows, more: 1 }) },
    });
    assert.deepEqual(
      looked.rows.map(({ state }) => state),
      ['new', 'faulty', 'faulty', 'faulty', 'new', 'faulty', 'faulty'],
    );
    assert.equal(looked.unknownFields, 3);
    assert.deepEqual(looked.rows[3]?.faults[0], {
      path: 'definition.phases.0.air',
      code: 'out_of_range',
      min: -25,
      max: 10,
    });
    assert.deepEqual(await own(owner), []);
  });

  it('S3.10 the 501st cycle is refused, also of two at once', async () => {
    const owner = await user();
    const text = fileOf(recipeLimits.recipes - 1);
    const imported = await owner.call(importRecipes, { query: {}, body: { text } });
    assert.equal(imported.rows.filter(({ id }) => id !== null).length, recipeLimits.recipes - 1);
    const race = await Promise.allSettled(['A', 'B'].map((name) => create(owner, `Last ${name}`)));
    assert.deepEqual(race.map(ending).sort(), ['done', 'recipe_full']);
  });

  it('S2.22 a cycle of some kitchens is offered there, and a kitchen that goes narrows nothing any more', async () => {
    const owner = await user();
    const [here, there] = [await laboratory(owner), await laboratory(owner)];
    await create(owner, 'Qui', { laboratoryIds: [here] });
    await create(owner, 'Dovunque', { definition: chillTo(6) });
    const offered = async (laboratoryId: string) => titles(await found(owner, [custom], { laboratoryId }));
    assert.deepEqual(await offered(here), ['Dovunque', 'Qui']);
    assert.deepEqual(await offered(there), ['Dovunque']);
  });
});
