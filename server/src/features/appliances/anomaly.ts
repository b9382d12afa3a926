import { alarms } from '@brina/domain/alarms';
import { sql } from 'kysely';

/** Alarms that are evidence of wear, told as maintenance. */
const maintenance = Object.entries(alarms)
  .filter(([, row]) => row.maintenance)
  .map(([name]) => name);

/**
 * SQL condition that maintenance of `a`, an appliance, is recommended (S3.8): such an alarm is on, and it began after somebody
 * put the advice of before aside.
 */
export const hasAnomaly = sql<boolean>`exists (
  select from alarm_interval i
  where i.appliance = a.id and i.cleared_at is null and i.state = 'active' and i.name = any(${maintenance}::text[])
    and i.raised_at > coalesce(a.anomaly_hidden_at, '-infinity'))`;
