import { instantPower, runLive } from '@brina/contract/calls/kitchen/live-feed';
import { sql } from 'kysely';
import { viewOf } from '#core/access/views.ts';
import type { Parts } from '#core/feature.ts';
import { type Handled, handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { wantLive } from '#core/picture/run-live.ts';

/** The faster live feed of one appliance, and live consumption (S7.36). */
export const liveFeedHandlers = ({ bus }: Parts): Handled[] => {
  const run = handle(runLive, async ({ db, params, clock, audit, afterCommit }) => {
    const { until, online, tell } = await wantLive(db, params.id, clock.now());
    if (!online) refuse('appliance_offline', 409);
    await audit('appliance.runLive', params.id);
    afterCommit(() => tell(bus));
    return { code: '200', body: { until } } as const;
  });

  const power = handle(instantPower, async ({ db, caller, query }) => {
    const one = query.serialNumber ?? null;
    const { rows } = await sql<{ serial: string; power: number | null; at: number | null }>`
      select a.serial, m.at, case when s.online and m.at is not null then (s.reported->>'instantPower')::float8 end as power
      from ${viewOf(caller)} v
      join appliance a on a.id = v.appliance
      join live_state s on s.appliance = a.id
      -- What was measured before the caller's time is another's, and so is when; what an offline unit drew is not live.
      cross join lateral (select case when s.reported_at >= v.from_at then s.reported_at end as at) m
      where v.to_at is null and (${one}::text is null or a.serial = ${one})
      order by a.serial`.execute(db);
    return rows.map(({ serial, power: power_W, at }) => ({ serialNumber: serial, power_W, at }));
  });

  return [run, power];
};
