import type { MembershipRole, Role } from '@brina/domain/people/roles';
import type { ComponentType } from 'react';
import type { AnyMessages } from '../lib/messages.ts';
import type { TitleKey } from './titles.messages.ts';

/**
 * The one table of screens (S2.1). Routes, guards, links, titles, breadcrumbs, menus and the tests of every screen are derived from
 * it.
 */
export type ScreenRow = {
  /** As the specification writes it, parameters in braces. */
  path: string;
  /** A second place of the same screen. */
  alsoAt?: string;
  /** Areas whose roles may open it, by `roleContains`; `any` is everybody signed in, `public` also who is not. */
  who: 'public' | 'any' | readonly Role[];
  /** Which invited people open it, among those whose session is USER within a membership (S6.2); absent: all. */
  members?: readonly MembershipRole[];
  title: TitleKey;
  /** The screen above it in the breadcrumb. */
  under?: ScreenName;
  /** Shape of a parameter; what does not fit is not found. */
  shapes?: Readonly<Record<string, RegExp>>;
  menu?: MenuPlace;
  /** Brings the screen's code, or says that the screen comes with later work. */
  load: 'later' | (() => Promise<LoadedScreen>);
};

/** A screen's code: its component and the texts to have before it is shown. */
export type LoadedScreen = { Screen: ComponentType; messages: readonly AnyMessages[] };

/** Where and for whom a screen stands in the menu (S2.14 to S2.16). */
export type MenuPlace = {
  for: 'any' | readonly Role[];
  place: 'top' | 'bottom';
  order: number;
  icon: MenuIcon;
  label?: TitleKey;
  /** Shown only when the user has the flag. */
  flag?: 'cycleLibrary' | 'energyPanel';
  /** Shown only where this holds. */
  only?: 'mobile' | 'afterSales';
  /** Also in the tab bar of a phone. */
  tab?: true;
};

/** Icons of the menu, by what they stand for. */
export type MenuIcon =
  | 'dashboard'
  | 'cycles'
  | 'analytics'
  | 'energy'
  | 'notifications'
  | 'admin'
  | 'report'
  | 'fota'
  | 'afterSales'
  | 'assistant'
  | 'support'
  | 'accessibility';

const staff = ['FACTORY', 'SUBSIDIARY', 'INTERNAL'] as const;
const libraryReaders = ['USER', 'SERVICE', 'SUBSIDIARY', 'FACTORY'] as const;
const reportReaders = ['FACTORY', 'SUBSIDIARY', 'SERVICE', 'INTERNAL'] as const;

const loadHaccp = async () => {
  const { HaccpListScreen, messages } = await import('../features/record/haccp/HaccpListScreen.tsx');
  return { Screen: HaccpListScreen, messages };
};

const gammaChart = /^(ABBATTITORE|CONSERVATORE|FERMALIEVITA)-\d+-\w+$/;
const chart = /^\d+-\w+$/;

/** Names are the specification's. */
export type ScreenName =
  | 'dashboard'
  | 'appliance-details'
  | 'appliance-mf-cycle'
  | 'appliance-mf-cycle-def'
  | 'appliance-ef-cycle-def'
  | 'appliance-sf-cycle-def'
  | 'appliance-cycles'
  | 'account'
  | 'userinfo'
  | 'company'
  | 'laboratories'
  | 'preferences'
  | 'analytics'
  | 'haccp-reports'
  | 'haccp-reports-historyback'
  | 'appliance-analytics'
  | 'lab-analytics'
  | 'appliance-analytics-detail'
  | 'lab-analytics-detail'
  | 'energy'
  | 'energy-details'
  | 'energy-details-historyback'
  | 'notifications'
  | 'admin'
  | 'admin-user'
  | 'support'
  | 'chatbot'
  | 'factory'
  | 'factory-user'
  | 'factory-appliance'
  | 'service'
  | 'fota'
  | 'faq'
  | 'library'
  | 'appliance-library'
  | 'recipe-overview'
  | 'recipe-create'
  | 'recipe-edit'
  | 'report'
  | 'report-new'
  | 'report-edit'
  | 'accessibility'
  | 'after-sales'
  | 'after-sales-tree'
  | 'after-sales-model'
  | 'after-sales-spare-parts'
  | 'after-sales-upload-document'
  | 'after-sales-favorites'
  | 'after-sales-search-product'
  | 'after-sales-search-document'
  | 'login'
  | 'changepassword'
  | 'error'
  | 'notfound'
  | 'access';

/** Every screen, in the order of the specification's table. */
export const screens: Readonly<Record<ScreenName, ScreenRow>> = {
  dashboard: {
    path: '/',
    who: ['USER'],
    title: 'dashboard',
    menu: { for: ['USER'], place: 'top', order: 1, icon: 'dashboard', tab: true },
    load: async () => {
      const { DashboardScreen, messages } = await import('../features/kitchen/dashboard/DashboardScreen.tsx');
      return { Screen: DashboardScreen, messages };
    },
  },
  'appliance-details': {
    path: '/appliance/{serialNumber}',
    who: 'any',
    title: 'appliance',
    under: 'dashboard',
    load: async () => {
      const { ApplianceScreen, messages } = await import('../features/kitchen/appliance/ApplianceScreen.tsx');
      return { Screen: ApplianceScreen, messages };
    },
  },
  'appliance-mf-cycle': {
    path: '/appliance/{serialNumber}/mf-cycle',
    who: 'any',
    title: 'cycle',
    under: 'appliance-details',
    load: async () => {
      const { CycleScreen, messages } = await import('../features/kitchen/cycles/CycleScreen.tsx');
      return { Screen: CycleScreen, messages };
    },
  },
  'appliance-mf-cycle-def': {
    path: '/appliance/{serialNumber}/mf-cycle-def',
    who: 'any',
    title: 'startCycle',
    under: 'appliance-details',
    load: async () => {
      const { MfCycleDefinition, messages } = await import('../features/kitchen/cycles/CycleDefinitionScreen.tsx');
      return { Screen: MfCycleDefinition, messages };
    },
  },
  'appliance-ef-cycle-def': {
    path: '/appliance/{serialNumber}/ef-cycle-def',
    who: 'any',
    title: 'startCycle',
    under: 'appliance-details',
    load: async () => {
      const { EfCycleDefinition, messages } = await import('../features/kitchen/cycles/CycleDefinitionScreen.tsx');
      return { Screen: EfCycleDefinition, messages };
    },
  },
  'appliance-sf-cycle-def': {
    path: '/appliance/{serialNumber}/sf-cycle-def',
    who: 'any',
    title: 'startCycle',
    under: 'appliance-details',
    load: async () => {
      const { SfCycleDefinition, messages } = await import('../features/kitchen/cycles/CycleDefinitionScreen.tsx');
      return { Screen: SfCycleDefinition, messages };
    },
  },
  'appliance-cycles': {
    path: '/appliance/{serialNumber}/cycles',
    who: 'any',
    title: 'cycles',
    under: 'appliance-details',
    load: async () => {
      const { CyclesScreen, messages } = await import('../features/kitchen/cycles/CyclesScreen.tsx');
      return { Screen: CyclesScreen, messages };
    },
  },
  account: {
    path: '/account',
    who: 'any',
    title: 'account',
    load: async () => {
      const { AccountScreen, messages } = await import('../features/people/account/AccountScreen.tsx');
      return { Screen: AccountScreen, messages };
    },
  },
  userinfo: {
    path: '/account/userinfo',
    who: 'any',
    title: 'userinfo',
    under: 'account',
    load: async () => {
      const { UserInfoScreen, messages } = await import('../features/people/account/UserInfoScreen.tsx');
      return { Screen: UserInfoScreen, messages };
    },
  },
  company: {
    path: '/account/company',
    who: ['USER', 'SERVICE'],
    members: [],
    title: 'company',
    under: 'account',
    load: async () => {
      const { CompanyScreen, messages } = await import('../features/people/company/CompanyScreen.tsx');
      return { Screen: CompanyScreen, messages };
    },
  },
  laboratories: {
    path: '/account/laboratories',
    who: ['USER'],
    members: ['ADMIN'],
    title: 'laboratories',
    under: 'account',
    load: async () => {
      const { LaboratoriesScreen, messages } = await import('../features/people/account/LaboratoriesScreen.tsx');
      return { Screen: LaboratoriesScreen, messages };
    },
  },
  preferences: {
    path: '/account/preferences',
    who: 'any',
    title: 'preferences',
    under: 'account',
    load: async () => {
      const { PreferencesScreen, messages } = await import('../features/people/account/PreferencesScreen.tsx');
      return { Screen: PreferencesScreen, messages };
    },
  },
  analytics: {
    path: '/analytics',
    who: 'any',
    title: 'analytics',
    menu: { for: ['USER', 'SERVICE'], place: 'top', order: 3, icon: 'analytics', tab: true },
    load: 'later',
  },
  'haccp-reports': { path: '/haccp/{serialNumber}', who: 'any', title: 'haccp', under: 'dashboard', load: loadHaccp },
  'haccp-reports-historyback': {
    path: '/appliance/{serialNumber}/haccp',
    who: 'any',
    title: 'haccp',
    under: 'appliance-details',
    load: loadHaccp,
  },
  'appliance-analytics': {
    path: '/appliance/{serialNumber}/analytics',
    who: 'any',
    title: 'analytics',
    under: 'appliance-details',
    load: 'later',
  },
  'lab-analytics': {
    path: '/laboratory/{labId}/analytics',
    who: 'any',
    title: 'labAnalytics',
    under: 'analytics',
    load: 'later',
  },
  'appliance-analytics-detail': {
    path: '/appliance/{serialNumber}/analytics-detail/{chart}',
    who: 'any',
    title: 'chart',
    under: 'appliance-analytics',
    shapes: { chart },
    load: 'later',
  },
  'lab-analytics-detail': {
    path: '/laboratory/{labId}/analytics-detail/{chart}',
    who: 'any',
    title: 'chart',
    under: 'lab-analytics',
    shapes: { chart: gammaChart },
    load: 'later',
  },
  energy: {
    path: '/energy',
    who: 'any',
    title: 'energy',
    menu: { for: ['USER'], place: 'top', order: 4, icon: 'energy', flag: 'energyPanel', tab: true },
    load: 'later',
  },
  'energy-details': { path: '/energy/{serialNumber}', who: 'any', title: 'energy', under: 'energy', load: 'later' },
  'energy-details-historyback': {
    path: '/appliance/{serialNumber}/energy',
    who: 'any',
    title: 'energy',
    under: 'appliance-details',
    load: 'later',
  },
  notifications: {
    path: '/notifications',
    who: ['USER'],
    title: 'notifications',
    menu: { for: ['USER'], place: 'top', order: 5, icon: 'notifications', tab: true },
    load: 'later',
  },
  admin: {
    path: '/admin',
    who: ['USER'],
    members: ['ADMIN'],
    title: 'admin',
    menu: { for: ['USER'], place: 'bottom', order: 1, icon: 'admin' },
    load: async () => {
      const { AdminScreen, messages } = await import('../features/people/sharing/AdminScreen.tsx');
      return { Screen: AdminScreen, messages };
    },
  },
  'admin-user': {
    path: '/admin/user/{email}',
    who: ['USER'],
    members: ['ADMIN'],
    title: 'user',
    under: 'admin',
    load: async () => {
      const { MemberScreen, messages } = await import('../features/people/sharing/MemberScreen.tsx');
      return { Screen: MemberScreen, messages };
    },
  },
  support: {
    path: '/support',
    who: ['USER', 'SERVICE'],
    title: 'support',
    menu: { for: ['USER', 'SERVICE'], place: 'bottom', order: 2, icon: 'support' },
    load: 'later',
  },
  chatbot: {
    path: '/ai-virtual-assistant',
    who: staff,
    title: 'assistant',
    menu: { for: staff, place: 'top', order: 9, icon: 'assistant', only: 'mobile' },
    load: 'later',
  },
  factory: {
    path: '/factory',
    who: staff,
    title: 'admin',
    menu: { for: staff, place: 'top', order: 1, icon: 'admin', tab: true },
    load: async () => {
      const { FactoryScreen, messages } = await import('../features/maker/factory/FactoryScreen.tsx');
      return { Screen: FactoryScreen, messages };
    },
  },
  'factory-user': {
    path: '/factory/user/{encryptedEmailRole}',
    who: staff,
    title: 'user',
    under: 'factory',
    load: async () => {
      const { FactoryUserScreen, messages } = await import('../features/maker/factory/FactoryUserScreen.tsx');
      return { Screen: FactoryUserScreen, messages };
    },
  },
  'factory-appliance': {
    path: '/factory/appliance/{serialNumber}',
    who: staff,
    title: 'appliance',
    under: 'factory',
    load: async () => {
      const { FactoryApplianceScreen, messages } = await import('../features/maker/factory/FactoryApplianceScreen.tsx');
      return { Screen: FactoryApplianceScreen, messages };
    },
  },
  service: {
    path: '/service',
    who: ['SERVICE'],
    title: 'admin',
    menu: { for: ['SERVICE'], place: 'top', order: 1, icon: 'admin', tab: true },
    load: async () => {
      const { ServiceScreen, messages } = await import('../features/maker/service/ServiceScreen.tsx');
      return { Screen: ServiceScreen, messages };
    },
  },
  fota: {
    path: '/fota',
    who: ['FACTORY'],
    title: 'fota',
    menu: { for: ['SUPERFACTORY'], place: 'top', order: 7, icon: 'fota', tab: true },
    load: 'later',
  },
  faq: { path: '/faq', who: ['USER', 'SERVICE'], title: 'faq', under: 'support', load: 'later' },
  library: {
    path: '/library',
    who: ['USER'],
    title: 'library',
    menu: { for: ['USER'], place: 'top', order: 2, icon: 'cycles', label: 'cycles', flag: 'cycleLibrary' },
    load: 'later',
  },
  'appliance-library': {
    path: '/appliance/{serialNumber}/library',
    who: libraryReaders,
    title: 'library',
    under: 'appliance-details',
    load: 'later',
  },
  'recipe-overview': {
    path: '/library/cycle/{recipeId}',
    alsoAt: '/appliance/{serialNumber}/library/cycle/{recipeId}',
    who: libraryReaders,
    title: 'cycle',
    under: 'library',
    load: 'later',
  },
  'recipe-create': {
    path: '/library/create-cycle/{function}',
    alsoAt: '/appliance/{serialNumber}/library/create-cycle/{function}',
    who: ['USER'],
    title: 'newCycle',
    under: 'library',
    load: 'later',
  },
  'recipe-edit': {
    path: '/library/cycle/{recipeId}/edit',
    alsoAt: '/appliance/{serialNumber}/library/cycle/{recipeId}/edit',
    who: ['USER'],
    title: 'editCycle',
    under: 'library',
    load: 'later',
  },
  report: {
    path: '/report',
    who: reportReaders,
    title: 'reports',
    menu: { for: reportReaders, place: 'top', order: 6, icon: 'report', tab: true },
    load: 'later',
  },
  'report-new': {
    path: '/report/new',
    who: ['FACTORY', 'SERVICE', 'SUBSIDIARY'],
    title: 'newReport',
    under: 'report',
    load: 'later',
  },
  'report-edit': {
    path: '/report/{serialNumber}/{reportId}',
    who: reportReaders,
    title: 'report',
    under: 'report',
    load: 'later',
  },
  accessibility: {
    path: '/accessibility',
    who: 'any',
    title: 'accessibility',
    menu: { for: 'any', place: 'bottom', order: 3, icon: 'accessibility' },
    load: async () => {
      const { AccessibilityScreen, messages } = await import('../features/people/documents/AccessibilityScreen.tsx');
      return { Screen: AccessibilityScreen, messages };
    },
  },
  'after-sales': {
    path: '/after-sales',
    who: 'any',
    title: 'afterSales',
    menu: { for: 'any', place: 'top', order: 8, icon: 'afterSales', only: 'afterSales' },
    load: 'later',
  },
  'after-sales-tree': {
    path: '/after-sales/tree/{docTreeId}',
    who: 'any',
    title: 'documents',
    under: 'after-sales',
    load: 'later',
  },
  'after-sales-model': {
    path: '/after-sales/model/{modelId}',
    who: 'any',
    title: 'model',
    under: 'after-sales',
    load: 'later',
  },
  'after-sales-spare-parts': {
    path: '/after-sales/tree/{docTreeId}/spare-parts/{table}',
    who: 'any',
    title: 'spareParts',
    under: 'after-sales',
    load: 'later',
  },
  'after-sales-upload-document': {
    path: '/after-sales/upload-document',
    who: ['INTERNAL_DOC', 'SUPERFACTORY'],
    title: 'uploadDocuments',
    under: 'after-sales',
    load: 'later',
  },
  'after-sales-favorites': {
    path: '/after-sales/favorites',
    who: 'any',
    title: 'favorites',
    under: 'after-sales',
    load: 'later',
  },
  'after-sales-search-product': {
    path: '/after-sales/search-product',
    who: 'any',
    title: 'searchProduct',
    under: 'after-sales',
    load: 'later',
  },
  'after-sales-search-document': {
    path: '/after-sales/search-document',
    who: 'any',
    title: 'searchDocument',
    under: 'after-sales',
    load: 'later',
  },
  login: {
    path: '/login',
    who: 'public',
    title: 'login',
    load: async () => {
      const { LoginScreen, messages } = await import('../features/people/login/LoginScreen.tsx');
      return { Screen: LoginScreen, messages };
    },
  },
  changepassword: {
    path: '/changepassword',
    who: 'public',
    title: 'changePassword',
    load: async () => {
      const { ChangePasswordScreen, messages } = await import('../features/people/password/ChangePasswordScreen.tsx');
      return { Screen: ChangePasswordScreen, messages };
    },
  },
  error: {
    path: '/error',
    who: 'any',
    title: 'error',
    load: async () => {
      const { ErrorScreen, messages } = await import('./errors/ErrorScreen.tsx');
      return { Screen: ErrorScreen, messages };
    },
  },
  notfound: {
    path: '/notfound',
    who: 'any',
    title: 'notFound',
    load: async () => {
      const { NotFoundScreen, messages } = await import('./errors/NotFoundScreen.tsx');
      return { Screen: NotFoundScreen, messages };
    },
  },
  access: {
    path: '/access',
    who: 'any',
    title: 'access',
    load: async () => {
      const { AccessScreen, messages } = await import('./errors/AccessScreen.tsx');
      return { Screen: AccessScreen, messages };
    },
  },
};

/** All names, in the table's order. */
export const screenNames = Object.keys(screens) as readonly ScreenName[];

/** The address of a screen: `pathTo('haccp-reports', { serialNumber })`. */
export const pathTo = (name: ScreenName, params: Readonly<Record<string, string>> = {}): string =>
  screens[name].path.replace(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(params[param] ?? ''));

/** A screen's place in the breadcrumb: the screens above it, outermost first, and itself. */
export function breadcrumbOf(name: ScreenName): ScreenName[] {
  const { under } = screens[name];
  return under ? [...breadcrumbOf(under), name] : [name];
}
