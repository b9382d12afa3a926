import { countNotifications, readNotifications } from '@brina/contract/calls/record/notifications';
import { sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import { timestamp } from '#core/db/instants.ts';
import { handle } from '#core/http/handle.ts';
import { unreadOf } from './notifications.queries.ts';

const count = handle(countNotifications, async ({ db, caller, clock }) => {
  const { unread } = await db
    .selectFrom(unreadOf(db, caller, clock.now()).as('n'))
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow();
  return Number(unread);
});

const read = handle(readNotifications, async ({ db, caller, clock, body, audit }) => {
  const now = clock.now();
  const meant = body.ids ? sql<boolean>`n.id = ${anyOf(body.ids)}` : sql<boolean>`true`;
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('notification_read')
    .columns(['user_id', 'interval_id', 'read_at'])
    .expression(
      db
        .selectFrom(unreadOf(db, caller, now).as('n'))
        .select([sql<string>`${caller.userId}::uuid`.as('user_id'), 'n.id', timestamp(now).as('read_at')])
        .where(meant),
    )
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  // Who knew of an alarm, and since when.
  if (numInsertedOrUpdatedRows > 0)
    await audit('notification.read', caller.userId, { read: Number(numInsertedOrUpdatedRows) });
  return { code: '200' } as const;
});

/** What somebody is told, and what of it it has read. */
export const notificationHandlers = [count, read];
