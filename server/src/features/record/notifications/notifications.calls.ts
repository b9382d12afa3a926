import { countNotifications } from '@brina/contract/calls/record/notifications';
import { sql } from 'kysely';
import { sharedWith } from '#core/access/views.ts';
import { handle } from '#core/http/handle.ts';

/** Alarms, not warnings, that are on now on the appliances the caller sees: as many as their live pictures show. */
const count = handle(countNotifications, async ({ db, caller }) => {
  const { rows } = await sql<{ active: number }>`
    select count(*)::int as active
    from tenure t join live_state s on s.appliance = t.appliance cross join jsonb_array_elements(s.alarms) alarm
    where t.company_id = ${caller.companyId} and t.to_at is null and ${sharedWith(caller, 't.appliance')}
      and (alarm->>'active')::boolean`.execute(db);
  return rows[0]?.active ?? 0;
});

export const notificationHandlers = [count];
