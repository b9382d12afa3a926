/** The phases of MF by their code; families that number otherwise (S3.11) map to the same keys in their own rows. */
export const phases = {
  0: 'none',
  1: 'preCooling',
  2: 'hardChill',
  3: 'softChill',
  4: 'blastFreeze',
  5: 'coreFreeze',
  6: 'parasiteHold',
  7: 'holdCold',
  8: 'holdFrozen',
  9: 'holdWarm',
  10: 'thawFirst',
  11: 'thawTemper',
  12: 'waitReady',
  13: 'regenerate',
  14: 'preHeat',
  15: 'cook',
  16: 'coreHold',
  17: 'coolDown',
  18: 'blocking',
  19: 'storing',
  20: 'waking',
  21: 'proofing',
  22: 'sleeping',
  23: 'melting',
  24: 'keepFluid',
  25: 'drying',
  26: 'continuous',
  27: 'defrosting',
  28: 'dripping',
  29: 'sanitising',
} as const;

/** Phases that MF has not. */
const otherPhases = [
  // EF and SF
  'freeze',
  'thaw',
  'crust',
  'pull',
  'equalise',
  'temper',
  'fanDry',
  'pullDownTest',
  'steadyTest',
  // Cabinets
  'pullDown',
  'steady',
  'fanDelay',
  'testFans',
  'testCooling',
  'testHeating',
  'testHumidity',
  'testProbes',
  'testSanigen',
  // PL
  'conditioning',
] as const;

/** Keys of the phases of all families. */
export const phaseKeys = [...Object.values(phases), ...otherPhases] as const;

/** Key of a phase's words in `phases.messages.ts`. */
export type PhaseKey = (typeof phaseKeys)[number];
