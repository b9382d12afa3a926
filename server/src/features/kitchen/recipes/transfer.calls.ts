import { exportRecipes, importRecipes } from '@brina/contract/calls/kitchen/recipe-files';
import { cycleFileOf, type FiledCycle, readCycleFile } from '@brina/contract/cycle-file';
import type { Reply } from '@brina/contract/wire/call';
import { isPresetId, recipeLimits } from '@brina/domain/recipes/recipe';
import { sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { definitionHash } from './definition-hash.ts';
import { customCycles, presetCycles } from './recipes.queries.ts';
import { holdLibrary, insertRecipe, requireRoom, titleKey } from './save.ts';

/** Cycles as a file, in the order in which they were asked for. */
const exportFile = handle(exportRecipes, async ({ db, caller, body, clock, audit }) => {
  const own = await customCycles(
    db,
    sql`r.company_id = ${caller.companyId} and r.deleted_at is null and r.id::text = ${anyOf(body.ids.filter((id) => !isPresetId(id)))}`,
  );
  const byId = new Map([...presetCycles, ...own].map((cycle) => [cycle.id, cycle]));
  const cycles = [...new Set(body.ids)].map((id) => {
    const { texts, authored, icon, colour, sector, definition, hash } = byId.get(id) ?? refuse('not_found', 404);
    const { [authored]: words = { title: '', description: '' }, ...others } = texts;
    return { ...words, language: authored, texts: others, icon, colour, sector, definition, hash };
  });
  const file = cycleFileOf(cycles, new Date(clock.now()).toISOString());
  await audit('recipe.export', caller.companyId ?? '', { count: cycles.length });
  return {
    type: 'application/json',
    name: 'brina-cycles.json',
    data: Buffer.from(`${JSON.stringify(file, null, 2)}\n`),
  };
});

type Row = Reply<typeof importRecipes>['rows'][number];

const importFile = handle(importRecipes, async ({ db, caller, query, body, clock, audit }) => {
  const { companyId } = caller;
  if (companyId === null) refuse('company_missing', 422);
  const file = readCycleFile(body.text);
  if ('fault' in file) refuse(file.fault === 'newer' ? 'import_newer' : 'import_unreadable', 422);
  // Two who read the same file do not keep it twice.
  if (!query.dryRun) await holdLibrary(db, companyId);
  const { byHash, keys } = await libraryOf(db, companyId);
  const last = new Map<string, number>();
  const rows: (Row & { cycle?: FiledCycle })[] = file.rows.map((row) => {
    const line = { index: row.index, title: row.title, as: null, faults: [], id: null };
    if ('faults' in row) return { ...line, state: 'faulty', faults: row.faults.map((fault) => ({ ...fault })) };
    const same = byHash.get(definitionHash(row.cycle.definition));
    if (same !== undefined) return { ...line, state: 'same', as: same, cycle: row.cycle };
    const title = freeTitle(row.title, keys, last);
    // The next of the file with this title is renamed too.
    keys.add(titleKey(title));
    return { ...line, state: title === row.title ? 'new' : 'renamed', as: title, cycle: row.cycle };
  });
  const told = (): Row[] => rows.map(({ cycle: _, ...row }) => row);
  if (query.dryRun) return { rows: told(), unknownFields: file.unknownFields };

  const chosen = new Set(
    body.chosen ?? rows.filter(({ state }) => state === 'new' || state === 'renamed').map(({ index }) => index),
  );
  const kept = rows.flatMap((row) => (row.cycle && chosen.has(row.index) ? [{ row, cycle: row.cycle }] : []));
  await requireRoom(db, companyId, kept.length);
  for (const { row, cycle } of kept) {
    const { definition, ...head } = cycle;
    // One that is the same was chosen all the same.
    const title = row.state === 'same' ? freeTitle(row.title, keys, last) : (row.as ?? row.title);
    keys.add(titleKey(title));
    const recipe = {
      body: { ...head, texts: { ...head.texts }, title, laboratoryIds: [], definition: { ...definition } },
      definition,
      hash: definitionHash(definition),
    };
    const { id } = await insertRecipe(db, {
      ...recipe,
      company: companyId,
      user: caller.userId,
      now: clock.now(),
      cause: 'import',
    });
    Object.assign(row, { id, as: title });
  }
  await audit('recipe.import', companyId, { count: kept.length });
  return { rows: told(), unknownFields: file.unknownFields };
});

/** What a company has already: titles by what their cycles do, and the keys of all titles. */
async function libraryOf(db: Db, company: string): Promise<{ byHash: Map<string, string>; keys: Set<string> }> {
  const own = await db
    .selectFrom('recipe')
    .select(['hash', 'title', 'title_key'])
    .where('company_id', '=', company)
    .where('deleted_at', 'is', null)
    .execute();
  const presets = presetCycles.map(({ hash, texts, authored }) => [hash, texts[authored]?.title ?? ''] as const);
  return {
    byHash: new Map([...presets, ...own.map(({ hash, title }) => [hash, title] as const)]),
    keys: new Set(own.map(({ title_key }) => title_key)),
  };
}

/**
 * A title that nobody has: `Ragù`, `Ragù 2`, `Ragù 3`; one that is too long for its number is cut. `last`: the number that each title of the
 * file came to, so that many of one title are not counted from the beginning each time.
 */
function freeTitle(title: string, taken: ReadonlySet<string>, last: Map<string, number>): string {
  for (let n = (last.get(title) ?? 0) + 1; ; n++) {
    last.set(title, n);
    const suffix = n === 1 ? '' : ` ${n}`;
    const candidate = `${begin(title, recipeLimits.title.max - suffix.length).trimEnd()}${suffix}`;
    if (!taken.has(titleKey(candidate))) return candidate;
  }
}

/** Cycles as files. */
export const transferHandlers = [exportFile, importFile];

/** The beginning of a text, no longer than that, which cuts no character in two. */
const begin = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
