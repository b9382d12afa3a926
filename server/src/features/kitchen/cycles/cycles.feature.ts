import { minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { feature } from '#core/feature.ts';
import { asEvidence } from '#core/retention.ts';
import { cycleHandlers } from './cycles.calls.ts';
import { keepRuns, showCycles, storeEvents } from './cycles.ingest.ts';
import { endBeforeNext, endLostRuns } from './lost-ends.ts';

/** What units tell besides samples, and the runs of cycles found in it. */
export const cycles = feature({
  calls: () => cycleHandlers,
  steps: () => [
    { name: 'events', run: storeEvents },
    { name: 'runs', after: ['events'], run: keepRuns },
    { name: 'lost ends', after: ['runs', 'telemetry'], run: endBeforeNext },
    { name: 'cycle', after: ['lost ends', 'batches'], run: showCycles },
  ],
  rounds: (parts) => [{ name: 'lost ends', every_ms: minute_ms, run: () => endLostRuns(parts) }],
  keeps: {
    // Before its events, which go when it has gone.
    cycle_run: {
      by: sql`coalesce(ended_at, started_at)`,
      since: asEvidence,
      // A record says which run it is of; what is wrong with a unit may have begun with one; what came late is held as long as the rest.
      only: (since) => sql`not exists (select from batch where batch.run = cycle_run.id)
        and not exists (
          select from alarm_interval i
          where i.appliance = cycle_run.appliance and i.cleared_at is null and i.state <> 'retracted'
            and i.started_at <= coalesce(cycle_run.ended_at, cycle_run.started_at))
        and not exists (
          select from event e
          where e.appliance = cycle_run.appliance and e.type = 'cycle' and e.body->>'runId' = cycle_run.run_id
            and e.received_at > ${since})`,
      why: 'says what a unit did, as long as its events do',
    },
    event: {
      by: 'received_at',
      since: asEvidence,
      // A run is computed from its events: without its beginning, a late end would be a run of its own.
      only: sql`(event.type <> 'cycle' or not exists (
        select from cycle_run r where r.appliance = event.appliance and r.run_id = event.body->>'runId'))`,
      why: 'records, alarms and runs are computed from it',
    },
  },
  persons: {
    event: { nobody: 'a unit told it' },
    cycle_run: { nobody: 'a unit told it' },
  },
});
