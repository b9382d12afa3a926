import { sql } from 'kysely';
import { feature } from '#core/feature.ts';
import { withUserId } from '#core/persons.ts';
import { userInfoOf } from '#features/people/account/account.queries.ts';
import { sharingHandlers } from './sharing.calls.ts';

/** Whom a company invites, and what it shares with them. */
export const sharing = feature({
  calls: sharingHandlers,
  keeps: {
    membership: { until: 'the person leaves, or the company takes it out' },
    share: { until: 'its membership or the hold of its appliance ends' },
  },
  persons: {
    membership: [
      {
        columns: ['user_id', 'first_name', 'last_name', 'language'],
        // Drafts of who leaves are found by it.
        after: ['recipe_draft', 'recipe_pin'],
        whose: withUserId('user_id'),
        copy: { file: 'memberships', read: async (db, caller) => (await userInfoOf(db, caller)).memberships },
        erase: 'go',
        leave: { by: 'id', rows: 'go' },
        notInvited: { by: 'user_id', rows: 'go' },
        lastUser: { by: 'company_id', rows: 'go' },
      },
    ],
    share: [
      {
        columns: ['membership_id'],
        copy: { not: 'what a company shares is its own' },
        erase: { goWith: 'membership' },
        // What others share with somebody ends with its role (S4.20).
        otherRole: {
          by: (userId) => sql`membership_id in (select id from membership where user_id = ${userId})`,
          rows: 'go',
        },
        release: { by: 'appliance', rows: 'go' },
      },
    ],
  },
});
