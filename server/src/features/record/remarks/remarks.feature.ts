import { feature } from '#core/feature.ts';
import { withUserId } from '#core/persons.ts';
import { remarkHandlers } from './remarks.calls.ts';

/** What people say of records besides what was measured: readings by hand, notes, corrections of what was typed wrong. */
export const remarks = feature({
  calls: () => remarkHandlers,
  keeps: { remark: { until: 'the record that it is about is removed' } },
  persons: {
    remark: [
      {
        columns: ['user_id'],
        whose: withUserId('user_id'),
        copy: { not: 'activity.json tells of it' },
        erase: { stay: 'what was said of a record is the record’s; who said it is a pseudonym' },
      },
      {
        columns: ['content'],
        copy: { not: 'the company’s' },
        erase: { stay: 'what a kitchen wrote of its food is its own' },
      },
      { columns: ['kind', 'subject', 'signer'], nobody: 'its signer names somebody' },
    ],
  },
});
