import { errorMessages } from '@brina/contract/wire/errors.messages';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { alarmMessages } from '@brina/domain/alarms/alarms.messages';
import { familyMessages } from '@brina/domain/appliance/families/families.messages';
import { functionMessages } from '@brina/domain/appliance/functions.messages';
import { metricMessages } from '@brina/domain/appliance/metrics.messages';
import { modeMessages } from '@brina/domain/appliance/modes.messages';
import { phaseMessages } from '@brina/domain/appliance/phases.messages';
import { refusalMessages } from '@brina/domain/appliance/refusals.messages';
import { stateMessages } from '@brina/domain/appliance/states.messages';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { absentMessages } from '../../../appliance/absent.messages.ts';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { controlMessages } from '../../../appliance/controls.messages.ts';
import { readyMessages } from '../../../appliance/ready.messages.ts';

/** Texts to have before a page that shows what an appliance does, and starts and stops it. */
export const cycleTexts = [
  absentMessages,
  applianceMessages,
  controlMessages,
  readyMessages,
  modeMessages,
  ruleMessages,
  fieldMessages,
  errorMessages,
  alarmMessages,
  familyMessages,
  functionMessages,
  metricMessages,
  phaseMessages,
  refusalMessages,
  stateMessages,
];
