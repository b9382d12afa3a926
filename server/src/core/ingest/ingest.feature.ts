import { limits } from '@brina/contract/devices';
import { silence_ms } from '@brina/domain/appliance/connection';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { feature } from '../feature.ts';
import { asEvidence, days } from '../retention.ts';
import { judgeSilence } from './silence.ts';

/** Before that nothing can have happened of which a message still comes. */
const beforeAllLateData = (now: number): number => now - limits.behind_ms;

const countOf = (db: Database, table: 'untimed' | 'quarantine'): Promise<number> =>
  db.read(async (tx) => {
    const { count } = await tx
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  });

/** What appliances send, until it is facts, and when they were connected. */
export const ingest = feature({
  rounds: (parts) => [
    {
      name: 'silence',
      every_ms: Math.min(5000, parts.heartbeat_ms),
      run: () => judgeSilence({ ...parts, silence_ms: silence_ms(parts.heartbeat_ms) }),
    },
  ],
  gauges: ({ db }) => [
    {
      name: 'brina_ingest_untimed',
      help: 'Messages kept whose moment nobody can tell yet',
      count: () => countOf(db, 'untimed'),
    },
    {
      name: 'brina_ingest_quarantined',
      help: 'Bad messages kept for thirty days',
      count: () => countOf(db, 'quarantine'),
    },
  ],
  // By its unit’s clock: what lies further ahead than anything may lie behind is not waited for.
  ahead: { untimed: { due_at: limits.behind_ms } },
  keeps: {
    received: { always: 'decides duplicates, and its holes are gaps; one row a log' },
    payload_hash: { by: 'received_at', since: days(30), why: 'finds a repetition with other content' },
    conflict: { by: 'received_at', since: days(30), why: 'shows what a unit does wrong' },
    quarantine: { by: 'received_at', since: days(30), why: 'shows what a unit does wrong' },
    quarantine_count: {
      by: sql`(day + 1)::timestamp at time zone 'UTC'`,
      since: days(30),
      why: 'shows what a unit does wrong',
    },
    boot_anchor: {
      // A boot was over when the next one began.
      by: sql`(
        select later.booted_at from boot_anchor later
        where later.appliance = boot_anchor.appliance and later.booted_at > boot_anchor.booted_at order by later.booted_at limit 1)`,
      since: beforeAllLateData,
      why: 'times messages that come late with a wrong clock',
    },
    untimed: { by: 'received_at', since: asEvidence, why: 'explains a gap, and may find its moment yet' },
    connection_interval: { by: 'to_at', since: asEvidence, why: 'explains a gap in a food record' },
    edge_interval: { by: 'to_at', since: asEvidence, only: sql`ended`, why: 'explains a gap in a food record' },
  },
  persons: {
    received: { nobody: 'which messages a unit has sent' },
    payload_hash: { nobody: 'which messages a unit has sent' },
    conflict: { nobody: 'a unit sent it' },
    quarantine: { nobody: 'a unit sent it' },
    untimed: { nobody: 'a unit sent it' },
    boot_anchor: { nobody: 'when a unit booted' },
    connection_interval: { nobody: 'when a unit was connected' },
    edge_interval: { nobody: 'when the portal was there' },
  },
});
