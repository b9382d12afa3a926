import type { PhasePlan } from './phase-plan.ts';

/** The warmest air that a phase asks for, °C; minus infinity where it asks for none. */
export const warmestAir = ({ air }: PhasePlan): number =>
  air === null ? Number.NEGATIVE_INFINITY : typeof air === 'number' ? air : Math.max(...air);
