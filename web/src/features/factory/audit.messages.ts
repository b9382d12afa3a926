import { messages } from '@brina/domain/messages';
import { applianceTerms } from '../../lib/appliance-term.messages.ts';
import { listMessages } from '../../lib/paged-list.messages.ts';
import texts from './audit.texts.json' with { type: 'json' };

/** Texts of the audit log, and what its actions are in words. */
export const auditMessages = messages(
  'web/audit',
  {
    loading: 'Loading the audit log',
    failed: 'The audit log could not be shown.',
    none: 'No entry matches',
    noneHint: listMessages.texts.noMatchHint,
    at: 'Time',
    user: 'User',
    company: applianceTerms.texts.company,
    action: 'Action',
    anyAction: 'All actions',
    thing: 'Subject',
    thingHint: 'Kind or exact identifier',
    address: 'Address',
    from: 'From (UTC)',
    to: 'To (UTC)',
    nobody: 'Not signed in',

    // Actions by their codes
    'session.begin': 'Signed in',
    'session.end': 'Signed out',
    'session.endOthers': 'Other sessions ended',
    'session.switch': 'Company switched',
    'user.update': 'Profile changed',
    'user.password': 'Password changed',
    'user.role': 'Role changed',
    'user.flags': 'Functions changed',
    'user.delete': 'User deleted',
    'company.create': 'Company created',
    'company.update': 'Company changed',
    'laboratory.create': 'Kitchen added',
    'laboratory.update': 'Kitchen changed',
    'laboratory.delete': 'Kitchen deleted',
    'appliance.claim': 'Appliance added',
    'appliance.update': 'Appliance changed',
    'appliance.release': 'Appliance released',
    'appliance.command': 'Command sent',
    'appliance.share': 'Appliance shared',
    'appliance.unshare': 'Sharing ended',
    'member.invite': 'User invited',
    'member.inviteAgain': 'Invitation sent again',
    'member.update': 'Role of an invited user changed',
    'member.remove': 'Invited user removed',
    'membership.accept': 'Invitation accepted',
    'membership.leave': 'Company left',
    'news.create': 'News written',
    'news.update': 'News changed',
    'news.delete': 'News deleted',
  },
  texts,
);
