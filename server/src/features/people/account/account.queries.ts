import { claimAppliance, listAppliances, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { createLaboratory, updateLaboratory } from '@brina/contract/calls/kitchen/laboratories';
import { pinRecipe } from '@brina/contract/calls/kitchen/recipe-pins';
import { createRecipe } from '@brina/contract/calls/kitchen/recipes';
import { createFactoryAppliance } from '@brina/contract/calls/maker/factory-appliances';
import { filterAudit } from '@brina/contract/calls/maker/factory-users';
import { createNews } from '@brina/contract/calls/maker/news';
import type { Membership, Preferences, UserInfo } from '@brina/contract/calls/people/account';
import { updateCompany } from '@brina/contract/calls/people/company';
import { answerRequest, createLink } from '@brina/contract/calls/record/inspection';
import { setHold } from '@brina/contract/calls/record/keeping';
import { readNotifications } from '@brina/contract/calls/record/notifications';
import { signRecords } from '@brina/contract/calls/record/signatures';
import type { Call } from '@brina/contract/wire/call';
import { defaultPreferences } from '@brina/domain/constants';
import { legalVersions } from '@brina/domain/people/legal';
import type { Caller } from '#core/access/caller.ts';
import { rightsOf } from '#core/access/rights.ts';
import type { Db } from '#core/db/database.ts';
import { refuse } from '#core/http/refusal.ts';

/** The calls that the rights of a user are. */
const rights: Record<keyof UserInfo['may'], Call> = {
  readAppliances: listAppliances,
  claim: claimAppliance,
  release: releaseAppliance,
  addKitchen: createLaboratory,
  editKitchens: updateLaboratory,
  editCycles: createRecipe,
  pinCycles: pinRecipe,
  editCompany: updateCompany,
  createAppliances: createFactoryAppliance,
  editNews: createNews,
  readAudit: filterAudit,
  readNotifications,
  signRecords,
  openRecords: createLink,
  letIn: answerRequest,
  keepRecords: setHold,
};

/** What the portal knows of the caller, as `user-info` tells it (S3.3, S3.4). */
export async function userInfoOf(db: Db, caller: Caller): Promise<UserInfo> {
  const reading = db
    .selectFrom('app_user')
    .leftJoin('company', 'company.id', 'app_user.company_id')
    .selectAll('app_user')
    .select('company.name as company_name')
    .where('app_user.id', '=', caller.userId)
    .executeTakeFirst();
  const readingCompany = db
    .selectFrom('company')
    .select(['name', 'time_zone'])
    .where('id', '=', caller.companyId)
    .executeTakeFirst();
  // Whoever registered with somebody else's address must not learn who invites that person.
  const readingMemberships = caller.status === 'ACTIVE' ? membershipsOf(db, caller.userId) : [];
  const [row, actsFor, memberships] = await Promise.all([reading, readingCompany, readingMemberships]);
  if (!row) refuse('not_found', 404);
  // As it is now: this request may have accepted them.
  const tos = row.tos_version === legalVersions.terms;
  return {
    id: row.id,
    status: caller.status,
    tos,
    knowsTerms: row.tos_version !== null,
    role: caller.role,
    membership: memberships.find(({ id }) => id === caller.member?.id) ?? null,
    memberships,
    secondFactor: caller.lacksFactor ? 'needed' : caller.hasFactor ? 'on' : 'off',
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
    preferences: { ...defaultPreferences, ...(row.preferences as Partial<Preferences>) },
    company: actsFor ? { name: actsFor.name, timeZone: actsFor.time_zone } : null,
    ownCompany: row.company_name === null ? null : { name: row.company_name },
    may: rightsOf({ ...caller, tos }, rights),
  };
}

/** The memberships of a user, by company. */
async function membershipsOf(db: Db, userId: string): Promise<Membership[]> {
  const rows = await db
    .selectFrom('membership as m')
    .innerJoin('company as c', 'c.id', 'm.company_id')
    .where('m.user_id', '=', userId)
    .select(['m.id', 'c.name', 'm.role', 'm.accepted_at'])
    .orderBy('c.name')
    .orderBy('m.id')
    .execute();
  return rows.map(({ id, name, role, accepted_at }) => ({
    id,
    company: name,
    role: role as Membership['role'],
    state: accepted_at === null ? 'PENDING' : 'ACCEPTED',
  }));
}
