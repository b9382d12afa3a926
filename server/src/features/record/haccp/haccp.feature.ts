import { minute_ms } from '@brina/domain/language/durations';
import { feature } from '#core/feature.ts';
import { withUserId } from '#core/persons.ts';
import { judgeDoubted } from './doubts.jobs.ts';
import { haccpHandlers } from './haccp.calls.ts';
import { followBatches } from './haccp.ingest.ts';
import { countFailing, judgeAgain, markEndedWithoutWord, writeDueRevision } from './haccp.jobs.ts';
import { failedAgain_ms } from './writing.ts';

const gone = 'its record is older than records are kept, and no legal hold covers it';

/** Food records. */
export const haccp = feature({
  calls: () => haccpHandlers,
  steps: () => [{ name: 'batches', after: ['telemetry', 'lost ends', 'panels'], run: followBatches }],
  // What a record says of alarms comes from the rules.
  rounds: (parts) => [
    { name: 'ended without a word', every_ms: minute_ms, after: ['lost ends'], run: () => markEndedWithoutWord(parts) },
    { name: 'haccp', every_ms: 1000, after: ['alarms', 'ended without a word'], run: () => writeDueRevision(parts) },
    // Of one check that may be all records of a year: what has just ended does not wait for them, nor does ingestion.
    { name: 'probe doubts', every_ms: 1000, restsFor: () => 1, after: ['haccp'], run: () => judgeDoubted(parts) },
    // What an older judge wrote, behind what has just ended.
    // After an upgrade that is every record there is: as long as it works it rests, and ingestion has the database for itself.
    { name: 'judge again', every_ms: minute_ms, restsFor: () => 1, after: ['haccp'], run: () => judgeAgain(parts) },
  ],
  gauges: ({ db }) => [
    {
      name: 'brina_haccp_records_failing',
      help: 'Food records whose next revision cannot be made: what they said before is shown',
      count: () => countFailing(db),
    },
  ],
  ahead: { batch: { due_at: failedAgain_ms }, probe_doubt: { due_at: failedAgain_ms } },
  keeps: {
    batch: { always: 'that there was a record stays, as its entry in the book does' },
    batch_revision: { until: gone },
    batch_review: { until: gone },
  },
  persons: {
    batch: { nobody: 'which runs, and which trays in them, have a record' },
    batch_revision: { nobody: 'a record names the kitchen and nobody in it' },
    batch_review: [
      {
        columns: ['user_id'],
        whose: withUserId('user_id'),
        copy: { not: 'activity.json tells of it' },
        erase: { stay: 'that somebody looked at a record is the book’s; who it was is a pseudonym' },
      },
      { columns: ['id', 'signer'], nobody: 'its signer names somebody' },
    ],
  },
});
