import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { viewOf } from '#core/access/views.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { unnestColumns } from '#core/db/unnest.ts';
import { reasonOf, type Silence, type Stretch } from './gaps.ts';

/** Says of each silence of an appliance why nothing was measured, as far as the portal knows today. */
export async function explainSilences(db: Db, appliance: number, silences: readonly Stretch[]): Promise<Silence[]> {
  if (silences.length === 0) return [];
  const batch = unnestColumns({
    ix: ['integer', silences.map((_, ix) => ix)],
    from_at: ['timestamptz', silences.map(({ from }) => from)],
    to_at: ['timestamptz', silences.map(({ to }) => to)],
  });
  const around = await sql<{ ix: number; complete: boolean; untimed: boolean }>`
    select batch.ix,
      coalesce(case when start.seq <= after.seq then r.seen @> int8range(start.seq, after.seq, '[]') end, false) as complete,
      exists (
        select from untimed u where u.appliance = ${appliance} and case
          when u.log = before.log then u.seq > before.seq and (u.log is distinct from after.log or u.seq < after.seq)
          else u.received_at between batch.from_at and batch.to_at end) as untimed
    from ${batch.rows}
    left join lateral (
      select log, seq from telemetry where appliance = ${appliance} and at <= batch.from_at
      order by at desc, log desc, seq desc limit 1) before on true
    left join lateral (
      select log, seq from telemetry where appliance = ${appliance} and at >= batch.to_at
      order by at, log, seq limit 1) after on true
    -- A log begins with 0: before that there was nothing to send.
    cross join lateral (select coalesce(before.seq, 0) as seq) start
    left join received r on r.appliance = ${appliance} and r.log = after.log and r.log = coalesce(before.log, r.log)`.execute(
    db,
  );
  const known = new Map(around.rows.map(({ ix, ...row }) => [ix, row]));
  const edgeUp = await sql<Stretch>`
    select distinct i.from_at as "from", i.to_at as "to" from edge_interval i
    join ${batch.rows} on i.from_at < batch.to_at and i.to_at > batch.from_at`.execute(db);
  const connected = await sql<Stretch>`
    select distinct i.from_at as "from", coalesce(i.to_at, 'infinity') as "to" from connection_interval i
    join ${batch.rows} on i.from_at < batch.to_at and (i.to_at is null or i.to_at > batch.from_at)
    where i.appliance = ${appliance}`.execute(db);
  // The moments in the body are the unit's words, and may be any numbers.
  const dropped = await db
    .selectFrom('event')
    .select([sql<number>`(body->>'from')::float8`.as('from'), sql<number>`(body->>'to')::float8`.as('to')])
    .distinct()
    .where('appliance', '=', appliance)
    .where('type', '=', 'gap')
    .where('at', '>=', timestamp(silences[0]?.from ?? 0))
    .execute();
  return silences.map((silence, ix) => {
    const { complete = false, untimed = false } = known.get(ix) ?? {};
    const evidence = { complete, untimed, edgeUp: edgeUp.rows, connected: connected.rows, dropped };
    return { ...silence, reason: reasonOf(silence, evidence) };
  });
}

/** When a caller may look at an appliance, within a window: the stretches its company held it (docs/SECURITY.md). */
export async function heldWithin(
  db: Db,
  caller: Caller,
  serial: string,
  window: Stretch,
): Promise<{ appliance: number; held: Stretch[] }> {
  const rows = await db
    .selectFrom('appliance as a')
    .innerJoin(viewOf(caller).as('v'), 'v.appliance', 'a.id')
    .select(['v.appliance', 'v.from_at', 'v.to_at'])
    .where('a.serial', '=', serial)
    .orderBy('v.from_at')
    .execute();
  const held = rows
    .map((row) => ({ from: Math.max(row.from_at, window.from), to: Math.min(row.to_at ?? Infinity, window.to) }))
    .filter(({ from, to }) => from < to);
  return { appliance: rows[0]?.appliance ?? 0, held };
}
