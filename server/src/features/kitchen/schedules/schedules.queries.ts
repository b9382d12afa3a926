import type { Schedule } from '@brina/contract/calls/kitchen/schedules';
import { families, modelRow } from '@brina/domain/appliance/families/families';
import {
  lapsesAt,
  openPlannedStates,
  type PlannedState,
  proposedFrom,
  type Reservation,
  unknownLength_min,
} from '@brina/domain/cycles/planned-start';
import { day_ms } from '@brina/domain/language/durations';
import type { RecipeDefinition } from '@brina/domain/recipes/recipe';
import { expectNominal } from '@brina/domain/thermal/expectation';
import { defaultLoad } from '@brina/domain/thermal/loads';
import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { cyclesByNumber, headOf, nameOf, type RecipeReader } from '#features/kitchen/recipes/recipes.queries.ts';

/** Nothing is looked at later than this, so that a moment which a wrong clock put far ahead is found. */
export const look_max_ms = day_ms;

/** When a plan is looked at first. */
export const firstLook = (at: number, now: number): number => Math.min(proposedFrom(at), now + look_max_ms);

/** What a person said of the run when it was planned. */
export type SaidOfRun = { readonly load_kg?: number; readonly product?: string; readonly lot?: string };

/** A planned start as it is kept. */
export type PlannedRow = {
  readonly id: string;
  readonly appliance: number;
  readonly company_id: string;
  readonly number: number;
  readonly version: number;
  readonly args: SaidOfRun & Readonly<Record<string, unknown>>;
  readonly minute: string;
  readonly time_zone: string;
  readonly weekdays: number[] | null;
  readonly state: PlannedState;
  readonly reason: string | null;
  readonly command_id: string | null;
  readonly at: number;
  readonly lasts_min: number;
  readonly due_at: number | null;
  /** Who planned it; an erased person is a pseudonym. */
  readonly created_by: string;
  readonly created_at: number;
};

/** What is planned: all of a planned start but what becomes of it. */
export type Planned = Omit<PlannedRow, 'state' | 'reason' | 'command_id' | 'due_at'>;

/** Keeps what somebody plans. */
export async function insertPlan(db: Db, planned: Planned, now: number): Promise<void> {
  const { id, appliance, company_id, number, version, args, minute, time_zone, weekdays, at, lasts_min } = planned;
  const kept = { id, appliance, company_id, number, version, minute, time_zone, weekdays, lasts_min };
  await db
    .insertInto('scheduled_start')
    .values({
      ...kept,
      args: jsonb(args),
      state: 'planned',
      at: timestamp(at),
      due_at: timestamp(firstLook(at, now)),
      created_by: planned.created_by,
      created_at: timestamp(planned.created_at),
    })
    .execute();
}

/** Planned starts that fulfil a condition on `s`, soonest first. */
export const plannedRows = (db: Db, where: RawBuilder<boolean>): Promise<PlannedRow[]> =>
  db
    .selectFrom('scheduled_start as s')
    .select(['s.id', 's.appliance', 's.company_id', 's.number', 's.version', 's.minute', 's.time_zone'])
    .select(['s.weekdays', 's.reason', 's.command_id', 's.at', 's.lasts_min', 's.due_at', 's.created_at'])
    .select(sql<PlannedState>`s.state`.as('state'))
    .select(sql<PlannedRow['args']>`s.args`.as('args'))
    .select(sql<string>`s.created_by`.as('created_by'))
    .where(where)
    .orderBy('s.at')
    .orderBy('s.id')
    .execute();

/** Whether it is still to come. */
export const isOpenPlan = sql<boolean>`s.state in (${sql.join(openPlannedStates.map((state) => sql.lit(state)))})`;

/** A row as what takes its appliance. What the panel asks for comes once: the next of its days is a row of its own. */
export const reservationOf = (row: PlannedRow): Reservation & { row: PlannedRow } => ({
  minute: row.minute,
  weekdays: row.state === 'proposed' ? null : row.weekdays,
  timeZone: row.time_zone,
  lasts_min: row.lasts_min,
  row,
});

/** How long a cycle takes on a model by its forecast, with the load that was said, else its usual one; whole minutes. */
export function lengthOf(definition: RecipeDefinition, storedName: string, { load_kg }: SaidOfRun): number {
  const model = modelRow(storedName);
  if (!model || definition.family === 'PL') return unknownLength_min;
  const key = families[definition.family].functions[definition.function]?.key ?? 'idle';
  const usual = defaultLoad(key, model, { plan: definition.phases });
  const load = usual && { ...usual, ...definition.assumed, ...(load_kg !== undefined && { kg: load_kg }) };
  const { total_min } = expectNominal({ model, plan: definition.phases, load });
  return total_min === null ? unknownLength_min : Math.max(1, Math.ceil(total_min));
}

/** Planned starts as they travel, in the order in which they came. */
export async function presentPlans(
  db: Db,
  rows: readonly PlannedRow[],
  { companyId, reader, waiting }: { companyId: string; reader: RecipeReader; waiting: ReadonlySet<string> },
): Promise<Schedule[]> {
  if (rows.length === 0) return [];
  const cycles = await cyclesByNumber(
    db,
    companyId,
    rows.map(({ number }) => number),
  );
  const names = await db
    .selectFrom('app_user as u')
    .select(['u.id', nameOf('u').as('name')])
    .where('u.id', '=', anyOf(rows.map(({ created_by }) => created_by)))
    .execute();
  return rows.map((row) => {
    const { id, number, version, minute, at, weekdays, lasts_min, args, state, reason } = row;
    const cycle = cycles.get(number);
    return {
      id,
      recipeId: cycle?.id ?? null,
      title: cycle ? headOf(cycle, reader).title : null,
      icon: cycle?.icon ?? null,
      colour: cycle?.colour ?? null,
      number,
      version,
      minute,
      timeZone: row.time_zone,
      at,
      weekdays,
      lasts_min,
      load_kg: args.load_kg ?? null,
      product: args.product ?? null,
      lot: args.lot ?? null,
      state,
      reason,
      asksAtPanel: row.command_id !== null && waiting.has(row.command_id),
      until: lapsesAt(at),
      by: names.find((one) => one.id === row.created_by)?.name ?? null,
    };
  });
}
