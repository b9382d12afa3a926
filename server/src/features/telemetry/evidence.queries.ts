import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Evidence, Stretch } from './parts/gaps.ts';

/** An unresolved moment of a message is blamed on the time around its receipt. */
const untimedAround_ms = 10 * 60_000;

/** What is known of the silences of an appliance within a window. */
export async function evidenceOf(db: Db, appliance: number, { from, to }: Stretch): Promise<Evidence> {
  const window = sql`tstzrange(${timestamp(from)}, ${timestamp(to)})`;
  const stretches = async (query: ReturnType<typeof sql<{ from: number; to: number | null }>>): Promise<Stretch[]> =>
    (await query.execute(db)).rows.map((row) => ({ from: row.from, to: row.to ?? Infinity }));
  return {
    connected: await stretches(sql`
      select from_at as "from", to_at as "to" from connection_interval
      where appliance = ${appliance} and tstzrange(from_at, to_at) && ${window} order by from_at`),
    edgeUp: await stretches(sql`
      select from_at as "from", to_at as "to" from edge_interval
      where tstzrange(from_at, to_at, '[]') && ${window} order by from_at`),
    dropped: await stretches(sql`
      select to_timestamp((body->>'from')::numeric / 1000) as "from", to_timestamp((body->>'to')::numeric / 1000) as "to"
      from event where appliance = ${appliance} and type = 'gap' and at >= ${timestamp(from)}
        and (body->>'from')::numeric < ${to}`),
    untimed: (
      await db
        .selectFrom('untimed')
        .select('received_at')
        .where('appliance', '=', appliance)
        .where('received_at', '>=', timestamp(from - untimedAround_ms))
        .where('received_at', '<=', timestamp(to + untimedAround_ms))
        .execute()
    ).map((row) => ({ from: row.received_at - untimedAround_ms, to: row.received_at + untimedAround_ms })),
  };
}

/** When a company held an appliance, within a window. */
export async function tenuresWithin(db: Db, companyId: string | null, serial: string, window: Stretch): Promise<{ appliance: number; held: Stretch[] }> {
  const rows = await db
    .selectFrom('tenure')
    .innerJoin('appliance', 'appliance.id', 'tenure.appliance')
    .select(['tenure.appliance', 'from_at', 'to_at'])
    .where('serial', '=', serial)
    .where('company_id', '=', companyId)
    .orderBy('from_at')
    .execute();
  const held = rows
    .map((row) => ({ from: Math.max(row.from_at, window.from), to: Math.min(row.to_at ?? Infinity, window.to) }))
    .filter(({ from, to }) => from < to);
  return { appliance: rows[0]?.appliance ?? 0, held };
}
