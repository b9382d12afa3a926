import { families } from '@brina/domain/appliance/families/families';
import type { RecordKind } from '@brina/domain/appliance/families/family';
import type { FamilyCode } from '@brina/domain/appliance/families/family-code';

/** The kind of record a run of this function needs; `undefined` when it needs none. */
export const kindOfFunction = (family: FamilyCode, code: number): RecordKind | undefined =>
  families[family].functions[code]?.record;
