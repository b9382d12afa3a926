import { sql } from 'kysely';
import { feature } from '../feature.ts';

/** The live picture of each appliance, and what the portal wants of it. */
export const picture = feature({
  keeps: { live_state: { until: 'its appliance is no more' } },
  persons: {
    live_state: [
      {
        columns: ['desired'],
        copy: { not: 'tells of no person' },
        erase: { stay: 'tells of no person' },
        // What the portal wants of a unit for the sake of who lets go of it.
        release: {
          by: 'appliance',
          rows: {
            become: {
              desired: sql`jsonb_build_object('heartbeat_s', desired->'heartbeat_s')`,
              desired_ver: sql`desired_ver + 1`,
            },
          },
        },
      },
    ],
  },
});
