/** The phases of a cycle as typed rows, and the short notation they are written in. Temperatures in °C, times in minutes. */

/** What ends a phase. */
export type PhaseEnd =
  /** Warmest (cooling) or coldest (heating) plausible core point reaches the target, and stays there `hold_min`. */
  | { readonly by: 'core'; readonly target: number; readonly hold_min?: number }
  /** Outermost plausible point of every needle reaches the target; a needle without one says nothing. */
  | { readonly by: 'surface'; readonly target: number }
  | { readonly by: 'time'; readonly time_min: number }
  /** As long as needed for the plan to end at its `readyAt`. */
  | { readonly by: 'auto' }
  /** Evaporator probe reaches the target, or the time is over. */
  | { readonly by: 'evaporator'; readonly target: number; readonly time_min: number }
  /** The chamber has been within 1 K of the target, or beyond it the way the air goes, for a minute. */
  | { readonly by: 'air'; readonly target: number }
  /** Every plausible core point is this near the air of the chamber, which is near its set-point. */
  | { readonly by: 'even'; readonly within_K: number }
  /** Until a person ends it. */
  | { readonly by: 'stop' };

/** How a phase may end. */
export type PhaseEndKind = PhaseEnd['by'];

/** The ends that every unit knows. */
export const firstEnds = [
  'core',
  'surface',
  'time',
  'auto',
  'evaporator',
  'stop',
] as const satisfies readonly PhaseEndKind[];

/** All ends; which of them a unit knows, it tells in its twin. */
export const phaseEnds = [...firstEnds, 'air', 'even'] as const satisfies readonly PhaseEndKind[];

/**
 * The ends a unit knows by what it reports as `cycleEnds`: absent or unreadable, the first six; a name of later firmware is none of ours.
 */
export const endsKnown = (reported: unknown): readonly PhaseEndKind[] =>
  Array.isArray(reported) ? phaseEnds.filter((end) => reported.includes(end)) : firstEnds;

/** Whether an end is judged by the needle. */
export const needsNeedle = ({ by }: PhaseEnd): boolean => by === 'core' || by === 'surface' || by === 'even';

/** Humidity of a phase: not controlled, a set-point in % or an upper limit in %. */
export type PhaseHumidity = null | { readonly set: number } | { readonly max: number };

/** One phase of a cycle. */
export type PhasePlan = {
  /** Code in the family's own numbering. */
  readonly phase: number;
  /** Air set-point; a pair is a linear ramp over the phase; null: air not controlled. */
  readonly air: number | readonly [from: number, to: number] | null;
  /** Fan speed in % of full. */
  readonly fan: number;
  readonly rh: PhaseHumidity;
  readonly end: PhaseEnd;
  /** The holding after the cycle: it has no end and is not part of the HACCP batch. */
  readonly hold?: true;
  /** Length of the phase when no core point is plausible; the record is then NOT_PROVEN. */
  readonly fallback_min?: number;
  /** Minutes from the start of the cycle after which timeline and forecast call it late. It changes nothing. */
  readonly late_min?: number;
  /** Minutes from the start of the cycle after which the phase is ended as interrupted. */
  readonly max_min?: number;
};

/** So many phases a start may ask for, the holding after the cycle among them. */
export const askedPhases_max = 8;

/** So many a unit runs at most, and tells of: where cold follows heat it puts one between, which cools the chamber down. */
export const runPhases_max = askedPhases_max + 1;

/** What the notation does not say of a phase; `time_min` is the longest an evaporator may take. */
type PhaseTimes = Pick<PhasePlan, 'phase' | 'fallback_min' | 'late_min' | 'max_min'> & { readonly time_min?: number };

/**
 * Phases from the notation `air/fan/RH/end`, joined by ` · `, and the code and times of each. Air: `-14`, a ramp `2>12`, `-` not
 * controlled. RH: `75` a set-point, `<30` an upper limit, `-` not controlled. End: `c3` core, `c65+14m` core and held, `s4` surface,
 * `90m` or `12h` time, `auto`, `e8` evaporator, `a-20` air, `~2` core within 2 K of the air, `stop`. `H2/40/-` holds the food after the phases before it.
 * @example phasesOf('0/60/-/c3 · H2/40/-', { phase: 3, fallback_min: 90 }, { phase: 7 })
 * @throws Error when the notation or the number of its phases is wrong
 */
export function phasesOf(notation: string, ...times: readonly PhaseTimes[]): readonly PhasePlan[] {
  const parts = notation.split(' · ');
  if (parts.length !== times.length) throw new Error(`${parts.length} phases, ${times.length} codes: ${notation}`);
  return parts.map((part, index): PhasePlan => {
    const [air = '', fan = '', rh = '', end = 'stop'] = part.replace(/^H/, '').split('/');
    const { phase, time_min, ...rest } = times[index] as PhaseTimes;
    const holds = part.startsWith('H') && index > 0;
    return {
      phase,
      air: airOf(air),
      fan: numberOf(fan),
      rh: rh === '-' ? null : rh.startsWith('<') ? { max: numberOf(rh.slice(1)) } : { set: numberOf(rh) },
      end: endOf(end, time_min),
      ...(holds ? { hold: true } : {}),
      ...rest,
    };
  });
}

function numberOf(text: string): number {
  const value = Number(text);
  if (text === '' || Number.isNaN(value)) throw new Error(`not a number: ${text}`);
  return value;
}

function airOf(text: string): PhasePlan['air'] {
  if (text === '-') return null;
  const [from = '', to] = text.split('>');
  return to === undefined ? numberOf(from) : [numberOf(from), numberOf(to)];
}

/** Minutes of `90m` or `12h`. */
const lengthOf = (text: string): number => numberOf(text.slice(0, -1)) * (text.endsWith('h') ? 60 : 1);

function endOf(text: string, time_min: number | undefined): PhaseEnd {
  if (text === 'auto' || text === 'stop') return { by: text };
  const target = (): number => numberOf(text.slice(1));
  switch (text[0]) {
    case 'c': {
      const [core = '', held] = text.slice(1).split('+');
      return { by: 'core', target: numberOf(core), ...(held === undefined ? {} : { hold_min: lengthOf(held) }) };
    }
    case 's':
      return { by: 'surface', target: target() };
    case 'e':
      return { by: 'evaporator', target: target(), time_min: time_min ?? 30 };
    case 'a':
      return { by: 'air', target: target() };
    case '~':
      return { by: 'even', within_K: target() };
    default:
      return { by: 'time', time_min: lengthOf(text) };
  }
}
