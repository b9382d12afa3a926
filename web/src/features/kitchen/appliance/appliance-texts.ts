import { alarmExplanations } from '@brina/domain/alarms/alarm-texts';
import { stoppedByMessages } from '@brina/domain/cycles/stopped-by.messages';
import { cycleTexts } from '../cycles/cycle-texts.ts';

/** Texts to have before the page of an appliance is shown: alarms explain themselves there. */
export const applianceTexts = [...cycleTexts, ...alarmExplanations, stoppedByMessages];
