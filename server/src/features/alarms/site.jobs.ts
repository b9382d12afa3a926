import { reconcileSite, type SiteFacts, type SiteInterval, siteIntervals } from '@brina/domain/alarm-engine/site';
import { sql } from 'kysely';
import type { Bus } from '#core/bus/bus.ts';
import type { Clock } from '#core/clock.ts';
import type { Database, Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { derivedId } from '#core/ids.ts';
import { showAlarms } from './alarms.jobs.ts';
import { siteFacts, type SiteMember } from './parts/site-facts.ts';

/** How far back silences are judged again, so that what arrives late may still change them. */
const lookBack_ms = 26 * 3_600_000;
/** A told power cut is looked at with what was before it. */
const before_ms = 3_600_000;
const laboratories_max = 50;

/**
 * Judges the silence of laboratories: power, network, or one unit's own trouble (docs/ALARMS.md). Only those are looked at in
 * which something is, or was lately, not connected.
 */
export async function judgeSites({ db, bus, clock }: { db: Database; bus: Bus; clock: Clock }): Promise<void> {
  for (const { id, from_at } of await db.write((tx) => laboratoriesToJudge(tx, clock.now()))) {
    const frames = await db.write((tx) => judge(tx, id, from_at, clock.now()));
    for (const frame of frames) bus.publish('live', { serial: frame.serialNumber, frame });
  }
}

async function laboratoriesToJudge(db: Db, now: number): Promise<{ id: string; from_at: number | null }[]> {
  const { rows } = await sql<{ id: string; from_at: number | null }>`
    with told as (delete from alarm_site_due returning laboratory_id, from_at)
    select l.id::text as id, told.from_at from laboratory l left join told on told.laboratory_id = l.id
    where told.laboratory_id is not null
      or exists (
        select from appliance a join live_state s on s.appliance = a.id
        where a.laboratory_id = l.id and s.last_seen_at >= ${timestamp(now - lookBack_ms)} and not s.online)
      or exists (
        select from alarm_interval i
        where i.laboratory_id = l.id and i.of_site and i.cleared_at is null and i.state <> 'retracted')
      or exists (
        select from appliance a join connection_interval c on c.appliance = a.id
        where a.laboratory_id = l.id and c.to_at >= ${timestamp(now - before_ms)})
    order by told.from_at nulls last limit ${laboratories_max}`.execute(db);
  return rows;
}

type Stored = { id: string; interval: SiteInterval };

async function judge(db: Db, laboratoryId: string, toldFrom: number | null, now: number) {
  const from = Math.min(now - lookBack_ms, toldFrom === null ? now : toldFrom - before_ms);
  const { facts, members } = await siteFacts(db, laboratoryId, { from, now });
  const found = siteIntervals(facts, now).filter(({ clearedAt }) => clearedAt === null || clearedAt >= from);
  const stored = await storedSince(db, laboratoryId, from);
  const { changed, appeared, retracted } = reconcileSite(
    stored.map(({ interval }) => interval),
    found,
  );
  const idOf = ({ name, unit, startedAt }: SiteInterval): string =>
    stored.find(({ interval: one }) => one.name === name && one.unit === unit && one.startedAt === startedAt)?.id ??
    derivedId('site', laboratoryId, name, unit ?? '', startedAt);
  const news = [
    ...changed.map(({ old, now: interval }) => ({ id: idOf(old), interval })),
    ...[...appeared, ...retracted].map((interval) => ({ id: idOf(interval), interval })),
  ];
  for (const one of news) await store(db, { laboratoryId, members, facts, now, ...one });
  return showAlarms(db, news.length === 0 ? [] : members.map(({ id, serial }) => ({ appliance: id, serial })), now);
}

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
      and (i.cleared_at is null or i.cleared_at >= ${timestamp(from)})`.execute(db);
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
const together_ms = 5 * 60_000;
const wasSilent = ({ units }: SiteFacts, index: number, startedAt: number): boolean =>
  units[index]?.online.some(
    ({ to }) => to !== null && to >= startedAt - together_ms && to <= startedAt + together_ms,
  ) ?? false;
