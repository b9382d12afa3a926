import type { FunctionRow } from './family.ts';

/** A function of which nothing may be set; rows add what may. */
export const plainFunction = {
  package: 'Excellence',
  air: null,
  core: null,
  coreHold_min: null,
  surface: null,
  time_min: null,
  fan: null,
  rh: null,
  rhMax: null,
  sanigen: null,
  holding: null,
  definition: null,
} as const satisfies Partial<FunctionRow>;
