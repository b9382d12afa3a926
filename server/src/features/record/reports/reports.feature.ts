import { reportKept_days } from '@brina/contract/calls/record/period-reports';
import { second_ms } from '@brina/domain/language/durations';
import { feature } from '#core/feature.ts';
import { withUserId } from '#core/persons.ts';
import { days } from '#core/retention.ts';
import { reportAhead_ms, reportMaker } from './period.jobs.ts';
import { reportHandlers } from './reports.calls.ts';

/** Records as files to keep and to hand over. */
export const reports = feature({
  calls: reportHandlers,
  rounds: (parts) => [
    { name: 'period reports', every_ms: second_ms, after: ['haccp', 'hold days'], run: reportMaker(parts) },
  ],
  ahead: { haccp_report: { due_at: reportAhead_ms } },
  keeps: {
    haccp_report: {
      by: 'created_at',
      since: days(reportKept_days),
      why: 'it can be made anew from what is kept of the records',
    },
  },
  persons: {
    haccp_report: [
      {
        columns: ['user_id'],
        whose: withUserId('user_id'),
        copy: { not: 'activity.json tells of it' },
        erase: 'go',
      },
      {
        columns: ['file'],
        copy: { not: 'the company’s, which can have it itself' },
        erase: {
          stay: 'who signed or did something is named in it for thirty days more at most, as on the paper that was handed over',
        },
        lastUser: { by: 'company_id', rows: 'go' },
      },
      {
        columns: ['membership_id', 'laboratory_id', 'from_day', 'to_day', 'paper', 'locale', 'state', 'form'],
        nobody: 'what it is of; who asked for it stands beside it',
      },
    ],
  },
});
