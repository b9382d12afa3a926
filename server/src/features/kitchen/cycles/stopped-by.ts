import type { StoppedBy } from '@brina/contract/wire/values';
import { minute_ms } from '@brina/domain/language/durations';
import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';

/** A command that was answered so near to the end of a run by the clocks may have ended it; they may lie a minute apart and be right. */
const near = sql`${(5 * minute_ms) / 1000} * interval '1 second'`;

/** Whether a run ended between the unit's two answers to a command `c`: so it was that command's effect (docs/DEVICE-PROTOCOL.md, Commands). */
const endedBy = (run: RawBuilder<unknown>) =>
  sql`(c.answer_log = ${run}.ended_log and ${run}.ended_seq > c.accepted_seq and ${run}.ended_seq < c.done_seq)`;

/**
 * Who ended the runs that a person ended before their time: somebody of the company that held the unit, from the portal, by the command
 * between whose answers the unit's log has the end; else somebody at the panel. The log is what counts, as clocks differ. Of a run near
 * which a command has no answer that tells its effect nobody can say: it is absent, like all that ended otherwise.
 * @param runs ids of `cycle_run`
 */
export async function stoppedBy(db: Db, runs: readonly string[]): Promise<Map<string, StoppedBy>> {
  if (runs.length === 0) return new Map();
  const { rows } = await sql<{ id: string; is_sure: boolean | null; name: string | null }>`
    select r.id, c.is_sure,
      -- Who was erased has no name any more.
      case when u.erased_at is null then nullif(trim(u.first_name || ' ' || u.last_name), '') end as name
    from cycle_run r
    join tenure t on t.appliance = r.appliance and t.from_at <= r.started_at and (t.to_at is null or r.started_at < t.to_at)
    left join lateral (
      select c.user_id, coalesce(${endedBy(sql`r`)}, false) as is_sure from command c
      where c.appliance = r.appliance and c.company_id = t.company_id and c.state <> 'rejected'
        and c.name = case r.end_event when 'stopped' then 'stopCycle' else 'skipPhase' end
        and (${endedBy(sql`r`)}
          or c.created_at <= r.ended_at + ${near} and c.expires_at >= r.ended_at - ${near} and not exists (
            select from cycle_run o where o.appliance = r.appliance and o.id <> r.id and ${endedBy(sql`o`)}))
      order by is_sure desc limit 1) c on true
    left join app_user u on u.id = c.user_id
    where r.id = ${anyOf(runs)} and r.end_reason = 'person'`.execute(db);
  return new Map(
    rows.flatMap(({ id, is_sure, name }): [string, StoppedBy][] => {
      if (is_sure === null) return [[id, { way: 'panel', name: null }]];
      return is_sure ? [[id, { way: 'portal', name }]] : [];
    }),
  );
}
