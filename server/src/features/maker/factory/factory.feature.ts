import { feature } from '#core/feature.ts';
import { withUserId } from '#core/persons.ts';
import { factoryApplianceHandlers } from './factory-appliances.calls.ts';
import { factoryUserHandlers } from './factory-users.calls.ts';

/** Users and appliances as the maker manages them. */
export const factory = feature({
  calls: (parts) => [...factoryUserHandlers(parts), ...factoryApplianceHandlers(parts)],
  keeps: { service_share: { until: 'the factory, the owner’s time or the partner’s role ends it' } },
  persons: {
    service_share: [
      {
        columns: ['user_id'],
        whose: withUserId('user_id'),
        copy: { not: 'the maker’s' },
        erase: 'go',
        otherRole: { by: 'user_id', rows: 'go' },
        release: { by: 'appliance', rows: 'go' },
      },
      {
        columns: ['created_by'],
        whose: withUserId('created_by'),
        copy: { not: 'activity.json tells of it' },
        erase: { stay: 'the maker’s; who shared it is a pseudonym' },
      },
    ],
  },
});
