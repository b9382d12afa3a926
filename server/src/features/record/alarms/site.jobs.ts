import type { LiveFrame } from '@brina/contract/live';
import { reconcileSite, type SiteFacts, type SiteInterval, siteIntervals } from '@brina/domain/alarms/engine/site';
import { hour_ms, minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import type { Bus } from '#core/bus/bus.ts';
import type { Clock } from '#core/clock.ts';
import type { Database, Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { locks } from '#core/db/locks.ts';
import { derivedId } from '#core/ids.ts';
import { withOwnIds } from './parts/intervals.ts';
import { showAlarms } from './parts/shown.ts';
import { ourOutages, type SiteMember, siteUnits } from './parts/site-facts.ts';

/** How far back silences are judged again, so that what arrives late may still change them. */
const lookBack_ms = 26 * hour_ms;
/** A told power cut is looked at with what was before it. */
const before_ms = hour_ms;

/**
 * Judges the silence of laboratories: power, network, or one unit's own trouble (docs/ALARMS.md). Only those are looked at in
 * which something is, or was lately, not connected. Each is a transaction of its own, which also takes what was told of it: a
 * crash between two of them loses nothing.
 */
export async function judgeSites({ db, bus, clock }: { db: Database; bus: Bus; clock: Clock }): Promise<void> {
  const now = clock.now();
  const show = (frames: readonly LiveFrame[]): void => {
    for (const frame of frames) bus.publish('live', { serial: frame.serialNumber, frame });
  };
  show(await db.write((tx) => endHomeless(tx, now)));
  const laboratories = await db.read((tx) => laboratoriesToJudge(tx, now));
  if (laboratories.length === 0) return;
  const lately = { from: now - lookBack_ms, ours: await db.read((tx) => ourOutages(tx, now - lookBack_ms, now)) };
  for (const id of laboratories) show(await db.write((tx) => judge(tx, id, lately, now)));
}

async function laboratoriesToJudge(db: Db, now: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select l.id::text as id from laboratory l
    where exists (select from alarm_site_due told where told.laboratory_id = l.id)
      or exists (
        select from appliance a join live_state s on s.appliance = a.id
        where a.laboratory_id = l.id and s.last_seen_at >= ${timestamp(now - lookBack_ms)} and not s.online)
      or exists (
        select from alarm_interval i
        where i.laboratory_id = l.id and i.of_site and i.cleared_at is null and i.state <> 'retracted')
      or exists (
        select from appliance a join connection_interval c on c.appliance = a.id
        where a.laboratory_id = l.id and c.to_at >= ${timestamp(now - before_ms)})
    order by l.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Ends what is on in laboratories that are no more: nobody judges them. @returns the frames to send after the commit */
async function endHomeless(db: Db, now: number): Promise<LiveFrame[]> {
  await sql`
    delete from alarm_site_due told where not exists (select from laboratory l where l.id = told.laboratory_id)`.execute(
    db,
  );
  const { rows } = await sql<{ concerned: number[] }>`
    update alarm_interval set state = 'cleared', cleared_at = ${timestamp(now)}, revision = revision + 1
    where of_site and laboratory_id is null and cleared_at is null and state <> 'retracted'
    returning case when appliance is null then units else array[appliance] end as concerned`.execute(db);
  return showAlarms(
    db,
    await serialsOf(
      db,
      rows.flatMap(({ concerned }) => concerned),
    ),
    now,
  );
}

/** What is known of all laboratories alike since a moment. */
type Lately = { from: number; ours: SiteFacts['ours'] };

async function judge(db: Db, laboratoryId: string, lately: Lately, now: number): Promise<LiveFrame[]> {
  await sql`select pg_advisory_xact_lock(${locks.site}, hashtext(${laboratoryId}))`.execute(db);
  // Laboratory, then its alarms, then live pictures: whoever deletes a laboratory locks in this order too.
  const held = await sql`select from laboratory where id = ${laboratoryId}::uuid for key share`.execute(db);
  if (held.rows.length === 0) return [];
  const told = await sql<{ from_at: number }>`
    delete from alarm_site_due where laboratory_id = ${laboratoryId}::uuid returning from_at`.execute(db);
  const from = Math.min(lately.from, ...told.rows.map(({ from_at }) => from_at - before_ms));
  const ours = from < lately.from ? await ourOutages(db, from, now) : lately.ours;
  const { units, members } = await siteUnits(db, laboratoryId, { from, now });
  const facts: SiteFacts = { units, ours };
  const gone = await partFromGone(db, laboratoryId, members, { from, now });
  const found = siteIntervals(facts, now).filter(({ clearedAt }) => clearedAt === null || clearedAt >= from);
  // What was found of units that have left is theirs and stays as it was.
  const stored = (await storedSince(db, laboratoryId, from)).filter(
    ({ interval }) => interval.unit === null || members.some(({ serial }) => serial === interval.unit),
  );
  const { changed, appeared, retracted } = reconcileSite(
    stored.map(({ interval }) => interval),
    found,
  );
  const known = stored.flatMap(({ id, interval: old }): Stored[] => {
    if (retracted.includes(old)) return [{ id, interval: { ...old, state: 'retracted' } }];
    const interval = changed.find((one) => one.old === old)?.now;
    return interval ? [{ id, interval }] : [];
  });
  const unknown = appeared.map((interval) => {
    const { name, unit, startedAt } = interval;
    return { id: derivedId('site', laboratoryId, name, unit ?? '', startedAt), interval };
  });
  const news = [...known, ...(await withOwnIds(db, unknown, stored, now))];
  for (const one of news) await store(db, { laboratoryId, members, facts, now, ...one });
  const touched = news.length === 0 ? [] : members.map(({ id, serial }) => ({ appliance: id, serial }));
  return showAlarms(db, [...touched, ...(await serialsOf(db, gone))], now);
}

/**
 * A unit that moved within its company takes along what was found of it alone; of one that left the company it is over, and an
 * alarm that lasts in its former kitchen concerns it no more.
 * @returns units that left
 */
async function partFromGone(
  db: Db,
  laboratoryId: string,
  members: readonly SiteMember[],
  { from, now }: { from: number; now: number },
): Promise<number[]> {
  const ids = members.map(({ id }) => id);
  await sql`
    update alarm_interval i set laboratory_id = here.id from laboratory here, laboratory was
    where here.id = ${laboratoryId}::uuid and i.appliance = any(${ids}::int[]) and i.of_site
      and was.id = i.laboratory_id and was.id <> here.id and was.company_id = here.company_id
      and (i.cleared_at is null or i.cleared_at >= ${timestamp(from)})`.execute(db);
  const ended = await sql<{ id: number }>`
    update alarm_interval i set state = 'cleared', cleared_at = ${timestamp(now)}, revision = i.revision + 1
    where i.laboratory_id = ${laboratoryId}::uuid and i.of_site and i.cleared_at is null and i.state <> 'retracted'
      and i.appliance <> all(${ids}::int[])
      and not exists (
        select from appliance a join laboratory there on there.id = a.laboratory_id
        join laboratory here on here.id = i.laboratory_id and here.company_id = there.company_id
        where a.id = i.appliance)
    returning i.appliance as id`.execute(db);
  const left = await sql<{ gone: number[] }>`
    update alarm_interval i set units = array(select unnest(i.units) intersect select unnest(${ids}::int[]))
    from (
      select id, array(select unnest(units) except select unnest(${ids}::int[])) as gone from alarm_interval
      where laboratory_id = ${laboratoryId}::uuid and of_site and cleared_at is null and not units <@ ${ids}::int[]) outdated
    where i.id = outdated.id
    returning outdated.gone`.execute(db);
  return [...new Set([...ended.rows.map(({ id }) => id), ...left.rows.flatMap(({ gone }) => gone)])];
}

async function serialsOf(db: Db, ids: readonly number[]): Promise<{ appliance: number; serial: string }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ appliance: number; serial: string }>`
    select id as appliance, serial from appliance where id = any(${ids}::int[])`.execute(db);
  return rows;
}

type Stored = { id: string; interval: SiteInterval };

type Row = {
  id: string;
  serial: string | null;
  name: string;
  state: SiteInterval['state'];
  started_at: number;
  raised_at: number | null;
  cleared_at: number | null;
  raised_by: ('unit' | 'server')[];
  evidence: SiteInterval['evidence'];
};

async function storedSince(db: Db, laboratoryId: string, from: number): Promise<Stored[]> {
  const { rows } = await sql<Row>`
    select i.id, a.serial, i.name, i.state, i.started_at, i.raised_at, i.cleared_at, i.raised_by, i.evidence
    from alarm_interval i left join appliance a on a.id = i.appliance
    where i.laboratory_id = ${laboratoryId}::uuid and i.of_site
      -- What was taken back before its end is over with its beginning.
      and coalesce(i.cleared_at, case when i.state = 'retracted' then i.started_at else 'infinity' end) >= ${timestamp(from)}`.execute(
    db,
  );
  return rows.map((row) => ({
    id: row.id,
    interval: {
      unit: row.serial,
      name: row.name,
      startedAt: row.started_at,
      raisedAt: row.raised_at,
      clearedAt: row.cleared_at,
      state: row.state,
      by: row.raised_by,
      evidence: row.evidence,
      foldedInto: null,
      chattering: 0,
    },
  }));
}

/** Stores an interval; one of the laboratory names the units that were silent in it. */
async function store(
  db: Db,
  {
    id,
    interval,
    laboratoryId,
    members,
    facts,
    now,
  }: Stored & { laboratoryId: string; members: readonly SiteMember[]; facts: SiteFacts; now: number },
): Promise<void> {
  const own = members.find(({ serial }) => serial === interval.unit)?.id ?? null;
  const silent = members.filter((_, index) => wasSilent(facts, index, interval.startedAt)).map((member) => member.id);
  await sql`
    insert into alarm_interval (id, appliance, laboratory_id, of_site, units, name, state, started_at, raised_at, cleared_at,
      raised_by, evidence, found_at)
    values (${id}::uuid, ${own}, ${laboratoryId}::uuid, true, ${own === null ? silent : []}::int[], ${interval.name},
      ${interval.state}, ${timestamp(interval.startedAt)}, ${interval.raisedAt === null ? null : timestamp(interval.raisedAt)},
      ${interval.clearedAt === null ? null : timestamp(interval.clearedAt)}, ${[...interval.by]}::text[],
      ${jsonb(interval.evidence)}, ${timestamp(now)})
    on conflict (id) do update set appliance = excluded.appliance, units = excluded.units, state = excluded.state,
      started_at = excluded.started_at, raised_at = excluded.raised_at, cleared_at = excluded.cleared_at,
      evidence = excluded.evidence, revision = alarm_interval.revision + 1`.execute(db);
}

/** Lost with the others: whoever was not online soon after they were. */
const together_ms = 5 * minute_ms;
const wasSilent = ({ units }: SiteFacts, index: number, startedAt: number): boolean =>
  units[index]?.online.some(
    ({ to }) => to !== null && to >= startedAt - together_ms && to <= startedAt + together_ms,
  ) ?? false;
