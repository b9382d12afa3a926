import { applianceTerms } from '@brina/domain/appliance/appliance-terms.messages';
import { messages } from '@brina/domain/language/messages';
import { actionMessages } from '../../../lib/action.messages.ts';
import { listMessages } from '../../../lib/paged-list.messages.ts';
import { placeTerms } from '../../../lib/place-term.messages.ts';
import texts from './service.texts.json' with { type: 'json' };

/** Texts of the service partner’s list of appliances. */
export const serviceMessages = messages(
  'web/service',
  {
    title: placeTerms.texts.servedAppliances,
    loading: applianceTerms.texts.loadingAppliances,
    failed: applianceTerms.texts.appliancesFailed,
    noMatch: applianceTerms.texts.noMatch,
    noMatchHint: listMessages.texts.noMatchHint,
    allWell: 'Nothing to do',
    allWellHint: 'None of your appliances has an alarm, a warning or upkeep due.',
    none: applianceTerms.texts.none,
    noneHint:
      'Appliances appear here when a kitchen names you as its service centre, or when the factory shares one with you.',

    search: 'Name, serial number or place',
    customer: applianceTerms.texts.customer,
    notices: applianceTerms.texts.needsAttention,
    all: 'All appliances',
    withNotices: 'Only what needs attention',
    withoutNotices: 'Only what is in order',
    online: applianceTerms.texts.online,
    offline: applianceTerms.texts.offline,

    appliance: applianceTerms.texts.appliance,
    lastSeen: 'Last seen',
    never: { en: 'Never', note: 'the appliance has never connected' },
    wrong: 'What is wrong',
    fine: 'Nothing now',
    upkeep: applianceTerms.texts.upkeepRecommended,
    where: { en: 'Where', note: 'column: where the appliance stands' },
    noKitchen: 'In no kitchen',
    copyAddress: 'Copy the address',
    copied: actionMessages.texts.copied,
    byFactory: 'Shared by the factory',
    diagnosis: 'Remote diagnosis',
  },
  texts,
);
