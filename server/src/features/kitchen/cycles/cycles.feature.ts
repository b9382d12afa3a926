import { sql } from 'kysely';
import { feature } from '#core/feature.ts';
import { asEvidence } from '#core/retention.ts';
import { cycleHandlers } from './cycles.calls.ts';
import { keepRuns, showCycles, storeEvents } from './cycles.ingest.ts';

/** What units tell besides samples, and the runs of cycles found in it. */
export const cycles = feature({
  calls: () => cycleHandlers,
  steps: [
    { name: 'events', run: storeEvents },
    { name: 'runs', after: ['events'], run: keepRuns },
    { name: 'cycle', after: ['runs', 'batches'], run: showCycles },
  ],
  keeps: {
    event: { by: 'received_at', since: asEvidence, why: 'records, alarms and runs are computed from it' },
    cycle_run: {
      by: sql`coalesce(ended_at, started_at)`,
      since: asEvidence,
      // A record has the id of its run; what is wrong with a unit may have begun with one.
      only: sql`not exists (select from batch where batch.id = cycle_run.id)
        and not exists (
          select from alarm_interval i
          where i.appliance = cycle_run.appliance and i.cleared_at is null and i.state <> 'retracted'
            and i.started_at <= coalesce(cycle_run.ended_at, cycle_run.started_at))`,
      why: 'says what a unit did, as long as its events do',
    },
  },
  persons: {
    event: { nobody: 'a unit told it' },
    cycle_run: { nobody: 'a unit told it' },
  },
});
