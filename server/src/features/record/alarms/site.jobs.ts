import type { LiveFrame } from '@brina/contract/live';
import { isPartOf } from '@brina/domain/alarms/engine/interval';
import type { SiteFacts } from '@brina/domain/alarms/engine/outages';
import { ofOneSiteAlarm, reconcileSite, type SiteInterval, siteIntervals } from '@brina/domain/alarms/engine/site';
import { hour_ms } from '@brina/domain/language/durations';
import { type NotNull, sql } from 'kysely';
import type { Bus } from '#core/bus/bus.ts';
import type { Clock } from '#core/clock.ts';
import { anyOf } from '#core/db/any-of.ts';
import type { Database, Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { locks } from '#core/db/locks.ts';
import { derivedId } from '#core/ids.ts';
import { readAsPartOf } from '../notifications/notifications.queries.ts';
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
  const rows = await db
    .selectFrom('laboratory as l')
    .select('l.id')
    .where(sql<boolean>`(
      exists (select from alarm_site_due told where told.laboratory_id = l.id)
      or exists (
        select from appliance a join live_state s on s.appliance = a.id
        where a.laboratory_id = l.id and s.last_seen_at >= ${timestamp(now - lookBack_ms)} and not s.online)
      or exists (
        select from alarm_interval i
        where i.laboratory_id = l.id and i.of_site and i.cleared_at is null and i.state <> 'retracted')
      or exists (
        select from appliance a join connection_interval c on c.appliance = a.id
        where a.laboratory_id = l.id and c.to_at >= ${timestamp(now - before_ms)}))`)
    .orderBy('l.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Ends what is on in laboratories that are no more: nobody judges them. @returns the frames to send after the commit */
async function endHomeless(db: Db, now: number): Promise<LiveFrame[]> {
  await db
    .deleteFrom('alarm_site_due as told')
    .where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom('laboratory as l').whereRef('l.id', '=', 'told.laboratory_id'))),
    )
    .execute();
  const ended = await db
    .updateTable('alarm_interval')
    .set((eb) => ({ state: 'cleared', cleared_at: timestamp(now), revision: eb('revision', '+', 1) }))
    .where('of_site', '=', true)
    .where('laboratory_id', 'is', null)
    .where('cleared_at', 'is', null)
    .where('state', '<>', 'retracted')
    .returning(['appliance', 'units'])
    .execute();
  const concerned = ended.flatMap(({ appliance, units }) => (appliance === null ? units : [appliance]));
  return showAlarms(db, await serialsOf(db, concerned), now);
}

/** What is known of all laboratories alike since a moment. */
type Lately = { from: number; ours: SiteFacts['ours'] };

async function judge(db: Db, laboratoryId: string, lately: Lately, now: number): Promise<LiveFrame[]> {
  await sql`select pg_advisory_xact_lock(${locks.site}, hashtext(${laboratoryId}))`.execute(db);
  // Laboratory, then its alarms, then live pictures: whoever deletes a laboratory locks in this order too.
  const held = await db
    .selectFrom('laboratory')
    .select('id')
    .where('id', '=', laboratoryId)
    .forKeyShare()
    .executeTakeFirst();
  if (!held) return [];
  const told = await db
    .deleteFrom('alarm_site_due')
    .where('laboratory_id', '=', laboratoryId)
    .returning('from_at')
    .execute();
  const from = Math.min(lately.from, ...told.map(({ from_at }) => from_at - before_ms));
  const ours = from < lately.from ? await ourOutages(db, from, now) : lately.ours;
  const { units, members } = await siteUnits(db, laboratoryId, { from, now });
  const facts: SiteFacts = { units, ours };
  const gone = await partFromGone(db, laboratoryId, members, { from, now });
  const found = siteIntervals(facts, now).filter(({ clearedAt }) => clearedAt === null || clearedAt >= from);
  // What was found of units that have left is theirs and stays as it was.
  const stored = (await storedSince(db, laboratoryId, members, from)).filter(
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
  const own = await withOwnIds(db, unknown, stored, now);
  const news = [...known, ...own];
  for (const one of news) await store(db, { laboratoryId, members, now, ...one });
  await readAsPartOf(
    db,
    own.flatMap(({ id, interval }) =>
      stored
        .filter((told) => told.id !== id && isPartOf(interval, told.interval, ofOneSiteAlarm))
        .map((told) => ({ id, whole: told.id })),
    ),
  );
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
  await db
    .updateTable('alarm_interval as i')
    .from(['laboratory as here', 'laboratory as was'])
    .set(({ ref }) => ({ laboratory_id: ref('here.id') }))
    .where('here.id', '=', laboratoryId)
    .where('i.appliance', '=', anyOf(ids))
    .where('i.of_site', '=', true)
    .whereRef('was.id', '=', 'i.laboratory_id')
    .whereRef('was.id', '<>', 'here.id')
    .whereRef('was.company_id', '=', 'here.company_id')
    .where(({ eb, or }) => or([eb('i.cleared_at', 'is', null), eb('i.cleared_at', '>=', timestamp(from))]))
    .execute();
  const ended = await db
    .updateTable('alarm_interval as i')
    .set((eb) => ({ state: 'cleared', cleared_at: timestamp(now), revision: eb('i.revision', '+', 1) }))
    .where('i.laboratory_id', '=', laboratoryId)
    .where('i.of_site', '=', true)
    .where('i.cleared_at', 'is', null)
    .where('i.state', '<>', 'retracted')
    .where('i.appliance', '<>', sql<number>`all(${ids})`)
    .where(sql<boolean>`not exists (
      select from appliance a join laboratory there on there.id = a.laboratory_id
      join laboratory here on here.id = i.laboratory_id and here.company_id = there.company_id
      where a.id = i.appliance)`)
    .returning('i.appliance as id')
    .$narrowType<{ id: NotNull }>()
    .execute();
  const left = await sql<{ gone: number[] }>`
    update alarm_interval i set units = array(select unnest(i.units) intersect select unnest(${ids}::int[]))
    from (
      select id, array(select unnest(units) except select unnest(${ids}::int[])) as gone from alarm_interval
      where laboratory_id = ${laboratoryId}::uuid and of_site and cleared_at is null and not units <@ ${ids}::int[]) outdated
    where i.id = outdated.id
    returning outdated.gone`.execute(db);
  return [...new Set([...ended.map(({ id }) => id), ...left.rows.flatMap(({ gone }) => gone)])];
}

async function serialsOf(db: Db, ids: readonly number[]): Promise<{ appliance: number; serial: string }[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('appliance').select(['id as appliance', 'serial']).where('id', 'in', ids).execute();
}

type Stored = { id: string; interval: SiteInterval };

async function storedSince(
  db: Db,
  laboratoryId: string,
  members: readonly SiteMember[],
  from: number,
): Promise<Stored[]> {
  const serialOf = new Map(members.map(({ id, serial }) => [id, serial]));
  // What was taken back before its end is over with its beginning.
  const overAt = sql<number>`coalesce(i.cleared_at, case when i.state = 'retracted' then i.started_at else 'infinity' end)`;
  const rows = await db
    .selectFrom('alarm_interval as i')
    .leftJoin('appliance as a', 'a.id', 'i.appliance')
    .select(['i.id', 'a.serial', 'i.name', 'i.state', 'i.started_at', 'i.raised_at', 'i.cleared_at', 'i.raised_by'])
    .select(['i.evidence', 'i.units'])
    .where('i.laboratory_id', '=', laboratoryId)
    .where('i.of_site', '=', true)
    .where(overAt, '>=', timestamp(from))
    .execute();
  return rows.map((row) => ({
    id: row.id,
    interval: {
      unit: row.serial,
      // What is told of a unit that has left is not told again.
      units: row.units.flatMap((id) => serialOf.get(id) ?? []).sort(),
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

/** Stores an interval; one of the laboratory names the units that were silent in it, also those that have left since. */
async function store(
  db: Db,
  {
    id,
    interval,
    laboratoryId,
    members,
    now,
  }: Stored & { laboratoryId: string; members: readonly SiteMember[]; now: number },
): Promise<void> {
  const own = members.find(({ serial }) => serial === interval.unit)?.id ?? null;
  const silent = members.filter(({ serial }) => interval.units.includes(serial)).map((member) => member.id);
  const ids = members.map((member) => member.id);
  await db
    .insertInto('alarm_interval')
    .values({
      id,
      appliance: own,
      laboratory_id: laboratoryId,
      of_site: true,
      units: silent,
      name: interval.name,
      state: interval.state,
      started_at: timestamp(interval.startedAt),
      raised_at: timestamp(interval.raisedAt),
      cleared_at: timestamp(interval.clearedAt),
      raised_by: interval.by,
      evidence: jsonb(interval.evidence),
      found_at: timestamp(now),
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ eb, ref }) => ({
        appliance: ref('excluded.appliance'),
        units: sql`excluded.units || array(select unnest(alarm_interval.units) except select unnest(${ids}::int[]))`,
        state: ref('excluded.state'),
        started_at: ref('excluded.started_at'),
        raised_at: ref('excluded.raised_at'),
        cleared_at: ref('excluded.cleared_at'),
        evidence: ref('excluded.evidence'),
        revision: eb('alarm_interval.revision', '+', 1),
      })),
    )
    .execute();
}
