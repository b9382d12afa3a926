import { tellingOf, toldBefore_days } from '@brina/domain/haccp/checks/check-due';
import { day_ms } from '@brina/domain/language/durations';
import { localDay } from '@brina/domain/language/local-day';
import { sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { endNoticesOf, tellNotice } from '#core/notices.ts';
import { loadUnits, saveMoved } from '#core/picture/unit.ts';
import { type DueProbe, type HeldUnit, holdsDays, probesOf } from './due.queries.ts';

/** So many units in one transaction. */
const units_max = 200;
/** What begins with this is told of a probe of a unit. */
export const noticesOf = (needle: number): string => `probe/${needle}/`;
/** What begins with this is told of the day on which it is due now. */
const noticesOn = ({ needle, dueAt }: Pick<DueProbe, 'needle' | 'dueAt'>): string => `${noticesOf(needle)}${dueAt}/`;

type Row = HeldUnit & { serial: string; timeZone: string };

/**
 * One round: tells kitchens which probes are to be checked, 30 and 7 days before they are due, once each; that one is overdue an alarm rule says.
 * The units go by their numbers, a piece at a time; what fell due while the portal stood still is told when it runs again. What was told of another
 * day is over once a plan has moved it.
 */
export async function tellDue({ db, bus, clock }: Pick<Parts, 'db' | 'bus' | 'clock'>): Promise<void> {
  let after: number | null = 0;
  while (after !== null) {
    const now = clock.now();
    const rows: Row[] = await db.read((tx) => unitsAfter(tx, after ?? 0, now));
    after = rows.length === units_max ? (rows.at(-1)?.appliance ?? null) : null;
    const probes = (await db.read((tx) => probesOf(tx, rows, now))).flatMap((probe) => {
      const row = rows.find(({ appliance }) => appliance === probe.appliance);
      return row ? [{ ...probe, ...row }] : [];
    });
    const due = probes.flatMap((probe) => {
      const days = tellingOf(probe.dueAt, now);
      return days === undefined ? [] : [{ ...probe, key: `${noticesOn(probe)}${days}` }];
    });
    const [fresh, moved] = await db.read(async (tx) => [await untold(tx, due), await toldOfOtherDays(tx, probes)]);
    if (fresh.length + moved.length === 0) continue;
    const units = await db.write(async (tx) => {
      const held = await loadUnits(tx, [...new Set([...fresh, ...moved].map(({ serial }) => serial))]);
      for (const probe of moved) {
        const unit = held.get(probe.serial);
        const which = { start: noticesOf(probe.needle), butOf: noticesOn(probe), at_ms: now, evenLater: true };
        if (unit) await endNoticesOf(tx, unit, which);
      }
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

/** Probes of which something open was told of another day than that on which they are due; one that was left wrong stays told. */
async function toldOfOtherDays<T extends DueProbe>(db: Db, probes: readonly T[]): Promise<T[]> {
  const open = await db
    .selectFrom('notice')
    .select(['appliance', 'key'])
    .where('appliance', '=', anyOf([...new Set(probes.map(({ appliance }) => appliance))]))
    .where('name', '=', 'probe_check_due')
    .where('ended_at', 'is', null)
    .execute();
  return probes.filter(
    (probe) =>
      probe.last?.good !== false &&
      open.some(
        ({ appliance, key }) =>
          appliance === probe.appliance && key.startsWith(noticesOf(probe.needle)) && !key.startsWith(noticesOn(probe)),
      ),
  );
}

/** Units of which a probe may be due soon, as what holds since then is neither overdue nor far away, or of which something is told. */
async function unitsAfter(db: Db, after: number, now: number): Promise<Row[]> {
  const holds = sql`${holdsDays('a.id', now)} * interval '24 hours'`;
  const soon = (since: string) =>
    sql`${sql.ref(since)} + ${holds} between ${timestamp(now)} and ${timestamp(now + toldBefore_days[0] * day_ms)}`;
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
      sql<boolean>`(${soon('t.from_at')} or exists (
        select from probe_check k where k.appliance = a.id and k.company_id = t.company_id and k.left_good and ${soon('k.at')})
        or exists (select from notice n where n.appliance = a.id and n.name = 'probe_check_due' and n.ended_at is null))`,
    )
    .orderBy('a.id')
    .limit(units_max)
    .execute();
}
