import { copyFavourites } from '@brina/contract/calls/kitchen/favourites';
import type { Reply } from '@brina/contract/wire/call';
import { type SlotRef, samePlaced } from '@brina/domain/cycles/favourites';
import type { Locale } from '@brina/domain/language/locales';
import type { RecipeDefinition } from '@brina/domain/recipes/recipe';
import type { Db } from '#core/db/database.ts';
import type { Parts } from '#core/feature.ts';
import { type Handled, handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { fitOf } from '#features/kitchen/recipes/recipes.queries.ts';
import { libraryCycle, type Shelf, shelfOf, storedCycle } from './cycles-in-places.ts';
import { type Held, heldPlaces, keepWishes, placeAt, type Told, wishFor } from './held-places.ts';

type Copied = Reply<typeof copyFavourites>[number]['slots'][number];

/** A cycle that is copied, from its place to the same of others. */
type Original = { slot: number; ref: SlotRef; title: string; definition: RecipeDefinition };

/** The cycles of the library in some places of a unit; what was made at its panel has to be saved first. */
async function originalsOf(
  db: Db,
  { runner, places }: Told,
  { slots, shelf, locale }: { slots: readonly number[]; shelf: Shelf; locale: Locale },
): Promise<Original[]> {
  const originals: Original[] = [];
  for (const slot of new Set(slots)) {
    const ref = placeAt(places, slot).merged.portal;
    const cycle = ref && libraryCycle(shelf, ref) ? await storedCycle(db, runner.company, ref) : undefined;
    if (ref && cycle) originals.push({ slot, ref, title: cycle.titleFor(locale), definition: cycle.definition });
  }
  return originals;
}

/** What becomes of a place of another unit. */
function copied({ runner, places }: Told, shelf: Shelf, { slot, ref, title, definition }: Original): Copied {
  const { merged, unit } = placeAt(places, slot);
  const isIn = (one: typeof unit): boolean => one === null || libraryCycle(shelf, one) !== undefined;
  const there = samePlaced(merged.portal, ref)
    ? 'same'
    : !isIn(merged.portal) || !isIn(unit)
      ? 'own'
      : merged.portal === null && unit === null
        ? 'empty'
        : 'other';
  return { slot, title, fit: fitOf(definition, runner), there };
}

const goes = ({ fit, there }: Copied): boolean => fit.kind !== 'refused' && (there === 'empty' || there === 'other');

const isTold = (held: Held): held is Told => held.places !== undefined;

/** Copies favourites to other appliances. */
export const copyHandlers = ({ bus }: Parts): Handled[] => [
  handle(copyFavourites, async ({ params, query, body, ...context }) => {
    const { db, caller, locale } = context;
    const others = [...new Set(body.to)].filter((serial) => serial !== params.id);
    const held = await heldPlaces(db, [params.id, ...others]);
    const from = held.get(params.id) ?? refuse('not_found', 404);
    if (!isTold(from)) refuse('favourites_unknown', 409);
    const targets = others.flatMap((serial) => held.get(serial) ?? []);
    const told = targets.filter(isTold);
    const shelf = await shelfOf(
      db,
      from.runner.company,
      [from, ...told].map(({ places }) => places),
    );
    const originals = await originalsOf(db, from, { slots: body.slots, shelf, locale });
    const rows = new Map(
      told.map((one) => [one.runner.serial, originals.map((original) => copied(one, shelf, original))]),
    );
    if (!query.dryRun) {
      const wanted = told.map((one) => {
        const chosen = (rows.get(one.runner.serial) ?? []).filter(goes);
        const wishes = originals
          .filter(({ slot }) => chosen.some((row) => row.slot === slot))
          .map(({ slot, ref }) => wishFor(placeAt(one.places, slot), ref, caller.userId));
        return { ...one, wishes };
      });
      await keepWishes(bus, context, wanted);
      for (const { runner, wishes } of wanted)
        if (wishes.length > 0) await context.audit('favourites.copy', runner.serial, { count: wishes.length });
    }
    return targets.map(({ runner: { serial }, places }) => ({
      serialNumber: serial,
      told: places !== undefined,
      slots: rows.get(serial) ?? [],
    }));
  }),
];
