import {
  type Appliance,
  hideAnomaly,
  listServices,
  releaseAppliance,
  type Trend,
  trendStep_ms,
  updateAppliance,
} from '@brina/contract/calls/kitchen/appliances';
import { sendCommand } from '@brina/contract/calls/kitchen/commands';
import { listCycles } from '@brina/contract/calls/kitchen/cycles';
import { runLive } from '@brina/contract/calls/kitchen/live-feed';
import { seeNotice } from '@brina/contract/calls/kitchen/notices';
import { listBatches } from '@brina/contract/calls/record/haccp';
import { getTelemetry } from '@brina/contract/calls/record/telemetry';
import type { Alarm, Cycle, Notice, Reported, Status, Versions } from '@brina/contract/live';
import type { Call } from '@brina/contract/wire/call';
import { familyOf } from '@brina/domain/appliance/families/families';
import type { Gamma } from '@brina/domain/appliance/families/family';
import { sanigenLevelOf } from '@brina/domain/appliance/sanigen';
import { minute_ms } from '@brina/domain/language/durations';
import { comparePlaced } from '@brina/domain/language/name-order';
import { roleContains } from '@brina/domain/people/roles';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { type Asking, isOpenTo, rightsOf } from '#core/access/rights.ts';
import { isStaff, viewOf } from '#core/access/views.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { versionsOf } from '#core/picture/versions.ts';
import { recordableBy } from '#features/record/maintenance/recordable.ts';
import { hasAnomaly } from './anomaly.ts';

const trendSteps = 24;

/** The calls that the rights on an appliance are. */
const rights: Record<Exclude<keyof Appliance['may'], 'record' | 'diagnose'>, Call> = {
  rename: updateAppliance,
  release: releaseAppliance,
  command: sendCommand,
  hideAdvice: hideAnomaly,
  readCycles: listCycles,
  readRecords: listBatches,
  readServices: listServices,
  runLive,
};

type Row = {
  serial: string;
  model: string;
  name: string;
  gamma: Gamma;
  brand: string;
  domain: Appliance['domain'];
  lab_id: string | null;
  lab_name: string | null;
  lab_time_zone: string | null;
  company: string;
  package: Appliance['package'];
  anomaly: boolean;
  held_since: number;
  online: boolean;
  last_seen_at: number | null;
  reported: Reported;
  reported_at: number | null;
  status: Status;
  cycle: Cycle | null;
  warnings: Alarm[];
  alarms: Alarm[];
  notices: Notice[];
  v: Versions;
};

/** The appliances a caller may look at now, with their live picture and two hours of trend, by kitchen and name; all or one. */
export async function appliancesOf(db: Db, caller: Caller, now_ms: number, serial?: string): Promise<Appliance[]> {
  const rows: Row[] = await db
    .selectFrom(viewOf(caller).as('v'))
    .innerJoin('appliance as a', 'a.id', 'v.appliance')
    .innerJoin('live_state as s', 's.appliance', 'a.id')
    .leftJoin('tenure as t', (join) => join.onRef('t.appliance', '=', 'a.id').on('t.to_at', 'is', null))
    .leftJoin('company as c', 'c.id', 't.company_id')
    .leftJoin('laboratory as l', 'l.id', 'a.laboratory_id')
    .select(['a.serial', 'a.model', 'a.name', 'a.package', hasAnomaly.as('anomaly'), 'a.gamma', 'a.brand', 'a.domain'])
    .select(['l.id as lab_id', 'l.name as lab_name', 'l.time_zone as lab_time_zone'])
    .select(sql<string>`coalesce(c.name, '')`.as('company'))
    .select(['v.from_at as held_since', 's.online', 's.last_seen_at', 's.reported', 's.reported_at', 's.status'])
    .select(['s.cycle', 's.warnings', 's.alarms', 's.notices', versionsOf.as('v')])
    .where('v.to_at', 'is', null)
    .where(({ eb, lit }) => (serial === undefined ? lit(true) : eb('a.serial', '=', serial)))
    .execute();
  const trends = await trendsOf(db, caller, now_ms, serial);
  return rows
    .map((row) => presentAppliance(row, caller, trends.get(row.serial) ?? emptyTrend(now_ms)))
    .toSorted(comparePlaced);
}

function presentAppliance(row: Row, caller: Caller, trend: Trend): Appliance {
  // What ran or was measured before the caller's company held it is another's, also when it arrives late (docs/SECURITY.md).
  const isAnothers = (at: number | null): boolean => at !== null && at < row.held_since;
  const reported = isAnothers(row.reported_at) ? {} : row.reported;
  const number = (name: string): number | null => (typeof reported[name] === 'number' ? reported[name] : null);
  const firmware = typeof reported['firmwareVersion'] === 'string' ? reported['firmwareVersion'] : '';
  const cycle = row.cycle && !isAnothers(row.cycle.startedAt) ? row.cycle : null;
  return {
    serialNumber: row.serial,
    model: row.model,
    name: row.name,
    lab:
      row.lab_id === null ? null : { id: row.lab_id, name: row.lab_name ?? '', timeZone: row.lab_time_zone ?? 'UTC' },
    gamma: row.gamma,
    brand: row.brand,
    domain: row.domain,
    online: row.online,
    lastSeenAt: isAnothers(row.last_seen_at) ? null : row.last_seen_at,
    status: isAnothers(row.reported_at) ? 'unknown' : row.status,
    cycle,
    cycleRunning: reported['cycleRunning'] === 1,
    warnings: row.warnings.filter((one) => one.active).map((one) => since(one, row.held_since)),
    alarms: row.alarms.filter((one) => one.active).map((one) => since(one, row.held_since)),
    notices: isOpenTo(seeNotice, caller) ? row.notices.filter(({ at }) => at >= row.held_since) : [],
    anomaly: row.anomaly,
    package: row.package,
    currentFirmware: firmware,
    desiredFirmware: firmware,
    softwareVersion: firmware,
    company: row.company,
    door: number('door'),
    sanigen: levelOf(row.model, number('sanigenLevel')),
    port: number('port'),
    role: relationOf(caller),
    twin: { serialNumber: row.serial, reported },
    trend,
    v: row.v,
    may: {
      ...rightsOf(caller, rights),
      record: [...recordableBy(caller)],
      diagnose: diagnoses(caller),
    },
  };
}

/** Whether a caller reads the measurements of an appliance as its technician: not as the kitchen that works with it. */
export const diagnoses = (caller: Asking): boolean => caller.role !== 'USER' && isOpenTo(getTelemetry, caller);

/** A Sanigen level from 0 to 5, whatever code the family has for it (S4.18). */
function levelOf(model: string, raw: number | null): number | null {
  const family = familyOf(model)?.code;
  return raw === null || !family ? null : (sanigenLevelOf(family, raw) ?? null);
}

/** What the caller is to the appliances it sees. */
const relationOf = (caller: Caller): Appliance['role'] =>
  isStaff(caller) ? 'FACTORY' : roleContains(caller.role, 'SERVICE') ? 'SERVICE' : caller.member ? 'SHARED' : 'OWNER';

const since = (alarm: Alarm, heldSince: number): Alarm => ({ ...alarm, since: Math.max(alarm.since, heldSince) });

const lastStep = (now_ms: number): number => Math.floor(now_ms / trendStep_ms) * trendStep_ms;
const emptyTrend = (now_ms: number): Trend => ({
  until: lastStep(now_ms) + trendStep_ms,
  step_ms: trendStep_ms,
  air: Array.from({ length: trendSteps }, () => null),
  set: Array.from({ length: trendSteps }, () => null),
});

/** Two hours of chamber temperature of each appliance, by one index range per appliance. */
async function trendsOf(db: Db, caller: Caller, now_ms: number, serial?: string): Promise<Map<string, Trend>> {
  const from_ms = lastStep(now_ms) - (trendSteps - 1) * trendStep_ms;
  const { rows } = await sql<{ serial: string; step: number; air: number | null; set: number | null }>`
    select a.serial, x.step, x.air, x.set
    from ${viewOf(caller)} v
    join appliance a on a.id = v.appliance
    cross join lateral (
      select floor(extract(epoch from y.at - ${timestamp(from_ms)}) * 1000 / ${trendStep_ms})::int as step,
        avg(y."TCell")::real as air, max(y."cellSetTemp") as set
      from telemetry y
      where y.appliance = a.id and y.at >= greatest(v.from_at, ${timestamp(from_ms)}) and y.at < ${timestamp(now_ms + minute_ms)}
      group by 1
    ) x
    where v.to_at is null and (${serial ?? null}::text is null or a.serial = ${serial ?? null})`.execute(db);
  const trends = new Map<string, Trend>();
  for (const { serial: of, step, air, set } of rows) {
    const trend = trends.get(of) ?? emptyTrend(now_ms);
    trends.set(of, trend);
    if (step >= 0 && step < trendSteps) {
      trend.air[step] = air === null ? null : Math.round(air * 10) / 10;
      trend.set[step] = set;
    }
  }
  return trends;
}
