import { feature } from '#core/feature.ts';
import { withUserId } from '#core/persons.ts';
import { copyHandlers } from './copy.calls.ts';
import { favouriteHandlers } from './favourites.calls.ts';
import { mergeTold } from './favourites.ingest.ts';
import { sendFavourites } from './favourites.jobs.ts';

/** The favourites at the panels of blast chillers: wished for here, changed there, merged place by place. */
export const favourites = feature({
  calls: (parts) => [...favouriteHandlers(parts), ...copyHandlers(parts)],
  steps: () => [{ name: 'favourites', after: ['panels'], run: mergeTold }],
  rounds: (parts) => [{ name: 'favourites', every_ms: 1000, run: () => sendFavourites(parts) }],
  keeps: { favourite: { until: 'its appliance is given away' } },
  persons: {
    favourite: [
      {
        columns: ['changed_by'],
        // As everywhere the unit is locked before its places.
        after: ['live_state'],
        whose: withUserId('changed_by'),
        copy: { not: 'activity.json tells of it' },
        erase: { stay: 'the company’s; who chose it is a pseudonym' },
        release: { by: 'appliance', rows: 'go' },
      },
      { columns: ['hash', 'base_hash', 'refused', 'command_id'], nobody: 'which cycle it is' },
    ],
  },
});
