/** A function's default definition, changed by the arguments of a start. Temperatures in °C, times in minutes. */
import { badArgument, integerFaults, isRecord, nameFaults, type StartFault } from '../appliance/argument-fault.ts';
import type { FamilyRow, FunctionDefinition, FunctionEnd, FunctionRow } from '../appliance/families/family.ts';
import type { PhaseHumidity, PhasePlan } from '../appliance/phase-plan.ts';

/** Which cycle of the library a run comes from: its number, its version, and the hash of what it does. */
export type CycleSource = { readonly id: number; readonly v: number; readonly h: string };

/** Faults of the three values of a source, any JSON; the paths begin with a prefix. */
export const sourceFaults = (
  prefix: string,
  { id, v, h }: Readonly<Record<string, unknown>>,
): readonly StartFault[] => [
  ...integerFaults(`${prefix}id`, id, sourceLimits.id),
  ...integerFaults(`${prefix}v`, v, sourceLimits.v),
  ...(typeof h === 'string' && sourceLimits.h.test(h) ? [] : [badArgument(`${prefix}h`)]),
];

/** Faults of the source that the arguments of a start name, any JSON; absent: they name none. */
export function startSourceFaults(source: unknown): readonly StartFault[] {
  if (source === undefined) return [];
  if (!isRecord(source)) return [badArgument('source')];
  return [...nameFaults(source, ['id', 'v', 'h'], 'source.'), ...sourceFaults('source.', source)];
}

/** What numbers, versions and hashes of the library are: whole numbers of the database, and 16 hex digits. */
export const sourceLimits = {
  id: { min: 0, max: 2_000_000_000 },
  v: { min: 1, max: 2_000_000_000 },
  h: /^[0-9a-f]{16}$/,
} as const;

/** Arguments of `startCycle`; what is absent takes the function's default. */
export type StartCycleArgs = {
  readonly function: number;
  /** How the cycle ends; absent: the function's first way. */
  readonly by?: FunctionEnd;
  /** `soft` chills in gentle air from the start; absent: hard. */
  readonly program?: 'hard' | 'soft';
  readonly air?: number;
  readonly core?: number;
  /** How long the core is held at its target. */
  readonly coreHold_min?: number;
  readonly surface?: number;
  readonly time_min?: number;
  readonly fan?: number;
  readonly rh?: number;
  /** Humidity as an upper limit, in place of `rh`. */
  readonly rhMax?: number;
  readonly sanigen?: number;
  /** Whether the food is held, or chilled and held, after the cycle; absent: yes. */
  readonly hold?: boolean;
  readonly holdAir?: number;
  /** Minute of the kitchen's clock, `2026-03-29T06:30`, at which a cycle ended by the clock is over. */
  readonly readyAt?: string;
  /** Timers of single trays or trolleys, from their first minute. */
  readonly trays?: readonly { readonly tray: number; readonly min: number }[];
  /** The phases themselves, in place of what is set one by one. */
  readonly phases?: readonly PhasePlan[];
  /** The cycle of the library that is run. The portal says so; nobody else sends it. */
  readonly source?: CycleSource;
  readonly load_kg?: number;
  readonly product?: string;
  readonly lot?: string;
};

/** Air must lie this far beyond the core target, or the core never gets there. */
export const airBeyondTarget_K = 2;

/**
 * Above this core target the surface needs no protection: with hard air it is still above +4 °C when the core gets there.
 * (Modelled full load of 35 mm: surface 4.5 °C at core 11.9 °C.)
 */
const surfaceMattersBelow_C = 10;

/** The phases of a function as the arguments of its start change them; the arguments must have passed `checkStart`. */
export function definedPlan(
  family: FamilyRow,
  row: FunctionRow,
  definition: FunctionDefinition,
  args: StartCycleArgs,
): readonly PhasePlan[] {
  const by = args.by ?? row.ends[0];
  const program = (args.program === 'soft' ? definition.soft : undefined) ?? definition.hard;
  const own = withoutNeedlessSurface(
    program.filter((phase) => !phase.hold),
    args,
    by,
  );
  const isMain = (phase: PhasePlan): boolean =>
    own.some(({ air }) => air === row.air?.default) ? phase.air === row.air?.default : phase === own.at(-1);
  const aired = own.map((phase): Aired => {
    const chosen = args.air !== undefined && isMain(phase);
    return { ...phase, ...(chosen ? { air: args.air } : {}), chosen };
  });
  const ended = endedBy(by, aired, family, row, args).map(
    ({ chosen: _chosen, ...phase }): PhasePlan => ({
      ...phase,
      phase: holdingCode(family, phase.phase, phase.air),
      fan: phase.fan === 0 ? 0 : (args.fan ?? phase.fan),
    }),
  );
  // What a person ends is over then: nothing follows.
  return [...withHumidity(ended, args), ...(by === 'manual' ? [] : afterwards(program, definition, args))];
}

/** A phase, and whether a person chose its air. */
type Aired = PhasePlan & { readonly chosen: boolean };

/** The holding, or the chilling of what was heated. */
function afterwards(
  program: readonly PhasePlan[],
  { after, otherwise, heldAt }: FunctionDefinition,
  { hold, holdAir }: StartCycleArgs,
): readonly PhasePlan[] {
  if (hold === false) return otherwise ?? [];
  if (after && heldAt !== undefined && holdAir !== undefined) {
    return [{ phase: heldAt, air: holdAir, fan: 40, rh: null, end: { by: 'stop' }, hold: true }];
  }
  if (after) return after;
  const holding = program.filter((phase) => phase.hold);
  return holdAir === undefined ? holding : holding.map((phase) => ({ ...phase, air: holdAir }));
}

/** Phases that last as long as they do, whatever length is asked of the cycle. */
const ownLength = ['preHeat', 'dripping'];

function endedBy(
  by: FunctionEnd | undefined,
  phases: readonly Aired[],
  family: FamilyRow,
  row: FunctionRow,
  args: StartCycleArgs,
): readonly Aired[] {
  const isFree = (phase: Aired): boolean => !ownLength.includes(family.phases[phase.phase] ?? '');
  const last = phases.findLast(isFree);
  switch (by) {
    case 'time':
      return endedByTime(phases, isFree, row, args);
    case 'core':
      return endedByCore(phases, last, row, args);
    case 'surface':
      return phases.map((phase) =>
        phase === last
          ? endedAtProbe(phase, { by: 'surface', target: args.surface ?? row.surface?.default ?? 0 })
          : phase,
      );
    case 'manual':
      return phases.map((phase) => (phase === last ? { ...withoutTimes(phase), end: { by: 'stop' } } : phase));
    case 'clock': {
      const isPlanned = phases.some((phase) => phase.end.by === 'auto');
      return phases.map((phase): Aired => {
        if (phase.end.by === 'core') return withCore(phase, row, args);
        return phase === last && !isPlanned ? { ...phase, end: { by: 'auto' } } : phase;
      });
    }
    default:
      return phases;
  }
}

const withoutTimes = ({ phase, air, fan, rh, end, chosen }: Aired): Aired => ({ phase, air, fan, rh, end, chosen });

/** A phase that usually ends by time takes that time when no point of the needle is plausible. */
const endedAtProbe = (phase: Aired, end: PhasePlan['end']): Aired => ({
  ...phase,
  ...(phase.end.by === 'time' ? { fallback_min: phase.end.time_min } : {}),
  end,
});

/** Shares the time out over the phases in the proportion of their usual times; a core that was to be held is not. */
function endedByTime(
  phases: readonly Aired[],
  isFree: (phase: Aired) => boolean,
  row: FunctionRow,
  args: StartCycleArgs,
): readonly Aired[] {
  const total_min = args.time_min ?? row.time_min?.default ?? 0;
  const kept = phases.filter((phase) => !(phase.end.by === 'core' && phase.end.hold_min !== undefined));
  const share = (phase: Aired): number =>
    isFree(phase) ? (phase.end.by === 'time' ? phase.end.time_min : (phase.fallback_min ?? 1)) : 0;
  const shares = kept.reduce((sum, phase) => sum + share(phase), 0);
  const own_min = kept.reduce((sum, { end, ...phase }) => {
    const isOwn = !isFree({ end, ...phase }) && end.by === 'time';
    return sum + (isOwn ? end.time_min : 0);
  }, 0);
  return kept.map((phase): Aired => {
    if (!isFree(phase)) return phase;
    const time_min = (total_min * share(phase)) / shares;
    const hasLimit = phase.end.by !== 'time';
    return {
      ...withoutTimes(phase),
      end: { by: 'time', time_min },
      // Counted from the start of the cycle, and so with the phases that keep their own times.
      ...(hasLimit ? { max_min: Math.ceil((total_min + own_min) * 1.1) } : {}),
    };
  });
}

/** Sets the core target; where no phase ends by the core yet, the last one does. */
function endedByCore(
  phases: readonly Aired[],
  last: Aired | undefined,
  row: FunctionRow,
  args: StartCycleArgs,
): readonly Aired[] {
  const isCored = phases.some((phase) => phase.end.by === 'core');
  return phases.flatMap((phase): Aired[] => {
    if (isCored ? phase.end.by !== 'core' : phase !== last) return [phase];
    const cored = phase.end.by === 'core' ? phase : endedAtProbe(phase, { by: 'core', target: row.core?.default ?? 0 });
    const isHeld = cored.end.by === 'core' && cored.end.hold_min !== undefined;
    return isHeld && args.coreHold_min === 0 ? [] : [withCore(cored, row, args)];
  });
}

/** Core target and holding time as chosen, and the air far enough beyond the target unless a person chose it. */
function withCore(phase: Aired, row: FunctionRow, args: StartCycleArgs): Aired {
  if (phase.end.by !== 'core') return phase;
  const target = args.core ?? phase.end.target;
  const hold_min = phase.end.hold_min === undefined ? undefined : (args.coreHold_min ?? phase.end.hold_min);
  const end = { by: 'core', target, ...(hold_min === undefined ? {} : { hold_min }) } as const;
  // Where the row leaves the air open, the person decides whether the food is warmed or cooled.
  const isOpen = row.air?.default === null;
  if (phase.chosen || isOpen || typeof phase.air !== 'number') return { ...phase, end };
  const air =
    phase.air < phase.end.target
      ? Math.min(phase.air, target - airBeyondTarget_K)
      : Math.max(phase.air, target + airBeyondTarget_K);
  return { ...phase, air, end };
}

/** Leaves out the phase that protects the surface where it would overshoot the core target, or where the air would never end it. */
function withoutNeedlessSurface(
  own: readonly PhasePlan[],
  args: StartCycleArgs,
  by: FunctionEnd | undefined,
): readonly PhasePlan[] {
  const last = own.at(-1);
  const guard = own.find((phase) => phase.end.by === 'surface');
  if (guard?.end.by !== 'surface' || last?.end.by !== 'core' || typeof last.air !== 'number') return own;
  const cools = last.air < last.end.target;
  const target = by === 'core' ? (args.core ?? last.end.target) : last.end.target;
  const overshoots = cools && target >= surfaceMattersBelow_C;
  const idles =
    args.air !== undefined &&
    (cools ? args.air >= last.air : args.air < guard.end.target + airBeyondTarget_K || args.air <= last.air);
  if (!overshoots && !idles) return own;
  const fallback_min = own.reduce((sum, phase) => sum + (phase.fallback_min ?? 0), 0);
  return [...own.filter((phase) => phase !== last && phase !== guard), { ...last, fallback_min }];
}

/** Humidity as chosen, in the phases that control it; in all where none does. */
function withHumidity(phases: readonly PhasePlan[], { rh, rhMax }: StartCycleArgs): readonly PhasePlan[] {
  const chosen: PhaseHumidity = rh === undefined ? (rhMax === undefined ? null : { max: rhMax }) : { set: rh };
  if (!chosen) return phases;
  const controlled = phases.some((phase) => phase.rh !== null);
  return phases.map((phase) => (controlled && phase.rh === null ? phase : { ...phase, rh: chosen }));
}

const holdingKeys = ['holdCold', 'holdFrozen', 'holdWarm'];

/** A holding is cold, frozen or hot by its air. */
function holdingCode(family: FamilyRow, code: number, air: PhasePlan['air']): number {
  if (typeof air !== 'number' || !holdingKeys.includes(family.phases[code] ?? '')) return code;
  const key = air <= -5 ? 'holdFrozen' : air < 57 ? 'holdCold' : 'holdWarm';
  const found = Object.entries(family.phases).find(([, phaseKey]) => phaseKey === key);
  return found ? Number(found[0]) : code;
}
