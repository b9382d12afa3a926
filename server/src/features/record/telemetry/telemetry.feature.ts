import { sql } from 'kysely';
import { feature } from '#core/feature.ts';
import { intakeOf } from '#core/ingest/intake.ts';
import { asEvidence, telemetryKeptFrom } from '#core/retention.ts';
import { telemetryHandlers } from './telemetry.calls.ts';
import { rollupAhead_ms, storeTelemetry } from './telemetry.ingest.ts';
import { dropOldTelemetry, rollUpDue } from './telemetry.jobs.ts';

/** The last moment of which nothing is held any more. */
const notHeld = (now: number): number => telemetryKeptFrom(now) - 1;

/** What units measure, and the rollups that charts are drawn from. */
export const telemetry = feature({
  calls: () => telemetryHandlers,
  steps: () => [{ name: 'telemetry', run: storeTelemetry }],
  rounds: (parts) => [
    {
      name: 'rollups',
      every_ms: 5000,
      // While a backlog drains five sixths of the time are left to what brings it.
      restsFor: () => (intakeOf(parts.db).drains(parts.clock.monotonic()) ? 5 : 0),
      run: () => rollUpDue(parts),
    },
  ],
  ahead: { rollup_due: { due_at: rollupAhead_ms } },
  keeps: {
    telemetry: { tend: dropOldTelemetry, why: 'the privacy notice says so' },
    telemetry_10min: { by: 'bucket', since: notHeld, why: 'goes with its telemetry' },
    telemetry_hour: { by: 'bucket', since: notHeld, why: 'goes with its telemetry' },
    rollup_due: { until: 'it is rolled up' },
    clock_offset: {
      by: 'to_at',
      since: asEvidence,
      // The last one lasts.
      only: sql`exists (
        select from clock_offset later
        where later.appliance = clock_offset.appliance and later.from_at > clock_offset.from_at)`,
      why: 'a record says by how much the clock of its unit was off, also one that late data revise',
    },
  },
  persons: {
    telemetry: { nobody: 'a unit measured it' },
    telemetry_10min: { nobody: 'a unit measured it' },
    telemetry_hour: { nobody: 'a unit measured it' },
  },
});
