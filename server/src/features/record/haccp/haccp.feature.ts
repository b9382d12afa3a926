import { minute_ms } from '@brina/domain/language/durations';
import { feature } from '#core/feature.ts';
import { haccpHandlers } from './haccp.calls.ts';
import { followBatches } from './haccp.ingest.ts';
import { judgeAgain, writeDueRevision } from './haccp.jobs.ts';

/** Food records. */
export const haccp = feature({
  calls: () => haccpHandlers,
  steps: () => [{ name: 'batches', after: ['telemetry', 'runs'], run: followBatches }],
  // What a record says of alarms comes from the rules.
  rounds: (parts) => [
    { name: 'haccp', every_ms: 1000, after: ['alarms'], run: () => writeDueRevision(parts) },
    // What an older judge wrote, behind what has just ended.
    { name: 'judge again', every_ms: minute_ms, after: ['haccp'], run: () => judgeAgain(parts) },
  ],
  keeps: {
    batch: { always: 'the law’s, and never removed by itself' },
    batch_revision: { always: 'the law’s, and never removed by itself' },
  },
  persons: {
    batch: { nobody: 'which runs have a record' },
    batch_revision: { nobody: 'a record names the kitchen and nobody in it' },
  },
});
