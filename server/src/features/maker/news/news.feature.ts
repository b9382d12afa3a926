import { feature } from '#core/feature.ts';
import { withUserId } from '#core/persons.ts';
import { newsHandlers } from './news.calls.ts';

/** Announcements of the maker. */
export const news = feature({
  calls: () => newsHandlers,
  keeps: { news: { until: 'the system administrator takes it away' } },
  persons: {
    news: [
      {
        columns: ['created_by'],
        whose: withUserId('created_by'),
        copy: { not: 'activity.json tells of it' },
        erase: { stay: 'the maker’s; who wrote it is a pseudonym' },
      },
      { columns: ['texts', 'roles'], nobody: 'what the maker tells to all of a role' },
    ],
  },
});
