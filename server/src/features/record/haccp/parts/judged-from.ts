import { familyOf } from '@brina/domain/appliance/families/families';
import type { RecordKind } from '@brina/domain/appliance/families/family';
import type { PhaseKey } from '@brina/domain/appliance/phases';

/** The phases with which what is judged begins: until then food that is to be heated again is only kept cold. */
const beginsWith: Readonly<Partial<Record<RecordKind, readonly PhaseKey[]>>> = {
  reheat: ['regenerate'],
  thaw: ['thawFirst', 'thawTemper', 'thaw'],
};

/** What is known of a batch: moments in epoch ms, the model by its stored name, and the phases that came into a state. */
type Judged = {
  kind: RecordKind;
  run: { startedAt: number; endedAt: number };
  identity: { model: string };
  phases: readonly { at: number; phase: number; state: string }[];
};

/**
 * From which moment a batch is judged, epoch ms: the start of its run, or of the phase that does what its record is of. Food that was never
 * heated again has nothing but the end of its run.
 */
export function judgedFrom({ kind, run, identity, phases }: Judged): number {
  const keys = beginsWith[kind];
  const names = familyOf(identity.model)?.phases;
  if (!keys || !names) return run.startedAt;
  const begun = phases.find(({ phase, state }) => state === 'running' && keys.some((key) => key === names[phase]));
  return begun?.at ?? (kind === 'reheat' ? run.endedAt : run.startedAt);
}
