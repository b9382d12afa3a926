import type { Alarm } from '@brina/contract/live';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { derivedId } from '#core/ids.ts';
import type { EventFact, IngestStep } from '#core/ingest/facts.ts';
import type { Unit } from '#core/ingest/unit.ts';

/**
 * Turns alarm events into intervals, whatever order they arrive in: an interval begins with an `active` event, whose
 * identity is its own, and ends with the first event after it that says the alarm is over.
 */
export const followAlarms: IngestStep = async (db, { events }) => {
  const touched = new Map<Unit, number>();
  for (const event of events) {
    if (event.body.type !== 'alarm') continue;
    if (event.body.active) await begin(db, event, event.body.name, event.body.severity);
    else await end(db, event, event.body.name);
    touched.set(event.unit, Math.max(touched.get(event.unit) ?? 0, event.at_ms));
  }
  for (const [unit, at_ms] of touched) {
    const open = await openAlarms(db, unit.id);
    unit.show('alarms', withTombstones(unit.picture.alarms, open.alarm), at_ms);
    unit.show('warnings', withTombstones(unit.picture.warnings, open.warning), at_ms);
  }
};

async function begin(db: Db, event: EventFact, name: string, severity: string): Promise<void> {
  const id = derivedId('alarm', event.unit.serial, event.log, event.seq);
  const at = timestamp(event.at_ms);
  await sql`
    insert into alarm_interval (id, appliance, name, severity, from_at, to_at)
    values (${id}, ${event.unit.id}, ${name}, ${severity}, ${at},
      (select min(at) from event where appliance = ${event.unit.id} and type = 'alarm' and at >= ${at}
        and body->>'name' = ${name} and body->>'active' = 'false'))
    on conflict do nothing`.execute(db);
}

async function end(db: Db, event: EventFact, name: string): Promise<void> {
  const at = timestamp(event.at_ms);
  await sql`
    update alarm_interval set to_at = ${at}
    where appliance = ${event.unit.id} and name = ${name} and from_at <= ${at} and (to_at is null or to_at > ${at})`.execute(db);
}

async function openAlarms(db: Db, appliance: number): Promise<Record<'alarm' | 'warning', Alarm[]>> {
  const rows = await db
    .selectFrom('alarm_interval')
    .select(['name', 'severity', 'from_at'])
    .where('appliance', '=', appliance)
    .where('to_at', 'is', null)
    .orderBy('from_at', 'desc')
    .execute();
  const of = (severity: string): Alarm[] => [
    ...new Map(
      rows.filter((row) => row.severity === severity).map((row) => [row.name, { name: row.name, active: true, since: row.from_at }]),
    ).values(),
  ];
  return { alarm: of('alarm'), warning: of('warning') };
}

/** What is open now, and what was shown before and has ended (S4.10: told once with active false). */
const withTombstones = (shown: readonly Alarm[], open: readonly Alarm[]): Alarm[] => [
  ...open,
  ...shown.filter((one) => one.active && !open.some(({ name }) => name === one.name)).map((one) => ({ ...one, active: false })),
];
