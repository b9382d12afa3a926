/** What can be said of a batch, and why. Each has its words in `rules.messages.ts`. */

/**
 * The verdicts. PASS and FAIL speak of the limit; PASS_WITH_GAP: kept, although data are missing; NOT_PROVEN: nobody can tell; ABORTED:
 * ended before its target, within the limit and measured to the end; NOT_APPLICABLE: there is nothing to keep, the food was cold when it
 * was loaded, or the rule has no number.
 */
export const verdicts = ['PASS', 'PASS_WITH_GAP', 'NOT_PROVEN', 'ABORTED', 'FAIL', 'NOT_APPLICABLE'] as const;
export type Verdict = (typeof verdicts)[number];

/** The verdicts on a stage that applies, the best first. */
const byGrade: readonly Verdict[] = ['PASS', 'PASS_WITH_GAP', 'NOT_PROVEN', 'ABORTED', 'FAIL'];

/** How bad a verdict is: 0 for PASS; what does not apply is no worse than that. */
export const gradeOf = (verdict: Verdict): number => Math.max(0, byGrade.indexOf(verdict));

/** Why the values of a needle do not count; they are reasons of the gap they leave, and of a verdict that fails for it. */
export const probeReasons = [
  'probe_fault',
  'probe_in_air',
  'probe_not_in_food',
  'probe_moved',
  'probe_removed',
] as const;
export type ProbeReason = (typeof probeReasons)[number];

/** Why data are missing in a stretch. */
export const gapReasons = [
  'unit_silent',
  'link_lost',
  'portal_down',
  'power_lost',
  'dropped',
  'untimed',
  'between_cycles',
  ...probeReasons,
  'unknown',
] as const;
/** Reason of a gap; `ruleMessages` words it as `gap.<reason>`. */
export type GapReason = (typeof gapReasons)[number];

/** Why a verdict is not a plain PASS. */
export const verdictReasons = [
  'time_exceeded',
  'rose_again',
  'fell_again',
  'started_late',
  'target_not_reached',
  'no_core',
  'core_follows_air',
  'core_below_air',
  'core_above_air',
  'start_not_seen',
  'start_not_read',
  'clock_changed',
  'probe_failed_check',
  'by_time',
  'gap_bounded',
  'gap_unbounded',
  'loaded_cold',
  'loaded_hot',
  'warmed_since',
  'cooled_since',
  'too_warm',
  'no_limit',
  ...probeReasons,
] as const;
/** Reason of a verdict; `ruleMessages` words it as `reason.<reason>`. */
export type VerdictReason = (typeof verdictReasons)[number];

export const isProbeReason = (reason: GapReason): reason is ProbeReason =>
  (probeReasons as readonly GapReason[]).includes(reason);
