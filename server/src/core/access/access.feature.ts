import { feature } from '../feature.ts';
import { withEmail, withUserId } from '../persons.ts';
import { years } from '../retention.ts';

/** The log of who did what. */
export const access = feature({
  keeps: { audit: { by: 'at', since: years(5), why: 'the privacy notice says so' } },
  persons: {
    audit: [
      {
        columns: ['user_id', 'detail'],
        whose: withUserId('user_id'),
        copy: { file: 'activity', columns: ['at', 'action', 'on_kind', 'on_id', 'address'] },
        erase: { stay: 'what was done keeps a doer, a pseudonym' },
      },
      {
        columns: ['address'],
        whose: withUserId('user_id'),
        copy: { not: 'stands with what was done from there' },
        erase: { become: { address: null } },
      },
      {
        columns: ['on_id'],
        whose: withEmail('on_id'),
        copy: { not: 'what others did is theirs' },
        erase: { become: ({ pseudonym }) => ({ on_id: pseudonym }) },
      },
      { columns: ['company_id', 'action', 'on_kind'], nobody: 'for which company what was done to what' },
    ],
  },
});
