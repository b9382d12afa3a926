import { applianceTerms } from '@brina/domain/appliance/appliance-terms.messages';
import { messages } from '@brina/domain/language/messages';
import { applianceMessages } from '../appliance/appliance.messages.ts';
import { placeTerms } from '../lib/place-term.messages.ts';
import { userTerms } from '../lib/user-term.messages.ts';
import texts from './titles.texts.json' with { type: 'json' };

/** Titles of the screens: in the document’s title, the breadcrumb and the menu (S2.1). */
export const titleMessages = messages(
  'web/titles',
  {
    dashboard: placeTerms.texts.dashboard,
    appliance: applianceTerms.texts.appliance,
    cycle: 'Cycle',
    startCycle: 'Start cycle',
    cycles: 'Cycles',
    account: 'Account',
    userinfo: 'User details',
    secondFactor: userTerms.texts.secondFactor,
    company: applianceTerms.texts.company,
    laboratories: placeTerms.texts.kitchens,
    preferences: 'Preferences',
    analytics: applianceMessages.texts.analytics,
    haccp: 'HACCP reports',
    records: placeTerms.texts.records,
    labAnalytics: 'Kitchen analytics',
    chart: 'Chart',
    energy: 'Energy',
    notifications: 'Notifications',
    sharing: placeTerms.texts.sharing,
    administration: placeTerms.texts.administration,
    servedAppliances: placeTerms.texts.servedAppliances,
    user: 'User',
    support: 'Support',
    assistant: 'Assistant',
    fota: 'Firmware updates',
    faq: 'FAQ',
    library: 'Cycle library',
    newCycle: 'New cycle',
    editCycle: 'Edit cycle',
    reports: 'Installation reports',
    newReport: 'New installation report',
    report: 'Installation report',
    accessibility: 'Accessibility',
    afterSales: 'After-sales',
    documents: 'Documents',
    model: applianceTerms.texts.model,
    spareParts: 'Spare parts',
    uploadDocuments: 'Upload documents',
    favorites: 'Favourites',
    searchProduct: 'Product search',
    searchDocument: 'Document search',
    login: 'Sign in',
    changePassword: 'Change password',
    error: 'Error',
    notFound: 'Page not found',
    access: 'Access denied',
  },
  texts,
);

/** Key of a title. */
export type TitleKey = keyof (typeof titleMessages)['texts'];
