import { type AlarmInterval, listAlarms } from '@brina/contract/calls/record/alarms';
import { alarms, isAlarm, liveSectionOf } from '@brina/domain/alarms/alarms';
import type { AlarmSeer } from '@brina/domain/alarms/engine/interval';
import { minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { viewOf } from '#core/access/views.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { handle } from '#core/http/handle.ts';
import { requireRange } from '#core/http/range.ts';

const listed_max = 500;
/** An alarm that was over for so long when it entered the list was found by late data (docs/ALARMS.md). */
const foundLater_ms = 30 * minute_ms;

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
  raised_by: AlarmSeer[];
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
  /** The caller let go of the unit and claimed it again meanwhile. */
  parted: boolean;
};

/**
 * Intervals of an appliance and of its kitchen that touch a time, cut to the time in which the caller may look at it: what
 * began before is shown from then on, if the unit was heard in that time before it ended, and of what outlasted it the end is not
 * told.
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
      coalesce(i.cleared_at, 'infinity') >= v.to_at as cut, v.parted, i.raised_by, i.evidence, i.folded_into, i.chattering,
      i.excursion, i.found_at, i.revision
    from appliance a
    join alarm_interval i on i.appliance = a.id or i.units @> array[a.id]
    -- What was taken back before its end is over with its beginning.
    cross join lateral (
      select coalesce(i.cleared_at, case when i.state = 'retracted' then i.raised_at else 'infinity' end) as over_at) o
    cross join lateral (
      select min(v.from_at) as from_at, nullif(max(coalesce(v.to_at, 'infinity')), 'infinity') as to_at, count(*) > 1 as parted
      from ${viewOf(caller)} v
      -- What was not an alarm yet when a time ended is one of the next time.
      where v.appliance = a.id and i.raised_at < coalesce(v.to_at, 'infinity') and o.over_at >= v.from_at
        -- A unit does not bring along what happened in its former kitchen.
        and (i.started_at >= v.from_at or (not i.of_site and exists (
          select from telemetry y where y.appliance = a.id and y.at >= v.from_at and y.at < o.over_at)))
      having bool_or(greatest(i.started_at, v.from_at) < ${timestamp(to)}
        and least(o.over_at, coalesce(v.to_at, 'infinity')) >= ${timestamp(from)})) v
    where a.serial = ${serial} and i.raised_at is not null
    order by i.started_at desc, i.id desc
    limit ${listed_max}`.execute(db);
  return rows.map((row) => presentAlarm(row, serial));
}

const presentAlarm = (row: Row, serialNumber: string): AlarmInterval => {
  const known = isAlarm(row.name) ? alarms[row.name] : undefined;
  const excursion = row.cut || row.inherited || row.parted ? null : row.excursion;
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
