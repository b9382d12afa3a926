import { createHash } from 'node:crypto';
import type { DesiredMessage, PanelTold } from '@brina/contract/devices';
import { states } from '@brina/domain/appliance/states';
import { canonical } from '@brina/domain/canonical';
import { commandStates, isOpenState } from '@brina/domain/commands/command-states';
import { cycleStateOf } from '@brina/domain/cycles/cycle';
import {
  mergeSlot,
  type Placed,
  type SlotMerge,
  type SlotRef,
  type SlotSides,
  samePlaced,
} from '@brina/domain/cycles/favourites';
import { slots_max } from '@brina/domain/cycles/slots';
import type { Selectable } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { FavouriteTable } from '#core/db/tables/appliances.ts';
import { wantVersioned } from '#core/picture/desired.ts';
import { nameOf } from '#features/kitchen/recipes/recipes.queries.ts';

/** The code that units report of a cycle that runs. */
export const runningCode = Number(
  Object.keys(states.cycleState).find((code) => cycleStateOf(Number(code)) === 'running'),
);

/** The command that a wish travelled by last. */
export type SentCommand = {
  readonly id: string;
  readonly isOpen: boolean;
  readonly state: string;
  readonly reason: string | null;
  readonly wish: Placed;
  readonly created_at: number;
};

/** One of the 24 places of a unit: its two sides, merged, and what is known of it besides. */
export type Place = {
  readonly slot: number;
  readonly unit: Placed;
  readonly merged: SlotMerge;
  readonly command: SentCommand | null;
  /** The row as it is stored; null: there is none. */
  readonly row: (Selectable<FavouriteTable> & { readonly by: string | null }) | null;
  /** Why the unit has not taken what the portal wants; null: it has not said so. */
  readonly refusal: string | null;
};

/** The places of a unit; undefined: it has not told of any. */
export type Places = { readonly told: PanelTold; readonly all: readonly Place[] };

/** What a place is to hold, by whose wish; null: the unit’s own. */
export type Wish = Pick<SlotSides, 'base' | 'portal'> & { readonly slot: number; readonly by: string | null };

const refOf = (number: number | null, version: number | null, hash: string | null): Placed =>
  hash === null ? null : { number, version: version ?? 0, hash };

/** What was asked for by the arguments of `loadPreset`. */
const wishOf = ({ id, v, h }: { id?: number | null; v?: number; h?: string }): Placed =>
  refOf(id ?? null, v ?? null, h ?? null);

/** Both sides of the places of units that have told of theirs, by the number of the unit. */
export async function placesOf(db: Db, appliances: readonly number[]): Promise<ReadonlyMap<number, Places>> {
  const [panels, rows] = await Promise.all([
    db.selectFrom('unit_panel').select(['appliance', 'told']).where('appliance', '=', anyOf(appliances)).execute(),
    db
      .selectFrom('favourite as f')
      .leftJoin('command as c', 'c.id', 'f.command_id')
      .leftJoin('app_user as u', 'u.id', 'f.changed_by')
      .selectAll('f')
      .select(['c.id as sent_id', 'c.state', 'c.reason', 'c.args', 'c.created_at', nameOf('u').as('by')])
      .where('f.appliance', '=', anyOf(appliances))
      .execute(),
  ]);
  const stored = Map.groupBy(rows, ({ appliance }) => appliance);
  return new Map(
    panels.flatMap(({ appliance, told }) => {
      if (!told.favourites) return [];
      const { slots } = told.favourites;
      const own = new Map((stored.get(appliance) ?? []).map((row) => [row.slot, row]));
      const all = Array.from({ length: slots_max }, (_, index): Place => {
        const tuple = slots[String(index + 1)];
        return placeOf(index + 1, own.get(index + 1), tuple ? refOf(...tuple) : null);
      });
      return [[appliance, { told, all }]];
    }),
  );
}

type StoredPlace = NonNullable<Place['row']> & {
  sent_id: string | null;
  state: string | null;
  reason: string | null;
  args: unknown;
  created_at: number | null;
};

function placeOf(slot: number, stored: StoredPlace | undefined, unit: Placed): Place {
  if (!stored) {
    return {
      slot,
      unit,
      merged: mergeSlot({ base: null, portal: null, unit }),
      command: null,
      row: null,
      refusal: null,
    };
  }
  const { sent_id, state, reason, args, created_at, ...row } = stored;
  const command: SentCommand | null =
    sent_id === null
      ? null
      : {
          id: sent_id,
          isOpen: commandStates.some((one) => one === state && isOpenState(one)),
          state: state ?? '',
          reason,
          wish: wishOf(args as Parameters<typeof wishOf>[0]),
          created_at: created_at ?? 0,
        };
  const base = refOf(row.base_number, row.base_version, row.base_hash);
  const portal = refOf(row.number, row.version, row.hash);
  // What it refused it never had.
  const sent = command && command.state !== 'rejected' ? { sent: command.wish } : {};
  const merged = mergeSlot({ base, portal, unit, ...sent });
  return { slot, unit, merged, command, row, refusal: refusalOf(row.refused, command, merged.portal) };
}

function refusalOf(refused: string | null, command: SentCommand | null, portal: Placed): string | null {
  if (refused !== null || command === null || !samePlaced(command.wish, portal)) return refused;
  if (command.state === 'rejected') return command.reason ?? 'rejected';
  return command.state === 'expired' ? 'expired' : null;
}

/**
 * Whether a wish is to be sent: its unit has what was agreed, and no earlier command for the place may still arrive after this one. What
 * was refused waits until something has changed.
 */
export const isDue = ({ merged, command, refusal }: Place): boolean =>
  merged.open === 'send' &&
  refusal === null &&
  (command === null || (!command.isOpen && !samePlaced(command.wish, merged.portal)));

/** What somebody who changes places has looked at: what the portal wants in each, and the other side of each question. */
export const editOf = ({ all }: Places): string =>
  createHash('sha256')
    .update(canonical(all.map(({ merged, unit }) => [merged.portal, merged.open === 'differs' && unit])))
    .digest('hex')
    .slice(0, 16);

/** The edit of a unit that has told nothing yet. */
export const noEdit = '0'.repeat(16);

/**
 * Keeps what became of places: of all of a unit, or those that somebody wishes anew. The units are locked by the caller.
 * @returns whether the portal wants anything else than it did
 */
export async function keepPlaces(
  db: Db,
  units: readonly { readonly appliance: number; readonly places: Places; readonly wishes?: readonly Wish[] }[],
  now: number,
): Promise<ReadonlySet<number>> {
  const changed = new Set<number>();
  const rows = units.flatMap(({ appliance, places, wishes = [] }) =>
    places.all.flatMap((place) => {
      const kept = keptOf(
        place,
        wishes.find(({ slot }) => slot === place.slot),
        now,
      );
      if (kept === null) return [];
      if (!samePlaced(kept.portal, storedPortal(place))) changed.add(appliance);
      return [rowOf(appliance, place.slot, kept)];
    }),
  );
  if (rows.length === 0) return changed;
  await db
    .insertInto('favourite')
    .values(rows)
    .onConflict((row) =>
      row.columns(['appliance', 'slot']).doUpdateSet((eb) => ({
        number: eb.ref('excluded.number'),
        version: eb.ref('excluded.version'),
        hash: eb.ref('excluded.hash'),
        base_number: eb.ref('excluded.base_number'),
        base_version: eb.ref('excluded.base_version'),
        base_hash: eb.ref('excluded.base_hash'),
        refused: eb.ref('excluded.refused'),
        command_id: eb.ref('excluded.command_id'),
        changed_by: eb.ref('excluded.changed_by'),
        at: eb.ref('excluded.at'),
      })),
    )
    .execute();
  return changed;
}

const storedPortal = ({ row }: Place): Placed => (row ? refOf(row.number, row.version, row.hash) : null);

type Kept = Pick<SlotSides, 'base' | 'portal'> & {
  readonly refused: string | null;
  readonly command_id: string | null;
  readonly by: string | null;
  readonly at: number;
};

/** What a place is stored as from now on; null: as it is. */
function keptOf(place: Place, wish: Wish | undefined, now: number): Kept | null {
  const { unit, command, row } = place;
  const openId = command?.isOpen ? command.id : null;
  if (wish) {
    const sent = openId !== null && command ? { sent: command.wish } : {};
    const { base, portal } = mergeSlot({ ...wish, unit, ...sent });
    return { base, portal, refused: null, command_id: openId, by: wish.by, at: now };
  }
  const { open, base, portal } = place.merged;
  const wasPortal = storedPortal(place);
  const isTaken = !samePlaced(portal, wasPortal);
  const by = isTaken ? null : (row?.changed_by ?? null);
  const at = isTaken ? now : (row?.at ?? now);
  // An open command may still arrive: until it is over, what it carried is told from what somebody pressed at the panel.
  const isOver = open === 'agreed';
  const refused = isOver ? null : (row?.refused ?? null);
  const command_id = isOver ? openId : (row?.command_id ?? null);
  const isAsStored = row
    ? !isTaken &&
      samePlaced(base, refOf(row.base_number, row.base_version, row.base_hash)) &&
      refused === row.refused &&
      command_id === row.command_id
    : portal === null;
  return isAsStored ? null : { base, portal, refused, command_id, by, at };
}

const rowOf = (appliance: number, slot: number, { base, portal, by, at, ...rest }: Kept) => ({
  appliance,
  slot,
  ...columnsOf(portal),
  base_number: base?.number ?? null,
  base_version: base?.version ?? null,
  base_hash: base?.hash ?? null,
  changed_by: by,
  at: timestamp(at),
  ...rest,
});

const columnsOf = (ref: Placed): { number: number | null; version: number | null; hash: string | null } => ({
  number: ref?.number ?? null,
  version: ref?.version ?? null,
  hash: ref?.hash ?? null,
});

/** The wish as it travels: number, version and hash of each place that is to hold something. */
const onWire = ({ number, version, hash }: SlotRef): [number | null, number, string] => [number, version, hash];

/** Tells a unit what the portal wants in its places, as the rows say it now; for its next `down/twin`. */
export async function desireFavourites(db: Db, appliance: number): Promise<DesiredMessage> {
  const rows = await db
    .selectFrom('favourite')
    .select(['slot', 'number', 'version', 'hash'])
    .where('appliance', '=', appliance)
    .orderBy('slot')
    .execute();
  const slots = Object.fromEntries(
    rows.flatMap(({ slot, number, version, hash }) => {
      const ref = refOf(number, version, hash);
      return ref ? [[String(slot), onWire(ref)]] : [];
    }),
  );
  return wantVersioned(db, appliance, 'favourites', { slots });
}
