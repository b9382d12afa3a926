import { applianceTerms } from '@brina/domain/appliance/appliance-terms.messages';
import { messages } from '@brina/domain/language/messages';
import { actionMessages } from '../../../lib/action.messages.ts';
import { placeTerms } from '../../../lib/place-term.messages.ts';
import { userTerms } from '../../../lib/user-term.messages.ts';
import texts from './sharing.texts.json' with { type: 'json' };

/** Texts of the company's users and of what is shared with them. */
export const sharingMessages = messages(
  'web/sharing',
  {
    title: placeTerms.texts.sharing,
    users: userTerms.texts.users,
    appliances: applianceTerms.texts.appliances,
    loading: userTerms.texts.loadingUsers,
    loadFailed: userTerms.texts.usersFailed,

    // The list of users
    name: userTerms.texts.name,
    email: userTerms.texts.email,
    role: userTerms.texts.role,
    state: { en: 'State', apart: 'of an invitation, not of an appliance' },
    shared: userTerms.texts.shared,
    sharedOf: '{n} of {total}',
    pending: userTerms.texts.pending,
    accepted: userTerms.texts.active,
    you: 'You',
    emptyTitle: 'Nobody else works with your appliances yet',
    emptyHint:
      'Invite your kitchen manager and choose which appliances to share. Invited users see and run only those.',

    // What each role may do
    'may.ADMIN': 'Sees and runs the appliances you share, and also manages users, sharing and kitchens.',
    'may.KITCHEN_MANAGER': 'Sees and runs the appliances you share. Cannot manage users or kitchens.',

    // Invitation
    invite: 'Invite user',
    sendInvitation: 'Send invitation',
    inviteHint: 'An email with a link is sent to this address. Nothing is shared before the invitation is accepted.',
    firstName: actionMessages.texts.firstName,
    lastName: actionMessages.texts.lastName,
    language: 'Language of the invitation',
    appliancesToShare: 'Appliances to share',
    chooseAppliances: 'Choose appliances',
    noApplianceFound: 'No appliance of this name.',
    takeAway: applianceTerms.texts.takeAway,
    noAppliance: 'Your company has no appliance yet.',
    invited: 'The invitation was sent to {email}.',
    sendAgain: 'Send invitation again',
    emailWrong: 'Write the address as name@company.com.',
    correct: 'Correct invitation',
    correctHint:
      'You can correct names and language until the invitation is accepted. Saving sends no new email. A wrong address is corrected by removing the user and inviting again.',
    corrected: 'The invitation was corrected.',
    save: actionMessages.texts.save,

    // What can be done with a user
    options: 'Options of {name}',
    changeRole: userTerms.texts.changeRole,
    changeRoleTitle: 'Change the role of {name}?',
    newRole: userTerms.texts.newRole,
    roleTakesAll: {
      one: '{n} appliance is shared with this user. The change takes it away; share it again afterwards.',
      other:
        '{n} appliances are shared with this user. The change takes all of them away; share them again afterwards.',
    },
    roleTakesNothing: 'No appliance is shared with this user yet.',
    roleChanged: 'The role of {name} was changed.',
    remove: 'Remove user',
    removeTitle: 'Remove {name} from your company?',
    removeBody: 'Access to your appliances ends at once. The person’s own account stays.',
    removed: '{name} was removed.',
    cancel: actionMessages.texts.cancel,
    close: actionMessages.texts.close,

    // Appliances with whom they are shared
    share: { en: 'Share', note: 'button: lets a person see an appliance' },
    shareTitle: 'Share {appliance}',
    shareHint: 'Choose who sees and runs this appliance. Each choice takes effect at once.',
    nobody: 'Shared with nobody',
    sharedWithLabel: 'Shared with',
    'by.KITCHEN': applianceTerms.texts.servedByKitchen,
    'by.FACTORY': applianceTerms.texts.servedByFactory,
    noApplianceHint: 'Add an appliance with the code on its label. Then share it with your team here.',
    toDashboard: 'Go to kitchens',
    noKitchen: 'Without kitchen',
    allOf: 'All in {kitchen}',
    nowShared: '{appliance} is now shared with {name}.',
    noLongerShared: '{appliance} is no longer shared with {name}.',
    manyShared: {
      one: '{n} appliance is now shared with {name}.',
      other: '{n} appliances are now shared with {name}.',
    },
    manyNoLongerShared: {
      one: '{n} appliance is no longer shared with {name}.',
      other: '{n} appliances are no longer shared with {name}.',
    },
    sharingFailed: 'The sharing was not changed. {why}',

    // One user
    invitedAt: 'Invited on',
    acceptedAt: 'Accepted on',
    sharedHint: 'Tick what this user may see and run. Each choice takes effect at once.',
    pendingHint: 'Tick what this user may see and run once the invitation is accepted. Each choice is saved at once.',
    selfHint: 'This is your own account: another administrator or the owner changes your role.',
    unknownTitle: 'No user of your company has this address',
  },
  texts,
);
