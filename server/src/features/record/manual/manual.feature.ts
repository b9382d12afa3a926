import { feature } from '#core/feature.ts';
import { withUserId } from '#core/persons.ts';
import { manualHandlers } from './manual.calls.ts';

/** Food that was cooled without an appliance, measured by hand. */
export const manual = feature({
  calls: () => manualHandlers,
  keeps: { manual_record: { until: 'it is older than records are kept, and no legal hold covers it' } },
  persons: {
    manual_record: [
      {
        columns: ['user_id'],
        whose: withUserId('user_id'),
        copy: { not: 'activity.json tells of it' },
        erase: { stay: 'that food was cooled is the record’s; who measured it is a pseudonym' },
      },
      {
        columns: ['laboratory_id', 'kind', 'product', 'lot', 'load_kg', 'verdict', 'content'],
        copy: { not: 'the company’s' },
        erase: { stay: 'what a kitchen cooled, and how warm it was, is its own' },
      },
      { columns: ['signer'], nobody: 'it names somebody itself' },
    ],
  },
});
