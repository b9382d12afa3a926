import type { PhaseKey } from '../phases.ts';
import type { FamilyRow } from './family.ts';

/** Code of a phase in the family's numbering, 0 where it has none of that kind. */
export function phaseCode(family: FamilyRow, key: PhaseKey): number {
  const found = Object.entries(family.phases).find(([, phase]) => phase === key);
  return found ? Number(found[0]) : 0;
}
