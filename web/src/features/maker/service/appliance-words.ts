import { alarmMessages } from '@brina/domain/alarms/alarms.messages';
import { functionMessages } from '@brina/domain/appliance/functions.messages';
import { modeMessages } from '@brina/domain/appliance/modes.messages';
import { phaseMessages } from '@brina/domain/appliance/phases.messages';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';

/** Texts to have before `useApplianceWords` says what an appliance does and what is wrong with it. */
export const applianceWordMessages = [applianceMessages, alarmMessages, functionMessages, modeMessages, phaseMessages];
