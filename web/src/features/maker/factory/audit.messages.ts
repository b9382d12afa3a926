import type { updateUserInfo } from '@brina/contract/calls/people/account';
import type { Input } from '@brina/contract/wire/call';
import type { MaintenanceKind } from '@brina/domain/appliance/maintenance';
import { type DeclaredText, messages } from '@brina/domain/language/messages';
import type { AuditAction, AuditDetailName, AuditedKind } from '@brina/domain/people/audit';
import type { ProofKind } from '@brina/domain/people/factors';
import { actionMessages } from '../../../lib/action.messages.ts';
import { applianceTerms } from '../../../lib/appliance-term.messages.ts';
import { listMessages } from '../../../lib/paged-list.messages.ts';
import { userTerms } from '../../../lib/user-term.messages.ts';
import texts from './audit.texts.json' with { type: 'json' };
import { factoryMessages } from './factory.messages.ts';
import { fleetMessages } from './fleet.messages.ts';

type ProfileField = keyof Input<typeof updateUserInfo>['body'];

/** Texts of the audit log, and what its actions are in words. */
export const auditMessages = messages(
  'web/audit',
  {
    loading: 'Loading the audit log',
    failed: 'The audit log could not be shown.',
    none: 'No entry matches',
    noneHint: listMessages.texts.noMatchHint,
    at: { en: 'Time (UTC)', note: 'column: a day with its time' },
    user: 'User',
    company: applianceTerms.texts.company,
    action: 'Action',
    anyAction: 'All actions',
    thing: 'Subject',
    thingHint: { en: 'Kind or ID', note: 'in a field that is half as wide as a phone' },
    address: { en: 'Address', apart: 'network address of whoever acted' },
    from: 'From (UTC)',
    to: 'To (UTC)',
    nobody: 'Not signed in',

    // Actions by their codes
    'session.begin': 'Signed in',
    'session.end': 'Signed out',
    'session.endOthers': 'Other sessions ended',
    'session.switch': 'Company switched',
    'token.reused': 'Copy of a sign-in used',
    'session.refused': 'Sign-in refused',
    'session.locked': 'Account locked after wrong passwords',
    'network.refused': 'Sign-in with unknown email refused',
    'network.limited': 'Network blocked after failed sign-ins',
    'account.register': 'Account created',
    'account.confirm': 'Email address confirmed',
    'account.resendCode': 'Confirmation code sent again',
    'account.resetPassword': 'Password link requested',
    'account.changePassword': 'Password set by link',
    'account.acceptInvitation': 'Account opened by invitation',
    'user.update': 'Profile changed',
    'user.password': 'Password changed',
    'user.role': 'Role changed',
    'user.flags': 'Functions changed',
    'user.delete': 'User deleted',
    'user.erase': 'Own account deleted',
    'user.resetFactors': 'Two-step sign-in reset',
    'factor.add': 'Device for two-step sign-in added',
    'factor.rename': 'Device for two-step sign-in renamed',
    'factor.remove': 'Device for two-step sign-in removed',
    'factor.newCodes': 'Recovery codes renewed',
    'factor.useCode': 'Recovery code used',
    'factor.refuse': 'Second step of sign-in refused',
    'session.confirm': 'Identity confirmed again',
    'company.create': 'Company created',
    'company.update': 'Company changed',
    'laboratory.create': 'Kitchen added',
    'laboratory.update': 'Kitchen changed',
    'laboratory.delete': 'Kitchen deleted',
    'appliance.create': 'Appliance created',
    'appliance.claim': 'Appliance added',
    'appliance.update': 'Appliance changed',
    'appliance.release': { en: 'Appliance released', apart: 'name of an action, not the news that it was done' },
    'appliance.renewCode': 'Activation code renewed',
    'appliance.command': 'Command sent',
    'appliance.schedule': 'Start planned',
    'appliance.cancelSchedule': 'Planned start cancelled',
    'appliance.restoreSchedule': 'Planned start restored',
    'appliance.runLive': 'Live values requested',
    'appliance.maintenance': 'Work recorded',
    'appliance.hideAnomaly': 'Upkeep hidden',
    'appliance.reviewRecord': 'Changed verdict reviewed',
    'notification.read': 'Notifications read',
    'appliance.share': 'Appliance shared',
    'appliance.unshare': 'Sharing ended',
    'appliance.shareWithService': 'Shared with a service partner',
    'appliance.unshareFromService': 'Sharing with a service partner ended',
    'certificate.issue': 'Certificate issued',
    'certificate.read': 'Certificate downloaded',
    'certificate.revoke': 'Certificate revoked',
    'member.invite': 'User invited',
    'member.inviteAgain': 'Invitation sent again',
    'member.update': 'Role of an invited user changed',
    'member.remove': 'Invited user removed',
    'membership.accept': 'Invitation accepted',
    'membership.leave': 'Company left',
    'recipe.create': 'Cycle created',
    'recipe.update': 'Cycle changed',
    'recipe.delete': 'Cycle deleted',
    'recipe.restore': 'Cycle brought back',
    'recipe.export': 'Cycles exported',
    'recipe.import': 'Cycles imported',
    'news.create': 'News written',
    'news.update': 'News changed',
    'news.delete': 'News deleted',
    'news.hide': 'News put away for oneself',

    // The kind of thing that something was done to
    'on.session': { en: 'Session', note: 'stay of a user who signed in' },
    'on.user': 'User',
    'on.network': 'Network',
    'on.company': applianceTerms.texts.company,
    'on.laboratory': applianceTerms.texts.kitchen,
    'on.appliance': applianceTerms.texts.appliance,
    'on.recipe': 'Cycle',
    'on.membership': { en: 'Membership', note: 'that a user belongs to the company of somebody else' },
    'on.news': { en: 'News', apart: 'one piece of news' },

    // What an entry tells besides
    told: { en: '{term}: {value}', note: '{term}: Role, Command, …; {value}: a word, a number or an ID' },
    yes: 'Yes',
    no: 'No',
    'detail.name': 'Command',
    'detail.command': 'Command ID',
    'detail.batch': 'Record',
    'detail.revision': 'Revision',
    'detail.read': { en: 'Notifications read', apart: 'how many; elsewhere an action' },
    'detail.kind': { en: 'Kind', note: 'of work done to an appliance, or of a second factor' },
    'detail.title': { en: 'Title', note: 'of a cycle', apart: 'of a cycle, not of a piece of news' },
    'detail.count': { en: 'Cycles', note: 'how many', apart: 'how many; elsewhere a heading' },
    'detail.model': applianceTerms.texts.model,
    'detail.domain': fleetMessages.texts.domain,
    'detail.certificate': 'Certificate',
    'detail.partner': 'Service partner',
    'detail.membership': 'Membership ID',
    'detail.role': userTerms.texts.role,
    'detail.from': { en: 'Role before', note: 'followed by a role' },
    'detail.to': userTerms.texts.newRole,
    'detail.corrected': 'Personal data corrected',
    'detail.pro': factoryMessages.texts['flag.pro'],
    'detail.cycleLibrary': factoryMessages.texts['flag.cycleLibrary'],
    'detail.energyPanel': factoryMessages.texts['flag.energyPanel'],
    'detail.fields': { en: 'Changed', note: 'followed by names of fields' },
    'detail.endedSessions': { en: 'Sessions ended', note: 'how many' },
    'detail.left': { en: 'Recovery codes left', note: 'how many' },
    'detail.tries': { en: 'Attempts', note: 'how many' },
    'detail.accounts': { en: 'Accounts', note: 'how many' },
    'detail.networks': { en: 'Networks', note: 'how many' },

    // Kinds of work done, and of what somebody proved itself by
    'kind.cleaning': 'Cleaning',
    'kind.probeCheck': 'Probe check',
    'kind.service': applianceTerms.texts.service,
    'kind.repair': 'Repair',
    'kind.totp': 'Authenticator app',
    'kind.passkey': 'Passkey',
    'kind.recovery': 'Recovery code',

    // Fields of a profile
    'field.firstName': actionMessages.texts.firstName,
    'field.lastName': actionMessages.texts.lastName,
    'field.phone': factoryMessages.texts.phone,
    'field.country': factoryMessages.texts.country,
    'field.address': { en: 'Address', note: 'field: postal address' },
    'field.city': 'City',
    'field.postalCode': 'Postal code',
    'field.language': factoryMessages.texts.language,
    'field.tos': 'Terms accepted',
    'field.preferences': 'Preferences',
  } as const satisfies Record<AuditAction, DeclaredText> &
    Record<`on.${AuditedKind}`, DeclaredText> &
    Record<`detail.${AuditDetailName}`, DeclaredText> &
    Record<`kind.${MaintenanceKind | ProofKind}`, DeclaredText> &
    Record<`field.${ProfileField}`, DeclaredText> &
    Record<string, DeclaredText>,
  texts,
);
