import { applianceTerms } from '@brina/domain/appliance/appliance-terms.messages';
import { messages } from '@brina/domain/language/messages';
import { actionMessages } from '../../../lib/action.messages.ts';
import texts from './factory-appliance.texts.json' with { type: 'json' };

/** Texts of the page of one appliance in the factory area. */
export const factoryApplianceMessages = messages(
  'web/factory/appliance',
  {
    loading: applianceTerms.texts.loadingAppliance,
    failed: applianceTerms.texts.applianceFailed,
    gone: 'There is no appliance {serial}',
    goneHint: 'Look it up in the list.',
    passport: 'Digital product passport',
    users: 'Users of the appliance',

    // What it is
    identity: applianceTerms.texts.appliance,
    checked: 'Check digit fits',
    unchecked: 'Not verifiable',
    package: applianceTerms.texts.package,
    refrigerant: 'Refrigerant',
    supply: { en: 'Supply', note: 'electrical supply' },
    size: 'Width × depth × height',
    weight: 'Weight',
    support: 'Supported until',
    repairs: 'Repairs recorded',

    // How it is, and who has it
    now: { en: 'Now', note: 'heading: what the appliance does at present' },
    state: applianceTerms.texts.state,
    lastState: 'State when last connected',
    lastAlarms: 'On when last connected',
    'status.off': { en: 'Off', apart: 'an appliance, not a part of it' },
    'status.standby': 'Standby',
    'status.running': { en: 'Running', apart: 'an appliance, not a cycle' },
    'status.ended': applianceTerms.texts.cycleCompleted,
    'status.stopped': applianceTerms.texts.cycleStopped,
    'status.interrupted': applianceTerms.texts.cycleInterrupted,
    'status.waiting': 'Cycle waiting',
    'status.unknown': 'Not known',
    activeAlarms: applianceTerms.texts.needsAttention,
    noAlarm: { en: 'Nothing', note: 'no alarm, no warning and no upkeep' },
    owner: 'Owner and kitchen',
    kitchen: applianceTerms.texts.kitchen,
    place: 'Place',
    heldSince: { en: 'Since', apart: 'since when a company holds it' },
    shownName: 'Name in the kitchen',
    claimable: 'Nobody has claimed it yet. The activation code from its file is open.',
    noCode: 'Nobody holds it, and no activation code is open.',
    release: { en: 'Release', note: 'button: takes the appliance from its company' },
    releaseTitle: 'Release {serial} from its owner?',
    releaseBody:
      '{company} no longer sees it, and every share ends at once. Records up to now stay with {company}. The next owner’s activation code is shown once.',
    renewCode: 'New activation code',
    renewTitle: 'Make a new activation code for {serial}?',
    renewBody: 'The earlier code no longer works, the printed label included. The new one is shown once.',

    // Certificates
    certificates: 'Certificates',
    certificate: 'Certificate',
    fingerprint: 'Fingerprint',
    validity: { en: 'Valid', note: 'how long a certificate is valid' },
    inForce: 'In force',
    expired: 'Expired',
    revokedOn: 'Revoked on {date}',
    noCertificate: 'It has no certificate: it cannot connect.',
    download: 'Download certificate and CA',
    issue: 'Issue anew',
    issueTitle: 'Issue a new certificate for {serial}?',
    issueBody:
      'Every earlier certificate is revoked and the connection ends at once. The unit stays offline until the new key has been put into it. The key is handed out once.',
    issued: 'A new certificate was issued',
    issuedBody:
      'Put it into the unit. The key exists only in this file: when this dialog is closed, nobody can download it again.',
    revoke: 'Revoke',
    revokeTitle: 'Revoke the certificate of {serial}?',
    revokeBody:
      'Its connection ends at once. It cannot connect again until a new certificate has been issued and put into it.',
    revoked: 'The certificate was revoked.',

    // Service partners
    services: 'Service partners',
    noService: applianceTerms.texts.noServicePartner,
    partner: 'Service partner',
    through: { en: 'Through', note: 'column: by what a service partner came to see the appliance' },
    'by.KITCHEN': 'Its kitchen',
    'by.FACTORY': 'The factory',
    since: 'Since',
    share: 'Share',
    shareTitle: 'Share with a service partner',
    shareHint: 'The partner sees state, alarms and history. The owner sees that you share it.',
    partnerEmail: 'Email of the partner',
    shared: 'Shared with {email}.',
    unshare: 'Unshare',
    unshareTitle: 'Stop sharing with {company}?',
    unshareBody: 'The live data stops at once, and the past is no longer visible either.',
    unshared: '{company} no longer sees the appliance.',
    onlyKitchen: 'Only the kitchen can change it.',
    cancel: actionMessages.texts.cancel,
  },
  texts,
);
