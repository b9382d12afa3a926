import { families } from '@brina/domain/appliance/families/families';
import type { FamilyCode } from '@brina/domain/appliance/families/family-code';
import type { RecordKind } from '@brina/domain/appliance/families/family';

/** The kind of record a run of this function needs; `undefined` when it needs none. */
export const kindOfFunction = (family: FamilyCode, code: number): RecordKind | undefined =>
  families[family].functions[code]?.record;
