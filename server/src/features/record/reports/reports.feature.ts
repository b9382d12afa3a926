import { reportKept_days } from '@brina/contract/calls/record/period-reports';
import { minute_ms, second_ms } from '@brina/domain/language/durations';
import { feature } from '#core/feature.ts';
import { withUserId } from '#core/persons.ts';
import { days } from '#core/retention.ts';
import { reportAhead_ms, reportMaker } from './period.jobs.ts';
import { reportHandlers } from './reports.calls.ts';
import { letterAgain_ms, weeklyLetters } from './weekly.jobs.ts';
import { serveLetters } from './weekly.pages.ts';

/** Records as files to keep and to hand over, and as letters about a week. */
export const reports = feature({
  calls: reportHandlers,
  pages: serveLetters,
  rounds: (parts) => [
    { name: 'period reports', every_ms: second_ms, after: ['haccp', 'hold days'], run: reportMaker(parts) },
    {
      name: 'weekly letters',
      every_ms: minute_ms,
      after: ['haccp', 'hold days'],
      run: weeklyLetters(parts),
    },
  ],
  ahead: { haccp_report: { due_at: reportAhead_ms }, weekly_letter: { due_at: letterAgain_ms } },
  keeps: {
    haccp_report: {
      by: 'created_at',
      since: days(reportKept_days),
      why: 'it can be made anew from what is kept of the records',
    },
    told_week: {
      by: 'told_at',
      since: days(400),
      why: 'a week is told once, even by a clock that was wrong for a year',
    },
    weekly_letter: { by: 'created_at', since: days(14), why: 'the next week has its own letter' },
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
    told_week: { nobody: 'which weeks a company was told of' },
    weekly_letter: [
      {
        columns: ['user_id'],
        whose: withUserId('user_id'),
        copy: { not: 'the letter itself is among the mails' },
        erase: 'go',
      },
      {
        columns: ['company_id', 'monday', 'sunday', 'time_zone'],
        nobody: 'which week; who is told of it stands beside it',
      },
    ],
  },
});
