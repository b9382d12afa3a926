/** Sanigen levels on one scale, whatever a family's wire calls them (S4.18): 0 not active, 1 minimum to 5 very high. */
import { families } from './families/families.ts';
import type { FamilyCode } from './families/family-code.ts';

/** The level a raw code stands for; undefined when the family has no Sanigen or the code is unknown. */
export function sanigenLevelOf(family: FamilyCode, raw: number): number | undefined {
  const level = families[family].sanigen?.indexOf(raw) ?? -1;
  return level < 0 ? undefined : level;
}

/** The raw code of a level; undefined when the family has no Sanigen or no such level. */
export const sanigenCodeOf = (family: FamilyCode, level: number): number | undefined =>
  families[family].sanigen?.[level];
