import type { Alarm } from '@brina/contract/live';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { unnestColumns } from '#core/db/unnest.ts';
import { derivedId } from '#core/ids.ts';
import type { EventFact, IngestStep } from '#core/ingest/facts.ts';
import type { Unit } from '#core/ingest/unit.ts';

type AlarmFact = EventFact & { body: Extract<EventFact['body'], { type: 'alarm' }> };

/**
 * Turns alarm events into intervals, whatever order they arrive in: an event that raises an alarm begins an interval, whose
 * identity is that event's, and the next event of the same alarm ends it.
 */
export const followAlarms: IngestStep = async (db, { events }) => {
  const facts = events.filter((event): event is AlarmFact => event.body.type === 'alarm');
  if (facts.length === 0) return;
  await begin(
    db,
    facts.filter(({ body }) => body.active),
  );
  await end(db, facts);
  const touched = new Map<Unit, number>();
  for (const { unit, at_ms } of facts) touched.set(unit, Math.max(touched.get(unit) ?? 0, at_ms));
  const open = await openAlarms(
    db,
    [...touched.keys()].map((unit) => unit.id),
  );
  for (const [unit, at_ms] of touched) {
    const ofUnit = open.filter(({ appliance }) => appliance === unit.id);
    unit.show(
      'alarms',
      withEnded(
        unit.picture.alarms,
        ofUnit.filter(({ severity }) => severity === 'alarm'),
      ),
      at_ms,
    );
    unit.show(
      'warnings',
      withEnded(
        unit.picture.warnings,
        ofUnit.filter(({ severity }) => severity === 'warning'),
      ),
      at_ms,
    );
  }
};

async function begin(db: Db, raised: readonly AlarmFact[]): Promise<void> {
  if (raised.length === 0) return;
  const batch = unnestColumns({
    id: ['uuid', raised.map(({ unit, log, seq }) => derivedId('alarm', unit.serial, log, seq))],
    appliance: ['integer', raised.map(({ unit }) => unit.id)],
    name: ['text', raised.map(({ body }) => body.name)],
    severity: ['text', raised.map(({ body }) => body.severity)],
    log: ['text', raised.map(({ log }) => log)],
    seq: ['bigint', raised.map(({ seq }) => seq)],
    from_at: ['timestamptz', raised.map(({ at_ms }) => at_ms)],
  });
  await sql`insert into alarm_interval (${batch.names}) select ${batch.names} from ${batch.rows}`.execute(db);
}

/** Ends the intervals that these events may end, or end earlier, with the event that follows their own. */
async function end(db: Db, facts: readonly AlarmFact[]): Promise<void> {
  const earliest = new Map<string, AlarmFact>();
  for (const fact of facts) {
    const key = `${fact.unit.id} ${fact.body.name}`;
    const known = earliest.get(key);
    if (!known || fact.at_ms < known.at_ms) earliest.set(key, fact);
  }
  const touched = [...earliest.values()];
  const batch = unnestColumns({
    appliance: ['integer', touched.map(({ unit }) => unit.id)],
    name: ['text', touched.map(({ body }) => body.name)],
    earliest_at: ['timestamptz', touched.map(({ at_ms }) => at_ms)],
  });
  await sql`
    update alarm_interval i set to_at = (
      select e.at from event e
      where e.appliance = i.appliance and e.type = 'alarm' and e.body->>'name' = i.name and e.at >= i.from_at
        and (e.at, e.log, e.seq) > (i.from_at, i.log, i.seq)
      order by e.at, e.log, e.seq limit 1)
    from ${batch.rows}
    where i.appliance = batch.appliance and i.name = batch.name and (i.to_at is null or i.to_at >= batch.earliest_at)`.execute(
    db,
  );
}

type OpenAlarm = { appliance: number; name: string; severity: string; from_at: number };

function openAlarms(db: Db, appliances: readonly number[]): Promise<OpenAlarm[]> {
  return db
    .selectFrom('alarm_interval')
    .select(['appliance', 'name', 'severity', 'from_at'])
    .where('appliance', 'in', appliances)
    .where('to_at', 'is', null)
    .orderBy('from_at', 'desc')
    .orderBy('name')
    .execute();
}

/** What is open now, and what was shown before and has ended (S4.10: told once with active false). */
const withEnded = (shown: readonly Alarm[], open: readonly OpenAlarm[]): Alarm[] => [
  ...open.map(({ name, from_at }) => ({ name, active: true, since: from_at })),
  ...shown
    .filter((one) => one.active && !open.some(({ name }) => name === one.name))
    .map((one) => ({ ...one, active: false })),
];
