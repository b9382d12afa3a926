import { type MembershipRole, type Role, staffAreas } from '@brina/domain/people/roles';
import { filled, type PathParams } from './wire/paths.ts';

/** A screen of the web app: where it is and whom it opens to (S2.1, S2.2). */
export type ScreenRow = {
  /** As the specification writes it, parameters in braces. */
  path: `/${string}`;
  /** A second place of the same screen. */
  alsoAt?: `/${string}`;
  /** Areas whose roles may open it, by `roleContains`; `any` is everybody signed in, `public` also who is not. */
  who: 'public' | 'any' | readonly Role[];
  /** Which invited people open it, among those whose session is USER within a membership (S6.2); absent: all. */
  members?: readonly MembershipRole[];
  /** Stands in the frame of the sign-in page, which has no menu. */
  frame?: 'open';
  /** Comes with later work: its place says so. */
  later?: true;
};

const libraryReaders = ['USER', 'SERVICE', 'SUBSIDIARY', 'FACTORY'] as const;
const reportReaders = ['FACTORY', 'SUBSIDIARY', 'SERVICE', 'INTERNAL'] as const;

/**
 * Every screen by the specification's name, in the order of its table. What is written of paths anywhere comes from here by
 * {@link pathOf}: links, mails, labels, journeys; `web/src/app/screens.ts` has the code and the title of each, `e2e/screens.ts` where
 * to look at it.
 */
export const screenRows = {
  dashboard: { path: '/', who: ['USER'] },
  'appliance-details': { path: '/appliance/{serialNumber}', who: 'any' },
  'appliance-mf-cycle': { path: '/appliance/{serialNumber}/mf-cycle', who: 'any' },
  'appliance-mf-cycle-def': { path: '/appliance/{serialNumber}/mf-cycle-def', who: 'any' },
  'appliance-ef-cycle-def': { path: '/appliance/{serialNumber}/ef-cycle-def', who: 'any' },
  'appliance-sf-cycle-def': { path: '/appliance/{serialNumber}/sf-cycle-def', who: 'any' },
  'appliance-cycles': { path: '/appliance/{serialNumber}/cycles', who: 'any' },
  account: { path: '/account', who: 'any' },
  userinfo: { path: '/account/userinfo', who: 'any' },
  company: { path: '/account/company', who: ['USER', 'SERVICE'], members: [] },
  laboratories: { path: '/account/laboratories', who: ['USER'], members: ['ADMIN'] },
  preferences: { path: '/account/preferences', who: 'any' },
  analytics: { path: '/analytics', who: 'any', later: true },
  'haccp-reports': { path: '/haccp/{serialNumber}', who: 'any' },
  'haccp-reports-historyback': { path: '/appliance/{serialNumber}/haccp', who: 'any' },
  'appliance-analytics': { path: '/appliance/{serialNumber}/analytics', who: 'any', later: true },
  'lab-analytics': { path: '/laboratory/{labId}/analytics', who: 'any', later: true },
  'appliance-analytics-detail': {
    path: '/appliance/{serialNumber}/analytics-detail/{chart}',
    who: 'any',
    later: true,
  },
  'lab-analytics-detail': { path: '/laboratory/{labId}/analytics-detail/{chart}', who: 'any', later: true },
  energy: { path: '/energy', who: 'any', later: true },
  'energy-details': { path: '/energy/{serialNumber}', who: 'any', later: true },
  'energy-details-historyback': { path: '/appliance/{serialNumber}/energy', who: 'any', later: true },
  notifications: { path: '/notifications', who: ['USER'], later: true },
  admin: { path: '/admin', who: ['USER'], members: ['ADMIN'] },
  'admin-user': { path: '/admin/user/{email}', who: ['USER'], members: ['ADMIN'] },
  support: { path: '/support', who: ['USER', 'SERVICE'], later: true },
  chatbot: { path: '/ai-virtual-assistant', who: staffAreas, later: true },
  factory: { path: '/factory', who: staffAreas },
  'factory-user': { path: '/factory/user/{encryptedEmailRole}', who: staffAreas },
  'factory-appliance': { path: '/factory/appliance/{serialNumber}', who: staffAreas },
  service: { path: '/service', who: ['SERVICE'] },
  fota: { path: '/fota', who: ['FACTORY'], later: true },
  faq: { path: '/faq', who: ['USER', 'SERVICE'], later: true },
  library: { path: '/library', who: ['USER'] },
  'appliance-library': { path: '/appliance/{serialNumber}/library', who: libraryReaders },
  'recipe-overview': {
    path: '/library/cycle/{recipeId}',
    alsoAt: '/appliance/{serialNumber}/library/cycle/{recipeId}',
    who: libraryReaders,
  },
  'recipe-create': {
    path: '/library/create-cycle/{function}',
    alsoAt: '/appliance/{serialNumber}/library/create-cycle/{function}',
    who: ['USER'],
  },
  'recipe-edit': {
    path: '/library/cycle/{recipeId}/edit',
    alsoAt: '/appliance/{serialNumber}/library/cycle/{recipeId}/edit',
    who: ['USER'],
  },
  report: { path: '/report', who: reportReaders, later: true },
  'report-new': { path: '/report/new', who: ['FACTORY', 'SERVICE', 'SUBSIDIARY'], later: true },
  'report-edit': { path: '/report/{serialNumber}/{reportId}', who: reportReaders, later: true },
  accessibility: { path: '/accessibility', who: 'any' },
  'after-sales': { path: '/after-sales', who: 'any', later: true },
  'after-sales-tree': { path: '/after-sales/tree/{docTreeId}', who: 'any', later: true },
  'after-sales-model': { path: '/after-sales/model/{modelId}', who: 'any', later: true },
  'after-sales-spare-parts': { path: '/after-sales/tree/{docTreeId}/spare-parts/{table}', who: 'any', later: true },
  'after-sales-upload-document': {
    path: '/after-sales/upload-document',
    who: ['INTERNAL_DOC', 'SUPERFACTORY'],
    later: true,
  },
  'after-sales-favorites': { path: '/after-sales/favorites', who: 'any', later: true },
  'after-sales-search-product': { path: '/after-sales/search-product', who: 'any', later: true },
  'after-sales-search-document': { path: '/after-sales/search-document', who: 'any', later: true },
  login: { path: '/login', who: 'public' },
  'second-factor': { path: '/second-factor', who: 'any', frame: 'open' },
  changepassword: { path: '/changepassword', who: 'public' },
  error: { path: '/error', who: 'any' },
  notfound: { path: '/notfound', who: 'any' },
  access: { path: '/access', who: 'any' },
} as const satisfies Readonly<Record<string, ScreenRow>>;

type Rows = typeof screenRows;
export type ScreenName = keyof Rows;
/** A screen that is there. */
export type BuiltScreen = { [N in ScreenName]: Rows[N] extends { later: true } ? never : N }[ScreenName];
/** A value for each parameter of a screen's path. */
export type ScreenParams<N extends ScreenName> = PathParams<Rows[N]['path']>;

/** All names, in the table's order. */
export const screenNames = Object.keys(screenRows) as readonly ScreenName[];

const openPaths = new Set<string>(
  Object.values<ScreenRow>(screenRows).flatMap(({ who, path }) => (who === 'public' ? [path] : [])),
);
/** Whether a path leads to a screen that needs no session; none of those has parameters. Portal, service worker and app go by it. */
export const isOpenPath = (path: string): boolean => openPaths.has(path);

/** Path of a screen: `pathOf('haccp-reports', { serialNumber })`. */
export const pathOf = <N extends ScreenName>(
  name: N,
  ...[params]: [keyof ScreenParams<N>] extends [never] ? [] : [ScreenParams<N>]
): string => filled<string>(screenRows[name].path, params ?? {});
