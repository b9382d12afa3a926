import { kitchenMaintenance, maintenanceKinds } from '@brina/domain/appliance/maintenance';
import type { MembershipRole, Role } from '@brina/domain/people/roles';
import type { Appliance } from '../calls/kitchen/appliances.ts';
import type { UserInfo } from '../calls/people/account.ts';

/**
 * What the portal tells somebody that it may, for examples of users and appliances. Written by hand; the server's role matrix compares
 * it with what the portal really tells.
 */

/** Somebody with an account's role, or somebody invited who acts within its membership. */
export type Kind = Role | `member ${MembershipRole}`;

type UserRight = keyof UserInfo['may'];

const ofKitchens = ['readAppliances', 'readNotifications', 'pinCycles', 'signRecords', 'letIn'] as const;
const companys = ['editCompany'] as const;
const owners = ['claim', 'release', 'addKitchen', 'editKitchens', 'editCycles', 'openRecords', 'keepRecords'] as const;
const makers = ['createAppliances'] as const;
const userRights: Readonly<Partial<Record<Kind, readonly UserRight[]>>> = {
  USER: [...ofKitchens, ...owners, ...companys],
  'member ADMIN': [...ofKitchens, 'addKitchen', 'editKitchens', 'editCycles', 'openRecords'],
  'member KITCHEN_MANAGER': ofKitchens,
  SERVICE: ['readAppliances', ...companys],
  SERVICE_SALES: ['readAppliances', ...companys],
  FACTORY: makers,
  SUPERFACTORY: [...makers, 'editNews', 'readAudit'],
};

/** What user-info says that somebody may. */
export function userMay(kind: Kind): UserInfo['may'] {
  const has = (right: UserRight): boolean => userRights[kind]?.includes(right) ?? false;
  return {
    readAppliances: has('readAppliances'),
    claim: has('claim'),
    release: has('release'),
    addKitchen: has('addKitchen'),
    editKitchens: has('editKitchens'),
    editCycles: has('editCycles'),
    pinCycles: has('pinCycles'),
    editCompany: has('editCompany'),
    createAppliances: has('createAppliances'),
    editNews: has('editNews'),
    readAudit: has('readAudit'),
    readNotifications: has('readNotifications'),
    signRecords: has('signRecords'),
    openRecords: has('openRecords'),
    letIn: has('letIn'),
    keepRecords: has('keepRecords'),
  };
}

const nothing: Appliance['may'] = {
  rename: false,
  release: false,
  command: false,
  hideAdvice: false,
  record: [],
  readCycles: false,
  readRecords: false,
  readServices: false,
  runLive: false,
  diagnose: false,
};
const kitchen: Appliance['may'] = {
  ...nothing,
  command: true,
  record: [...kitchenMaintenance],
  readCycles: true,
  readRecords: true,
  readServices: true,
  runLive: true,
};
const sales: Appliance['may'] = { ...nothing, runLive: true, diagnose: true };
const support: Appliance['may'] = { ...nothing, readServices: true, diagnose: true };

/** What an appliance says that somebody who sees it may do with it. */
export const applianceMay = {
  USER: { ...kitchen, rename: true, release: true, hideAdvice: true },
  'member ADMIN': { ...kitchen, rename: true, hideAdvice: true },
  'member KITCHEN_MANAGER': kitchen,
  SERVICE: { ...sales, record: [...maintenanceKinds] },
  SERVICE_SALES: sales,
  FACTORY: support,
  SUPERFACTORY: support,
} as const satisfies Readonly<Partial<Record<Kind, Appliance['may']>>>;
