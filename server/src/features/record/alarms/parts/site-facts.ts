import { limits } from '@brina/contract/devices';
import type { Online, SiteUnit } from '@brina/domain/alarms/engine/outages';
import { fleetIncidents } from '@brina/domain/alarms/engine/site';
import { minute_ms } from '@brina/domain/language/durations';
import { type NotNull, sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { unnestColumns } from '#core/db/unnest.ts';

/** A unit of a laboratory, and since when its company holds it, epoch ms. */
export type SiteMember = { id: number; serial: string; held_since: number };

type Stretch = { from: number; to: number | null };
type Outage = { appliance: number; lost: number; back: number };

/** Fewer companies lost at once are their own kitchens' trouble and not ours. */
const companiesOfIncident = 3;

/**
 * What is known of the power and the connections of a laboratory's units since a moment, as far as their company held them then.
 * @param from epoch ms
 */
export async function siteUnits(
  db: Db,
  laboratoryId: string,
  { from, now }: { from: number; now: number },
): Promise<{ units: readonly SiteUnit[]; members: readonly SiteMember[] }> {
  const members = await db
    .selectFrom('appliance as a')
    .innerJoin('tenure as t', 't.appliance', 'a.id')
    .select(['a.id', 'a.serial', 't.from_at as held_since'])
    .where('a.laboratory_id', '=', laboratoryId)
    .where('t.to_at', 'is', null)
    .orderBy('a.id')
    .execute();
  const ids = members.map(({ id }) => id);
  const connected = await connectedStretches(db, ids, from);
  const outages = await toldOutages(db, ids, from);
  const boots = await bootsOf(db, ids, from);
  const gasps = await toldGasps(db, ids, from);
  const cycles = await db
    .selectFrom('cycle_run')
    .select(['appliance', 'started_at as from', 'ended_at as to'])
    .where('appliance', '=', anyOf(ids))
    .where('started_at', 'is not', null)
    .$narrowType<{ from: NotNull }>()
    .where(({ eb, or }) => or([eb('ended_at', 'is', null), eb('ended_at', '>=', timestamp(from))]))
    .execute();
  const ofUnit = <Row extends { appliance: number }>(rows: readonly Row[], id: number): Row[] =>
    rows.filter(({ appliance }) => appliance === id);
  const units = members.map(({ id, serial, held_since }): SiteUnit => {
    // The one that began last: a unit that lost its memory counts its boots from one again.
    const begun = ofUnit(boots, id).sort((a, b) => b.at - a.at || b.boot - a.boot);
    const bootAt = (at: number): number => begun.find(({ at: began }) => began <= at)?.boot ?? 0;
    const stretches = withoutOutages(ofUnit(connected, id), ofUnit(outages, id), from)
      .filter(({ to }) => to === null || to > held_since)
      .map((stretch) => ({ ...stretch, from: Math.max(stretch.from, held_since) }));
    return {
      unit: serial,
      online: stretches.map((stretch): Online => ({ ...stretch, boot: bootAt(stretch.to ?? now) })),
      lastGasps: ofUnit(gasps, id)
        .map(({ at }) => at)
        .filter((at) => at >= held_since),
      cycles: ofUnit(cycles, id).map(({ from: began, to }) => ({ from: began, to })),
      firmware: [],
    };
  });
  return { units: await withMissing(db, members, units), members };
}

/**
 * When units were connected, the last stretch before the moment included. A connection that nobody ended is over with the
 * last word heard on it.
 */
async function connectedStretches(
  db: Db,
  ids: readonly number[],
  from: number,
): Promise<(Stretch & { appliance: number })[]> {
  const { rows } = await sql<Stretch & { appliance: number }>`
    select c.appliance, c.from_at as "from",
      case when c.to_at is null and not s.online then greatest(c.from_at, s.last_seen_at) else c.to_at end as "to"
    from unnest(${ids}::int[]) as u (id)
    join live_state s on s.appliance = u.id
    cross join lateral (
      (select * from connection_interval i where i.appliance = u.id and (i.to_at is null or i.to_at >= ${timestamp(from)}))
      union all
      (select * from connection_interval i where i.appliance = u.id and i.to_at < ${timestamp(from)}
        order by i.to_at desc limit 1)) c
    order by c.appliance, c.from_at`.execute(db);
  return rows;
}

/** A smaller offset of a clock is as good as none; what had a greater one than the record allows stands by our clock already. */
const offset_min_ms = 2000;

/** SQL for how far the clock of the unit was behind ours, by `e`, an event, when that was received, ms. */
const behind_ms = sql<number>`coalesce((
  select case when abs(o.offset_ms) > ${offset_min_ms} and abs(o.offset_ms) <= ${limits.clockOffset_ms} then o.offset_ms end from clock_offset o
  where o.appliance = e.appliance and o.from_at <= e.received_at order by o.from_at desc limit 1), 0)::float8`;

/** Moments at which units told of their power failing, by our clock: they are compared with when we lost them. */
async function toldGasps(db: Db, ids: readonly number[], from: number): Promise<{ appliance: number; at: number }[]> {
  const rows = await powerEvents(db, ids, 'lost', from).execute();
  return rows.map(({ appliance, at, behind_ms: by_ms }) => ({ appliance, at: at + by_ms }));
}

/** Power cuts that units told of when they were back, by our clock. */
async function toldOutages(db: Db, ids: readonly number[], from: number): Promise<Outage[]> {
  const rows = await powerEvents(db, ids, 'returned', from)
    .select(sql<number | null>`(e.body->>'lostAt')::float8`.as('lost'))
    .execute();
  return rows.flatMap(({ appliance, lost, at, behind_ms: by_ms }) =>
    lost !== null && lost < at ? [{ appliance, lost: lost + by_ms, back: at + by_ms }] : [],
  );
}

/** Query for what units told of their power since a moment, by their clock. */
const powerEvents = (db: Db, ids: readonly number[], event: 'lost' | 'returned', from: number) =>
  db
    .selectFrom('event as e')
    .select(['e.appliance', 'e.at', behind_ms.as('behind_ms')])
    .where('e.appliance', '=', anyOf(ids))
    .where('e.type', '=', 'power')
    .where(sql<string>`e.body->>'event'`, '=', event)
    .where('e.at', '>=', timestamp(from))
    .orderBy('e.at');

async function bootsOf(
  db: Db,
  ids: readonly number[],
  from: number,
): Promise<{ appliance: number; boot: number; at: number }[]> {
  const boots = db
    .selectFrom('boot_anchor')
    .select(['appliance', 'boot', 'booted_at as at'])
    .where('appliance', '=', anyOf(ids));
  const lastBefore = boots
    .distinctOn('appliance')
    .where('booted_at', '<', timestamp(from))
    .orderBy('appliance')
    .orderBy('booted_at', 'desc');
  return boots
    .where('booted_at', '>=', timestamp(from))
    .unionAll(({ parens }) => parens(lastBefore))
    .execute();
}

/**
 * Stretches without the power cuts that lie in them. What a unit tells of the time before its first connection, as a backlog,
 * counts as if it had been connected then.
 */
function withoutOutages(stretches: readonly Stretch[], outages: readonly Outage[], from: number): Stretch[] {
  const first = stretches[0];
  const before = first && outages.some(({ lost }) => lost < first.from) ? [{ from, to: first.from }] : [];
  return outages.reduce<Stretch[]>(
    (rest, { lost, back }) =>
      rest.flatMap((stretch) => {
        const end = stretch.to ?? Number.POSITIVE_INFINITY;
        if (back <= stretch.from || lost >= end) return [stretch];
        const parts = [];
        if (lost > stretch.from) parts.push({ from: stretch.from, to: lost });
        if (back < end) parts.push({ from: back, to: stretch.to });
        return parts;
      }),
    [...before, ...stretches],
  );
}

/** Whether something was measured in the silence before each stretch: then the unit had power. */
async function withMissing(db: Db, members: readonly SiteMember[], units: readonly SiteUnit[]): Promise<SiteUnit[]> {
  const margin_ms = minute_ms;
  const asked = units.flatMap(({ online }, index) =>
    online.flatMap((stretch, nth) => {
      const before = online[nth - 1]?.to;
      const silent = before != null && stretch.from - before > 3 * margin_ms;
      return silent
        ? [{ id: members[index]?.id ?? 0, index, nth, from: before + margin_ms, to: stretch.from - margin_ms }]
        : [];
    }),
  );
  if (asked.length === 0) return [...units];
  const batch = unnestColumns({
    ix: ['integer', asked.map((_, ix) => ix)],
    appliance: ['integer', asked.map(({ id }) => id)],
    from_at: ['timestamptz', asked.map(({ from }) => from)],
    to_at: ['timestamptz', asked.map(({ to }) => to)],
  });
  const { rows } = await sql<{ ix: number }>`
    select batch.ix from ${batch.rows}
    where exists (
      select from telemetry t
      where t.appliance = batch.appliance and t.at >= batch.from_at and t.at <= batch.to_at)`.execute(db);
  const measured = new Set(rows.map(({ ix }) => `${asked[ix]?.index} ${asked[ix]?.nth}`));
  return units.map((unit, index) => ({
    ...unit,
    online: unit.online.map((stretch, nth) =>
      measured.has(`${index} ${nth}`) ? { ...stretch, missing: false } : stretch,
    ),
  }));
}

/** When no edge was up and reading, and when a large part of all units dropped at once, of several companies. */
export async function ourOutages(db: Db, from: number, now: number): Promise<{ from: number; to: number }[]> {
  const up = await db
    .selectFrom('edge_interval')
    .select('from_at as from')
    .select(sql<number>`case when ended then to_at else greatest(to_at, ${timestamp(now)}) end`.as('to'))
    .where(({ eb, or }) => or([eb('to_at', '>=', timestamp(from)), eb('ended', '=', false)]))
    .orderBy('from_at')
    .execute();
  const gaps: { from: number; to: number }[] = [];
  let until: number | undefined;
  for (const stretch of up) {
    if (until !== undefined && stretch.from > until) gaps.push({ from: until, to: stretch.from });
    until = Math.max(until ?? stretch.to, stretch.to);
  }
  const lost = await db
    .selectFrom('connection_interval as c')
    .leftJoin('tenure as t', (join) => join.onRef('t.appliance', '=', 'c.appliance').on('t.to_at', 'is', null))
    .select(['c.to_at as at', 't.company_id as company'])
    .where('c.to_at', '>=', timestamp(from))
    .where('c.reason', 'not in', ['portal', 'taken_over'])
    .$narrowType<{ at: NotNull }>()
    .execute();
  const { online } = await db
    .selectFrom('live_state')
    .select(({ fn }) => fn.countAll<number>().as('online'))
    .where('online', '=', true)
    .executeTakeFirstOrThrow();
  const incidents = fleetIncidents(
    lost.map(({ at }) => at),
    online + lost.length,
  ).filter(
    (incident) =>
      new Set(lost.filter(({ at }) => at >= incident.from && at <= incident.to).map(({ company }) => company)).size >=
      companiesOfIncident,
  );
  return [...gaps, ...incidents];
}
