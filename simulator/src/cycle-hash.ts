import { createHash } from 'node:crypto';
import type { PhasePlan } from '@brina/domain/appliance/phase-plan';
import { canonical } from '@brina/domain/canonical';
import type { StartCycleArgs } from '@brina/domain/cycles/cycle-plan';

/** What is hashed of a cycle: what it does, without what it is called. */
export type Hashed = {
  readonly family: string;
  readonly function: number;
  readonly phases: readonly PhasePlan[];
  readonly sanigen?: number;
  readonly trays?: NonNullable<StartCycleArgs['trays']>;
};

/** Hash of what a cycle does: first 16 hex digits of the SHA-256 of its JSON (docs/DEVICE-PROTOCOL.md). */
export function cycleHash({ family, function: code, phases, sanigen, trays }: Hashed): string {
  const does = { family, function: code, phases, sanigen, trays };
  return createHash('sha256').update(canonical(does)).digest('hex').slice(0, 16);
}
