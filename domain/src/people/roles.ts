/** The eleven roles and the predicates that give them their areas (S2.6, S2.44, S6.8). */

/** Role codes, as the specification spells them. */
export const roles = [
  'USER',
  'SERVICE',
  'SUBSIDIARY',
  'FACTORY',
  'SUPERFACTORY',
  'INTERNAL',
  'ADMIN',
  'KITCHEN_MANAGER',
  'SERVICE_SALES',
  'INTERNAL_SUB',
  'INTERNAL_DOC',
] as const;

/** A role code. */
export type Role = (typeof roles)[number];

/** Whether a received text is a role code. */
export const isRole = (code: string | null | undefined): code is Role => roles.some((role) => role === code);

/** Roles whose area also takes in the roles that carry the word in their name (S2.44). */
const containing: readonly Role[] = ['SERVICE', 'FACTORY', 'INTERNAL'];

/**
 * Whether a role belongs to an area: by containing the word for SERVICE, FACTORY and INTERNAL (SUPERFACTORY is in FACTORY,
 * SERVICE_SALES in SERVICE), exactly for the rest (S2.44). Nobody's role, null or undefined, belongs to none.
 */
export function roleContains(role: Role | null | undefined, part: Role): boolean {
  if (!role) return false;
  return containing.includes(part) ? role.includes(part) : role === part;
}

/** The roles of some areas, as {@link roleContains} knows them. */
export const rolesOf = (...areas: readonly Role[]): readonly Role[] =>
  roles.filter((role) => areas.some((area) => roleContains(role, area)));

/** The areas of the maker's staff (S6.3). */
export const staffAreas = ['FACTORY', 'SUBSIDIARY', 'INTERNAL'] as const;

/** Whether a role is of the maker's staff. */
export const isStaffRole = (role: Role | null | undefined): boolean =>
  staffAreas.some((area) => roleContains(role, area));

/** Roles whose word counts for the appliances of every customer: who has one signs in with a second factor (docs/decisions/025-second-factor.md). */
const withSecondFactor: readonly Role[] = ['FACTORY', 'SUPERFACTORY', 'INTERNAL'];

/** Whether who has a role needs a second factor, where they are demanded. */
export const needsSecondFactor = (role: Role): boolean => withSecondFactor.includes(role);

/** The area in which a role starts. */
export type Home = 'dashboard' | 'service' | 'factory' | 'access';

/**
 * Where `/` leads (S2.6). ADMIN and KITCHEN_MANAGER act within a membership, so without one they, like a missing role, get the
 * access page.
 */
export function homeOf(role: Role | null | undefined): Home {
  if (roleContains(role, 'USER')) return 'dashboard';
  if (roleContains(role, 'SERVICE')) return 'service';
  if (isStaffRole(role)) return 'factory';
  return 'access';
}

/** Whether a role opens the live connection: USER and the service roles only (S4.10). */
export const hasLiveUpdates = (role: Role | null | undefined): boolean =>
  roleContains(role, 'USER') || roleContains(role, 'SERVICE');

/** What an invited person may be in the company that invited it (S6.2). */
export const membershipRoles = ['ADMIN', 'KITCHEN_MANAGER'] as const;
export type MembershipRole = (typeof membershipRoles)[number];

/**
 * Roles that a member of the maker's staff may change, delete and give (S6.3). Nobody raises anybody above itself: a role that
 * is not in its own list can be neither changed nor given by it.
 */
const managed: Partial<Record<Role, readonly Role[]>> = {
  SUPERFACTORY: roles,
  FACTORY: [
    'USER',
    'SERVICE',
    'SUBSIDIARY',
    'ADMIN',
    'KITCHEN_MANAGER',
    'SERVICE_SALES',
    'INTERNAL_SUB',
    'INTERNAL_DOC',
  ],
};

/** The roles that a role may change, delete and give; none for whoever is not factory staff (S6.3, S4.21). */
export const rolesManagedBy = (role: Role): readonly Role[] => managed[role] ?? [];
