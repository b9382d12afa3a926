import { day_ms, hour_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { endNoticesOf, tellNotice } from '#core/notices.ts';
import { loadUnits, saveMoved, type Unit } from '#core/picture/unit.ts';

/**
 * Who has not said by then what became of the food is reminded. A notice stands on an appliance: of what has none, such as a cooling by hand
 * or what a whole kitchen lacks, the owners are told when it has waited for a day (`record/subscriptions`), as they are of all else. After
 * some days the weekly letter does it alone.
 */
const remindedAfter_ms = 2 * hour_ms;
const reminded_ms = 7 * day_ms;
/** So many in one transaction. */
const atOnce = 200;

const isOpen = sql<boolean>`(a.state in ('open', 'reopened'))`;

/** What is told of an action begins with this. */
const noticeOf = (action: string): string => `action/${action}`;
const noticeOfRow = sql<string>`('action/' || a.id)`;

type Reminder = { action: string; serial: string };

/**
 * One round: reminds the kitchens of records of which nobody has said for two hours what became of the food, once each, and takes back what
 * is settled by now (B2.5).
 * @returns whether there is more to do
 */
export async function remind({ db, bus, clock }: Pick<Parts, 'db' | 'bus' | 'clock'>): Promise<boolean> {
  const now = clock.now();
  const [waiting, settled] = await db.read((tx) => Promise.all([waitingSince(tx, now), settledSince(tx)]));
  if (waiting.length + settled.length === 0) return false;
  const units = await db.write(async (tx) => {
    const held = await loadUnits(tx, [...new Set([...waiting, ...settled].map(({ serial }) => serial))]);
    for (const { action, serial } of waiting) {
      const unit = held.get(serial);
      if (unit) await tellNotice(tx, unit, { key: noticeOf(action), name: 'record_waits', detail: {}, at_ms: now });
    }
    for (const { action, serial } of settled) await endFor(tx, held.get(serial), action, now);
    await saveMoved(tx, [...held.values()]);
    return [...held.values()];
  });
  for (const frame of units.flatMap((unit) => unit.frames()))
    bus.publish('live', { serial: frame.serialNumber, frame });
  return waiting.length === atOnce || settled.length === atOnce;
}

/** Takes the reminders of an action back at once. To be called before its book is locked. @returns the units, their frames to be sent */
export async function endReminders(db: Db, action: string, now: number): Promise<Unit[]> {
  const told = await db
    .selectFrom('notice as n')
    .innerJoin('appliance as u', 'u.id', 'n.appliance')
    .select('u.serial')
    .where('n.key', '=', noticeOf(action))
    .where('n.ended_at', 'is', null)
    .execute();
  if (told.length === 0) return [];
  const units = [
    ...(
      await loadUnits(
        db,
        told.map(({ serial }) => serial),
      )
    ).values(),
  ];
  for (const unit of units) await endFor(db, unit, action, now);
  await saveMoved(db, units);
  return units;
}

async function endFor(db: Db, unit: Unit | undefined, action: string, now: number): Promise<void> {
  if (unit) await endNoticesOf(db, unit, { start: noticeOf(action), at_ms: now });
}

/** Open actions of which nobody was reminded yet, with the units that their companies still have. */
const waitingSince = (db: Db, now: number): Promise<Reminder[]> =>
  db
    .selectFrom('action as a')
    .innerJoin('action_subject as s', 's.action', 'a.id')
    .innerJoin('tenure as t', (join) =>
      join
        .onRef('t.appliance', '=', 's.appliance')
        .onRef('t.company_id', '=', 'a.company_id')
        .on('t.to_at', 'is', null),
    )
    .innerJoin('appliance as u', 'u.id', 's.appliance')
    .leftJoin('notice as n', (join) => join.onRef('n.appliance', '=', 's.appliance').on('n.key', '=', noticeOfRow))
    .select(['a.id as action', 'u.serial'])
    .distinct()
    .where(isOpen)
    .where('a.created_at', '<=', timestamp(now - remindedAfter_ms))
    .where('a.created_at', '>', timestamp(now - reminded_ms))
    .whereRef('t.from_at', '<=', 'a.created_at')
    .where('n.id', 'is', null)
    .limit(atOnce)
    .execute();

/** What is told of actions that nobody waits for any more. */
const settledSince = (db: Db): Promise<Reminder[]> =>
  db
    .selectFrom('notice as n')
    .innerJoin('appliance as u', 'u.id', 'n.appliance')
    .leftJoin('action as a', (join) => join.on(noticeOfRow, '=', sql.ref('n.key')).on(isOpen))
    .select(['u.serial', sql<string>`substr(n.key, length('action/') + 1)`.as('action')])
    .where('n.name', '=', 'record_waits')
    .where('n.ended_at', 'is', null)
    .where('a.id', 'is', null)
    .limit(atOnce)
    .execute();
