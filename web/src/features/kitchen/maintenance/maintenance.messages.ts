import { applianceTerms } from '@brina/domain/appliance/appliance-terms.messages';
import { messages } from '@brina/domain/language/messages';
import { userTerms } from '../../../lib/user-term.messages.ts';
import { checkMessages } from '../../record/checks/checks.messages.ts';
import texts from './maintenance.texts.json' with { type: 'json' };

/** Texts of what was done to an appliance. */
export const maintenanceMessages = messages(
  'web/appliance/maintenance',
  {
    maintenance: 'Work done',
    record: 'Record work done',
    none: 'Nothing was recorded yet.',
    what: 'What was done',
    when: 'When',
    note: 'Note',
    recorded: 'Recorded.',
    deletedPerson: userTerms.texts.deletedPerson,
    'kind.cleaning': 'Cleaning',
    'kind.probeCheck': 'Probe check',
    'kind.service': applianceTerms.texts.service,
    'kind.repair': 'Repair',
    'confirm.cleaning': 'Confirm cleaning',
    checkProbe: checkMessages.texts.check,
  },
  texts,
);
