import { applianceTerms } from '@brina/domain/appliance/appliance-terms.messages';
import { messages } from '@brina/domain/language/messages';
import { actionMessages } from '../../../lib/action.messages.ts';
import { listMessages } from '../../../lib/paged-list.messages.ts';
import { placeTerms } from '../../../lib/place-term.messages.ts';
import { userTerms } from '../../../lib/user-term.messages.ts';
import { newsBoxMessages } from '../news/news-box.messages.ts';
import texts from './factory.texts.json' with { type: 'json' };

/** Texts of the factory area: users and what may be done with them. */
export const factoryMessages = messages(
  'web/factory',
  {
    title: placeTerms.texts.administration,
    users: userTerms.texts.users,
    news: newsBoxMessages.texts.news,
    audit: 'Audit log',

    // The list of users
    loadingUsers: userTerms.texts.loadingUsers,
    usersFailed: userTerms.texts.usersFailed,
    noUser: 'No user matches',
    noUserHint: listMessages.texts.noMatchHint,
    search: 'Name, email or company',
    serialNumber: applianceTerms.texts.serialNumber,
    role: userTerms.texts.role,
    anyRole: 'All roles',
    country: 'Country',
    anyCountry: 'All countries',
    email: userTerms.texts.email,
    name: userTerms.texts.name,
    company: applianceTerms.texts.company,
    createdAt: 'Registered',

    // One user
    loadingUser: 'Loading the user',
    userFailed: 'The user could not be shown.',
    userGone: 'This link is no longer valid',
    userGoneHint: 'The user was deleted or has another role now. Look it up in the list.',
    person: 'Person',
    phone: 'Phone',
    language: 'Language',
    status: 'Status',
    active: userTerms.texts.active,
    inactive: 'Email not confirmed',
    lastSignIn: 'Last sign-in',
    appliances: applianceTerms.texts.appliances,
    noAppliance: 'This user has no appliance.',
    model: applianceTerms.texts.model,
    memberships: 'Invited by',
    noMembership: 'No company has invited this user.',
    pending: userTerms.texts.pending,
    accepted: 'Accepted',
    shared: userTerms.texts.shared,

    // Flags
    flags: 'Menu entries and rights',
    'flag.cycleLibrary': 'Cycle library',
    'flag.energyPanel': 'Energy',
    'flag.pro': 'Professional functions',
    flagsHint: 'An entry that is off is hidden in this user’s menu.',
    flagsSaved: 'The functions were changed.',

    // Another role
    changeRole: userTerms.texts.changeRole,
    newRole: userTerms.texts.newRole,
    chooseRole: 'Choose a role',
    roleSessions: 'The user is signed out everywhere and told by email.',
    losesShares: { one: 'Access to {n} shared appliance ends.', other: 'Access to {n} shared appliances ends.' },
    losesAppliances: {
      one: 'If nobody else of the company remains, its {n} appliance is released. The new activation code is shown once.',
      other:
        'If nobody else of the company remains, its {n} appliances are released. The new activation codes are shown once.',
    },
    roleChanged: 'The role of {email} was changed.',
    cancel: actionMessages.texts.cancel,

    // Deleting
    secondFactor: userTerms.texts.secondFactor,
    factorOn: userTerms.texts.factorOn,
    factorOff: userTerms.texts.factorOff,
    resetFactors: 'Reset two-step sign-in',
    resetTitle: 'Reset the two-step sign-in of {email}?',
    resetBody:
      'All devices and recovery codes of this person are removed, and its sessions end. Do this only for somebody whom you know to have lost them.',
    resetDone: 'The two-step sign-in of {email} was reset.',
    deleteUser: 'Delete user',
    deleteTitle: 'Delete {email}?',
    deleteBody: 'The personal data is erased and cannot be restored. HACCP records stay, without the person’s name.',
    deleted: '{email} was deleted.',

    // Released appliances
    released: 'Released appliances',
    releasedBody: 'These activation codes are shown only now. The next owner needs them to add the appliances.',
  },
  texts,
);
