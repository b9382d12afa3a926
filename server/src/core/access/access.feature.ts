import { feature } from '../feature.ts';
import { withEmail, withUserId } from '../persons.ts';
import { years } from '../retention.ts';

/** The log of who did what. */
export const access = feature({
  keeps: { audit: { by: 'at', since: years(5), why: 'the privacy notice says so' } },
  persons: {
    audit: [
      {
        columns: ['user_id', 'address', 'detail'],
        whose: withUserId('user_id'),
        copy: { file: 'activity', columns: ['at', 'action', 'on_kind', 'on_id', 'address'] },
        // Who did what stays, where it was done from does not.
        erase: { become: { address: null } },
      },
      {
        columns: ['on_id'],
        whose: withEmail('on_id'),
        copy: { not: 'what others did is theirs' },
        erase: { become: ({ pseudonym }) => ({ on_id: pseudonym }) },
      },
    ],
  },
});
