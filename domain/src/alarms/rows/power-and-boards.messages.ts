import { messages } from '../../language/messages.ts';
import texts from './power-and-boards.texts.json' with { type: 'json' };

/** What the alarms of power, boards, connection, printer and cleaning mean, their likely causes, and what a technician checks (S3.12). */
export const powerAlarmMessages = messages(
  'domain/alarms/rows/power-and-boards',
  {
    'blackOutAlarm.meaning': 'The appliance or the whole kitchen has no power, or cannot be reached at all.',
    'blackOutAlarm.causes': 'Power supply of the site; breaker; router and line.',
    'blackOutAlarm.technician':
      'Supply voltage at the appliance; breaker and residual-current device; when power left and returned, by the event log.',
    'blackOutTempAlarm.meaning': 'When power came back, the food’s temperature was above its limit.',
    'blackOutTempAlarm.causes': 'Long power failure; door opened meanwhile.',
    'blackOutTempAlarm.technician':
      'Length of the failure and highest temperature in the log; door gasket; pull-down afterwards.',
    'mainsVoltageLowWarning.meaning': 'The supply voltage is so low that motors can overheat.',
    'mainsVoltageLowWarning.causes': 'Too many appliances on one line; loose neutral; electricity grid.',
    'mainsVoltageLowWarning.technician':
      'Voltage of each phase under load; terminals; neutral; cross-section of the line.',
    'mainsVoltageHighWarning.meaning': 'The supply voltage is so high that motors and electronics can be damaged.',
    'mainsVoltageHighWarning.causes': 'Loose neutral; electricity grid; site transformer.',
    'mainsVoltageHighWarning.technician':
      'Voltage of each phase to neutral, idle and under load; neutral terminal; voltage log.',
    'phaseAlarm.meaning': 'One phase of the supply is missing, or two are swapped; the compressor must not run.',
    'phaseAlarm.causes': 'Blown fuse; plug or socket rewired; contactor.',
    'phaseAlarm.technician': 'All three phases and their rotation; fuses; contacts of the contactor; phase monitor.',
    'powerBoardCommAlarm.meaning':
      'The screen and the power board have lost each other, so nobody can be sure what is being controlled.',
    'powerBoardCommAlarm.causes': 'Cable between the boards; power board; its supply.',
    'powerBoardCommAlarm.technician':
      'Bus cable and its connectors; supply of both boards; their indicator lights; error counter of the bus.',
    'memoryAlarm.meaning': 'Stored settings or records are damaged; the appliance may not be working as it was set.',
    'memoryAlarm.causes': 'Power cut while saving; ageing control board.',
    'memoryAlarm.technician':
      'Load the model’s parameters anew and compare; two clean starts; otherwise replace the control board.',
    'clockAlarm.meaning': 'The appliance does not know the time, so its records cannot be proven.',
    'clockAlarm.causes': 'Clock battery empty; no network at switch-on.',
    'clockAlarm.technician': 'Voltage of the clock battery; network time; time zone of the kitchen.',
    'boardTempWarning.meaning': 'The box with the electronics is too hot; heat shortens its life.',
    'boardTempWarning.causes': 'Blocked air grille; hot kitchen; fan of the box.',
    'boardTempWarning.technician':
      'Fan and filter of the box; seals against steam; distance to hot parts; temperature of the kitchen.',
    'boardResetWarning.meaning': 'The control has restarted several times in a day without a power failure.',
    'boardResetWarning.causes': 'Loose supply of the board; overheating; software.',
    'boardResetWarning.technician':
      'Supply voltage of the board under load; its connectors; reason of each restart in the log; firmware version.',
    'offlineWarning.meaning': 'The portal has no contact; the appliance normally goes on working and recording.',
    'offlineWarning.causes': 'Wi-Fi or router; power; cable.',
    'offlineWarning.technician': 'Link and signal strength on the appliance’s screen; its power; outgoing port 8883.',
    'siteNetworkWarning.meaning':
      'The appliances of this kitchen lost contact with the portal but kept working and recording.',
    'siteNetworkWarning.causes': 'Router; internet provider; firewall.',
    'siteNetworkWarning.technician': 'Line and router log; outgoing port 8883 of the firewall; supply of the router.',
    'wifiWeakWarning.meaning': 'The signal is often too weak for a steady connection.',
    'wifiWeakWarning.causes': 'Access point too far away; steel walls; something new in between.',
    'wifiWeakWarning.technician':
      'Place of the access point; channel and its load; antenna and its plug; a network cable instead.',
    'dataGapWarning.meaning': 'For some time no measurement exists, so what happened then is not proven.',
    'dataGapWarning.causes': 'Appliance switched off; offline so long that its store was full; fault.',
    'dataGapWarning.technician': 'Power events around the gap; fill of the store; lost samples; restarts.',
    'clockOffsetWarning.meaning':
      'The appliance’s clock is more than a minute off; the portal corrects the times of its records.',
    'clockOffsetWarning.causes': 'No network time; weak clock battery.',
    'clockOffsetWarning.technician': 'Time service and its address; drift per day; clock battery.',
    'rulesFailedWarning.meaning':
      'The portal’s alarm rules do not run for this appliance as they should: since then alarms may be missing here.',
    'rulesFailedWarning.causes': 'Fault in the portal; data that it cannot read.',
    'rulesFailedWarning.technician':
      'Nothing at the appliance: it goes on working and shows its own alarms on its screen. The portal’s log names the error.',
    'firmwareUpdateAlarm.meaning': 'The new software could not be installed; the appliance goes on with the old one.',
    'firmwareUpdateAlarm.causes': 'Connection lost; power cut meanwhile; version that does not fit.',
    'firmwareUpdateAlarm.technician':
      'Steps of the update in the log; signal strength; installed and target version; try again while idle.',
    'printerFaultWarning.meaning': 'The printer does not work; the records stay in the portal.',
    'printerFaultWarning.causes': 'Cover open; cable; print head too hot.',
    'printerFaultWarning.technician': 'Cable and supply of the printer; cover switch; print head; test print.',
    'printerPaperWarning.meaning': 'The printer needs a new roll; the records stay in the portal.',
    'printerPaperWarning.causes': 'Roll used up; roll put in the wrong way round.',
    'printerPaperWarning.technician': 'Paper sensor; paper path; roll width.',
    'condenserCleaningWarning.meaning':
      'The time for regular cleaning has come; a clean condenser saves electricity and spares the compressor.',
    'condenserCleaningWarning.causes': 'Days or compressor hours since the last cleaning.',
    'condenserCleaningWarning.technician':
      'Fins and filter; condenser fan; approach of the condenser before and after; interval that suits this kitchen.',
    'sanigenAlarm.meaning': 'The Sanigen module reports a fault, so the chamber is not being sanitised.',
    'sanigenAlarm.causes': 'Module at the end of its life; cable; module.',
    'sanigenAlarm.technician': 'Hours of the module; its supply and cable; replace the module.',
    'maintenanceDueWarning.meaning':
      'A year has passed, or the operating hours after which the appliance should be serviced.',
    'maintenanceDueWarning.causes': 'Time or operating hours since the last service.',
    'maintenanceDueWarning.technician':
      'Maintenance list of the model; the upkeep that the portal recommends; probes in ice water; then send the service report.',
  },
  texts,
);
