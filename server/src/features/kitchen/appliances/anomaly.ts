import { alarms } from '@brina/domain/alarms/alarms';
import { sql } from 'kysely';

/** Alarms that are evidence of wear, told as maintenance. */
const maintenance = Object.entries(alarms)
  .filter(([, row]) => row.maintenance)
  .map(([name]) => name);

/**
 * SQL condition that maintenance of `a`, an appliance, is recommended (S3.8): such an alarm is on, it began after somebody
 * put the advice of before aside, and the unit has been heard since its present owner claimed it.
 */
export const hasAnomaly = sql<boolean>`exists (
  select from alarm_interval i
  where i.appliance = a.id and i.cleared_at is null and i.state = 'active' and i.name = any(${maintenance}::text[])
    and i.raised_at > coalesce(a.anomaly_hidden_at, '-infinity')
    and not exists (
      select from tenure t
      where t.appliance = a.id and t.to_at is null and t.from_at > i.raised_at
        and not exists (select from alarm_engine e where e.appliance = a.id and e.at >= t.from_at)))`;
