import { alarmMessages } from '@brina/domain/alarms.messages';
import { functionMessages } from '@brina/domain/functions.messages';
import { modeMessages } from '@brina/domain/modes.messages';
import { phaseMessages } from '@brina/domain/phases.messages';
import { applianceMessages } from '../appliance/appliance.messages.ts';

/** Texts to have before `useApplianceWords` says what an appliance does and what is wrong with it. */
export const applianceWordMessages = [applianceMessages, alarmMessages, functionMessages, modeMessages, phaseMessages];
