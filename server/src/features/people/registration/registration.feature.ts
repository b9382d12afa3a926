import { feature } from '#core/feature.ts';
import { withUserId } from '#core/persons.ts';
import { atOnce } from '#core/retention.ts';
import { registrationHandlers } from './registration.calls.ts';

/** How somebody comes to an account, and back into it. */
export const registration = feature({
  calls: registrationHandlers,
  keeps: {
    mailed_code: { by: 'expires_at', since: atOnce, why: 'opens nothing any more' },
  },
  persons: {
    mailed_code: [
      {
        columns: ['user_id', 'membership_id', 'secret_hash'],
        whose: withUserId('user_id'),
        copy: { not: 'secrets' },
        erase: 'go',
      },
      {
        columns: ['inviter_id'],
        whose: withUserId('inviter_id'),
        copy: { not: 'activity.json tells whom one has invited' },
        // The letter stays somebody else's way in.
        erase: { become: { inviter_id: null } },
      },
    ],
  },
});
