import { messages } from '../../language/messages.ts';
import texts from './air-and-doors.texts.json' with { type: 'json' };

/** What the alarms of fans, air and doors mean, their likely causes, and what a technician checks (S3.12). */
export const airAlarmMessages = messages(
  'domain/alarms/rows/air-and-doors',
  {
    'evapFanAlarm.meaning': 'The fan that blows cold air over the food is not turning.',
    'evapFanAlarm.causes': 'Ice or a bag in the blades; motor; connector; driver.',
    'evapFanAlarm.technician': 'Free rotation; supply; speed signal; capacitor or driver.',
    'condFanAlarm.meaning': 'The fan that takes heat out of the appliance is not turning.',
    'condFanAlarm.causes': 'Dirt; motor; capacitor; cable.',
    'condFanAlarm.technician': 'Rotation; supply; capacitor; speed control.',
    'evapFanWeakWarning.meaning': 'Food takes longer although the air is colder than usual: too little air reaches it.',
    'evapFanWeakWarning.causes': 'Iced or dirty fan; worn motor; trays too close together.',
    'evapFanWeakWarning.technician': 'Speed against command; blades; dirt on the evaporator.',
    'evapIcedWarning.meaning': 'Ice on the evaporator keeps cold air from the food.',
    'evapIcedWarning.causes': 'Door left ajar; a failed defrost; door gasket; hot uncovered food.',
    'evapIcedWarning.technician': 'Defrost heater; end-of-defrost probe; drain; door gasket.',
    'openDoorAlarm.meaning': 'The door has been open too long: the chamber is losing its temperature.',
    'openDoorAlarm.causes': 'Loading; something in the door; latch; door switch.',
    'openDoorAlarm.technician': 'Switch; hinge; latch; closing spring.',
    'doorOpenDuringCycleWarning.meaning': 'Opening the door slowed this cycle down.',
    'doorOpenDuringCycleWarning.causes': 'Checking or loading during the cycle.',
    'doorOpenDuringCycleWarning.technician': 'The log of the door switch.',
    'doorSwitchWarning.meaning': 'The door has seemed open, or shut, for so long that its switch is probably faulty.',
    'doorSwitchWarning.causes': 'Switch stuck; magnet lost; cable.',
    'doorSwitchWarning.technician': 'Switch; gap to the magnet; input of the control board.',
    'doorLeakWarning.meaning': 'The appliance works harder each day though the door is not opened more.',
    'doorLeakWarning.causes': 'Torn or dirty gasket; door out of line; frame heater.',
    'doorLeakWarning.technician': 'Gasket; hinges; frame heater; where frost forms.',
  },
  texts,
);
