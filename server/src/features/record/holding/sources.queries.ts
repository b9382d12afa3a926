import type { HoldContent } from '@brina/contract/calls/record/holding';
import { type Defrost, holdCourse, holdLead_ms } from '@brina/domain/alarms/engine/hold-course';
import type { UnitContext } from '@brina/domain/alarms/engine/input';
import { courseMetrics } from '@brina/domain/alarms/engine/product-course';
import { holdingPhases } from '@brina/domain/alarms/engine/stage';
import { zonesOf } from '@brina/domain/appliance/families/family';
import { inZone } from '@brina/domain/appliance/metrics';
import { holdLimitsOf } from '@brina/domain/haccp/holding/limits';
import { type FoodPlan, makersPlan } from '@brina/domain/haccp/plans/food-plan';
import { day_ms, hour_ms } from '@brina/domain/language/durations';
import { type NotNull, sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { silencesIn } from '#features/record/haccp/told.queries.ts';
import { planAt } from '#features/record/plans/follow.ts';
import { contextOf, rawSamples } from '#features/record/telemetry/food.queries.ts';
import type { Stretch } from '#features/record/telemetry/gaps.ts';
import { type LoadsOfDay, loadsOf } from './loads.queries.ts';
import { type HoldIdentity, type HoldSources, isHeld, makeContent, unpack } from './parts/content.ts';

/** Read around a day, before what the channel needs; and where an excursion goes on beyond that. */
const around = { near: { before: hour_ms, after: hour_ms }, far: { before: day_ms, after: day_ms } } as const;

/** What moves the channel, and how defrosts ended. */
const metrics = [...courseMetrics, 'lastDefrostEnd', 'lastDefrostEndZone2'] as const;

/** What a unit told longer ago is not looked for. */
const toldWithin_ms = 31 * day_ms;

/** A day that is to be written. */
export type DueDay = {
  id: string;
  appliance: number;
  zone: number;
  company_id: string;
  laboratory_id: string | null;
  day: string;
  time_zone: string;
  from_at: number;
  to_at: number;
  revision: number;
};

/** What is made of a day: its record, as long as its company held the unit. */
export type MadeDay = {
  /** Null: a blast chiller held nothing in it. */
  content: HoldContent | null;
  /** An excursion of it is not over yet: who looks later sees more. */
  isOpen: boolean;
  /** When its company gave the unit away; null: it holds it. */
  heldUntil: number | null;
  /** Of a blast chiller: what was put into it without a cycle. */
  warm: LoadsOfDay;
};

/** Reads all a day's record is made of, and makes it; `undefined` where the company held the unit at no moment of it. */
export async function makeDay(db: Db, due: DueDay, now: number): Promise<MadeDay | undefined> {
  const unit = await readUnit(db, due);
  const context = await contextOf(db, due.appliance);
  if (!unit || !context) return undefined;
  const held = { from: unit.held_from, to: unit.held_until ?? Infinity };
  const day = { from: Math.max(due.from_at, held.from), to: Math.min(due.to_at, held.to) };
  if (day.from >= day.to) return undefined;
  const isBlast = context.model.kind === 'blast';
  const chamber = { appliance: due.appliance, zone: due.zone === 2 ? 2 : 1, context, held } as const;
  const warm = isBlast ? await loadsOf(db, chamber, day, now) : { loads: [], isOpen: false };
  const none = { content: null, isOpen: false, heldUntil: unit.held_until, warm };
  if (isBlast && !(await wasHolding(db, due.appliance, context, day))) return none;
  const identity: HoldIdentity = (due.revision > 0 ? await firstIdentity(db, due.id) : undefined) ?? {
    serialNumber: unit.serial,
    model: unit.model,
    applianceName: unit.name || unit.serial,
    laboratory: unit.laboratory,
    company: unit.company,
    timeZone: due.time_zone,
  };
  // A plan judges the days that begin after it.
  const plan = (await planAt(db, due.appliance, day.from)) ?? makersPlan;
  const make = (span: Around) => contentAround(db, due, { identity, context, plan, day, held, now, span });
  const near = await make(around.near);
  const goesOn = near.content.excursions.some(({ from, to, isOpen }) => isOpen || from <= near.from || to >= near.to);
  const { content } = goesOn ? await make(around.far) : near;
  if (isBlast && !isHeld(content)) return none;
  const isOver = now >= day.to + around.far.after || held.to <= now;
  return { ...none, content, isOpen: !isOver && content.excursions.some(({ isOpen }) => isOpen) };
}

/** Whether a blast chiller told of a phase of holding in a stretch, or shortly before it. */
async function wasHolding(db: Db, appliance: number, { model }: UnitContext, { from, to }: Stretch): Promise<boolean> {
  const told = await db
    .selectFrom('telemetry')
    .select('at')
    .where('appliance', '=', appliance)
    .where('at', '>=', timestamp(from - holdLead_ms))
    .where('at', '<', timestamp(to))
    .where('cyclePhase', 'in', holdingPhases(model.family))
    .limit(1)
    .executeTakeFirst();
  return told !== undefined;
}

type Around = { readonly before: number; readonly after: number };

/** What is known before anything is read. */
type Frame = {
  identity: HoldIdentity;
  context: UnitContext;
  plan: FoodPlan;
  day: Stretch;
  held: Stretch;
  now: number;
  span: Around;
};

/** The record of a day by what is read around it, and from when to when that was. */
async function contentAround(
  db: Db,
  due: DueDay,
  { identity, context, plan, day, held, now, span: { before, after } }: Frame,
): Promise<Stretch & { content: HoldContent }> {
  const to = Math.min(held.to, now, day.to + after);
  const begin = Math.max(held.from, day.from - before - holdLead_ms);
  const from = Math.max(begin, day.from - before);
  const course = holdCourse(
    context,
    due.zone === 2 ? 2 : 1,
    await rawSamples(db, due.appliance, { from: begin, to }, metrics),
  );
  const samples = course.samples.filter(({ at }) => at >= from);
  const defrosts = await withEnds(db, due, course.defrosts, begin);
  const events = await readEvents(db, due, zonesOf(context.model), { from, to: Math.max(day.to, to) });
  const content = makeContent({
    identity,
    zone: due.zone,
    day: due.day,
    judged: {
      ...day,
      samples,
      limits: holdLimitsOf(plan.hold),
      silences: await silencesIn(db, due.appliance, samples, { from, to }, held),
      boots: events.boots,
    },
    course: { samples: course.samples, defrosts },
    doors: events.doors,
    alarms: await readAlarms(db, due, day),
  });
  return { from, to, content };
}

/**
 * Defrosts with how they ended. A unit tells that only where it is another way than the last time: of those of which it told nothing in what
 * was read, what it told before holds.
 */
async function withEnds(
  db: Db,
  { appliance, zone }: DueDay,
  defrosts: readonly Defrost[],
  before: number,
): Promise<readonly Defrost[]> {
  if (!defrosts.some(({ to, end }) => to !== null && end === null)) return defrosts;
  const name = inZone('lastDefrostEnd', zone === 2 ? 2 : 1);
  const told = await db
    .selectFrom('telemetry')
    .select(sql<number>`${sql.ref(name)}`.as('code'))
    .where('appliance', '=', appliance)
    .where('at', '<', timestamp(before))
    .where('at', '>=', timestamp(before - toldWithin_ms))
    .where(sql<boolean>`${sql.ref(name)} is not null`)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return defrosts.map((one) => (one.to === null ? one : { ...one, end: one.end ?? told?.code ?? null }));
}

/** The unit, and when the company of a day held it then. The name of one that was given away since is its next owner's. */
const readUnit = (db: Db, { appliance, company_id, laboratory_id, from_at, to_at }: DueDay) =>
  db
    .selectFrom('tenure as t')
    .innerJoin('appliance as a', 'a.id', 't.appliance')
    .innerJoin('company as c', 'c.id', 't.company_id')
    .leftJoin('laboratory as l', (join) => join.on('l.id', '=', laboratory_id))
    .select(['a.serial', 'a.model', 'l.name as laboratory', 'c.name as company'])
    .select(['t.from_at as held_from', 't.to_at as held_until'])
    .select(sql<string>`case when t.to_at is null then a.name else '' end`.as('name'))
    .where('t.appliance', '=', appliance)
    .where('t.company_id', '=', company_id)
    .where('t.from_at', '<', timestamp(to_at))
    .where(({ eb, or }) => or([eb('t.to_at', 'is', null), eb('t.to_at', '>', timestamp(from_at))]))
    .orderBy('t.from_at', 'desc')
    .limit(1)
    .executeTakeFirst();

async function firstIdentity(db: Db, id: string): Promise<HoldIdentity | undefined> {
  const row = await db
    .selectFrom('hold_day_revision')
    .select('content')
    .where('hold_day', '=', id)
    .where('revision', '=', 1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { serialNumber, model, applianceName, laboratory, company, timeZone } = unpack(row.content);
  return { serialNumber, model, applianceName, laboratory, company, timeZone };
}

type Told = { at: number; type: string; door: number | null; open: boolean | null; event: string | null };

/** When the doors of a zone stood open, and when the unit began anew with power. */
async function readEvents(
  db: Db,
  { appliance, zone }: DueDay,
  zones: 1 | 2,
  { from, to }: Stretch,
): Promise<{ doors: { from: number; to: number | null }[]; boots: number[] }> {
  const rows: Told[] = await db
    .selectFrom('event')
    .select(['at', 'type'])
    .select(sql<number | null>`(body->>'door')::float8`.as('door'))
    .select(sql<boolean | null>`(body->>'open')::boolean`.as('open'))
    .select(sql<string | null>`body->>'event'`.as('event'))
    .where('appliance', '=', appliance)
    .where('type', 'in', ['door', 'power'])
    .where('at', '>=', timestamp(from))
    .where('at', '<=', timestamp(to))
    .orderBy('at')
    .orderBy('log')
    .orderBy('seq')
    .execute();
  const boots = rows.flatMap(({ at, type, event }) => (type === 'power' && event !== 'lost' ? [at] : []));
  // With one zone any door is its own; of two each has its own.
  const doors = new Map<number, { from: number; to: number | null }[]>();
  for (const { at, type, door, open } of rows) {
    if (type !== 'door' || (zones === 2 && (door ?? 1) !== zone)) continue;
    const of = doors.get(door ?? 1) ?? [];
    const last = of.at(-1);
    if (open && last?.to !== null) of.push({ from: at, to: null });
    else if (open === false && last?.to === null) of[of.length - 1] = { ...last, to: at };
    doors.set(door ?? 1, of);
  }
  const all = [...doors.values()].flat().sort((a, b) => a.from - b.from);
  return { doors: all, boots };
}

/** Alarms of the unit's food. */
const foodAlarms = [
  'productTempHighWarning',
  'productTempHighAlarm',
  'productTempCriticalAlarm',
  'productTempLowWarning',
  'pullDownAlarm',
  'hotHoldLowAlarm',
];

/** Alarms of a zone's food that stood in a day. */
async function readAlarms(db: Db, { appliance, zone }: DueDay, { from, to }: Stretch): Promise<HoldSources['alarms']> {
  const rows = await db
    .selectFrom('alarm_interval')
    .select(['id', 'name', 'started_at as from', 'cleared_at as to', 'raised_at'])
    .where('appliance', '=', appliance)
    .where('name', 'in', foodAlarms)
    .where(sql<boolean>`coalesce(zone, 1) = ${zone}`)
    .where('state', 'in', ['active', 'cleared'])
    .where('raised_at', 'is not', null)
    .$narrowType<{ raised_at: NotNull }>()
    .where('started_at', '<', timestamp(to))
    .where('raised_at', '<', timestamp(to))
    .where(({ eb, or }) => or([eb('cleared_at', 'is', null), eb('cleared_at', '>', timestamp(from))]))
    .orderBy('started_at')
    .orderBy('id')
    .execute();
  // One that goes on has no end yet, whoever holds the unit by then.
  return rows.map(({ id, name, ...one }) => ({
    id,
    name,
    from: Math.max(one.from, from),
    to: one.to !== null && one.to < to ? one.to : null,
  }));
}
