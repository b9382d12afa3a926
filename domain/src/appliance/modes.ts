/**
 * Operating modes of holding cabinets and provers (S4.16, S4.17), and the programs of an automatic mode. Each family numbers its
 * modes in its own row; the words stand in `modes.messages.ts`.
 */

/** Key of a mode's words. */
export const modeKeys = [
  'standby',
  'negativeCold',
  'positiveCold',
  'chocolate',
  'defrost',
  'manual',
  'automatic',
  'test',
  'continuous',
  'direct',
  'programmed',
  'defrosting',
  'unknown',
] as const;

/** Key of a mode; `unknown` is what the portal shows while a unit is offline, and is never sent. */
export type ModeKey = (typeof modeKeys)[number];

/** Programs of MYA's automatic mode. */
export const programKeys = ['pralines', 'creamPastry', 'glazedMousse', 'macarons', 'dryPastry', 'sugarWork'] as const;

/** Key of a program's words. */
export type ProgramKey = (typeof programKeys)[number];
