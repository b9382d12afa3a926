import { alarmMessages } from '@brina/domain/alarms/alarms.messages';
import { applianceTerms } from '@brina/domain/appliance/appliance-terms.messages';
import { messages } from '@brina/domain/language/messages';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { controlMessages } from '../../../appliance/controls.messages.ts';
import { actionMessages } from '../../../lib/action.messages.ts';
import { userTerms } from '../../../lib/user-term.messages.ts';
import texts from './diagnosis.texts.json' with { type: 'json' };
import { serviceMessages } from './service.messages.ts';

/** Texts of the last thirty days of an appliance, and of the sheet that a technician prints. */
export const diagnosisMessages = messages(
  'web/service/diagnosis',
  {
    title: serviceMessages.texts.diagnosis,
    back: serviceMessages.texts.title,
    open: 'Open the live page',
    print: actionMessages.texts.print,
    loading: applianceTerms.texts.loadingAppliance,
    failed: applianceTerms.texts.applianceFailed,
    notServed: 'You do not serve an appliance {serial}',
    notServedHint: 'The sharing may have ended, or the number is wrong.',
    sharedNoLonger: '{appliance} is no longer shared with you',
    sharedNoLongerHint: 'The customer or the factory has ended the sharing, or the appliance has another owner.',
    asOf: 'As of {time}',
    zone: 'Times are those of the kitchen ({zone}).',
    frozen: 'No connection. The sheet shows what was read last.',

    // Who and where
    machine: applianceTerms.texts.appliance,
    serialNumber: applianceTerms.texts.serialNumber,
    model: applianceTerms.texts.model,
    firmware: applianceTerms.texts.firmware,
    refrigerant: 'Refrigerant and charge',
    connection: applianceTerms.texts.connection,
    online: applianceTerms.texts.online,
    offlineSince: 'Not connected since {time}',
    neverSeen: applianceTerms.texts.neverSeen,
    state: applianceTerms.texts.state,
    customer: applianceTerms.texts.customer,

    // Curves
    curves: 'Temperatures, last 30 days',
    curvesZone: 'Temperatures of zone {n}, last 30 days',
    chamber: 'Chamber',
    set: applianceTerms.texts.setTemperature,
    condenser: 'Condenser',
    evaporator: 'Evaporator',
    curveSummary: applianceMessages.texts.curveSummary,
    noCurve: 'Nothing was measured in these 30 days.',
    loadingCurves: 'Loading the curves',
    curvesFailed: 'The curves could not be shown.',
    asTable: 'As a table',
    asChart: 'As a chart',
    resetZoom: 'Whole period',
    time: { en: 'Time', apart: 'a day with its time' },

    // Work of each day
    doors: 'Door openings a day',
    compressor: 'Compressor running, hours a day',
    daily: 'Average {mean}, most {max}',
    noDaily: 'No value in these 30 days.',
    noData: 'no data',

    // What is wrong, and what was
    nothingOn: 'No alarm, no warning and no upkeep is on now.',
    wasOn: 'In the last 30 days: {alarms}',
    wasOnTimes: { en: '{times} × {alarm}', note: 'how often an alarm was on; several follow each other' },

    // Alarms
    alarms: 'Alarms, warnings and upkeep, last 30 days',
    noAlarms: 'No alarm, no warning and no upkeep in these 30 days.',
    alarmsFailed: 'The alarms could not be shown.',
    loadingAlarms: 'Loading the alarms',
    began: applianceTerms.texts.began,
    alarm: applianceTerms.texts.alarm,
    duration: { en: 'Duration', apart: 'how long an alarm lasted, not how long a phase takes' },
    evidence: 'Evidence',
    stillActive: 'Active, {time} so far',
    suspected: 'Being checked',
    retracted: 'Found to be a mistake',
    foundLater: 'Found later, from late data',
    ofKitchen: 'The whole kitchen',
    inZone2: controlMessages.texts.zone2,
    because: 'Explained by another alarm: {alarm}',
    chattering: 'Rose {n} times',
    'term.limit': 'limit',
    'term.target': 'target',
    'term.extreme': 'most extreme',
    'term.condenserApproach': 'condenser above the room',
    'term.baseline': 'usual for it',
    'term.openings': 'door openings',
    'term.starts': 'compressor starts',
    'term.timeOuts': 'defrosts ended by time',
    'term.open_s': 'door open',
    'term.minutes': { en: 'time', note: 'a limit of time, after its value' },
    'term.forecast_min': 'forecast',
    'term.duty': 'compressor running',

    // Events
    events: 'Events, last 30 days',
    noEvents: 'No power failure, no restart and no cycle in these 30 days.',
    eventsFailed: 'The events could not be shown.',
    loadingEvents: 'Loading the events',
    event: 'Event',
    'power.lost': alarmMessages.texts['blackOutAlarm.name'],
    'power.returned': 'Power returned',
    'power.booted': 'Restarted',
    'cycle.started': 'Cycle started',
    'cycle.ended': applianceTerms.texts.cycleCompleted,
    'cycle.stopped': applianceTerms.texts.cycleStopped,
    'cycle.interrupted': applianceTerms.texts.cycleInterrupted,
    'tray.started': { en: 'Timer {tray} started', note: 'of a tray or trolley, by its number' },
    'tray.done': { en: 'Timer {tray} done', note: 'of a tray or trolley, by its number' },
    'tray.cleared': { en: 'Timer {tray} cleared', note: 'of a tray or trolley, by its number' },
    gap: 'Data not kept',
    local: 'Operated at the panel',
    other: 'Other report',
    allEvents: 'Show all: {n}',

    // Work done
    maintenance: 'Work done',
    noMaintenance: 'No work has been recorded.',
    maintenanceFailed: 'The work done could not be shown.',
    loadingMaintenance: 'Loading the work done',
    done: { en: 'Done', note: 'column: when the work was done' },
    work: 'Work',
    by: { en: 'By', note: 'column: which company did the work' },
    deletedPerson: userTerms.texts.deletedPerson,
    'kind.cleaning': 'Cleaning',
    'kind.probeCheck': 'Check of the probes',
    'kind.service': applianceTerms.texts.service,
    'kind.repair': 'Repair',
  },
  texts,
);
