import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { openedAt } from '#core/edge/connection-ids.ts';
import type { IngestStep } from '#core/ingest/facts.ts';
import type { Unit } from '#core/picture/unit.ts';
import { desireFavourites, keepPlaces, type Place, type Places, placesOf } from './places.ts';

/**
 * Merges what units told of their places with what the portal wants there, and lets that be tried again which they would not take, after
 * the end of a run and on a new connection. Facts may come in any order: the newest state that a unit told decides.
 */
export const mergeTold: IngestStep = async (db, { panels, events, now_ms }) => {
  const ended = new Set(
    events.filter(({ body }) => body.type === 'cycle' && body.event !== 'started').map(({ unit }) => unit),
  );
  const units = [...new Set([...panels.map(({ unit }) => unit), ...ended])];
  if (units.length === 0) return;
  const ids = units.map(({ id }) => id);
  const before = await placesOf(db, ids);
  const freed = units.flatMap((unit) => toTryAgain(before.get(unit.id), unit, ended.has(unit)));
  if (freed.length > 0) await tryAgain(db, freed);
  const known = freed.length > 0 ? await placesOf(db, ids) : before;
  const changed = await keepPlaces(
    db,
    [...known].map(([appliance, places]) => ({ appliance, places })),
    now_ms,
  );
  for (const unit of units) if (changed.has(unit.id)) Object.assign(unit.desired, await desireFavourites(db, unit.id));
};

type Refused = { readonly appliance: number; readonly slot: number };

/** Places whose wish was refused before the end of a run, or on an earlier connection. */
function toTryAgain(places: Places | undefined, { id, connection }: Unit, hasEnded: boolean): Refused[] {
  const isOld = ({ command }: Place): boolean =>
    hasEnded || command === null || (connection !== null && openedAt(connection) > command.created_at);
  return (places?.all ?? []).flatMap((place) =>
    place.refusal !== null && isOld(place) ? [{ appliance: id, slot: place.slot }] : [],
  );
}

async function tryAgain(db: Db, places: readonly Refused[]): Promise<void> {
  for (const [appliance, some] of Map.groupBy(places, (one) => one.appliance)) {
    await db
      .updateTable('favourite')
      .set({ refused: null, command_id: null })
      .where('appliance', '=', appliance)
      .where('slot', '=', anyOf(some.map(({ slot }) => slot)))
      .execute();
  }
}
