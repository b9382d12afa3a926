import { type AlarmInterval, listAlarms } from '@brina/contract/alarms';
import { alarms, isAlarm, liveSectionOf } from '@brina/domain/alarms';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { viewOf } from '#core/access/views.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { handle } from '#core/http/handle.ts';
import { requireRange } from '#core/http/range.ts';

const listed_max = 500;
/** An alarm that was over for so long when it entered the list was found by late data (docs/ALARMS.md). */
const foundLater_ms = 30 * 60_000;

const list = handle(listAlarms, async ({ db, caller, params, query }) => {
  requireRange(query);
  return alarmsOf(db, caller, params.id, query);
});

/** Alarms of an appliance. */
export const alarmHandlers = [list];

type Row = {
  id: string;
  name: string;
  state: AlarmInterval['state'];
  of_kitchen: boolean;
  zone: 2 | null;
  started_at: number;
  raised_at: number | null;
  cleared_at: number | null;
  raised_by: ('unit' | 'server')[];
  evidence: AlarmInterval['evidence'];
  folded_into: string | null;
  chattering: number;
  excursion: { extreme: number; degree_min: number } | null;
  found_at: number;
  revision: number;
  /** It began before the caller's time: what was measured then is another's. */
  inherited: boolean;
  /** It outlasted the caller's time: how it ended is another's. */
  cut: boolean | null;
};

/**
 * Intervals of an appliance and of its kitchen that touch a time, cut to the time in which the caller may look at it: what
 * began before is shown from then on, and of what outlasted it the end is not told.
 */
async function alarmsOf(
  db: Db,
  caller: Caller,
  serial: string,
  { from, to }: { from: number; to: number },
): Promise<AlarmInterval[]> {
  const { rows } = await sql<Row>`
    select i.id, i.name, i.state, i.appliance is null as of_kitchen, i.zone, greatest(i.started_at, v.from_at) as started_at,
      greatest(i.raised_at, v.from_at) as raised_at, i.cleared_at, i.started_at < v.from_at as inherited,
      coalesce(i.cleared_at, 'infinity') >= v.to_at as cut, i.raised_by, i.evidence, i.folded_into, i.chattering,
      i.excursion, i.found_at, i.revision
    from appliance a
    join ${viewOf(caller)} v on v.appliance = a.id
    join alarm_interval i on (i.appliance = a.id or i.units @> array[a.id])
      and i.started_at < least(coalesce(v.to_at, 'infinity'), ${timestamp(to)})
      -- What was taken back before its end is over with its beginning.
      and coalesce(i.cleared_at, case when i.state = 'retracted' then i.raised_at else 'infinity' end)
        >= greatest(v.from_at, ${timestamp(from)})
    where a.serial = ${serial} and i.raised_at is not null
      -- A unit does not bring along what happened in its former kitchen.
      and (not i.of_site or i.started_at >= v.from_at)
    order by i.started_at desc, i.id desc
    limit ${listed_max}`.execute(db);
  return rows.map((row) => shown(row, serial));
}

const shown = (row: Row, serialNumber: string): AlarmInterval => {
  const known = isAlarm(row.name) ? alarms[row.name] : undefined;
  const excursion = row.cut || row.inherited ? null : row.excursion;
  return {
    id: row.id,
    serialNumber,
    name: row.name,
    severity: known?.severity ?? (liveSectionOf(row.name) === 'alarms' ? 'A' : 'W'),
    state: row.cut && row.state === 'cleared' ? 'active' : row.state,
    ofKitchen: row.of_kitchen,
    zone: row.zone,
    startedAt: row.started_at,
    raisedAt: row.raised_at,
    clearedAt: row.cut ? null : row.cleared_at,
    by: row.raised_by,
    foldedInto: row.folded_into,
    chattering: row.chattering,
    excursion: excursion && { extreme: excursion.extreme, degree_min: excursion.degree_min },
    evidence: row.inherited ? {} : row.evidence,
    foundLater: row.cleared_at !== null && row.found_at - row.cleared_at > foundLater_ms,
    maintenance: known?.maintenance ?? false,
    revision: row.revision,
  };
};
