import type { Placed } from '@brina/domain/cycles/favourites';
import { sql } from 'kysely';
import type { Bus } from '#core/bus/bus.ts';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import type { HandlerContext } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { tellDesired } from '#core/picture/desired.ts';
import { loadUnits, type Unit } from '#core/picture/unit.ts';
import { type Runner, runnersOf } from '#features/kitchen/recipes/recipes.queries.ts';
import { desireFavourites, editOf, keepPlaces, type Place, type Places, placesOf, type Wish } from './places.ts';

/** A unit whose places are changed, locked until the end of the transaction. */
export type Held = { readonly unit: Unit; readonly runner: Runner; readonly places: Places | undefined };

/** A unit that has told of its places. */
export type Told = Held & { readonly places: Places };

/** Units by their serial numbers, locked, with their places; those that nobody holds are left out. */
export async function heldPlaces(db: Db, serials: readonly string[]): Promise<Map<string, Held>> {
  const units = await loadUnits(db, serials);
  const ids = [...units.values()].map(({ id }) => id);
  const [places, runners] = await Promise.all([placesOf(db, ids), runnersOf(db, sql`a.id = ${anyOf(ids)}`)]);
  return new Map(
    runners.flatMap((runner): [string, Held][] => {
      const unit = units.get(runner.serial);
      return unit ? [[runner.serial, { unit, runner, places: places.get(unit.id) }]] : [];
    }),
  );
}

/**
 * A unit as its caller has looked at it, locked; without a tag as it is.
 * @throws Refusal `favourites_unknown`, `favourites_changed`
 */
export async function lookedAt(db: Db, serial: string, tag?: string): Promise<Told> {
  const { unit, runner, places } = (await heldPlaces(db, [serial])).get(serial) ?? refuse('not_found', 404);
  if (!places) refuse('favourites_unknown', 409);
  if (tag !== undefined && tag !== `"${editOf(places)}"`) refuse('favourites_changed', 412);
  return { unit, runner, places };
}

/** One of the 24 places. */
export const placeAt = ({ all }: Places, slot: number): Place => all[slot - 1] ?? refuse('not_found', 404);

/** Somebody's wish for a place. Who fills one that differs has seen both sides of it. */
export const wishFor = ({ slot, merged, unit }: Place, portal: Placed, by: string): Wish => ({
  slot,
  portal,
  by,
  base: merged.open === 'differs' ? unit : merged.base,
});

/** Keeps what somebody wishes for units, and tells it to them. What is to be in each place the round sends. */
export async function keepWishes(
  bus: Bus,
  { db, clock, afterCommit }: Pick<HandlerContext, 'db' | 'clock' | 'afterCommit'>,
  wanted: readonly (Told & { readonly wishes: readonly Wish[] })[],
): Promise<void> {
  const units = wanted.map(({ unit, places, wishes }) => ({ appliance: unit.id, places, wishes }));
  const changed = await keepPlaces(db, units, clock.now());
  for (const { unit } of wanted) {
    if (!changed.has(unit.id)) continue;
    const payload = await desireFavourites(db, unit.id);
    afterCommit(() => tellDesired(bus, unit.serial, payload));
  }
}
