import {
  cancelSchedule,
  createSchedule,
  listSchedules,
  restoreSchedule,
} from '@brina/contract/calls/kitchen/schedules';
import type { Reply } from '@brina/contract/wire/call';
import { modelRow } from '@brina/domain/appliance/families/families';
import { checkCommand, standingOf } from '@brina/domain/commands/commands';
import { clashOf, nextOccurrence, type Occurrence, plannedLimits } from '@brina/domain/cycles/planned-start';
import { day_ms } from '@brina/domain/language/durations';
import { instantOf, isLocalMinute } from '@brina/domain/language/local-minute';
import { compatibility } from '@brina/domain/recipes/compatibility';
import { endsByClock } from '@brina/domain/recipes/recipe';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { type Handled, handle } from '#core/http/handle.ts';
import { Refusal, refuse } from '#core/http/refusal.ts';
import { newId } from '#core/ids.ts';
import { saveUnits } from '#core/picture/unit.ts';
import { deliver } from '#features/kitchen/commands/delivery.ts';
import { lockedUnit } from '#features/kitchen/commands/locked-unit.ts';
import { refuseFaults } from '#features/kitchen/commands/send.ts';
import {
  cycleOf,
  cyclesByNumber,
  headOf,
  type RecipeReader,
  runnerOf,
} from '#features/kitchen/recipes/recipes.queries.ts';
import { refuseUnasked } from '#features/kitchen/recipes/start-args.ts';
import { proposalOf, takeBack } from './proposals.ts';
import {
  firstLook,
  insertPlan,
  isOpenPlan,
  lengthOf,
  type Planned,
  type PlannedRow,
  plannedRows,
  presentPlans,
  reservationOf,
  type SaidOfRun,
} from './schedules.queries.ts';

/** What a person may say of a run that is planned: when it is ready says only what ends by the clock. */
const asked = ['load_kg', 'product', 'lot', 'trays'];
/** So many that are over are told. */
const over_max = 20;

const list = handle(listSchedules, async ({ db, caller, params }): Promise<Reply<typeof listSchedules>> => {
  const unit = await db
    .selectFrom('appliance as a')
    .leftJoin('laboratory as l', 'l.id', 'a.laboratory_id')
    .leftJoin('unit_panel as k', 'k.appliance', 'a.id')
    .select(['a.id', 'l.time_zone', 'k.told'])
    .where('a.serial', '=', params.id)
    .executeTakeFirst();
  if (!unit || caller.companyId === null) refuse('not_found', 404);
  const own = sql<boolean>`s.appliance = ${unit.id} and s.company_id = ${caller.companyId}`;
  const open = await plannedRows(db, sql`${own} and ${isOpenPlan}`);
  const over = await plannedRows(
    db,
    sql`s.id in (select s.id from scheduled_start s where ${own} and not ${isOpenPlan} order by s.at desc, s.id desc limit ${over_max})`,
  );
  const proposals = unit.told?.proposals;
  const waiting = new Set(proposals?.map(({ command }) => command));
  const about = { companyId: caller.companyId, reader: caller, waiting };
  return {
    asks: unit.told === null ? null : proposals !== undefined,
    timeZone: unit.time_zone ?? 'UTC',
    open: await presentPlans(db, open, about),
    over: await presentPlans(db, over.toReversed(), about),
  };
});

/** The first time at which it comes, within what may be planned. */
function firstOf(planned: Parameters<typeof nextOccurrence>[0], now: number): Occurrence {
  if (!isLocalMinute(planned.minute))
    throw new Refusal('bad_request', 400, { fields: [{ path: 'body.minute', code: 'invalid' }] });
  const limit = now + plannedLimits.ahead_days * day_ms;
  const far = (): never => refuse('schedule_far', 422, { days: plannedLimits.ahead_days });
  // It begins with this minute: no day after it needs to be counted.
  if (instantOf(planned.minute, planned.timeZone) > limit) far();
  const first = nextOccurrence(planned, now) ?? refuse('schedule_past', 422);
  if (first.at_ms > limit) far();
  return first;
}

/** Refuses one more than an appliance may have, and what takes it when another does. */
async function requireRoom(
  db: Db,
  wanted: Planned,
  { now, reader }: { now: number; reader: RecipeReader },
): Promise<void> {
  const open = await plannedRows(db, sql`s.appliance = ${wanted.appliance} and ${isOpenPlan}`);
  if (open.length >= plannedLimits.open) refuse('schedule_full', 409, { max: plannedLimits.open });
  const asRow: PlannedRow = { ...wanted, state: 'planned', reason: null, command_id: null, due_at: null };
  const clash = clashOf(reservationOf(asRow), open.map(reservationOf), now);
  if (!clash) return;
  const cycle = (await cyclesByNumber(db, wanted.company_id, [clash.row.number])).get(clash.row.number);
  refuse('schedule_overlap', 409, { title: cycle ? headOf(cycle, reader).title : String(clash.row.number) });
}

const create = handle(createSchedule, async ({ db, caller, params, body, clock, audit }) => {
  const { companyId } = caller;
  const cycle = (await cycleOf(db, body.recipeId)) ?? refuse('not_found', 404);
  const unit = await lockedUnit(db, params.id, companyId);
  if (!unit || companyId === null) refuse('not_found', 404);
  const runner = await runnerOf(db, params.id);
  const model = modelRow(runner.model) ?? refuse('command_unknown', 422);
  if (endsByClock(cycle.definition)) refuse('schedule_by_clock', 422);
  const fit = compatibility(cycle.definition, model, runner);
  if (fit.kind === 'refused') refuse('not_compatible', 422);
  if (!runner.asks) refuse('schedule_unsupported', 409);
  refuseUnasked(body.args, asked);
  const now = clock.now();
  const weekdays = body.weekdays ? [...new Set(body.weekdays)].sort() : null;
  const first = firstOf({ minute: body.minute, weekdays, timeZone: runner.timeZone }, now);
  const { title } = headOf(cycle, caller);
  const proposal = proposalOf(cycle, fit.definition, {
    args: body.args,
    title,
    at: first.at_ms,
    timeZone: runner.timeZone,
  });
  refuseFaults(checkCommand(model, 'proposeStart', proposal, standingOf({ cycleEnds: runner.ends }, runner.package)));
  const planned = {
    id: newId(now),
    appliance: unit.id,
    company_id: companyId,
    number: cycle.number,
    version: cycle.version,
    args: body.args as SaidOfRun & typeof body.args,
    minute: first.minute,
    time_zone: runner.timeZone,
    weekdays,
    at: first.at_ms,
    lasts_min: lengthOf(fit.definition, runner.model, body.args),
    created_by: caller.userId,
    created_at: now,
  };
  await requireRoom(db, planned, { now, reader: caller });
  await insertPlan(db, planned, now);
  await audit('appliance.schedule', params.id, { title });
  return { code: '200', body: { id: planned.id, at: planned.at } };
});

/** A planned start of an appliance, locked. */
async function lockedRow(db: Db, appliance: number, id: string): Promise<PlannedRow> {
  await db.selectFrom('scheduled_start').select('id').where('id', '=', id).forUpdate().execute();
  const [row] = await plannedRows(db, sql`s.id = ${id} and s.appliance = ${appliance}`);
  return row ?? refuse('not_found', 404);
}

const restore = handle(restoreSchedule, async ({ db, caller, params, clock, audit }) => {
  const unit = (await lockedUnit(db, params.id, caller.companyId)) ?? refuse('not_found', 404);
  const row = await lockedRow(db, unit.id, params.scheduleId);
  const now = clock.now();
  // What the panel asked for was taken back there: it is planned anew or not at all.
  if (row.state !== 'cancelled' || row.command_id !== null || row.at <= now) refuse('schedule_over', 409);
  await requireRoom(db, row, { now, reader: caller });
  await db
    .updateTable('scheduled_start')
    .set({ state: 'planned', due_at: timestamp(firstLook(row.at, now)) })
    .where('id', '=', row.id)
    .execute();
  const cycle = (await cyclesByNumber(db, row.company_id, [row.number])).get(row.number);
  await audit('appliance.restoreSchedule', params.id, cycle && { title: headOf(cycle, caller).title });
  return { code: '200' };
});

/** What people plan, and cancel. */
export const scheduleHandlers = ({ bus }: Parts): Handled[] => {
  const cancel = handle(cancelSchedule, async ({ db, caller, params, clock, audit, afterCommit }) => {
    const unit = (await lockedUnit(db, params.id, caller.companyId)) ?? refuse('not_found', 404);
    const row = await lockedRow(db, unit.id, params.scheduleId);
    const now = clock.now();
    if (row.state !== 'planned' && row.state !== 'proposed') refuse('schedule_over', 409);
    await db
      .updateTable('scheduled_start')
      .set({ state: 'cancelled', due_at: null })
      .where('id', '=', row.id)
      .execute();
    const cycle = (await cyclesByNumber(db, row.company_id, [row.number])).get(row.number);
    await audit('appliance.cancelSchedule', params.id, cycle && { title: headOf(cycle, caller).title });
    const sent = await takeBack(db, unit, row, { userId: caller.userId, now });
    if (!sent) return { code: '200' };
    await saveUnits(db, [unit]);
    afterCommit(() => {
      for (const frame of unit.frames()) bus.publish('live', { serial: unit.serial, frame });
      void deliver(bus, sent);
    });
    return { code: '200' };
  });
  return [list, create, cancel, restore];
};
