import type { Online, SiteUnit } from '@brina/domain/alarms/engine/site';
import { fleetIncidents } from '@brina/domain/alarms/engine/site';
import { sql } from 'kysely';
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
  const { rows: members } = await sql<SiteMember>`
    select a.id, a.serial, t.from_at as held_since from appliance a
    join tenure t on t.appliance = a.id and t.to_at is null
    where a.laboratory_id = ${laboratoryId}::uuid order by a.id`.execute(db);
  const ids = members.map(({ id }) => id);
  const connected = await connectedStretches(db, ids, from);
  const outages = await toldOutages(db, ids, from);
  const boots = await bootsOf(db, ids, from);
  const gasps = await toldGasps(db, ids, from);
  const { rows: cycles } = await sql<Stretch & { appliance: number }>`
    select appliance, started_at as "from", ended_at as "to" from cycle_run
    where appliance = any(${ids}::int[]) and started_at is not null
      and (ended_at is null or ended_at >= ${timestamp(from)})`.execute(db);
  const ofUnit = <Row extends { appliance: number }>(rows: readonly Row[], id: number): Row[] =>
    rows.filter(({ appliance }) => appliance === id);
  const units = members.map(({ id, serial, held_since }): SiteUnit => {
    const bootAt = (at: number): number =>
      ofUnit(boots, id).reduce((latest, { boot, at: began }) => (began <= at ? Math.max(latest, boot) : latest), 0);
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

/** A smaller offset of a clock is as good as none. */
const offset_min_ms = 2000;

/** SQL for how far the clock of the unit was behind ours, by `e`, an event, when that was received, ms. */
const behind_ms = sql`coalesce((
  select case when abs(o.offset_ms) > ${offset_min_ms} then o.offset_ms end from clock_offset o
  where o.appliance = e.appliance and o.from_at <= e.received_at order by o.from_at desc limit 1), 0)::float8`;

/** Moments at which units told of their power failing, by our clock: they are compared with when we lost them. */
async function toldGasps(db: Db, ids: readonly number[], from: number): Promise<{ appliance: number; at: number }[]> {
  const { rows } = await sql<{ appliance: number; at: number; behind_ms: number }>`
    select e.appliance, e.at, ${behind_ms} as behind_ms from event e
    where e.appliance = any(${ids}::int[]) and e.type = 'power' and e.body->>'event' = 'lost' and e.at >= ${timestamp(from)}
    order by e.at`.execute(db);
  return rows.map(({ appliance, at, behind_ms: by_ms }) => ({ appliance, at: at + by_ms }));
}

/** Power cuts that units told of when they were back, by our clock. */
async function toldOutages(db: Db, ids: readonly number[], from: number): Promise<Outage[]> {
  const { rows } = await sql<{ appliance: number; lost: number | null; back: number; behind_ms: number }>`
    select e.appliance, (e.body->>'lostAt')::float8 as lost, e.at as back, ${behind_ms} as behind_ms from event e
    where e.appliance = any(${ids}::int[]) and e.type = 'power' and e.body->>'event' = 'returned' and e.at >= ${timestamp(from)}
    order by e.at`.execute(db);
  return rows.flatMap(({ appliance, lost, back, behind_ms: by_ms }) =>
    lost !== null && lost < back ? [{ appliance, lost: lost + by_ms, back: back + by_ms }] : [],
  );
}

async function bootsOf(
  db: Db,
  ids: readonly number[],
  from: number,
): Promise<{ appliance: number; boot: number; at: number }[]> {
  const { rows } = await sql<{ appliance: number; boot: number; at: number }>`
    select appliance, boot, booted_at as at from boot_anchor
    where appliance = any(${ids}::int[]) and booted_at >= ${timestamp(from)}
    union all
    (select distinct on (appliance) appliance, boot, booted_at from boot_anchor
    where appliance = any(${ids}::int[]) and booted_at < ${timestamp(from)}
    order by appliance, booted_at desc)`.execute(db);
  return rows;
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
  const margin_ms = 60_000;
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
  const { rows: up } = await sql<{ from: number; to: number }>`
    select from_at as "from", case when ended then to_at else greatest(to_at, ${timestamp(now)}) end as "to"
    from edge_interval where to_at >= ${timestamp(from)} or not ended order by from_at`.execute(db);
  const gaps: { from: number; to: number }[] = [];
  let until: number | undefined;
  for (const stretch of up) {
    if (until !== undefined && stretch.from > until) gaps.push({ from: until, to: stretch.from });
    until = Math.max(until ?? stretch.to, stretch.to);
  }
  const { rows: lost } = await sql<{ at: number; company: string | null }>`
    select c.to_at as at, t.company_id::text as company from connection_interval c
    left join tenure t on t.appliance = c.appliance and t.to_at is null
    where c.to_at >= ${timestamp(from)} and c.reason not in ('portal', 'taken_over')`.execute(db);
  const { rows: counted } = await sql<{ online: number }>`
    select count(*)::int as online from live_state where online`.execute(db);
  const incidents = fleetIncidents(
    lost.map(({ at }) => at),
    (counted[0]?.online ?? 0) + lost.length,
  ).filter(
    (incident) =>
      new Set(lost.filter(({ at }) => at >= incident.from && at <= incident.to).map(({ company }) => company)).size >=
      companiesOfIncident,
  );
  return [...gaps, ...incidents];
}
