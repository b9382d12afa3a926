import { feature } from '#core/feature.ts';
import { withUserId } from '#core/persons.ts';
import { newsHandlers } from './news.calls.ts';

/** Announcements of the maker. */
export const news = feature({
  calls: () => newsHandlers,
  keeps: {
    news: { until: 'the system administrator takes it away' },
    news_hidden: { until: 'the announcement is taken away, or its reader erased' },
  },
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
    news_hidden: [
      {
        columns: ['user_id'],
        whose: withUserId('user_id'),
        copy: { not: 'which announcements are not shown again is kept for the box above the page alone' },
        erase: 'go',
      },
      { columns: ['news_id'], nobody: 'which announcement it is' },
    ],
  },
});
