import { sql } from 'kysely';
import { namesPartner } from '#core/access/views.ts';
import { feature } from '#core/feature.ts';
import { laboratoryHandlers } from './laboratories.calls.ts';

/** Kitchens of companies. */
export const laboratories = feature({
  calls: laboratoryHandlers,
  keeps: { laboratory: { until: 'its company takes it away' } },
  persons: {
    laboratory: [
      {
        columns: ['name', 'dealer', 'city', 'address', 'district', 'postal_code'],
        copy: { not: 'the company’s' },
        erase: { stay: 'the company’s, and its other people’s' },
        lastPerson: { by: 'company_id', rows: 'go' },
      },
      {
        columns: ['assistance_center'],
        whose: ({ userId }) =>
          sql`exists (select from app_user where id = ${userId} and ${namesPartner('laboratory', 'app_user')})`,
        copy: { not: 'the company’s, which named the partner' },
        erase: { become: { assistance_center: '' } },
      },
      { columns: ['country', 'time_zone'], nobody: 'shared by very many' },
    ],
  },
});
