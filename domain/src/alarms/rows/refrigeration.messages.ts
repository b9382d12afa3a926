import { messages } from '../../language/messages.ts';
import texts from './refrigeration.texts.json' with { type: 'json' };

/** What the alarms of compressor, condenser, pressure and defrost mean, their likely causes, and what a technician checks (S3.12). */
export const refrigerationAlarmMessages = messages(
  'domain/alarms/rows/refrigeration',
  {
    'compressorAlarm.meaning': 'The compressor does not run or does not cool.',
    'compressorAlarm.causes': 'Overheated by a dirty condenser; low voltage; start parts or drive; motor.',
    'compressorAlarm.technician':
      'Condenser and its fan; voltage under load; start relay and windings; fault code of the drive.',
    'compressorStartsWarning.meaning':
      'The compressor starts and stops far more often than it should, which wears it out.',
    'compressorStartsWarning.causes':
      'High-pressure trips; too little refrigerant; chamber probe or switching differential.',
    'compressorStartsWarning.technician':
      'Trips of the protections; switching differential; refrigerant charge; seat of the chamber probe.',
    'compressorAlwaysOnWarning.meaning': 'The appliance cools without a break and only just holds its temperature.',
    'compressorAlwaysOnWarning.causes':
      'Hot kitchen or dirty condenser; ice on the evaporator; leaking door gasket; too little refrigerant.',
    'compressorAlwaysOnWarning.technician':
      'Temperature difference from condenser to room; ice on the evaporator; door gasket; refrigerant charge.',
    'highPressureAlarm.meaning': 'The appliance stopped cooling to protect itself because it cannot give off its heat.',
    'highPressureAlarm.causes': 'Dirty condenser; blocked grille; fan; hot kitchen; cooling water off.',
    'highPressureAlarm.technician': 'Condenser and its fan; pressure switch; non-condensable gases; overcharge.',
    'highPressureLockAlarm.meaning':
      'After three high-pressure stops the appliance stays off until someone resets it: it no longer cools.',
    'highPressureLockAlarm.causes': 'Dirty condenser; blocked grille; condenser fan; hot kitchen; cooling water off.',
    'highPressureLockAlarm.technician':
      'Find the cause first (condenser, fan, pressure switch, charge); then reset and watch one whole pull-down.',
    'lowPressureAlarm.meaning': 'Too little refrigerant flows, so the appliance cools poorly.',
    'lowPressureAlarm.causes': 'Leak; blocked filter or valve; iced evaporator; fan.',
    'lowPressureAlarm.technician':
      'Leak search; superheat; pressure drop over the filter drier; ice on the evaporator.',
    'condenserHighTempWarning.meaning':
      'The appliance struggles to give off its heat; if nothing is done, it may stop to protect itself.',
    'condenserHighTempWarning.causes': 'Dirt; hot or closed-in place; weak condenser fan.',
    'condenserHighTempWarning.technician': 'Temperature difference from condenser to room; fan speed; air path.',
    'condenserDirtyWarning.meaning':
      'For a week the condenser has run hotter than when it was clean: cooling costs more and takes longer.',
    'condenserDirtyWarning.causes': 'Dust and grease; full filter; warm air drawn in again.',
    'condenserDirtyWarning.technician': 'Fins; filter; fan; return of hot air.',
    'dischargeTempHighAlarm.meaning':
      'The gas leaving the compressor is too hot, so the compressor was stopped; the food is not being cooled.',
    'dischargeTempHighAlarm.causes': 'Too little refrigerant; dirty condenser; worn compressor valves.',
    'dischargeTempHighAlarm.technician': 'Superheat; refrigerant charge; condenser; discharge probe.',
    'noCoolingAlarm.meaning': 'The compressor runs, but the air does not get colder.',
    'noCoolingAlarm.causes': 'Lost refrigerant; iced evaporator; evaporator fan; valve.',
    'noCoolingAlarm.technician':
      'Suction and discharge pressure; evaporator fan; evaporator; expansion and solenoid valves.',
    'refrigerantLowWarning.meaning':
      'Cooling is slower and the condenser cooler than usual: signs that refrigerant is escaping.',
    'refrigerantLowWarning.causes': 'Small leak; partly blocked valve or filter.',
    'refrigerantLowWarning.technician': 'Leak search; charge by weight; entry in the F-gas logbook.',
    'gasLeakAlarm.meaning':
      'The sensor found flammable refrigerant in the machine compartment: a spark could ignite it.',
    'gasLeakAlarm.causes': 'Leak; sensor deceived by spray or alcohol.',
    'gasLeakAlarm.technician': 'Make the area safe; leak search with tools for R290; test of the sensor.',
    'defrostTimeoutWarning.meaning':
      'The evaporator was not warm before the defrost time ran out; once may only mean a lot of frost.',
    'defrostTimeoutWarning.causes': 'Much frost; frequent door use; defrost heater.',
    'defrostTimeoutWarning.technician': 'Trend of the defrost times over the last weeks.',
    'defrostFailedAlarm.meaning':
      'Two defrosts in a row did not clear the evaporator: ice is building up and cooling will fade.',
    'defrostFailedAlarm.causes': 'Defrost heater or hot-gas valve; evaporator probe; door ajar; frozen drain.',
    'defrostFailedAlarm.technician': 'Current of the defrost heater; evaporator probe; relay; drain heater.',
  },
  texts,
);
