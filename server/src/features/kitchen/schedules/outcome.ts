import { lapsesAt, type PlannedState } from '@brina/domain/cycles/planned-start';
import { second_ms } from '@brina/domain/language/durations';

/** What has become of a planned start, why, and when it is looked at again; null: it is over. */
export type Outcome = { readonly state: PlannedState; readonly reason: string | null; readonly due_at: number | null };

/** That it lapsed the unit says itself, and may take a while. */
const wordOnItsWay_ms = 5 * second_ms;

const over = (state: PlannedState, reason: string | null = null): Outcome => ({ state, reason, due_at: null });

/**
 * What has become of a proposal by the command that made it. `accepted_seq`: whether the panel ever asked for it. `wasBusy`: whether another
 * cycle ran all the time.
 */
export function outcomeOf(
  { state, reason, accepted_seq }: { state: string; reason: string | null; accepted_seq: number | null },
  { at, now, wasBusy }: { at: number; now: number; wasBusy: boolean },
): Outcome {
  const lapsed = wasBusy ? over('not_possible', 'busy') : over('missed', 'nobody');
  const last = lapsesAt(at) + wordOnItsWay_ms;
  if (state === 'done') return over('started');
  if (state === 'accepted') return now < last ? { state: 'proposed', reason: null, due_at: last } : lapsed;
  if (state === 'sent') return now < at ? { state: 'proposed', reason: null, due_at: at } : over('missed', 'offline');
  if (state === 'rejected' && reason === 'panel_refused') return over('declined');
  if (state === 'rejected' && reason !== 'expired') return over('not_possible', reason);
  if (accepted_seq !== null) return lapsed;
  // Who says before its time that it is over has a clock that is wrong.
  return state === 'rejected' && now < last ? over('not_possible', 'clock') : over('missed', 'offline');
}
