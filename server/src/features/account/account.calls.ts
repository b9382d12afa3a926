import { getUserInfo, type Preferences } from '@brina/contract/account';
import { isRole } from '@brina/domain/roles';
import { handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';

const userInfo = handle(getUserInfo, async ({ db, caller }) => {
  const row = await db
    .selectFrom('app_user')
    .leftJoin('company', 'company.id', 'app_user.company_id')
    .selectAll('app_user')
    .select(['company.name as company_name', 'company.time_zone as company_time_zone'])
    .where('app_user.id', '=', caller.userId)
    .executeTakeFirst();
  if (!row || !isRole(row.role)) refuse('not_found', 404);
  return {
    id: row.id,
    status: row.status as 'ACTIVE' | 'INACTIVE',
    tos: row.tos,
    role: row.role,
    language: row.language,
    pro: row.pro,
    cycleLibrary: row.cycle_library,
    energyPanel: row.energy_panel,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    country: row.country,
    address: row.address,
    city: row.city,
    postalCode: row.postal_code,
    preferences: row.preferences as Preferences,
    company: row.company_name === null ? null : { name: row.company_name, timeZone: row.company_time_zone ?? 'UTC' },
  };
});

export const accountHandlers = [userInfo];
