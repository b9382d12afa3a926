import type { BuiltScreen, ScreenName } from '@brina/contract/screens';
import type { Role } from '@brina/domain/people/roles';
import type { ComponentType } from 'react';
import type { AnyMessages } from '../lib/catalogues.ts';
import type { TitleKey } from './titles.messages.ts';

/** What a screen is called, and where it stands in breadcrumb and menu. */
type Screen = {
  title: TitleKey;
  /** The screen above it in the breadcrumb. */
  under?: ScreenName;
  /** Its place bears the name of the appliance whose number is in the path, on this screen and on those under it. */
  namedBy?: 'appliance';
  /** Shape of a parameter; what does not fit is not found. */
  shapes?: Readonly<Record<string, RegExp>>;
  menu?: MenuPlace;
  /** A view of the screen with a place of its own in the menu. */
  view?: MenuPlace & { search: Readonly<Record<string, string>>; label: TitleKey };
  /** It says itself when what one came for is there (`useFirstPicture`); any other screen is there with its frame. */
  saysWhenThere?: true;
};

/** Brings a screen's code; a screen that comes with later work has none yet. */
type Code<N extends ScreenName> = N extends BuiltScreen ? { load: () => Promise<LoadedScreen> } : { load?: never };

/** A screen's code: its component and the texts to have before it is shown. */
export type LoadedScreen = { Screen: ComponentType; messages: readonly AnyMessages[] };

/** Where a screen stands in the menus of those whom it opens to (S2.14 to S2.16). */
export type MenuPlace = {
  /** Whose menus have it; absent: of all. */
  for?: readonly Role[];
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
  | 'records'
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

const gammaChart = /^(ABBATTITORE|CONSERVATORE|FERMALIEVITA)-\d+-\w+$/;
const chart = /^\d+-\w+$/;

/** Takes a screen out of its module. */
const bring = async <N extends string>(
  module: Promise<{ readonly [K in N]: ComponentType } & Pick<LoadedScreen, 'messages'>>,
  name: N,
): Promise<LoadedScreen> => {
  const { [name]: Screen, messages } = await module;
  return { Screen, messages };
};

/**
 * Every screen as the app shows it. Where each is and whom it opens to are rows of `contract/src/screens.ts`; routes, guards, titles,
 * breadcrumbs and menus are derived from both.
 */
export const screens: { readonly [N in ScreenName]: Screen & Code<N> } = {
  dashboard: {
    title: 'dashboard',
    saysWhenThere: true,
    menu: { place: 'top', order: 1, icon: 'dashboard', tab: true },
    view: {
      for: ['USER'],
      place: 'top',
      order: 2.5,
      icon: 'records',
      label: 'records',
      tab: true,
      search: { view: 'records' },
    },
    load: () => bring(import('../features/kitchen/dashboard/DashboardScreen.tsx'), 'DashboardScreen'),
  },
  'appliance-details': {
    title: 'appliance',
    under: 'dashboard',
    namedBy: 'appliance',
    load: () => bring(import('../features/kitchen/appliance/ApplianceScreen.tsx'), 'ApplianceScreen'),
  },
  'appliance-mf-cycle': {
    title: 'cycle',
    under: 'appliance-details',
    load: () => bring(import('../features/kitchen/cycles/CycleScreen.tsx'), 'CycleScreen'),
  },
  'appliance-mf-cycle-def': {
    title: 'startCycle',
    under: 'appliance-details',
    load: () => bring(import('../features/kitchen/cycles/CycleDefinitionScreen.tsx'), 'MfCycleDefinition'),
  },
  'appliance-ef-cycle-def': {
    title: 'startCycle',
    under: 'appliance-details',
    load: () => bring(import('../features/kitchen/cycles/CycleDefinitionScreen.tsx'), 'EfCycleDefinition'),
  },
  'appliance-sf-cycle-def': {
    title: 'startCycle',
    under: 'appliance-details',
    load: () => bring(import('../features/kitchen/cycles/CycleDefinitionScreen.tsx'), 'SfCycleDefinition'),
  },
  'appliance-cycles': {
    title: 'cycles',
    under: 'appliance-details',
    load: () => bring(import('../features/kitchen/appliance-cycles/CyclesScreen.tsx'), 'CyclesScreen'),
  },
  account: {
    title: 'account',
    load: () => bring(import('../features/people/account/AccountScreen.tsx'), 'AccountScreen'),
  },
  userinfo: {
    title: 'userinfo',
    under: 'account',
    load: () => bring(import('../features/people/account/UserInfoScreen.tsx'), 'UserInfoScreen'),
  },
  company: {
    title: 'company',
    under: 'account',
    load: () => bring(import('../features/people/company/CompanyScreen.tsx'), 'CompanyScreen'),
  },
  laboratories: {
    title: 'laboratories',
    under: 'account',
    load: () => bring(import('../features/people/account/LaboratoriesScreen.tsx'), 'LaboratoriesScreen'),
  },
  preferences: {
    title: 'preferences',
    under: 'account',
    load: () => bring(import('../features/people/account/PreferencesScreen.tsx'), 'PreferencesScreen'),
  },
  analytics: {
    title: 'analytics',
    menu: { for: ['USER', 'SERVICE'], place: 'top', order: 3, icon: 'analytics', tab: true },
  },
  'haccp-reports': {
    title: 'haccp',
    under: 'appliance-details',
    load: () => bring(import('../features/record/haccp/HaccpListScreen.tsx'), 'HaccpListScreen'),
  },
  'haccp-reports-historyback': {
    title: 'haccp',
    under: 'appliance-details',
    load: () => bring(import('../features/record/haccp/HaccpListScreen.tsx'), 'HaccpListScreen'),
  },
  'appliance-analytics': { title: 'analytics', under: 'appliance-details' },
  'lab-analytics': { title: 'labAnalytics', under: 'analytics' },
  'appliance-analytics-detail': { title: 'chart', under: 'appliance-analytics', shapes: { chart } },
  'lab-analytics-detail': { title: 'chart', under: 'lab-analytics', shapes: { chart: gammaChart } },
  energy: {
    title: 'energy',
    menu: { for: ['USER'], place: 'top', order: 4, icon: 'energy', flag: 'energyPanel', tab: true },
  },
  'energy-details': { title: 'appliance', under: 'energy', namedBy: 'appliance' },
  'energy-details-historyback': { title: 'energy', under: 'appliance-details' },
  notifications: { title: 'notifications', menu: { place: 'top', order: 5, icon: 'notifications', tab: true } },
  admin: {
    title: 'sharing',
    menu: { place: 'bottom', order: 1, icon: 'admin' },
    load: () => bring(import('../features/people/sharing/AdminScreen.tsx'), 'AdminScreen'),
  },
  'admin-user': {
    title: 'user',
    under: 'admin',
    load: () => bring(import('../features/people/sharing/MemberScreen.tsx'), 'MemberScreen'),
  },
  support: { title: 'support', menu: { place: 'bottom', order: 2, icon: 'support' } },
  chatbot: { title: 'assistant', menu: { place: 'top', order: 9, icon: 'assistant', only: 'mobile' } },
  factory: {
    title: 'administration',
    menu: { place: 'top', order: 1, icon: 'admin', tab: true },
    load: () => bring(import('../features/maker/factory/FactoryScreen.tsx'), 'FactoryScreen'),
  },
  'factory-user': {
    title: 'user',
    under: 'factory',
    load: () => bring(import('../features/maker/factory/FactoryUserScreen.tsx'), 'FactoryUserScreen'),
  },
  'factory-appliance': {
    title: 'appliance',
    under: 'factory',
    load: () => bring(import('../features/maker/factory/FactoryApplianceScreen.tsx'), 'FactoryApplianceScreen'),
  },
  service: {
    title: 'servedAppliances',
    menu: { place: 'top', order: 1, icon: 'admin', tab: true },
    load: () => bring(import('../features/maker/service/ServiceScreen.tsx'), 'ServiceScreen'),
  },
  fota: { title: 'fota', menu: { for: ['SUPERFACTORY'], place: 'top', order: 7, icon: 'fota', tab: true } },
  faq: { title: 'faq', under: 'support' },
  library: {
    title: 'library',
    saysWhenThere: true,
    menu: { place: 'top', order: 2, icon: 'cycles', label: 'cycles', flag: 'cycleLibrary' },
    load: () => bring(import('../features/kitchen/library/LibraryScreen.tsx'), 'LibraryScreen'),
  },
  'appliance-library': {
    title: 'library',
    saysWhenThere: true,
    under: 'appliance-details',
    load: () => bring(import('../features/kitchen/library/LibraryScreen.tsx'), 'LibraryScreen'),
  },
  'recipe-overview': {
    title: 'cycle',
    under: 'library',
    load: () => bring(import('../features/kitchen/library/RecipeScreen.tsx'), 'RecipeScreen'),
  },
  'recipe-create': {
    title: 'newCycle',
    under: 'library',
    load: () => bring(import('../features/kitchen/recipe-editor/RecipeCreateScreen.tsx'), 'RecipeCreateScreen'),
  },
  'recipe-edit': {
    title: 'editCycle',
    under: 'library',
    load: () => bring(import('../features/kitchen/recipe-editor/RecipeEditScreen.tsx'), 'RecipeEditScreen'),
  },
  report: { title: 'reports', menu: { place: 'top', order: 6, icon: 'report', tab: true } },
  'report-new': { title: 'newReport', under: 'report' },
  'report-edit': { title: 'report', under: 'report' },
  accessibility: {
    title: 'accessibility',
    menu: { place: 'bottom', order: 3, icon: 'accessibility' },
    load: () => bring(import('../features/people/documents/AccessibilityScreen.tsx'), 'AccessibilityScreen'),
  },
  'after-sales': { title: 'afterSales', menu: { place: 'top', order: 8, icon: 'afterSales', only: 'afterSales' } },
  'after-sales-tree': { title: 'documents', under: 'after-sales' },
  'after-sales-model': { title: 'model', under: 'after-sales' },
  'after-sales-spare-parts': { title: 'spareParts', under: 'after-sales' },
  'after-sales-upload-document': { title: 'uploadDocuments', under: 'after-sales' },
  'after-sales-favorites': { title: 'favorites', under: 'after-sales' },
  'after-sales-search-product': { title: 'searchProduct', under: 'after-sales' },
  'after-sales-search-document': { title: 'searchDocument', under: 'after-sales' },
  login: { title: 'login', load: () => bring(import('../features/people/login/LoginScreen.tsx'), 'LoginScreen') },
  'second-factor': {
    title: 'secondFactor',
    load: () => bring(import('../features/people/security/SecondFactorScreen.tsx'), 'SecondFactorScreen'),
  },
  changepassword: {
    title: 'changePassword',
    load: () => bring(import('../features/people/password/ChangePasswordScreen.tsx'), 'ChangePasswordScreen'),
  },
  error: { title: 'error', load: () => bring(import('./errors/ErrorScreen.tsx'), 'ErrorScreen') },
  notfound: { title: 'notFound', load: () => bring(import('./errors/NotFoundScreen.tsx'), 'NotFoundScreen') },
  access: { title: 'access', load: () => bring(import('./errors/AccessScreen.tsx'), 'AccessScreen') },
};

/** A screen's place in the breadcrumb: the screens above it, outermost first, and itself. */
export function breadcrumbOf(name: ScreenName): ScreenName[] {
  const { under } = screens[name];
  return under ? [...breadcrumbOf(under), name] : [name];
}
