import { defaultPreferences } from '@brina/domain/constants';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { feature } from '#core/feature.ts';
import { withUserId } from '#core/persons.ts';
import { nobodysHash } from '#identity/passwords.ts';
import { accountHandlers } from './account.calls.ts';
import { userInfoOf } from './account.queries.ts';
import { companyHandlers } from './company.calls.ts';
import { removeNeverConfirmed } from './never-confirmed.ts';
import { ownCompanyOf, profileOf } from './own-data.ts';

/** Who people are, what they accepted, and their company. */
export const account = feature({
  calls: (parts) => [...accountHandlers(parts), ...companyHandlers],
  keeps: {
    app_user: { tend: removeNeverConfirmed, why: 'who never confirmed goes; who is erased stays as a pseudonym' },
    company: { always: 'its records are the law’s; it goes with who never confirmed it' },
    consent: { always: 'evidence, with a pseudonym once the person is erased' },
  },
  persons: {
    app_user: [
      {
        columns: ['id'],
        whose: withUserId('id'),
        copy: { not: 'a number of the portal’s own' },
        erase: { stay: 'what stays of others refers to a pseudonym' },
      },
      {
        columns: [
          'email',
          'password_hash',
          'first_name',
          'last_name',
          'phone',
          'country',
          'address',
          'city',
          'postal_code',
          'company_id',
        ],
        // Of a partner's account kitchens name the address.
        after: ['laboratory'],
        whose: withUserId('id'),
        copy: { file: 'profile', read: profileOf },
        erase: {
          become: ({ pseudonym, now }) => ({
            email: pseudonym,
            password_hash: nobodysHash,
            first_name: '',
            last_name: '',
            phone: '',
            country: '',
            address: '',
            city: '',
            postal_code: '',
            company_id: null,
            erased_at: timestamp(now),
          }),
        },
      },
      {
        columns: ['preferences'],
        whose: withUserId('id'),
        copy: { file: 'preferences', read: async (db, caller) => (await userInfoOf(db, caller)).preferences },
        erase: { become: { preferences: jsonb(defaultPreferences) } },
      },
      { columns: ['role', 'language', 'tos_version'], nobody: 'shared by very many' },
    ],
    company: [
      {
        columns: ['name', 'city', 'district', 'postal_code', 'address', 'phone', 'tax_code'],
        copy: { file: 'company', read: ownCompanyOf },
        erase: { stay: 'the company’s, and its other people’s' },
        lastPerson: { by: 'id', rows: { become: { phone: null, address: null, tax_code: null } } },
      },
      { columns: ['sector', 'type', 'country', 'time_zone'], nobody: 'shared by very many' },
    ],
    consent: [
      {
        columns: ['user_id'],
        whose: withUserId('user_id'),
        copy: { file: 'consents', columns: ['at', 'document', 'version', 'language', 'accepted'] },
        erase: { stay: 'evidence of what was accepted or withdrawn, without a name' },
      },
      { columns: ['version', 'language'], nobody: 'which text it was' },
    ],
  },
});
