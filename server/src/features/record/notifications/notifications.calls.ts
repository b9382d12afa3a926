import { countNotifications, readNotifications } from '@brina/contract/calls/record/notifications';
import { sql } from 'kysely';
import { timestamp } from '#core/db/instants.ts';
import { handle } from '#core/http/handle.ts';
import { unreadOf } from './notifications.queries.ts';

const count = handle(countNotifications, async ({ db, caller, clock }) => {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from (${unreadOf(caller, clock.now())}) n`.execute(db);
  return rows[0]?.unread ?? 0;
});

const read = handle(readNotifications, async ({ db, caller, clock, body, audit }) => {
  const now = clock.now();
  const { numAffectedRows } = await sql`
    insert into notification_read (user_id, interval_id, read_at)
    select ${caller.userId}, n.id, ${timestamp(now)} from (${unreadOf(caller, now)}) n
    where ${body.ids === undefined ? sql`true` : sql`n.id = any(${body.ids}::uuid[])`}
    on conflict do nothing`.execute(db);
  // Who knew of an alarm, and since when.
  if (numAffectedRows) await audit('notification.read', caller.userId, { read: Number(numAffectedRows) });
  return { code: '200' } as const;
});

/** What somebody is told, and what of it it has read. */
export const notificationHandlers = [count, read];
