/** Rows that the holding-cabinet families share. */
import { phasesOf } from '../phase-plan.ts';
import type { ModeRow } from './family.ts';

/** Phases of a cabinet, which CP and MYA number alike. */
export const cabinetPhases = {
  0: 'none',
  1: 'pullDown',
  2: 'steady',
  3: 'defrosting',
  4: 'dripping',
  5: 'fanDelay',
} as const;

export const standby = { key: 'standby', air: null, rh: null, chosen: true, definition: [] } as const satisfies ModeRow;

/** A defrost; its fan then waits until the evaporator is below −2 °C again. */
export const warmEvaporator = phasesOf(
  '-/100/-/e8 · -/0/-/2m',
  { phase: 3, time_min: 30, fallback_min: 25, late_min: 30 },
  { phase: 4 },
);
