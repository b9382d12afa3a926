/** The notation of a phase, as typed rows. Temperatures in °C, times in minutes. */

/** What ends a phase. */
export type PhaseEnd =
  /** Warmest (cooling) or coldest (heating) plausible core point reaches the target, and stays there `hold_min`. */
  | { readonly by: 'core'; readonly target: number; readonly hold_min?: number }
  /** Outermost point of the needle reaches the target. */
  | { readonly by: 'surface'; readonly target: number }
  | { readonly by: 'time'; readonly time_min: number }
  /** As long as needed for the plan to end at its `readyAt`. */
  | { readonly by: 'auto' }
  /** Evaporator probe reaches the target, or the time is over. */
  | { readonly by: 'evaporator'; readonly target: number; readonly time_min: number }
  /** Until a person ends it. */
  | { readonly by: 'stop' };

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
