import { feature } from '#core/feature.ts';
import { withUserId } from '#core/persons.ts';
import { maintenanceHandlers } from './maintenance.calls.ts';

/** What people did to units. */
export const maintenance = feature({
  calls: () => maintenanceHandlers,
  keeps: { maintenance: { always: 'the passport counts the repairs of a unit’s life' } },
  persons: {
    maintenance: [
      {
        columns: ['user_id', 'note'],
        whose: withUserId('user_id'),
        copy: { not: 'activity.json tells of it' },
        erase: { stay: 'what was done to a unit is the unit’s; its doer is a pseudonym' },
      },
    ],
  },
});
