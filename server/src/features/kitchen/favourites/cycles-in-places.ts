import type { FavouriteSlot, SlotCycle } from '@brina/contract/calls/kitchen/favourites';
import type { PanelTold } from '@brina/contract/devices';
import { familyOf } from '@brina/domain/appliance/families/families';
import { type Placed, type SlotRef, slotState } from '@brina/domain/cycles/favourites';
import type { Locale } from '@brina/domain/language/locales';
import { presets } from '@brina/domain/recipes/presets';
import { isPresetId, type RecipeDefinition } from '@brina/domain/recipes/recipe';
import { sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import {
  customCycles,
  fitOf,
  headOf,
  type LibraryCycle,
  presetCycles,
  type RecipeReader,
  type Runner,
} from '#features/kitchen/recipes/recipes.queries.ts';
import { type Place, type Places, runningCode } from './places.ts';

/** A cycle of the library in the version of a place, deleted ones too: what was put into a place stays there. */
export async function storedCycle(
  db: Db,
  company: string | null,
  { number, version, hash }: SlotRef,
): Promise<{ number: number; definition: RecipeDefinition; titleFor(locale: Locale): string } | undefined> {
  if (number === null) return undefined;
  const cycle =
    presetCycles[number] ??
    (await customCycles(db, sql`r.company_id = ${company} and r.number = ${number}`, version))[0];
  if (cycle?.hash !== hash) return undefined;
  return { number, definition: cycle.definition, titleFor: (locale) => headOf(cycle, { locale }).title };
}

/** Cycles of the library by their numbers, and the hashes of their versions. */
export type Shelf = {
  readonly cycles: ReadonlyMap<number, LibraryCycle>;
  /** `{number} {version}` → hash. */
  readonly hashes: ReadonlyMap<string, string>;
};

/** The cycles that places name: presets, and those of a company, in every version that is named. */
export async function shelfOf(db: Db, company: string | null, places: readonly Places[]): Promise<Shelf> {
  const refs = places.flatMap(({ all }) => all.flatMap(({ merged, unit }) => [merged.portal, unit]));
  const numbers = [...new Set(refs.flatMap((ref) => (ref && ref.number !== null ? [ref.number] : [])))];
  const own = numbers.filter((number) => !isPresetId(String(number)));
  const cycles = new Map(numbers.flatMap((number) => (presetCycles[number] ? [[number, presetCycles[number]]] : [])));
  const hashes = new Map([...cycles].map(([number, { hash }]) => [`${number} 1`, hash]));
  if (own.length === 0) return { cycles, hashes };
  const where = sql<boolean>`r.company_id = ${company} and r.number = ${anyOf(own)}`;
  for (const cycle of await customCycles(db, where)) cycles.set(cycle.number, cycle);
  const versions = await db
    .selectFrom('recipe_version as v')
    .innerJoin('recipe as r', 'r.id', 'v.recipe_id')
    .select(['r.number', 'v.version', 'v.hash'])
    .where(where)
    .execute();
  for (const { number, version, hash } of versions) hashes.set(`${number} ${version}`, hash);
  return { cycles, hashes };
}

/** The cycle of the library that is in a place, in its version; undefined: it is no longer there, or another was made of it at the panel. */
export function libraryCycle({ cycles, hashes }: Shelf, ref: Placed): LibraryCycle | undefined {
  if (ref === null || ref.number === null) return undefined;
  const cycle = cycles.get(ref.number);
  const isSame = hashes.get(`${ref.number} ${ref.version}`) === ref.hash;
  return isSame && cycle?.deletedAt === null ? cycle : undefined;
}

/** What is in a place, for people. `told`: what the panel says of it, where it says so. */
function presentCycle(
  ref: SlotRef,
  { shelf, told, model, reader }: { shelf: Shelf; told: PlaceTold | undefined; model: string; reader: RecipeReader },
): SlotCycle {
  const kept = libraryCycle(shelf, ref);
  const named = ref.number === null ? undefined : shelf.cycles.get(ref.number);
  const family = familyOf(model)?.code;
  const isBlast = family === 'MF' || family === 'EF' || family === 'SF';
  return {
    recipeId: kept?.id ?? null,
    number: ref.number,
    version: ref.version,
    title: (kept ? undefined : told?.title) ?? (named ? headOf(named, reader).title : null),
    icon: named?.icon ?? null,
    colour: named?.colour ?? null,
    newest: kept && kept.version > ref.version ? kept.version : null,
    definition: !kept && told && isBlast ? (definitionOf(family, told) as SlotCycle['definition']) : null,
  };
}

/** What a cycle of the panel does, as the library writes it. */
const definitionOf = (family: string, { title: _, ...does }: PlaceTold) => ({ family, ...does });

type PlaceTold = NonNullable<PanelTold['favouriteDefs']>[string];

/** Number of the maker's favourite for a place of a new unit. */
const factory = new Map(presets.flatMap(({ id, favourite }) => (favourite === null ? [] : [[favourite, id]])));

/** A place, for people. */
export function presentPlace(
  place: Place,
  { runner, places, shelf, reader }: { runner: Runner; places: Places; shelf: Shelf; reader: RecipeReader },
): FavouriteSlot {
  const { slot, unit, merged, row, refusal } = place;
  const { open, portal } = merged;
  const told = places.told.favouriteDefs?.[String(slot)];
  const present = (ref: Placed, ofUnit: boolean): SlotCycle | null =>
    ref && presentCycle(ref, { shelf, told: ofUnit ? told : undefined, model: runner.model, reader });
  const state = slotState(open, {
    online: runner.online,
    running: runner.reported.cycleState === runningCode,
    refusal,
  });
  const isFactory = portal !== null && portal.number === factory.get(slot);
  const left = portal === null && unit === null ? leftEmpty(slot, runner, reader) : undefined;
  return {
    slot,
    state,
    reason: state === 'refused' ? refusal : null,
    cycle: present(portal, open === 'agreed'),
    ...(open !== 'agreed' && { unit: present(unit, true) }),
    changedThere: row !== null && row.changed_by === null && !isFactory,
    at: row?.at ?? null,
    by: row?.by ?? null,
    ...(left && { left }),
  };
}

/** The maker's favourite for a place, where this unit cannot run it. */
function leftEmpty(slot: number, runner: Runner, reader: RecipeReader): FavouriteSlot['left'] {
  const preset = presetCycles[factory.get(slot) ?? -1];
  const fit = preset && fitOf(preset.definition, runner);
  return preset && fit?.kind === 'refused' ? { title: headOf(preset, reader).title, fit } : undefined;
}
