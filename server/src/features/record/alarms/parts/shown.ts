import type { Alarm, LiveFrame } from '@brina/contract/live';
import { liveSectionOf } from '@brina/domain/alarms/alarms';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { loadUnits, saveUnits } from '#core/picture/unit.ts';

/**
 * Brings the live pictures of units up to date with their open alarms. What began before the present owner's time is shown once
 * the unit has been heard in it and it is still on; never what happened in a former kitchen.
 * @returns the frames to send after the commit
 */
export async function showAlarms(
  db: Db,
  touched: readonly { appliance: number; serial: string }[],
  now: number,
): Promise<LiveFrame[]> {
  if (touched.length === 0) return [];
  const { rows } = await sql<{ appliance: number; name: string; since: number }>`
    select u.id as appliance, i.name, min(i.started_at) as since
    from unnest(${touched.map(({ appliance }) => appliance)}::int[]) as u (id)
    left join tenure t on t.appliance = u.id and t.to_at is null
    left join alarm_engine e on e.appliance = u.id
    join alarm_interval i on i.appliance = u.id or i.units @> array[u.id]
    where i.cleared_at is null and i.raised_at is not null and i.state in ('active', 'suspected')
      and (t.from_at is null or i.started_at >= t.from_at or (not i.of_site and e.at >= t.from_at))
    group by u.id, i.name order by min(i.started_at) desc, i.name`.execute(db);
  const open = Map.groupBy(rows, ({ appliance }) => appliance);
  const units = [
    ...(
      await loadUnits(
        db,
        touched.map(({ serial }) => serial),
      )
    ).values(),
  ];
  for (const unit of units)
    for (const section of ['alarms', 'warnings'] as const) {
      const ofSection = (open.get(unit.id) ?? []).filter(({ name }) => liveSectionOf(name) === section);
      unit.show(section, withEnded(unit.picture[section], ofSection), now);
    }
  const told = units.filter((unit) => unit.frames().length > 0);
  if (told.length > 0) await saveUnits(db, told);
  return told.flatMap((unit) => unit.frames());
}

/** What is open now, and what was shown before and has ended (S4.10: told once with active false). */
const withEnded = (shown: readonly Alarm[], open: readonly { name: string; since: number }[]): Alarm[] => [
  ...open.map(({ name, since }) => ({ name, active: true, since })),
  ...shown
    .filter((one) => one.active && !open.some(({ name }) => name === one.name))
    .map((one) => ({ ...one, active: false })),
];
