import type { LiveFrame } from '@brina/contract/live';
import { stateCodes } from '@brina/domain/appliance/states';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { type RawBuilder, sql } from 'kysely';
import type { Bus } from '#core/bus/bus.ts';
import type { Clock } from '#core/clock.ts';
import { anyOf } from '#core/db/any-of.ts';
import type { Database, Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { IngestStep } from '#core/ingest/facts.ts';
import { loadUnits, saveUnits } from '#core/picture/unit.ts';
import { newestRuns, presentCycle } from './cycles.ingest.ts';

/** A unit whose run is over says so within this, if its end was not lost: after a reconnect the newest sample comes first. */
const waitForEnd_ms = 15 * minute_ms;
/**
 * A unit that had no power resumes its run within this, or not at all. A boot, a lost outbox or a new log ends a run only once so much time
 * has passed; and the run then ends no later than so long after the last that was heard of it.
 */
const resumes_max_ms = hour_ms;
/** A run of which nothing is heard for so long is over. */
const silent_max_ms = day_ms;

const running = sql.lit(stateCodes('cycleState').running);
const after = (at: RawBuilder<unknown>, ms: number) => sql`${at} + ${ms / 1000} * interval '1 second'`;

/** When the unit of a run `r` went into other hands first: what it did from then on tells nothing of the run (docs/SECURITY.md). */
const handedOn = sql`
  select min(hands.at) as at from tenure t cross join lateral (values (t.from_at), (t.to_at)) hands (at)
  where t.appliance = r.appliance and hands.at > r.started_at`;

/**
 * Ends runs that are over though their units never told it: at the start of the next run, or where a unit says that none runs, has a new
 * log, booted, or lost what it had not sent, and tells of the run no more; where it went into other hands; in any case after a day of
 * silence. The end is a function of what is held of the same hands' time, as long as nothing more comes; one that is told later takes its
 * place (`keepRuns`), and `ended_log` tells them apart.
 * @param which condition on `r`, the runs that are looked at
 * @returns the units whose runs have another end now
 */
async function endLost(db: Db, which: RawBuilder<unknown>, now: number): Promise<number[]> {
  const untold = sql`r.started_at is not null and r.ended_log is null`;
  const facts = (table: string) => sql`${sql.table(table)} where appliance = r.appliance`;
  const isOver = sql`(n.at is not null
    or least(handed.at, idle.at) <= ${timestamp(now - waitForEnd_ms)}
    or least(other_log.at, begun_anew.at) <= ${timestamp(now - resumes_max_ms)}
    or greatest(heard.at, running.at) <= ${timestamp(now - silent_max_ms)})`;
  const { rows } = await sql<{ appliance: number }>`
    update cycle_run set ended_at = l.at, end_event = 'interrupted', end_reason = 'lost'
    from (
      select r.id, least(bound.at, ${after(sql`coalesce(heard.at, running.at)`, resumes_max_ms)}) as at
      from cycle_run r
      cross join lateral (
        select min(started_at) as at from cycle_run o where o.appliance = r.appliance and o.started_at > r.started_at) n
      cross join lateral (${handedOn}) handed
      cross join lateral (select coalesce(least(n.at, handed.at), 'infinity') as at) next
      cross join lateral (
        select greatest(r.started_at,
          (select max(at) from ${facts('event')} and type = 'phase' and body->>'runId' = r.run_id
            and at >= r.started_at and at < next.at),
          (select at from ${facts('telemetry')} and at > r.started_at and at < next.at
            and ("cycleState" = ${running} or "cycleRunning" = 1 or "cycleRunId" = r.run_id)
            order by at desc limit 1)) as at) running
      cross join lateral (
        select min(at) as at from (
          select at from ${facts('telemetry')} and at > running.at and at < next.at
            and ("cycleState" <> ${running} or "cycleRunning" = 0) order by at limit 1) one) idle
      cross join lateral (
        select min(at) as at from (
          select at from ${facts('telemetry')} and at > running.at and at < next.at and log <> r.started_log
          order by at limit 1) one) other_log
      cross join lateral (
        select min(at) as at from ${facts('event')} and type in ('power', 'gap') and body->>'event' is distinct from 'lost'
          and at > running.at and at < next.at) begun_anew
      cross join lateral (select least(next.at, idle.at, other_log.at, begun_anew.at) as at) bound
      cross join lateral (
        select max(at) as at from (
          select at from ${facts('telemetry')} and at >= r.started_at and at < bound.at order by at desc limit 1) one) heard
      where ${untold} and ${which} and ${isOver}) l
    where cycle_run.id = l.id and cycle_run.ended_log is null and cycle_run.ended_at is distinct from l.at
    returning cycle_run.appliance`.execute(db);
  return rows.map(({ appliance }) => appliance);
}

/** Ends what ran before on units that tell of runs: when another one starts, that one is over. */
export const endBeforeNext: IngestStep = async (db, { events, now_ms }) => {
  const units = new Set(events.flatMap(({ unit, body }) => (body.type === 'cycle' ? [unit.id] : [])));
  if (units.size === 0) return;
  await endLost(
    db,
    sql`r.appliance = ${anyOf([...units])} and exists (
      select from cycle_run o where o.appliance = r.appliance and o.started_at > r.started_at)`,
    now_ms,
  );
};

/** Looks again at the end of a run that nobody told, after what came late of its time. */
export const endAgain = (db: Db, runId: string, now: number): Promise<number[]> =>
  endLost(db, sql`r.id = ${runId}::uuid and r.ended_at is not null`, now);

/** Ends those runs of which nobody will tell the end, and shows it. */
export async function endLostRuns({ db, bus, clock }: { db: Database; bus: Bus; clock: Clock }): Promise<void> {
  const now = clock.now();
  // What makes it worth to look at a run that seems to go on.
  const isDoubted = sql`exists (
    select from live_state s where s.appliance = r.appliance and (
      (s.reported->>'cycleState')::float8 <> ${running} or (s.reported->>'cycleRunning')::float8 = 0
      or s.log is distinct from r.started_log))
    or not exists (
      select from telemetry t where t.appliance = r.appliance and t.at > ${timestamp(now - silent_max_ms)})
    or (select t."cycleState" from telemetry t where t.appliance = r.appliance and t.at > r.started_at
      order by t.at desc limit 1) <> ${running}
    or exists (select from cycle_run o where o.appliance = r.appliance and o.started_at > r.started_at)
    or exists (
      select from event e where e.appliance = r.appliance and e.type in ('power', 'gap') and e.at > r.started_at)
    or (${handedOn}) <= ${timestamp(now - waitForEnd_ms)}`;
  const frames = await db.write(async (tx) => {
    const which = sql`r.ended_at is null and r.started_at <= ${timestamp(now - waitForEnd_ms)} and (${isDoubted})`;
    return showEnded(tx, await endLost(tx, which, now), now);
  });
  for (const frame of frames) bus.publish('live', { serial: frame.serialNumber, frame });
}

/** @returns the frames to send after the commit */
async function showEnded(db: Db, appliances: readonly number[], now: number): Promise<LiveFrame[]> {
  if (appliances.length === 0) return [];
  const named = await db.selectFrom('appliance').select('serial').where('id', '=', anyOf(appliances)).execute();
  const units = [
    ...(
      await loadUnits(
        db,
        named.map(({ serial }) => serial),
      )
    ).values(),
  ];
  const newest = await newestRuns(db, appliances);
  for (const unit of units) unit.show('cycle', presentCycle(newest.get(unit.id), unit.picture.cycle), now);
  await saveUnits(db, units);
  return units.flatMap((unit) => unit.frames());
}
