import { alarmExplanations } from '@brina/domain/alarms/alarm-texts';
import { stoppedByMessages } from '../../../appliance/stopped-by.messages.ts';
import { cycleTexts } from '../cycles/cycle-texts.ts';

/** Texts to have before the page of an appliance is shown: alarms explain themselves there. */
export const applianceTexts = [...cycleTexts, ...alarmExplanations, stoppedByMessages];
