import { absentMessages } from './absent.messages.ts';
import { applianceMessages } from './appliance.messages.ts';
import { controlMessages } from './controls.messages.ts';
import { readyMessages } from './ready.messages.ts';
import { errorMessages } from '@brina/contract/errors.messages';
import { fieldMessages } from '@brina/contract/fields.messages';
import { alarmMessages } from '@brina/domain/alarms.messages';
import { familyMessages } from '@brina/domain/families/families.messages';
import { functionMessages } from '@brina/domain/functions.messages';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { metricMessages } from '@brina/domain/metrics.messages';
import { modeMessages } from '@brina/domain/modes.messages';
import { phaseMessages } from '@brina/domain/phases.messages';
import { refusalMessages } from '@brina/domain/refusals.messages';
import { stateMessages } from '@brina/domain/states.messages';

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
