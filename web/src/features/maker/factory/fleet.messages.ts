import { applianceTerms } from '@brina/domain/appliance/appliance-terms.messages';
import { messages } from '@brina/domain/language/messages';
import { actionMessages } from '../../../lib/action.messages.ts';
import { listMessages } from '../../../lib/paged-list.messages.ts';
import texts from './fleet.texts.json' with { type: 'json' };

/** Texts of the list of all appliances, and words that its dialogs and the page of one share. */
export const fleetMessages = messages(
  'web/factory/fleet',
  {
    appliances: applianceTerms.texts.appliances,
    loading: applianceTerms.texts.loadingAppliances,
    failed: applianceTerms.texts.appliancesFailed,
    noMatch: applianceTerms.texts.noMatch,
    noMatchHint: listMessages.texts.noMatchHint,
    none: applianceTerms.texts.none,
    noneHint: 'Every appliance that is created here appears in this list.',

    serialNumber: applianceTerms.texts.serialNumber,
    userEmail: 'Email of a user',
    model: applianceTerms.texts.model,
    category: applianceTerms.texts.category,
    domain: { en: 'Market', note: 'market the appliance was made for' },
    anyDomain: 'All markets',
    'domain.STANDARD': 'Standard',
    'domain.NORTH_AMERICA': 'North America',
    'domain.FMI_JAPAN': 'Japan (FMI)',
    firmware: applianceTerms.texts.firmware,
    anyFirmware: 'All versions',
    connection: applianceTerms.texts.connection,
    online: applianceTerms.texts.online,
    offline: applianceTerms.texts.offline,
    neverSeen: applianceTerms.texts.neverSeen,
    alarms: { one: '{n} alarm', other: '{n} alarms' },
    company: applianceTerms.texts.company,
    unclaimed: 'No owner',
    createdAt: { en: 'Created', apart: 'of one appliance: the day; elsewhere a number of appliances' },
    brand: 'Brand',

    create: 'Create appliance',
    createMany: 'Create from a file',
    cancel: actionMessages.texts.cancel,
    close: actionMessages.texts.close,
  },
  texts,
);
