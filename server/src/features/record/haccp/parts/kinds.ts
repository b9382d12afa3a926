import { families } from '@brina/domain/appliance/families/families';
import type { RecordKind } from '@brina/domain/appliance/families/family';
import type { FamilyCode } from '@brina/domain/appliance/families/family-code';

/** The kind of record a run of this function needs; `undefined` when it needs none. */
export const kindOfFunction = (family: FamilyCode, code: number): RecordKind | undefined =>
  families[family].functions[code]?.record;

/** The kind of record that each timer of a tray needs in a run of this function; `undefined` where trays have none. */
export const kindOfTimers = (family: FamilyCode, code: number): RecordKind | undefined =>
  families[family].functions[code]?.timers?.record;

/** Codes of the functions whose runs need a record of the same kind. */
export function functionsLike(family: FamilyCode, code: number): number[] {
  const kind = kindOfFunction(family, code);
  return Object.keys(families[family].functions)
    .map(Number)
    .filter((other) => kindOfFunction(family, other) === kind);
}
