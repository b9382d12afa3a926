/** The form of a programmed proving: what a person has chosen, and the arguments it makes (S4.17). */
import type { ModelRow, ProofingRow, Setting } from '@brina/domain/appliance/families/family';
import { type ProofingArgs, type ProofingPhase, proofingLimits, proofingPhases } from '@brina/domain/cycles/proofing';
import type { QuantityUnit } from '@brina/domain/language/quantity';
import type { Tone } from '../../../ui/tones.ts';

/** Settings of a phase, with the unit each is stored in. */
export const phaseUnits = { air: 'Cel', rh: '%', time_min: 'min', fan: '%' } as const satisfies Record<
  string,
  QuantityUnit
>;
export type PhaseSetting = keyof typeof phaseUnits;

/** What a person has chosen; a number that is absent takes the default. */
export type ProofingChoice = {
  readyAt: string;
  repeat: 'none' | 'daily' | 'days';
  /** Monday 1 to Sunday 7, for `days`. */
  days: readonly number[];
  rests: boolean;
  numbers: Partial<Record<`${ProofingPhase}.${PhaseSetting}`, number>>;
};

/** Tones of the phases: cold, warm, and waiting to be baked. */
export const phaseTones: Record<ProofingPhase, Tone> = {
  blocking: 'freeze',
  storing: 'cold',
  waking: 'proof',
  proofing: 'proof',
  sleeping: 'idle',
};

/** The settings of a phase a model lets a person choose, with their limits. */
export function settingsOf(model: ModelRow, row: ProofingRow, phase: ProofingPhase): [PhaseSetting, Setting][] {
  const limits = proofingLimits(model, row[phase]);
  return (Object.keys(phaseUnits) as PhaseSetting[]).flatMap((name): [PhaseSetting, Setting][] => {
    const setting = row[phase][name];
    const limit = limits[name];
    // What can have one value only is not asked for.
    return setting && limit && limit.min < limit.max ? [[name, { ...setting, ...limit }]] : [];
  });
}

/** The arguments of `setProofingPlan`: only what differs from the defaults. */
export function proofingArgs({ readyAt, repeat, days, rests, numbers }: ProofingChoice): ProofingArgs {
  const phases = proofingPhases.map((phase) => {
    const own = Object.entries(numbers)
      .filter(([path]) => path.startsWith(`${phase}.`))
      .map(([path, value]) => [path.slice(phase.length + 1), value]);
    return [phase, own.length === 0 ? undefined : Object.fromEntries(own)];
  });
  return {
    readyAt,
    ...(repeat === 'none' ? {} : { repeat: repeat === 'daily' ? ('daily' as const) : days }),
    ...Object.fromEntries(phases.filter(([, own]) => own !== undefined)),
    ...(rests ? {} : { sleeping: false }),
  };
}
