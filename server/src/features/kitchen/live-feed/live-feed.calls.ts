import { instantPower, runLive } from '@brina/contract/calls/kitchen/live-feed';
import type { DesiredMessage } from '@brina/contract/devices';
import { cadence } from '@brina/domain/appliance/cadence';
import { sql } from 'kysely';
import { viewOf } from '#core/access/views.ts';
import type { Parts } from '#core/feature.ts';
import { type Handled, handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';

/** The unit gets its desired state with its next connection when it cannot be reached in this time. */
const downDeadline_ms = 2000;

/** The faster live feed of one appliance, and live consumption (S7.36). */
export const liveFeedHandlers = ({ bus }: Parts): Handled[] => {
  const run = handle(runLive, async ({ db, params, clock, audit, afterCommit }) => {
    const until = clock.now() + cadence.runLiveFor_ms;
    const state = await db
      .updateTable('live_state as s')
      .from('appliance as a')
      .set((eb) => ({
        desired_ver: eb('s.desired_ver', '+', 1),
        desired: sql`s.desired || jsonb_build_object('runLiveUntil', ${until}::bigint)`,
      }))
      .whereRef('a.id', '=', 's.appliance')
      .where('a.serial', '=', params.id)
      .returning(['s.online', 's.desired', 's.desired_ver'])
      .executeTakeFirst();
    if (!state?.online) refuse('appliance_offline', 409);
    await audit('appliance.runLive', params.id);
    const payload: DesiredMessage = { desired: state.desired, ver: state.desired_ver };
    afterCommit(() => void bus.ask(params.id, { kind: 'down', topic: 'twin', payload }, downDeadline_ms));
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
