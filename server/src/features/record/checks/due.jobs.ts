import { checkHolds_days, tellingOf, toldBefore_days } from '@brina/domain/haccp/checks/check-due';
import { day_ms } from '@brina/domain/language/durations';
import { localDay } from '@brina/domain/language/local-day';
import { sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { tellNotice } from '#core/notices.ts';
import { loadUnits, saveMoved } from '#core/picture/unit.ts';
import { type HeldUnit, probesOf } from './due.queries.ts';

/** So many units in one transaction. */
const units_max = 200;
/** What begins with this is told of a probe of a unit. */
export const noticesOf = (needle: number): string => `probe/${needle}/`;

type Row = HeldUnit & { serial: string; timeZone: string };

/**
 * One round: tells kitchens which probes are to be checked, 30 and 7 days before they are due, once each; that one is overdue an alarm rule says.
 * The units go by their numbers, a piece at a time; what fell due while the portal stood still is told when it runs again.
 */
export async function tellDue({ db, bus, clock }: Pick<Parts, 'db' | 'bus' | 'clock'>): Promise<void> {
  let after: number | null = 0;
  while (after !== null) {
    const now = clock.now();
    const rows: Row[] = await db.read((tx) => unitsAfter(tx, after ?? 0, now));
    after = rows.length === units_max ? (rows.at(-1)?.appliance ?? null) : null;
    const due = (await db.read((tx) => probesOf(tx, rows, now))).flatMap((probe) => {
      const days = tellingOf(probe.dueAt, now);
      const row = rows.find(({ appliance }) => appliance === probe.appliance);
      if (days === undefined || !row) return [];
      return [{ ...probe, ...row, key: `${noticesOf(probe.needle)}${probe.dueAt}/${days}` }];
    });
    const fresh = await db.read((tx) => untold(tx, due));
    if (fresh.length === 0) continue;
    const units = await db.write(async (tx) => {
      const held = await loadUnits(tx, [...new Set(fresh.map(({ serial }) => serial))]);
      for (const { serial, needle, dueAt, timeZone, heldSince, key } of fresh) {
        const unit = held.get(serial);
        // What was read of a holder is told to it alone.
        if (!unit || unit.heldSince_ms !== heldSince) continue;
        const detail = { needle, day: localDay(dueAt, timeZone) };
        await tellNotice(tx, unit, { key, name: 'probe_check_due', detail, at_ms: now });
      }
      await saveMoved(tx, [...held.values()]);
      return [...held.values()];
    });
    for (const frame of units.flatMap((unit) => unit.frames()))
      bus.publish('live', { serial: frame.serialNumber, frame });
  }
}

/** What was not told yet, of what is to be told. */
async function untold<T extends { appliance: number; key: string }>(db: Db, due: readonly T[]): Promise<T[]> {
  if (due.length === 0) return [];
  const told = await db
    .selectFrom('notice')
    .select(['appliance', 'key'])
    .where('appliance', '=', anyOf([...new Set(due.map(({ appliance }) => appliance))]))
    .where('key', '=', anyOf([...new Set(due.map(({ key }) => key))]))
    .execute();
  const known = new Set(told.map(({ appliance, key }) => `${appliance} ${key}`));
  return due.filter(({ appliance, key }) => !known.has(`${appliance} ${key}`));
}

/** Units of which a probe may be due soon: what holds since then is neither overdue nor far away. */
async function unitsAfter(db: Db, after: number, now: number): Promise<Row[]> {
  const since = (days: number) => timestamp(now - (checkHolds_days - days) * day_ms);
  const soon = sql`between ${since(0)} and ${since(toldBefore_days[0])}`;
  return db
    .selectFrom('tenure as t')
    .innerJoin('appliance as a', 'a.id', 't.appliance')
    .innerJoin('company as c', 'c.id', 't.company_id')
    .leftJoin('laboratory as l', 'l.id', 'a.laboratory_id')
    .select(['a.id as appliance', 'a.serial', 'a.model', 't.company_id as company', 't.from_at as heldSince'])
    .select(sql<string>`coalesce(l.time_zone, c.time_zone)`.as('timeZone'))
    .where('t.to_at', 'is', null)
    .where('a.id', '>', after)
    .where(
      sql<boolean>`(t.from_at ${soon} or exists (
        select from probe_check k where k.appliance = a.id and k.company_id = t.company_id and k.left_good and k.at ${soon}))`,
    )
    .orderBy('a.id')
    .limit(units_max)
    .execute();
}
