import { familyOf } from '@brina/domain/appliance/families/families';
import type { RecordKind } from '@brina/domain/appliance/families/family';
import type { PhaseKey } from '@brina/domain/appliance/phases';

/** The phases that do what a record is of: until then food that is to be heated again is only kept cold. */
const workOf: Readonly<Partial<Record<RecordKind, readonly PhaseKey[]>>> = {
  reheat: ['regenerate'],
  thaw: ['thawFirst', 'thawTemper', 'thaw'],
};

/** What is known of a batch: moments in epoch ms, the model by its stored name, and the phases that came into a state. */
type Ran = {
  kind: RecordKind;
  /** `judgedFrom`: of a run that goes on with another, from when that one was judged. */
  run: { startedAt: number; endedAt: number; judgedFrom?: number };
  identity: { model: string };
  phases: readonly { at: number; phase: number; state: string }[];
};

/**
 * The time in which a batch is judged, epoch ms: its run, or from the phase that does what its record is of. Of heated food that ends where
 * the next phase begins: what is held hot afterwards is held, and no longer heated.
 * @returns null where food that was to be heated again never was, as far as is known
 */
export function judgedSpan({ kind, run, identity, phases }: Ran): { from: number; to: number } | null {
  const whole = { from: run.startedAt, to: run.endedAt };
  const work = workOf[kind];
  const names = familyOf(identity.model)?.phases;
  if (!work || !names) return whole;
  const running = phases.filter(({ state }) => state === 'running').toSorted((a, b) => a.at - b.at);
  const isWork = ({ phase }: { phase: number }): boolean => work.some((key) => key === names[phase]);
  const from = run.judgedFrom ?? running.find(isWork)?.at;
  if (from === undefined) return kind === 'reheat' ? null : whole;
  const last = running.findLast(isWork)?.at ?? from;
  const after = kind === 'reheat' ? running.find((one) => one.at > last && !isWork(one)) : undefined;
  return { from, to: after?.at ?? run.endedAt };
}
