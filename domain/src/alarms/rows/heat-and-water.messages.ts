import { messages } from '../../language/messages.ts';
import texts from './heat-and-water.texts.json' with { type: 'json' };

/** What the alarms of heat, humidity and water mean, their likely causes, and what a technician checks (S3.12). */
export const heatAlarmMessages = messages(
  'domain/alarms/rows/heat-and-water',
  {
    'heaterAlarm.meaning': 'Heating is on, but the chamber stays too cold.',
    'heaterAlarm.causes': 'Heating element; fuse or relay; safety thermostat tripped; door.',
    'heaterAlarm.technician': 'Current of each heating element; relay; safety thermostat.',
    'safetyThermostatAlarm.meaning':
      'The chamber became so hot that the safety thermostat cut off the heating; it stays off until reset.',
    'safetyThermostatAlarm.causes':
      'Heating that does not switch off; evaporator fan stopped; safety thermostat itself.',
    'safetyThermostatAlarm.technician': 'Find the cause before the reset: heater relay, evaporator fan, chamber probe.',
    'cellOverTempAlarm.meaning': 'The chamber is much hotter than it was set to be.',
    'cellOverTempAlarm.causes': 'Heater relay stuck; evaporator fan stopped; chamber probe out of place.',
    'cellOverTempAlarm.technician': 'Heater relay; evaporator fan; position of the chamber probe.',
    'humidifierAlarm.meaning': 'The appliance asked for humidity, but the air stays dry and the product may dry out.',
    'humidifierAlarm.causes': 'Scale; no water; heating element; steam pipe.',
    'humidifierAlarm.technician': 'Heating element or electrodes; water valve; way of the steam; scale.',
    'humidityLowWarning.meaning': 'The air is drier than set: uncovered product dries out.',
    'humidityLowWarning.causes': 'Door often open; no water or scale in the humidifier; humidity probe.',
    'humidityLowWarning.technician': 'Humidifier; humidity probe against a reference; door gasket.',
    'humidityHighWarning.meaning':
      'The air is wetter than set: surfaces become sticky and water may drip on the product.',
    'humidityHighWarning.causes': 'Door not shut; wet or warm load; humidity probe; humidifier valve.',
    'humidityHighWarning.technician':
      'Humidity probe against a reference; humidifier valve; door gasket; evaporator settings.',
    'waterSupplyAlarm.meaning': 'No water reaches the humidifier, so the air cannot be kept humid.',
    'waterSupplyAlarm.causes': 'Tap closed; filter; water pressure; water valve.',
    'waterSupplyAlarm.technician': 'Inlet pressure ([3–4 bar]); strainer; water valve; level sensor.',
    'drainAlarm.meaning': 'Melt water cannot run off and may overflow.',
    'drainAlarm.causes': 'Blocked drain; pump; tray not emptied.',
    'drainAlarm.technician': 'Drain heater; pump; float switch.',
    'descaleWarning.meaning':
      'After many hours of steam, scale has built up: without descaling the humidifier will fail.',
    'descaleWarning.causes': 'Hard water; hours of use.',
    'descaleWarning.technician': 'Water hardness (at most 100 ppm); softener.',
  },
  texts,
);
