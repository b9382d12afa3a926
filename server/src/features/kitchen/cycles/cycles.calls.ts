import { type ApplianceEvent, type CycleRun, listCycles, listEvents } from '@brina/contract/calls/kitchen/cycles';
import type { RunEnd } from '@brina/domain/appliance/states';
import { sql } from 'kysely';
import { viewOf } from '#core/access/views.ts';
import { timestamp } from '#core/db/instants.ts';
import { handle } from '#core/http/handle.ts';
import { requireRange } from '#core/http/range.ts';
import { recipesOfRuns } from './recipes-of-runs.ts';
import { stoppedBy } from './stopped-by.ts';

const cycles_max = 500;
const events_max = 1000;

type RunRow = {
  id: string;
  function: number | null;
  started_at: number;
  ended_at: number | null;
  end_event: RunEnd | null;
  end_reason: string | null;
  request: { product?: string; lot?: string; load_kg?: number; plan?: Record<string, unknown>[] } | null;
  batch_id: string | null;
  verdict: string | null;
  model: string;
  recipe_number: number | null;
  recipe_version: number | null;
};

/** A run belongs to who held the appliance when it began; how it ended in another's time is the other's. */
const cycles = handle(listCycles, async ({ db, caller, params, query }) => {
  requireRange(query);
  const { rows } = await sql<RunRow>`
    select r.id, r.function, r.started_at, r.request, r.recipe_number, r.recipe_version, a.model,
      case when b.removed_at is null then b.id end as batch_id, v.verdict,
      case when e.own then r.ended_at end as ended_at, case when e.own then r.end_event end as end_event,
      case when e.own then r.end_reason end as end_reason
    from appliance a
    join cycle_run r on r.appliance = a.id
    left join batch b on b.id = r.id
    left join batch_revision v on v.batch = b.id and v.revision = b.revision
    join ${viewOf(caller)} w on w.appliance = a.id and w.from_at <= r.started_at and (w.to_at is null or r.started_at < w.to_at)
    cross join lateral (select w.to_at is null or r.ended_at < w.to_at as own) e
    where a.serial = ${params.id} and r.started_at < ${timestamp(query.to)}
      and (r.ended_at is null or r.ended_at >= ${timestamp(query.from)})
    order by r.started_at desc, r.id desc
    limit ${cycles_max}`.execute(db);
  const persons = await stoppedBy(
    db,
    rows.flatMap(({ id, end_reason }) => (end_reason === 'person' ? [id] : [])),
  );
  const recipes = await recipesOfRuns(db, caller.companyId, rows, caller);
  return rows.map(
    (row): CycleRun => ({
      id: row.id,
      function: row.function ?? 0,
      startedAt: row.started_at,
      endedAt: row.ended_at,
      state: row.end_event ?? 'running',
      reason: row.end_reason,
      stoppedBy: persons.get(row.id) ?? null,
      product: row.request?.product ?? null,
      lot: row.request?.lot ?? null,
      load_kg: row.request?.load_kg ?? null,
      batchId: row.batch_id,
      verdict: row.verdict,
      plan: row.request?.plan ?? null,
      recipe: recipes.get(row.id) ?? null,
    }),
  );
});

const events = handle(listEvents, async ({ db, caller, params, query }) => {
  requireRange(query);
  const types = query.types ? query.types.split(',') : [];
  const rows = await db
    .selectFrom('appliance as a')
    .innerJoin(viewOf(caller).as('v'), 'v.appliance', 'a.id')
    .innerJoin('event as e', 'e.appliance', 'a.id')
    .select(['e.at', 'e.type', 'e.body', 'v.from_at as seen_from'])
    .where('a.serial', '=', params.id)
    .where('e.at', '>=', sql<number>`greatest(v.from_at, ${timestamp(query.from)})`)
    .where('e.at', '<', sql<number>`least(coalesce(v.to_at, 'infinity'), ${timestamp(query.to)})`)
    .$if(types.length > 0, (all) => all.where('e.type', 'in', types))
    .orderBy('e.at', 'desc')
    .orderBy('e.log', 'desc')
    .orderBy('e.seq', 'desc')
    .limit(events_max)
    .execute();
  return rows.map(
    ({ at, type, body: { type: _, ...body }, seen_from }): ApplianceEvent => ({
      at,
      type,
      body: since(body, seen_from),
    }),
  );
});

/** Where the body of an event says when something began that it tells the end of: lost power, data that were not kept. */
const beginnings: readonly string[] = ['lostAt', 'from'];

/** The body of an event for who looks at the unit since a moment: what began before is told from then on. */
const since = (body: Record<string, unknown>, seenFrom: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) =>
      beginnings.includes(name) && typeof value === 'number' ? [name, Math.max(value, seenFrom)] : [name, value],
    ),
  );

/** Runs of cycles and other events of an appliance. */
export const cycleHandlers = [cycles, events];
