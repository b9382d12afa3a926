import { families } from '@brina/domain/appliance/families/families';
import { phaseMessages } from '@brina/domain/appliance/phases.messages';
import { type ProofingPhase, proofingPhases } from '@brina/domain/cycles/proofing';
import { minute_ms } from '@brina/domain/language/durations';
import type { BlastDefinition, ProverDefinition, RecipeDefinition } from '@brina/domain/recipes/recipe';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import type { Tone } from '../../../ui/tones.ts';
import { airText, airTone, usePhaseEnd } from '../cycles/phase-words.ts';

/** A phase of a cycle in words. */
export type PhaseLine = {
  /** Its code in the numbering of the family; a cycle may hold the same phase twice. */
  readonly phase: number;
  readonly name: string;
  /** What ends it; empty: it takes the time that the others leave. */
  readonly end: string;
  /** Its air, fan and humidity. */
  readonly facts: string;
  readonly tone: Tone;
  /** What says how long it takes: its own time, a person who stops it, the time at which the cycle is to be ready, or what the food does. */
  readonly length: 'told' | 'open' | 'left' | 'reckoned';
};

/** The phases of a definition in their order, in the words and units of the reader. */
export function usePhaseLines(definition: RecipeDefinition): readonly PhaseLine[] {
  const words = useWords();
  return definition.family === 'PL' ? linesOfPlan(definition, words) : linesOfCycle(definition, words);
}

function useWords() {
  const { t: nameOf } = useMessages(phaseMessages);
  const format = useFormat();
  const endOf = usePhaseEnd();
  return { nameOf, format, endOf };
}

type Words = ReturnType<typeof useWords>;

const joined = (parts: readonly (string | false | null | undefined)[]): string => parts.filter(Boolean).join(' · ');

const linesOfCycle = ({ family, phases }: BlastDefinition, { nameOf, format, endOf }: Words): readonly PhaseLine[] =>
  phases.map((phase) => {
    const key = families[family].phases[phase.phase];
    const { rh, end, hold } = phase;
    const held = end.by === 'core' && end.hold_min !== undefined && format.duration(end.hold_min * minute_ms);
    const humidity = rh && ('set' in rh ? format.percent(rh.set) : `≤ ${format.percent(rh.max)}`);
    return {
      phase: phase.phase,
      name: key ? nameOf(key) : String(phase.phase),
      end: [endOf(phase), held].filter(Boolean).join(' + '),
      facts: joined([airText(phase, format), format.percent(phase.fan), humidity]),
      tone: airTone(phase),
      length: hold || end.by === 'stop' ? 'open' : end.by === 'auto' ? 'left' : end.by === 'time' ? 'told' : 'reckoned',
    };
  });

function linesOfPlan({ plan }: ProverDefinition, { nameOf, format }: Words): readonly PhaseLine[] {
  const row = families.PL.proofing;
  const shown: readonly ProofingPhase[] = proofingPhases.filter(
    (name) => name !== 'sleeping' || plan.sleeping !== false,
  );
  return shown.map((name) => {
    const set = plan[name] || {};
    const usual = row?.[name];
    const air = set.air ?? usual?.air.default ?? null;
    const time_min = set.time_min ?? usual?.time_min?.default;
    return {
      phase: usual?.phase ?? 0,
      name: nameOf(name),
      end: time_min == null ? '' : format.duration(time_min * minute_ms),
      facts: joined([
        format.temperature(air),
        usual?.rh && format.percent(set.rh ?? usual.rh.default),
        format.percent(set.fan ?? usual?.fan.default ?? null),
      ]),
      tone: airTone({ air }),
      length: time_min == null ? 'left' : 'told',
    };
  });
}
