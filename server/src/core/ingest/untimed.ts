import { limits } from '@brina/contract/devices';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { timestamp } from '../db/instants.ts';
import { unnestColumns } from '../db/unnest.ts';
import { loadUnits, type Unit } from '../picture/unit.ts';
import { type Fresh, toldBy } from './boots.ts';
import { type Boot, believable, isAhead, lasting_ms, reachesAhead } from './moment.ts';
import { parseMessage } from './parse.ts';
import { type BadMessage, quarantine } from './quarantine.ts';

/** A message of which something has no moment to stand at, and when to look at it again, epoch ms; null: never. */
export type Untimed = { one: Fresh; due_ms: number | null };

/**
 * When to look at a message again whose moment cannot be told: once it does not lie ahead of us any more, or it is known of its unit whose
 * clock was wrong, ever more seldom; else when something is learnt of its boot.
 */
export function dueAgain_ms(one: Fresh, boot: Boot | undefined, now_ms: number): number {
  const told = toldBy(one);
  const first_ms = boot ? boot.bootedAt_ms + told.up_ms : told.at_ms;
  const last_ms = first_ms + told.span_ms;
  if (boot || !isAhead(told))
    return last_ms > now_ms && isNear(last_ms, now_ms) && !reachesAhead(told, first_ms)
      ? last_ms - limits.ahead_ms
      : Infinity;
  return now_ms + Math.min(Math.max(lasting_ms, (now_ms - told.received_ms) / 2), limits.behind_ms);
}

/** What lies further ahead than anything may lie behind is no time at all. */
const isNear = (at_ms: number, now_ms: number): boolean => believable(2 * now_ms - at_ms, now_ms);

/** Keeps messages whose moment nobody can tell yet, or that are nobody's. */
export async function keepUntimed(db: Db, untimed: readonly Untimed[]): Promise<void> {
  if (untimed.length === 0) return;
  const batch = unnestColumns({
    appliance: ['integer', untimed.map(({ one }) => one.unit.id)],
    log: ['text', untimed.map(({ one }) => one.parsed.identity.log)],
    seq: ['bigint', untimed.map(({ one }) => one.parsed.identity.seq)],
    boot: ['bigint', untimed.map(({ one }) => one.parsed.boot)],
    topic: ['text', untimed.map(({ one }) => one.parsed.topic)],
    connection: ['text', untimed.map(({ one }) => one.message.connection)],
    received_at: ['timestamptz', untimed.map(({ one }) => one.message.received_ms)],
    payload: ['bytea', untimed.map(({ one }) => one.parsed.payload)],
    due_at: ['timestamptz', untimed.map(({ due_ms }) => due_ms)],
  });
  await sql`
    insert into untimed (${batch.names}) select ${batch.names} from ${batch.rows} on conflict do nothing`.execute(db);
}

/** Messages looked at in one transaction, and units they are of. */
const piece_max = 200;
const units_max = 20;

/** Takes out messages that are due, units by units that wait longest, each unit's in the order of its numbers. */
export async function takeUntimed(
  db: Db,
  now_ms: number,
): Promise<{ units: ReadonlyMap<string, Unit>; taken: readonly Fresh[] }> {
  const due = await sql<{ serial: string }>`
    select a.serial from (
      select appliance, due_at from untimed where due_at <= ${timestamp(now_ms)} and due_at < 'infinity'
      order by due_at limit ${piece_max}) u
    cross join lateral (select serial from appliance where id = u.appliance) a
    group by a.serial order by min(u.due_at), a.serial limit ${units_max}`.execute(db);
  if (due.rows.length === 0) return { units: new Map(), taken: [] };
  const units = await loadUnits(
    db,
    due.rows.map(({ serial }) => serial),
  );
  const byId = new Map([...units.values()].map((unit) => [unit.id, unit]));
  const { rows } = await sql<{
    appliance: number;
    topic: string;
    connection: string;
    received_at: number;
    payload: Uint8Array;
  }>`
    delete from untimed u using (
      select appliance, log, seq from untimed
      where appliance = any(${[...byId.keys()]}::int[]) and due_at <= ${timestamp(now_ms)} and due_at < 'infinity'
      order by appliance, log, seq limit ${piece_max}) d
    where u.appliance = d.appliance and u.log = d.log and u.seq = d.seq
    returning u.appliance, topic, connection, received_at, payload`.execute(db);
  const taken: Fresh[] = [];
  const bad: BadMessage[] = [];
  for (const { appliance, topic, connection, received_at: received_ms, payload } of rows) {
    const unit = byId.get(appliance);
    const parsed = parseMessage(topic, payload);
    if (unit && 'topic' in parsed) taken.push({ unit, message: { connection, received_ms }, parsed });
    // What this version refuses, the one before had taken.
    else if ('reason' in parsed) bad.push({ appliance, topic, connection, received_ms, payload, ...parsed });
  }
  await quarantine(db, bad);
  return { units, taken: taken.sort((a, b) => a.parsed.identity.seq - b.parsed.identity.seq) };
}
