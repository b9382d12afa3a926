import { modelRow } from '@brina/domain/appliance/families/families';
import { openCommandStates } from '@brina/domain/commands/command-states';
import { standingOf } from '@brina/domain/commands/commands';
import type { SlotRef } from '@brina/domain/cycles/favourites';
import type { LoadPresetArgs } from '@brina/domain/cycles/slots';
import { compatibility } from '@brina/domain/recipes/compatibility';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import type { Parts } from '#core/feature.ts';
import { saveUnits, type Unit } from '#core/picture/unit.ts';
import type { Due } from '#features/kitchen/commands/delivery.ts';
import { giveOwnCommand, handOver } from '#features/kitchen/commands/give.ts';
import { lockedUnit } from '#features/kitchen/commands/locked-unit.ts';
import { localeOf, type Runner, runnersOf } from '#features/kitchen/recipes/recipes.queries.ts';
import { storedCycle } from './cycles-in-places.ts';
import { isDue, type Place, placesOf, runningCode } from './places.ts';

/** Units that are told of their places in one turn: nobody waits long for the embedded database's only session. */
const units_max = 20;

/** What the portal wants in a place, as it is compared with what travels as JSON. */
const wish = sql`jsonb_build_array(f.number, f.version, f.hash)`;
const base = sql`jsonb_build_array(f.base_number, f.base_version, f.base_hash)`;
const nothing = sql`'[null, null, null]'::jsonb`;

/** Units that are connected, run nothing, and have what was agreed where the portal wants something else by now. */
const unitsToTell = (db: Db): Promise<{ serial: string }[]> =>
  db
    .selectFrom('favourite as f')
    .innerJoin('appliance as a', 'a.id', 'f.appliance')
    .innerJoin('live_state as s', 's.appliance', 'f.appliance')
    .innerJoin('unit_panel as k', 'k.appliance', 'f.appliance')
    .leftJoin('command as c', 'c.id', 'f.command_id')
    .select('a.serial')
    .distinct()
    // As the index of open places says it.
    .where(sql<boolean>`(f.number, f.version, f.hash) is distinct from (f.base_number, f.base_version, f.base_hash)`)
    .where('f.refused', 'is', null)
    // Who tells of no places has none that could be agreed.
    .where(sql<boolean>`jsonb_exists(k.told, 'favourites')`)
    .where('s.online', '=', true)
    .where(sql<boolean>`s.reported->'cycleState' is distinct from to_jsonb(${runningCode}::int)`)
    .where(sql<boolean>`coalesce(k.told #> array['favourites', 'slots', f.slot::text], ${nothing}) = ${base}`)
    .where(({ or, and, eb }) =>
      or([
        eb('c.id', 'is', null),
        and([
          eb('c.state', 'not in', openCommandStates),
          sql<boolean>`jsonb_build_array(c.args->'id', c.args->'v', c.args->'h') is distinct from ${wish}`,
        ]),
      ]),
    )
    .limit(units_max)
    .execute();

/**
 * One round: tells units what the portal wants in their places, as soon as they are connected and run nothing. All that decides it is
 * rows, so that a process that dies meanwhile loses nothing; says whether more may be waiting.
 */
export async function sendFavourites({ db, bus, clock }: Pick<Parts, 'db' | 'bus' | 'clock'>): Promise<boolean> {
  const units = await db.read(unitsToTell);
  let done = 0;
  for (const { serial } of units) {
    const told = await db.write((tx) => tellUnit(tx, serial, clock.now()));
    if (!told) continue;
    done += told.dues.length;
    handOver(bus, told.unit, told.dues);
  }
  return units.length === units_max && done > 0;
}

async function tellUnit(db: Db, serial: string, now: number): Promise<{ unit: Unit; dues: Due[] } | undefined> {
  const unit = await lockedUnit(db, serial);
  const [runner] = await runnersOf(db, sql`a.serial = ${serial}`);
  if (!unit || !runner?.company || !isReady(runner)) return undefined;
  const places = (await placesOf(db, [unit.id])).get(unit.id);
  const dues: Due[] = [];
  for (const place of places?.all.filter(isDue) ?? []) {
    const outcome = await tellPlace(db, { unit, runner, place, now });
    await db
      .updateTable('favourite')
      .set('fault' in outcome ? { refused: outcome.fault } : { command_id: outcome.id })
      .where('appliance', '=', unit.id)
      .where('slot', '=', place.slot)
      .execute();
    if (!('fault' in outcome)) dues.push(outcome);
  }
  await saveUnits(db, [unit]);
  return { unit, dues };
}

const isReady = ({ online, reported }: Runner): boolean => online && reported.cycleState !== runningCode;

/** Gives the command for a place, by the one whose wish it is; or says why the unit could never take it. */
async function tellPlace(
  db: Db,
  { unit, runner, place, now }: { unit: Unit; runner: Runner; place: Place; now: number },
): Promise<Due | { fault: string }> {
  const { slot, merged, row, unit: there } = place;
  const userId = row?.changed_by;
  if (!userId) return { fault: 'not_compatible' };
  // What may go is what we know of: what somebody has made at the panel meanwhile stays, and becomes a question.
  const over = there ? { replace: true, over: there.hash } : { replace: false };
  const cycle = merged.portal === null ? { id: null } : await cycleFor(db, merged.portal, runner, userId);
  if ('fault' in cycle) return cycle;
  const args: LoadPresetArgs = { slot, ...cycle, ...over };
  const standing = standingOf({ ...runner.reported, cycleEnds: runner.ends }, runner.package);
  const command = { companyId: runner.company ?? '', userId, name: 'loadPreset', args, standing };
  return giveOwnCommand(db, unit, command, now);
}

/** A cycle of the library as this unit runs it: adapted where it has to be, named by the library's version and hash all the same. */
async function cycleFor(
  db: Db,
  ref: SlotRef,
  { company, model, package: unitPackage, ends }: Runner,
  userId: string,
): Promise<Omit<Extract<LoadPresetArgs, { title: string }>, 'slot'> | { fault: string }> {
  const cycle = await storedCycle(db, company, ref);
  const row = modelRow(model);
  if (!cycle || !row) return { fault: 'not_compatible' };
  const fit = compatibility(cycle.definition, row, { package: unitPackage, ends });
  if (fit.kind === 'refused' || fit.definition.family === 'PL') return { fault: 'not_compatible' };
  const { family: _family, assumed: _assumed, ...does } = fit.definition;
  const title = cycle.titleFor(await localeOf(db, userId));
  return { id: cycle.number, v: ref.version, h: ref.hash, title, ...does };
}
