import type { Interval } from '@brina/domain/alarm-engine/interval';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { timestamp } from '#core/db/instants.ts';
import { unnestColumns } from '#core/db/unnest.ts';

/** An interval as it is stored. */
export type StoredInterval = { id: string; appliance: number; interval: Interval };

type Row = {
  id: string;
  appliance: number;
  name: string;
  zone: 2 | null;
  state: Interval['state'];
  started_at: number;
  raised_at: number | null;
  cleared_at: number | null;
  raised_by: ('unit' | 'server')[];
  evidence: Interval['evidence'];
  folded_into: string | null;
  chattering: number;
  excursion: Interval['excursion'] | null;
};

/** The intervals of units that were on at a moment or began after it, epoch ms. */
export async function intervalsSince(
  db: Db,
  since: readonly { appliance: number; at: number }[],
): Promise<StoredInterval[]> {
  const batch = unnestColumns({
    appliance: ['integer', since.map((one) => one.appliance)],
    at: ['timestamptz', since.map((one) => one.at)],
  });
  const { rows } = await sql<Row>`
    select i.* from ${batch.rows} join alarm_interval i on i.appliance = batch.appliance
    where not i.of_site and i.state <> 'retracted' and (i.cleared_at is null or i.cleared_at >= batch.at)`.execute(db);
  return rows.map(({ id, appliance, ...row }) => ({ id, appliance, interval: read(row) }));
}

const read = (row: Omit<Row, 'id' | 'appliance'>): Interval => ({
  name: row.name,
  ...(row.zone === 2 && { zone: 2 as const }),
  startedAt: row.started_at,
  raisedAt: row.raised_at,
  clearedAt: row.cleared_at,
  state: row.state,
  by: row.raised_by,
  evidence: row.evidence,
  foldedInto: row.folded_into,
  chattering: row.chattering,
  ...(row.excursion && { excursion: row.excursion }),
});

/** Stores intervals, new ones and others that say something else than before: those get another revision. */
export async function storeIntervals(db: Db, stored: readonly StoredInterval[], now_ms: number): Promise<void> {
  if (stored.length === 0) return;
  const of = <T>(field: (interval: Interval) => T): T[] => stored.map(({ interval }) => field(interval));
  const batch = unnestColumns({
    id: ['uuid', stored.map(({ id }) => id)],
    appliance: ['integer', stored.map(({ appliance }) => appliance)],
    name: ['text', of(({ name }) => name)],
    zone: ['smallint', of(({ zone }) => zone ?? null)],
    state: ['text', of(({ state }) => state)],
    started_at: ['timestamptz', of(({ startedAt }) => startedAt)],
    raised_at: ['timestamptz', of(({ raisedAt }) => raisedAt)],
    cleared_at: ['timestamptz', of(({ clearedAt }) => clearedAt)],
    raised_by: ['text', of(({ by }) => by.join())],
    evidence: ['jsonb', of(({ evidence }) => evidence)],
    folded_into: ['text', of(({ foldedInto }) => foldedInto)],
    chattering: ['integer', of(({ chattering }) => chattering)],
    excursion: ['jsonb', of(({ excursion }) => excursion ?? null)],
  });
  await sql`
    insert into alarm_interval (id, appliance, name, zone, state, started_at, raised_at, cleared_at, raised_by, evidence,
      folded_into, chattering, excursion, found_at)
    select id, appliance, name, zone, state, started_at, raised_at, cleared_at, string_to_array(raised_by, ','), evidence,
      folded_into, chattering, nullif(excursion, 'null'::jsonb), ${timestamp(now_ms)}
    from ${batch.rows}
    on conflict (id) do update set state = excluded.state, started_at = excluded.started_at, raised_at = excluded.raised_at,
      cleared_at = excluded.cleared_at, raised_by = excluded.raised_by, evidence = excluded.evidence,
      folded_into = excluded.folded_into, chattering = excluded.chattering, excursion = excluded.excursion,
      revision = alarm_interval.revision + 1`.execute(db);
}

/** Keeps what intervals said before late data changed them. */
export async function keepRevisions(db: Db, replaced: readonly StoredInterval[], now_ms: number): Promise<void> {
  for (const { id, interval } of replaced)
    await sql`
      insert into alarm_revision (interval_id, revision, replaced_at, content)
      select id, revision, ${timestamp(now_ms)}, ${jsonb(interval)} from alarm_interval where id = ${id}::uuid
      on conflict do nothing`.execute(db);
}
