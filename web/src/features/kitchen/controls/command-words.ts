import type { controlMessages } from '../../../appliance/controls.messages.ts';

type Key = keyof (typeof controlMessages)['texts'];
type CommandKey = Extract<Key, `command.${string}`>;

/** Commands a person sends, as `controls.messages.ts` names them. */
const named: readonly string[] = [
  'startCycle',
  'stopCycle',
  'skipPhase',
  'setMode',
  'setTemperature',
  'setHumidity',
  'setDefrost',
  'setPower',
  'setSanigen',
  'resetDoorCounter',
  'setLight',
  'setProofingPlan',
  'cancelProofingPlan',
  'silenceAlarm',
  'identify',
];

/** Key of a command's words; undefined for one this version does not name. */
export const commandWord = (name: string): CommandKey | undefined =>
  named.includes(name) ? (`command.${name}` as CommandKey) : undefined;
