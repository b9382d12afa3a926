import { createHash } from 'node:crypto';
import { canonical } from '@brina/domain/canonical';
import type { Done } from './appliance-state.ts';

/** Hash of what a cycle of a family does: first 16 hex digits of the SHA-256 of its JSON (docs/DEVICE-PROTOCOL.md). */
export function cycleHash(family: string, { function: code, phases, sanigen, trays }: Done): string {
  const does = { family, function: code, phases, sanigen, trays };
  return createHash('sha256').update(canonical(does)).digest('hex').slice(0, 16);
}
