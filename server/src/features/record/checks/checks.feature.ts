import { hour_ms } from '@brina/domain/language/durations';
import { feature } from '#core/feature.ts';
import { withUserId } from '#core/persons.ts';
import { checkHandlers } from './checks.calls.ts';
import { tellDue } from './due.jobs.ts';

/** Checks of core probes: what a record rests on. */
export const checks = feature({
  calls: checkHandlers,
  rounds: (parts) => [{ name: 'probe checks', every_ms: hour_ms, run: () => tellDue(parts) }],
  keeps: {
    probe_check: { until: 'it is older than records are kept, and no legal hold covers it' },
    probe_doubt: { until: 'the record is judged again, and the action lists it' },
  },
  persons: {
    probe_doubt: [{ columns: ['check_id'], nobody: 'which records a check speaks of' }],
    probe_check: [
      {
        columns: ['user_id'],
        whose: withUserId('user_id'),
        copy: { not: 'activity.json tells of it' },
        erase: { stay: 'that a probe was checked is the record’s; who did it is a pseudonym' },
      },
      {
        columns: ['laboratory_id', 'content'],
        copy: { not: 'the company’s' },
        erase: { stay: 'what a probe read is the record’s' },
      },
      { columns: ['signer'], nobody: 'it names somebody itself' },
    ],
  },
});
