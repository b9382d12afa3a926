import { sql } from 'kysely';
import { isPartner } from '#core/access/views.ts';
import { feature } from '#core/feature.ts';
import { withEmail } from '#core/persons.ts';
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
        // A partner of the maker, by its account's address: of anybody else it is only what a kitchen wrote.
        columns: ['assistance_center'],
        whose: (person) => sql`(${withEmail('assistance_center')(person)}
          and exists (select from app_user where id = ${person.userId} and ${isPartner('app_user')}))`,
        copy: { not: 'the company’s, which named the partner' },
        erase: { become: { assistance_center: '' } },
      },
      { columns: ['country', 'time_zone'], nobody: 'shared by very many' },
    ],
  },
});
