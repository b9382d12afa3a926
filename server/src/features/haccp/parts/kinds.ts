import type { FamilyCode } from '@brina/domain/families/family-code';
import type { RuleKind } from '@brina/domain/haccp/rules';

/** Functions whose runs need a HACCP record in this version, by family. */
const kinds: Partial<Record<FamilyCode, Readonly<Record<number, RuleKind>>>> = { MF: { 0: 'chill', 1: 'freeze' } };

/** The kind of record a run of this function needs; `undefined` when it needs none. */
export const kindOfFunction = (family: FamilyCode, code: number): RuleKind | undefined => kinds[family]?.[code];
