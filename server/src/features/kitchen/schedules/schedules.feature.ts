import { second_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { feature } from '#core/feature.ts';
import { withUserId } from '#core/persons.ts';
import { years } from '#core/retention.ts';
import { scheduleHandlers } from './schedules.calls.ts';
import { followProposals } from './schedules.ingest.ts';
import { tendPlans } from './schedules.jobs.ts';
import { look_max_ms } from './schedules.queries.ts';

/** Planned starts: reservations that somebody confirms at the panel. */
export const schedules = feature({
  calls: scheduleHandlers,
  steps: () => [{ name: 'planned starts', after: ['results', 'events', 'runs'], run: followProposals }],
  // Before commands are sent again: what has not arrived by its minute is not.
  rounds: (parts) => [{ name: 'planned starts', every_ms: second_ms, run: () => tendPlans(parts) }],
  ahead: { scheduled_start: { due_at: look_max_ms } },
  keeps: {
    scheduled_start: {
      by: 'at',
      since: years(1),
      only: sql`due_at is null`,
      why: 'who looks back at a missed start finds it',
    },
  },
  persons: {
    scheduled_start: [
      {
        columns: ['created_by', 'args'],
        whose: withUserId('created_by'),
        copy: { not: 'activity.json tells of it' },
        erase: { stay: 'the company’s; who planned it is a pseudonym' },
        release: { by: 'appliance', rows: 'go' },
      },
      {
        columns: ['command_id', 'minute', 'time_zone', 'state', 'reason', 'weekdays'],
        nobody: 'when a unit is to begin',
      },
    ],
  },
});
