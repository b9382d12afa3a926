import { messages } from '../../language/messages.ts';
import texts from './process.texts.json' with { type: 'json' };

/** What the alarms of the process and the food mean, their likely causes, and what a technician checks (S3.12). */
export const processAlarmMessages = messages(
  'domain/alarms/rows/process',
  {
    'productTempHighWarning.meaning': 'The food is slowly getting warmer than set.',
    'productTempHighWarning.causes': 'Many door openings; warm food loaded; ice on the evaporator; dirty condenser.',
    'productTempHighWarning.technician':
      'Running share of the compressor; temperature difference from condenser to room; evaporator; door gasket.',
    'productTempHighAlarm.meaning': 'The food is above the limit of your food-safety plan.',
    'productTempHighAlarm.causes': 'Many door openings; warm food loaded; ice on the evaporator; fault of the cooling.',
    'productTempHighAlarm.technician': 'Alarms just before this one; curves of chamber and evaporator.',
    'productTempCriticalAlarm.meaning': 'The food is far above its limit: it must be moved now.',
    'productTempCriticalAlarm.causes': 'Cooling stopped; door open; power.',
    'productTempCriticalAlarm.technician': 'The whole refrigeration circuit; power supply; door.',
    'productTempLowWarning.meaning': 'The chamber is colder than set: delicate food may freeze or spoil.',
    'productTempLowWarning.causes': 'Set temperature; fan; relay stuck; chamber probe.',
    'productTempLowWarning.technician': 'Compressor relay; chamber probe; switching differential.',
    'setPointMarginWarning.meaning':
      'The set temperature is so close to the limit of the food that normal swings will cross it.',
    'setPointMarginWarning.causes': 'Set temperature chosen too close to the limit.',
    'setPointMarginWarning.technician': 'Temperature range that this model can hold; switching differential.',
    'pullDownAlarm.meaning':
      'After switching on or changing the setting, the chamber did not cool down in time: it is not ready for food.',
    'pullDownAlarm.causes': 'Warm food loaded; door; dirty condenser; too little refrigerant.',
    'pullDownAlarm.technician': 'Pull-down curve against that of commissioning.',
    'chillForecastWarning.meaning': 'At this pace the core will miss its time limit; there is still time to act.',
    'chillForecastWarning.causes': 'Thick pieces; too much food; covered trays; door.',
    'chillForecastWarning.technician': 'Only if it happens often: evaporator fan, refrigerant charge.',
    'chillTimeExceededAlarm.meaning': 'The core did not reach its temperature within the allowed time.',
    'chillTimeExceededAlarm.causes': 'Thick or too much food; covered trays; door; weak cooling.',
    'chillTimeExceededAlarm.technician':
      'Evaporator fan, refrigerant charge and condenser against the values when new.',
    'freezeForecastWarning.meaning':
      'At this pace the core will not be frozen within the allowed time; there is still time to act.',
    'freezeForecastWarning.causes': 'Food too thick; overload; covered trays; iced evaporator.',
    'freezeForecastWarning.technician': 'Only if it happens often: evaporator, evaporator fan, refrigerant charge.',
    'freezeTimeExceededAlarm.meaning': 'The core was not frozen within the allowed time.',
    'freezeTimeExceededAlarm.causes': 'Food too thick; overload; iced evaporator; weak cooling.',
    'freezeTimeExceededAlarm.technician': 'Evaporator; evaporator fan; refrigerant charge.',
    'cycleTooLongWarning.meaning': 'This cycle is taking much longer than the same cycle did before.',
    'cycleTooLongWarning.causes': 'Bigger load; door; a fault that is just beginning.',
    'cycleTooLongWarning.technician': 'Last 20 cycles compared; evaporator fan; refrigerant charge; condenser.',
    'cycleInterruptedAlarm.meaning': 'The cycle ended before the food reached its temperature.',
    'cycleInterruptedAlarm.causes': 'Stopped by hand; power; protection.',
    'cycleInterruptedAlarm.technician': 'Reason of the stop in the event log; protections; power supply.',
    'coreProbeNotInsertedWarning.meaning': 'The needle measures air, not food, so the result cannot be proven.',
    'coreProbeNotInsertedWarning.causes': 'Forgotten; slipped out; piece too thin.',
    'coreProbeNotInsertedWarning.technician': 'Needle; plug and cable.',
    'hotHoldLowAlarm.meaning': 'The hot food has cooled below its holding limit; germs can grow there.',
    'hotHoldLowAlarm.causes': 'Door; heating element; set temperature; food loaded too cool.',
    'hotHoldLowAlarm.technician': 'Heating element; evaporator fan; chamber probe.',
    'processTargetMissedAlarm.meaning':
      'The food did not stay at its core temperature for the time needed, so the treatment does not count.',
    'processTargetMissedAlarm.causes': 'Stopped early; too much food; needle; heating or cooling too weak.',
    'processTargetMissedAlarm.technician': 'Heating or cooling power; needle in ice water.',
    'thawOverrunAlarm.meaning': 'The food has thawed and become too warm.',
    'thawOverrunAlarm.causes': 'Programme too long; small pieces.',
    'thawOverrunAlarm.technician': 'Chamber probe; settings of the programme.',
    'retardTempHighAlarm.meaning': 'The dough is warm enough to start rising too early.',
    'retardTempHighAlarm.causes': 'Door; warm dough loaded; fault of the cooling.',
    'retardTempHighAlarm.technician': 'Refrigeration circuit; door gasket.',
    'proofTempWarning.meaning':
      'The proving air is warmer or colder than planned: the dough rises too fast or too slowly.',
    'proofTempWarning.causes': 'Door; heating; cooling; chamber probe.',
    'proofTempWarning.technician': 'Heating element; refrigeration circuit; chamber probe.',
    'proofOverrunWarning.meaning':
      'The programme is over and the dough is still inside: it goes on rising and may collapse.',
    'proofOverrunWarning.causes': 'Forgotten; change of plan.',
    'proofOverrunWarning.technician': 'Nothing: the appliance works as it should.',
  },
  texts,
);
