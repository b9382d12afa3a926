import { seeNotice } from '@brina/contract/calls/kitchen/notices';
import { minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { timestamp } from '#core/db/instants.ts';
import { feature } from '#core/feature.ts';
import { withUserId } from '#core/persons.ts';
import { years } from '#core/retention.ts';
import { noticeHandlers } from './notices.calls.ts';
import { endOldNotices } from './notices.jobs.ts';

/** What somebody of a kitchen should be told: written by those who find it (`server/src/core/notices.ts`), over when somebody has understood it. */
export const notices = feature({
  calls: noticeHandlers,
  rounds: (parts) => [{ name: 'notices', every_ms: minute_ms, run: () => endOldNotices(parts) }],
  told: { notices: seeNotice },
  keeps: {
    notice: {
      by: 'at',
      since: years(1),
      only: sql`ended_at is not null`,
      why: 'nobody asks any more who had understood it',
    },
  },
  persons: {
    notice: [
      {
        columns: ['seen_by'],
        whose: withUserId('seen_by'),
        copy: { not: 'activity.json tells of it' },
        erase: { stay: 'what was understood keeps a doer, a pseudonym' },
      },
      {
        columns: ['detail'],
        copy: { not: 'the company’s' },
        erase: { stay: 'what happened in the company’s kitchen' },
        // Nobody of the company is told any more, and nobody of the next one ever.
        release: {
          by: 'appliance',
          only: sql`ended_at is null`,
          rows: { become: ({ now }) => ({ ended_at: timestamp(now) }) },
        },
      },
      { columns: ['company_id', 'kind', 'name', 'key'], nobody: 'which company was told what' },
    ],
  },
});
