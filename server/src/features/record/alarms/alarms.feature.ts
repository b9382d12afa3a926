import { sql } from 'kysely';
import { feature } from '#core/feature.ts';
import { asEvidence } from '#core/retention.ts';
import { alarmHandlers } from './alarms.calls.ts';
import { markAlarms } from './alarms.ingest.ts';
import { failedWaits_ms, followAlarms } from './alarms.jobs.ts';
import { failuresEvery_ms, tellFailures } from './failures.jobs.ts';
import { countFailing, failuresAhead } from './parts/failures.ts';
import { memoryOf } from './parts/memory.ts';
import { thinOutStates } from './parts/states.ts';
import { judgeSites } from './site.jobs.ts';

/** What is wrong with units and kitchens. */
export const alarms = feature({
  calls: () => alarmHandlers,
  steps: ({ db }) => [{ name: 'alarms', run: markAlarms(memoryOf(db)) }],
  rounds: (parts) => [
    { name: 'alarms', every_ms: 500, run: () => followAlarms(parts) },
    { name: 'sites', every_ms: 15_000, run: () => judgeSites(parts) },
    { name: 'alarm-failures', every_ms: failuresEvery_ms, after: ['alarms'], run: () => tellFailures(parts) },
  ],
  gauges: ({ db }) => [
    {
      name: 'brina_alarm_rules_failing',
      help: 'Appliances whose alarm rules fail: what the portal would find of them is not told',
      count: () => countFailing(db),
    },
  ],
  ahead: { alarm_due: { due_at: failedWaits_ms }, alarm_failure: failuresAhead },
  keeps: {
    alarm_interval: {
      by: sql`coalesce(cleared_at, case when state = 'retracted' then coalesce(raised_at, started_at) end)`,
      since: asEvidence,
      why: 'explains a food record, which names the alarms of its time itself',
    },
    alarm_revision: { until: 'its interval goes' },
    cycle_forecast: { by: 'made_at', since: asEvidence, why: 'explains a food record, which contains it' },
    alarm_engine: { until: 'its appliance is no more' },
    alarm_checkpoint: { tend: thinOutStates, why: 'late facts begin from it: the older, the fewer' },
    alarm_due: { until: 'the rules have run' },
    alarm_failure: { until: 'the rules run again' },
    alarm_site_due: { until: 'its laboratory is judged' },
  },
  persons: {
    alarm_interval: { nobody: 'what is wrong with a unit or a kitchen' },
    alarm_revision: { nobody: 'what seemed wrong with it before' },
    cycle_forecast: { nobody: 'when the food of a cycle would be cold' },
    alarm_engine: { nobody: 'how far the rules are with a unit' },
    alarm_checkpoint: { nobody: 'how far the rules were with a unit' },
    alarm_site_due: { nobody: 'which kitchen is to be judged' },
  },
});
