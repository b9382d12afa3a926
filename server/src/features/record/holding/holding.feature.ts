import { minute_ms, second_ms } from '@brina/domain/language/durations';
import { feature } from '#core/feature.ts';
import { withUserId } from '#core/persons.ts';
import { holdingHandlers } from './holding.calls.ts';
import { followDays } from './holding.ingest.ts';
import { beginDays, countFailingDays, dayAhead_ms, writeDueDay } from './holding.jobs.ts';

const gone = 'its records are older than records are kept, and no legal hold covers them';

/** Records of what is held: a day of a cabinet, a prover, or a blast chiller that holds. */
export const holding = feature({
  calls: () => holdingHandlers,
  steps: () => [{ name: 'hold days', after: ['telemetry'], run: followDays }],
  rounds: (parts) => [
    { name: 'hold days begin', every_ms: minute_ms, run: () => beginDays(parts) },
    // At midnight each unit of a time zone has one; behind what has just been measured, of which nobody waits for it.
    {
      name: 'hold days',
      every_ms: 5 * second_ms,
      restsFor: () => 2,
      after: ['alarms', 'hold days begin'],
      run: () => writeDueDay(parts),
    },
  ],
  gauges: ({ db }) => [
    {
      name: 'brina_hold_days_failing',
      help: 'Days of what is held whose next record cannot be made: what they said before is shown',
      count: () => countFailingDays(db),
    },
  ],
  ahead: { hold_day: { due_at: dayAhead_ms } },
  keeps: {
    hold_day: { always: 'that there was a record stays, as its entry in the book does' },
    hold_day_revision: { until: gone },
    hold_look: { until: gone },
  },
  persons: {
    hold_day: { nobody: 'which days have a record' },
    hold_day_revision: { nobody: 'a record names the kitchen and nobody in it' },
    hold_look: [
      {
        columns: ['user_id'],
        whose: withUserId('user_id'),
        copy: { not: 'activity.json tells of it' },
        erase: { stay: 'that somebody looked is the book’s; who it was is a pseudonym' },
      },
      {
        columns: ['laboratory_id', 'day'],
        copy: { not: 'the company’s' },
        erase: { stay: 'which day of a kitchen was looked at is the record’s' },
      },
      { columns: ['id', 'signer', 'is_late'], nobody: 'its signer names somebody' },
    ],
  },
});
