import { feature } from '#core/feature.ts';
import { withUserId } from '#core/persons.ts';
import { missingHandlers } from './missing.calls.ts';

/** What the book of records lacks, and what people say of it. */
export const missing = feature({
  calls: () => missingHandlers,
  keeps: { missing_explanation: { always: 'stands for the record that there is not' } },
  persons: {
    missing_explanation: [
      {
        columns: ['user_id'],
        whose: withUserId('user_id'),
        copy: { not: 'activity.json tells of it' },
        erase: { stay: 'why a record is missing is the book’s; who said it is a pseudonym' },
      },
      {
        columns: ['text'],
        copy: { not: 'the company’s' },
        erase: { stay: 'what a kitchen wrote of its food is its own' },
      },
      { columns: ['kind', 'day', 'subject', 'reason', 'signer'], nobody: 'its signer names somebody' },
    ],
  },
});
