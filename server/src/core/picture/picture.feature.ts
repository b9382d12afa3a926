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
              desired: sql`jsonb_build_object('heartbeat_s', desired->'heartbeat_s', 'holder', (desired_ver + 1)::text)`,
              desired_ver: sql`desired_ver + 1`,
            },
          },
        },
        // Another holder from now on: the unit forgets what is not the next one's (docs/DEVICE-PROTOCOL.md).
        claim: {
          by: 'appliance',
          rows: {
            become: {
              desired: sql`desired || jsonb_build_object('holder', (desired_ver + 1)::text)`,
              desired_ver: sql`desired_ver + 1`,
            },
          },
        },
      },
      {
        // What a unit measured, ran or alarmed before is the former company's, or nobody's (docs/SECURITY.md).
        columns: ['reported', 'status', 'cycle', 'warnings', 'alarms'],
        copy: { not: 'tells of no person' },
        erase: { stay: 'tells of no person' },
        // What is still wrong with it, its next report tells. The version of its software is the unit's own.
        claim: {
          by: 'appliance',
          only: sql`reported <> '{}' or cycle is not null or status <> 'unknown' or warnings <> '[]' or alarms <> '[]'`,
          rows: {
            become: {
              reported: sql`coalesce(
                (select jsonb_object_agg(key, value) from jsonb_each(reported) where key = 'firmwareVersion'), '{}')`,
              reported_at: null,
              v_reported: sql`v_reported + 1`,
              cycle: null,
              v_cycle: sql`v_cycle + 1`,
              status: 'unknown',
              v_status: sql`v_status + 1`,
              warnings: sql`'[]'`,
              v_warnings: sql`v_warnings + 1`,
              alarms: sql`'[]'`,
              v_alarms: sql`v_alarms + 1`,
            },
          },
        },
      },
      {
        // With what happened to a company's food: who has let go of the unit is told nothing more, and the next one never (S6.3).
        columns: ['notices'],
        copy: { not: 'tells of no person' },
        erase: { stay: 'tells of no person' },
        release: {
          by: 'appliance',
          only: sql`notices <> '[]'`,
          rows: { become: { notices: sql`'[]'`, v_notices: sql`v_notices + 1` } },
        },
      },
      { columns: ['log', 'connection', 'log_connection'], nobody: 'by which connection the unit was heard' },
    ],
  },
});
