import type { AlarmName } from '@brina/domain/alarms/alarms';
import { causeOf } from '@brina/domain/alarms/engine/folding';
import type { AlarmSeer, Interval } from '@brina/domain/alarms/engine/interval';
import { minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { unnestColumns } from '#core/db/unnest.ts';
import { newId } from '#core/ids.ts';

/** An interval as it is stored. */
export type StoredInterval = { id: string; appliance: number; interval: Interval };

/** What tells that the rules of a unit fail is not theirs to find (`failures.ts`). */
export const ofFailure = 'rulesFailedWarning' satisfies AlarmName;

type Row = {
  id: string;
  appliance: number;
  name: string;
  zone: 2 | null;
  state: Interval['state'];
  started_at: number;
  raised_at: number | null;
  cleared_at: number | null;
  raised_by: AlarmSeer[];
  evidence: Interval['evidence'];
  folded_into: string | null;
  chattering: number;
  excursion: Interval['excursion'] | null;
};

/**
 * The intervals of units that were on at a moment, epoch ms, or began or were raised after it: a hole in the measurements is over
 * before it is certain that nothing fills it.
 */
export async function intervalsSince(
  db: Db,
  since: readonly { appliance: number; at: number }[],
): Promise<StoredInterval[]> {
  const batch = unnestColumns({
    appliance: ['integer', since.map((one) => one.appliance)],
    at: ['timestamptz', since.map((one) => one.at)],
  });
  const { rows } = await sql<Row>`
    select i.id, i.appliance, i.name, i.zone, i.started_at, i.raised_at, i.cleared_at, i.state, i.raised_by, i.evidence,
      i.folded_into, i.chattering, i.excursion
    from ${batch.rows} join alarm_interval i on i.appliance = batch.appliance
    where not i.of_site and i.state <> 'retracted' and i.name <> ${ofFailure}
      and (i.cleared_at is null or greatest(i.cleared_at, i.raised_at) >= batch.at)`.execute(db);
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

/**
 * Alarms that appeared, each with an identity of its own. It derives from how the alarm began, unless that is taken already: when late
 * data splits an alarm or moves its beginning, the part that keeps the identity may begin at another moment than it did.
 * @param known what was stored of the stretch: each of these is another alarm
 */
export async function withOwnIds<Of extends { id: string; interval: Pick<Interval, 'startedAt'> }>(
  db: Db,
  appeared: readonly Of[],
  known: readonly { id: string }[],
  now_ms: number,
): Promise<Of[]> {
  if (appeared.length === 0) return [];
  const batch = unnestColumns({
    id: ['uuid', appeared.map(({ id }) => id)],
    started_at: ['timestamptz', appeared.map(({ interval }) => interval.startedAt)],
  });
  const { rows } = await sql<{ id: string }>`
    select i.id from ${batch.rows} join alarm_interval i on i.id = batch.id
    where i.state <> 'retracted' and i.started_at <> batch.started_at`.execute(db);
  const taken = new Set([...rows, ...known].map(({ id }) => id));
  return appeared.map((one) => (taken.has(one.id) ? { ...one, id: newId(now_ms) } : one));
}

/**
 * What is stored already of stretches that are over: they are told once more, from the same beginning. Identities tell nothing: late data
 * may have moved the beginning of an alarm that kept its own.
 */
export async function sameStretches(
  db: Db,
  found: readonly { appliance: number; interval: Interval }[],
): Promise<StoredInterval[]> {
  const over = found.filter(({ interval }) => interval.clearedAt !== null);
  if (over.length === 0) return [];
  const batch = unnestColumns({
    appliance: ['integer', over.map(({ appliance }) => appliance)],
    name: ['text', over.map(({ interval }) => interval.name)],
    zone: ['smallint', over.map(({ interval }) => interval.zone ?? null)],
    started_at: ['timestamptz', over.map(({ interval }) => interval.startedAt)],
  });
  const { rows } = await sql<Row>`
    select i.id, i.appliance, i.name, i.zone, i.started_at, i.raised_at, i.cleared_at, i.state, i.raised_by, i.evidence,
      i.folded_into, i.chattering, i.excursion
    from ${batch.rows} join alarm_interval i on i.appliance = batch.appliance and i.started_at = batch.started_at
      and i.name = batch.name and i.zone is not distinct from batch.zone
    where not i.of_site and i.state <> 'retracted'`.execute(db);
  return rows.map(({ id, appliance, ...row }) => ({ id, appliance, interval: read(row) }));
}

/** Keeps what intervals said before late data changed them. */
export async function keepRevisions(db: Db, replaced: readonly StoredInterval[], now_ms: number): Promise<void> {
  for (const { id, interval } of replaced)
    await sql`
      insert into alarm_revision (interval_id, revision, replaced_at, content)
      select id, revision, ${timestamp(now_ms)}, ${jsonb(interval)} from alarm_interval where id = ${id}::uuid
      on conflict do nothing`.execute(db);
}

/** The end of a silence and the first sample after it, or its beginning and the last one before, are no further apart. */
const edge_ms = 5 * minute_ms;

/**
 * Says of holes in the measurements that a power cut or the network of the kitchen explains them: one cause is told once. What the
 * silence of a laboratory was, is judged apart from the rules of its units.
 * @returns for each unit its intervals, in order
 */
export async function foldGaps(
  db: Db,
  units: readonly { unit: { appliance: number }; intervals: readonly Interval[] }[],
): Promise<Interval[][]> {
  const gaps = units.flatMap(({ unit, intervals }) =>
    intervals.filter(isGap).map((interval) => ({ appliance: unit.appliance, interval })),
  );
  if (gaps.length === 0) return units.map(({ intervals }) => [...intervals]);
  const batch = unnestColumns({
    ix: ['integer', gaps.map((_, ix) => ix)],
    appliance: ['integer', gaps.map(({ appliance }) => appliance)],
    from_at: ['timestamptz', gaps.map(({ interval }) => interval.startedAt + edge_ms)],
    to_at: ['timestamptz', gaps.map(({ interval }) => (interval.clearedAt ?? interval.startedAt) - edge_ms)],
  });
  const { rows } = await sql<{ ix: number; names: string[] }>`
    select batch.ix, array_agg(i.name order by i.name) as names from ${batch.rows}
    join alarm_interval i on i.of_site and (i.appliance = batch.appliance or i.units @> array[batch.appliance])
      and i.state in ('suspected', 'active', 'cleared') and i.started_at <= batch.from_at
      and coalesce(i.cleared_at, 'infinity') >= batch.to_at
    group by batch.ix`.execute(db);
  const causes = new Map(
    rows.flatMap(({ ix, names }): [Interval, string | null][] => {
      const interval = gaps[ix]?.interval;
      return interval ? [[interval, causeOf(interval.name, false, new Set(names))]] : [];
    }),
  );
  return units.map(({ intervals }) =>
    intervals.map((interval) => ({ ...interval, foldedInto: interval.foldedInto ?? causes.get(interval) ?? null })),
  );
}

const isGap = ({ name }: Interval): boolean => name === 'dataGapWarning';
