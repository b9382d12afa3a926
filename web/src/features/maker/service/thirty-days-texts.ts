import { errorMessages } from '@brina/contract/wire/errors.messages';
import { metricMessages } from '@brina/domain/appliance/metrics.messages';
import { stateMessages } from '@brina/domain/appliance/states.messages';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { listMessages } from '../../../lib/paged-list.messages.ts';
import { applianceWordMessages } from './appliance-words.ts';
import { diagnosisMessages } from './diagnosis.messages.ts';

/** Texts to have before an appliance's last thirty days are shown. */
export const thirtyDaysMessages = [
  diagnosisMessages,
  listMessages,
  errorMessages,
  ...applianceWordMessages,
  metricMessages,
  ruleMessages,
  stateMessages,
];
