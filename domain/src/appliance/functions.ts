/**
 * The functions of an appliance by their code (S3.27). The numbering is MF's, which the specification and the cycle library use;
 * families that number otherwise (S3.11) map to the same keys in their own rows.
 */
export const functions = {
  0: 'chilling',
  1: 'freezing',
  2: 'coldHolding',
  3: 'warmHolding',
  4: 'thawing',
  5: 'readyToServe',
  6: 'lowTempCooking',
  7: 'directProofing',
  8: 'programmedProofing',
  9: 'retardedProofing',
  10: 'meltingChocolate',
  11: 'pasteurisation',
  12: 'drying',
  13: 'nonStop',
  14: 'defrosting',
  255: 'idle',
} as const;

/** Functions that only SF has. */
const trolleyFunctions = [
  'softChillCore',
  'hardChillCore',
  'softChillTime',
  'hardChillTime',
  'freezeCore',
  'freezeTime',
  'softFreeze',
  'parasite20',
  'parasite35',
  'iceCreamHarden',
  'crustFreeze',
  'continuousChill',
  'continuousFreeze',
  'frozenHolding',
  'tempering',
  'preCooling',
  'fanDry',
  'sanitising',
  'commissioningTest',
] as const;

/** Keys of the functions of all families. */
export const functionKeys = [...Object.values(functions), ...trolleyFunctions] as const;

/** Key of a function's words in `functions.messages.ts`. */
export type FunctionKey = (typeof functionKeys)[number];
