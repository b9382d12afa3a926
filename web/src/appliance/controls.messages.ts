import { messages } from '@brina/domain/language/messages';
import { applianceTerms } from '../lib/appliance-term.messages.ts';
import texts from './controls.texts.json' with { type: 'json' };

/** Texts of what can be set on an appliance, and of what became of it (S4.14–S4.18). */
export const controlMessages = messages(
  'web/appliance/controls',
  {
    controls: { en: 'Controls', note: 'heading: what can be told to the appliance' },
    zone1: 'Upper compartment',
    zone2: 'Lower compartment',
    // What a button does, and to what: for who hears it alone
    actOn: '{act}: {what}',
    // An alarm that began on another day
    sinceDay: 'Since {day}',
    on: { en: 'On', apart: 'a choice between on and off, short' },
    off: { en: 'Off', apart: 'a choice between on and off, short' },
    notControlled: 'Not controlled',
    range: '{min} to {max}',
    // Commands by name
    'command.startCycle': 'Start cycle',
    'command.stopCycle': 'Stop cycle',
    'command.skipPhase': 'Skip phase',
    'command.setMode': 'Mode',
    'command.setTemperature': applianceTerms.texts.setTemperature,
    'command.setHumidity': 'Set humidity',
    'command.setDefrost': 'Defrost',
    'command.setPower': { en: 'Power', apart: 'a command: on or off; the measurement says whether it is on' },
    'command.setSanigen': 'Sanigen',
    'command.resetDoorCounter': 'Door counter',
    'command.setLight': 'Light',
    'command.setProofingPlan': 'Programmed proving',
    'command.cancelProofingPlan': 'Cancel plan',
    'command.silenceAlarm': { en: 'Buzzer', note: 'name of a command: stops the buzzer of an alarm' },
    'command.identify': 'Find this appliance',
    // What was asked for and is not so yet
    wish: 'Set to {wanted}. The appliance still says: {now}',
    notTaken: 'Not changed to {wanted}.',
    carriedOut: {
      en: 'Done',
      note: 'read out when a command was carried out',
      apart: 'a command that was carried out',
    },
    panelNote: 'Somebody must then confirm it on the appliance within 2 minutes.',
    panelNow: 'Now confirm it on the appliance.',
    // Mode
    mode: 'Mode',
    modeUnknown: 'Unknown while not connected',
    program: 'Program',
    setTo: 'Set to {value}',
    nowSet: 'Now: {value}',
    keepsBoth: '{air}, humidity {rh}',
    keepsProgram: 'Temperature and humidity by program',
    keepsNothing: 'The chamber is neither cooled nor heated',
    keepsTest: 'For technicians, at most 60 minutes',
    humidityOff: 'Do not control the humidity',
    // Defrost
    defrostStart: 'Start defrost',
    defrostStop: 'End defrost',
    defrostTitle: 'Start a defrost?',
    defrostBody: 'The evaporator is warmed until its ice has melted. The air in the chamber gets warmer meanwhile.',
    defrostStopTitle: 'End the defrost?',
    defrostStopBody: 'Ice that is left hampers the cooling.',
    cellEmpty: 'The chamber is empty',
    cellEmptyNeeded: 'Take the food out first, then tick this.',
    // Power
    powerOn: 'Switch on',
    powerOff: 'Switch off',
    powerOnTitle: 'Switch the appliance on?',
    powerOnBody: 'It goes on in the mode it was left in.',
    powerOffTitle: 'Switch the appliance off?',
    powerOffBody: 'It goes to standby. What it holds is no longer kept cold.',
    powerOffHolding: 'Food in it is no longer kept at its temperature. Move it first.',
    // Small things
    lightOn: { en: 'Switch on', apart: 'the light' },
    lightOff: { en: 'Switch off', apart: 'the light' },
    doorCounter: 'Door openings',
    doorCounterOf: 'Openings of door {door}',
    reset: { en: 'Reset', note: 'button: sets the counter of door openings to zero' },
    resetTitle: 'Reset the counter?',
    resetBody: 'It shows {count} openings and begins anew at 0. The total since new stays.',
    identify: { en: 'Blink', note: 'button: lets the display of the appliance blink so that one finds it' },
    identifyHint: 'Its lamp blinks for 20 seconds',
    silence: { en: 'Silence', note: 'button: stops the buzzer of an alarm' },
    skipTitle: 'Skip this phase?',
    skipBody: 'The running phase ends now and the next one begins. The records say so.',
  },
  texts,
);
