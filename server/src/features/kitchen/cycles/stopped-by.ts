import type { StoppedBy } from '@brina/contract/wire/values';
import { minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';

/** How far a unit's moments and ours lie apart at most, with what it takes to tell that something is done. */
const apart = sql`${minute_ms / 1000} * interval '1 second'`;

/**
 * Who ended the runs that a person ended before their time: somebody of the company that held the unit, from the portal, where one of its
 * commands was done then (a unit tells the effect of a command before that it is done, docs/DEVICE-PROTOCOL.md); else somebody at the
 * panel. Of a run beside which a command has no final answer nobody can tell: it is absent, like all that ended otherwise.
 * @param runs ids of `cycle_run`
 */
export async function stoppedBy(db: Db, runs: readonly string[]): Promise<Map<string, StoppedBy>> {
  if (runs.length === 0) return new Map();
  const { rows } = await sql<{ id: string; state: string | null; name: string | null }>`
    select r.id, c.state,
      -- Who was erased has no name any more.
      case when u.erased_at is null then nullif(trim(u.first_name || ' ' || u.last_name), '') end as name
    from cycle_run r
    join tenure t on t.appliance = r.appliance and t.from_at <= r.started_at and (t.to_at is null or r.started_at < t.to_at)
    left join lateral (
      select c.state, c.user_id from command c
      where c.appliance = r.appliance and c.company_id = t.company_id
        and c.name = case r.end_event when 'stopped' then 'stopCycle' else 'skipPhase' end
        and c.created_at <= r.ended_at + ${apart}
        and case c.state
          -- The next run's end is told of the next run.
          when 'done' then c.finished_at between r.ended_at and r.ended_at + ${apart} and not exists (
            select from cycle_run n where n.appliance = r.appliance and n.started_at > r.started_at and n.started_at < c.finished_at)
          when 'rejected' then false
          else c.expires_at >= r.ended_at - ${apart} end
      order by c.state = 'done' desc, c.finished_at limit 1) c on true
    left join app_user u on u.id = c.user_id
    where r.id = ${anyOf(runs)} and r.end_reason = 'person'`.execute(db);
  return new Map(
    rows.flatMap(({ id, state, name }): [string, StoppedBy][] => {
      if (state === null) return [[id, { way: 'panel', name: null }]];
      return state === 'done' ? [[id, { way: 'portal', name }]] : [];
    }),
  );
}
