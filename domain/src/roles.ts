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

/** The area in which a role starts. */
export type Home = 'dashboard' | 'service' | 'factory' | 'access';

/**
 * Where `/` leads (S2.6). ADMIN and KITCHEN_MANAGER act within a membership, so without one they, like a missing role, get the
 * access page.
 */
export function homeOf(role: Role | null | undefined): Home {
  if (roleContains(role, 'USER')) return 'dashboard';
  if (roleContains(role, 'SERVICE')) return 'service';
  if ((['FACTORY', 'SUBSIDIARY', 'INTERNAL'] as const).some((part) => roleContains(role, part))) return 'factory';
  return 'access';
}

/** Whether a role opens the live connection: USER and the service roles only (S4.10). */
export const hasLiveUpdates = (role: Role | null | undefined): boolean =>
  roleContains(role, 'USER') || roleContains(role, 'SERVICE');
