import { sql } from 'kysely';

/** Whether what was told of the timer of a tray ended a batch `b` before its run `r` ended. It counts more than an end of the run that nobody told. */
const endsItself = sql`b.ended_at <= case when r.ended_log is null then 'infinity' else r.ended_at end`;

/** When a batch `b` of a run `r` began and ended: a run by itself, the timer of a tray with what came first, its own end or that of its run. */
export const span = {
  started_log: sql<string>`coalesce(b.started_log, r.started_log)`,
  started_seq: sql<number>`coalesce(b.started_seq, r.started_seq)`,
  // A timer that was set after the end of its run lasted no time.
  ended_at: sql<number | null>`case when b.tray is null or r.ended_at is null and b.ended_at is null then r.ended_at
    when ${endsItself} then b.ended_at else greatest(b.started_at, r.ended_at) end`,
  ended_log: sql<string | null>`case when ${endsItself} then b.ended_log else r.ended_log end`,
  ended_seq: sql<number | null>`case when ${endsItself} then b.ended_seq else r.ended_seq end`,
  // A unit tells at the end of a run that its timers are cleared, too.
  end_reason: sql<string | null>`case when not coalesce(${endsItself}, false) then r.end_reason
    when b.ended_event = 'done' then 'time' when b.ended_at = r.ended_at then r.end_reason else 'person' end`,
} as const;
