import { messages } from '@brina/domain/language/messages';
import texts from './shell.texts.json' with { type: 'json' };

/** Words of the frame around every screen. */
export const shellMessages = messages(
  'web/shell',
  {
    product: 'Brina',
    tagline: 'Every blast chiller, cabinet and prover in one calm view.',
    demoHistory: 'The past of the demo appliances is arriving: {share}. Their live values follow.',
    demoHistoryProgress: 'Progress of the demo history',
    navigation: 'Main menu',
    tabs: 'Quick access',
    openMenu: 'Open menu',
    breadcrumb: 'You are here',
    skip: 'Skip to content',
    language: 'Language',
    account: 'Account',
    unread: { one: '{n} unread notification', other: '{n} unread notifications' },
    unreadShort: {
      en: { one: '{n} unread', other: '{n} unread' },
      note: 'badge beside the word "Notifications": short',
    },
    tutorial: 'Tutorial',
    newTab: 'opens in a new tab',
    signOut: 'Sign out',
    toTop: 'Scroll to top',
    loading: 'Loading',
    dismiss: 'Dismiss the message',
    insecureTitle: 'A secure connection is needed',
    insecureDetail:
      'This page was opened over plain http, so the browser cannot keep your session safe. Open the portal with https, or on the machine itself as localhost.',
  },
  texts,
);
