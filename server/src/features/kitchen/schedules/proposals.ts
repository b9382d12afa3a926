import { modelRow } from '@brina/domain/appliance/families/families';
import { checkCommand, standingOf } from '@brina/domain/commands/commands';
import type { NoticeName } from '@brina/domain/cycles/notices';
import { lapsesAt, nextOccurrence, type PlannedState, proposedFrom } from '@brina/domain/cycles/planned-start';
import { second_ms } from '@brina/domain/language/durations';
import { localMinute } from '@brina/domain/language/local-minute';
import { compatibility } from '@brina/domain/recipes/compatibility';
import { endsByClock, type RecipeDefinition } from '@brina/domain/recipes/recipe';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { newId } from '#core/ids.ts';
import { endNoticesOf, tellNotice } from '#core/notices.ts';
import type { Unit } from '#core/picture/unit.ts';
import { type Due, giveUp } from '#features/kitchen/commands/delivery.ts';
import { keepCommand } from '#features/kitchen/commands/send.ts';
import {
  cyclesByNumber,
  headOf,
  type LibraryCycle,
  localeOf,
  runnerOf,
} from '#features/kitchen/recipes/recipes.queries.ts';
import { commandOf } from '#features/kitchen/recipes/start-args.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { firstLook, insertPlan, lengthOf, type PlannedRow } from './schedules.queries.ts';

/** A unit that is away may come back before its minute. */
const again_ms = 5 * second_ms;

/** Arguments of `proposeStart`: what a unit is to run, as its panel calls it, and the minute that its kitchen's clock shows then. */
export const proposalOf = (
  { number, version, hash }: LibraryCycle,
  definition: RecipeDefinition,
  said: { args: Readonly<Record<string, unknown>>; title: string; at: number; timeZone: string },
): Readonly<Record<string, unknown>> => ({
  ...commandOf(definition, said.args).args,
  source: { id: number, v: version, h: hash },
  title: said.title,
  at: localMinute(said.at, said.timeZone),
});

/** What becomes of a plan that is looked at: it is proposed, it waits on, or it is over. */
type Step =
  | { readonly propose: Readonly<Record<string, unknown>>; readonly version: number }
  | { readonly to: Outcome };

const over = (state: Outcome['state'], reason: string): Step => ({ to: { state, reason, due_at: null } });

/** What is to be done about a plan whose time has come: a start is never proposed late, and never twice. */
async function stepOf(db: Db, unit: Unit, row: PlannedRow, now: number): Promise<Step> {
  const waits = (until: number): Step => ({ to: { state: 'planned', reason: null, due_at: until } });
  if (now < proposedFrom(row.at)) return waits(firstLook(row.at, now));
  if (now >= row.at) return over('missed', unit.picture.online ? 'late' : 'offline');
  if (!unit.picture.online) return waits(Math.min(row.at, now + again_ms));
  const cycle = (await cyclesByNumber(db, row.company_id, [row.number])).get(row.number);
  if (!cycle) return over('not_possible', 'cycle_gone');
  const runner = await runnerOf(db, unit.serial);
  const model = modelRow(runner.model);
  if (!runner.asks) return over('not_possible', 'unsupported');
  const fit = model && compatibility(cycle.definition, model, runner);
  if (!model || !fit || fit.kind === 'refused' || endsByClock(cycle.definition))
    return over('not_possible', 'not_compatible');
  // The panel speaks the language of whoever planned it.
  const title = headOf(cycle, { locale: await localeOf(db, row.created_by) }).title;
  const propose = proposalOf(cycle, fit.definition, { args: row.args, title, at: row.at, timeZone: row.time_zone });
  const faults = checkCommand(model, 'proposeStart', propose, standingOf({ cycleEnds: runner.ends }, runner.package));
  return faults.length > 0 ? over('not_possible', 'not_compatible') : { propose, version: cycle.version };
}

/**
 * Looks at a plan, locked, whose unit is locked too: proposes it when it is time. With the same transaction the next of its days is
 * planned, so that it is neither lost nor there twice.
 * @returns the command to hand over after the commit
 */
export async function lookAtPlan(db: Db, unit: Unit, row: PlannedRow, now: number): Promise<Due | undefined> {
  const step = await stepOf(db, unit, row, now);
  if ('to' in step) {
    await become(db, unit, row, { ...step.to, now });
    // Of a cycle that is gone no next day is better.
    if (step.to.state !== 'planned' && step.to.reason !== 'cycle_gone') await planNext(db, unit, row, now);
    return undefined;
  }
  const sent = await keepCommand(db, unit, {
    companyId: row.company_id,
    userId: row.created_by,
    name: 'proposeStart',
    args: step.propose,
    now,
    expiresAt: lapsesAt(row.at),
  });
  await db
    .updateTable('scheduled_start')
    .set({ state: 'proposed', command_id: sent.id, version: step.version, due_at: timestamp(row.at) })
    .where('id', '=', row.id)
    .execute();
  await planNext(db, unit, row, now);
  return sent;
}

/** Plans the next day of what comes again. What lies behind, as after a halt of the portal, is not made up for. */
async function planNext(db: Db, unit: Unit, row: PlannedRow, now: number): Promise<void> {
  if (row.weekdays === null) return;
  const { minute, weekdays, time_zone: timeZone } = row;
  const next = nextOccurrence({ minute, weekdays, timeZone }, Math.max(now, row.at));
  if (!next) return;
  // Its cycle may have another version by now, and take another time.
  const cycle = (await cyclesByNumber(db, row.company_id, [row.number])).get(row.number);
  const runner = await runnerOf(db, unit.serial);
  const model = modelRow(runner.model);
  const fit = cycle && model && compatibility(cycle.definition, model, runner);
  const lasts_min = fit && fit.kind !== 'refused' ? lengthOf(fit.definition, runner.model, row.args) : row.lasts_min;
  await insertPlan(db, { ...row, id: newId(now), minute: next.minute, at: next.at_ms, lasts_min }, now);
}

/** What the kitchen is told of, by the state of a plan. */
const toldOf: Partial<Record<PlannedState, NoticeName>> = {
  missed: 'start_missed',
  not_possible: 'start_not_possible',
  declined: 'start_declined',
};

/** A plan comes into a state. The kitchen is told where food waits in vain, and no more where a late word says otherwise. */
async function become(
  db: Db,
  unit: Unit,
  row: PlannedRow,
  { state, reason, due_at, now }: Outcome & { now: number },
): Promise<void> {
  await db
    .updateTable('scheduled_start')
    .set({ state, reason, due_at: due_at === null ? null : timestamp(due_at) })
    .where('id', '=', row.id)
    .execute();
  if (state === row.state) return;
  const start = `start/${row.id}/`;
  await endNoticesOf(db, unit, { start, at_ms: now, evenLater: true });
  const name = toldOf[state];
  // Who holds it now has not planned what another one did.
  if (!name || unit.heldSince_ms === null || row.created_at < unit.heldSince_ms) return;
  const title = await titleOf(db, row);
  const detail = { title, minute: localMinute(row.at, row.time_zone), ...(reason !== null && { reason }) };
  await tellNotice(db, unit, { key: start + state, name, detail, at_ms: now });
}

/** What whoever planned it calls its cycle, also where that was deleted since. */
async function titleOf(db: Db, { company_id, number, created_by }: PlannedRow): Promise<string> {
  const cycle = (await cyclesByNumber(db, company_id, [number], { deleted: true })).get(number);
  return cycle ? headOf(cycle, { locale: await localeOf(db, created_by) }).title : `${number}`;
}

/**
 * Follows what was proposed: what its unit answered, or that it did not. A late answer says what really happened, but for one thing:
 * what was cancelled stays so, unless it has started.
 */
export async function followProposal(db: Db, unit: Unit, row: PlannedRow, now: number): Promise<void> {
  const { command_id: id } = row;
  if (id === null || row.state === 'started') return;
  // Its minute has come and the unit has not heard of it: it never will.
  if (row.state === 'proposed' && now >= row.at) await giveUp(db, unit, id, now);
  const command = await db
    .selectFrom('command')
    .select(['state', 'reason', 'accepted_seq'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!command) return;
  const outcome = outcomeOf(command, { at: row.at, now, wasBusy: await wasBusy(db, row) });
  if (row.state === 'cancelled' && outcome.state !== 'started') return;
  await become(db, unit, row, { ...outcome, now });
}

/** It has begun: the unit said so of a run, whatever else it answered. */
export const noteStart = (db: Db, unit: Unit, row: PlannedRow, now: number): Promise<void> =>
  become(db, unit, row, { state: 'started', reason: null, due_at: null, now });

/** Whether one other cycle ran all the time that somebody could have confirmed it. */
async function wasBusy(db: Db, { appliance, at }: PlannedRow): Promise<boolean> {
  const until = timestamp(lapsesAt(at));
  const run = await db
    .selectFrom('cycle_run')
    .select('id')
    .where('appliance', '=', appliance)
    .where('started_at', '<=', timestamp(at))
    .where(({ eb, or }) => or([eb('ended_at', 'is', null), eb('ended_at', '>=', until)]))
    .limit(1)
    .executeTakeFirst();
  return run !== undefined;
}

/** Takes back what the panel may ask for, as soon as the unit can be told: until then it lapses by itself. */
export async function takeBack(
  db: Db,
  unit: Unit,
  row: PlannedRow,
  { userId, now }: { userId: string; now: number },
): Promise<Due | undefined> {
  if (row.command_id === null || now >= lapsesAt(row.at)) return undefined;
  await giveUp(db, unit, row.command_id, now);
  return keepCommand(db, unit, {
    companyId: row.company_id,
    userId,
    name: 'withdrawStart',
    args: { proposal: row.command_id },
    now,
    expiresAt: lapsesAt(row.at),
  });
}
