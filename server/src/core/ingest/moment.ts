import { limits } from '@brina/contract/devices';

/** A fact's moment: as the unit said, rebuilt from its uptime, or not to be told. */
export type Moment = { at_ms: number; rebuilt: boolean } | 'untimed';

/**
 * When a message's first fact was (docs/DEVICE-PROTOCOL.md, order and time). The unit's own `at` holds between 26 months before and 60 s
 * after receipt; otherwise, or with the clock unset, it is rebuilt from `up` of the same boot. The same goes for its last fact, which was before the
 * sending too: a clock by which it is not was wrong at the first.
 * @param bootedAt_ms when that boot began, by a message of it whose clock was right; undefined when none is known
 */
export function momentOf(
  { at_ms, up_ms, span_ms }: { at_ms: number; up_ms: number; span_ms: number },
  received_ms: number,
  bootedAt_ms: number | undefined,
): Moment {
  if (believable(at_ms, span_ms, received_ms)) return { at_ms, rebuilt: false };
  const rebuilt_ms = bootedAt_ms === undefined ? undefined : bootedAt_ms + up_ms;
  return rebuilt_ms !== undefined && believable(rebuilt_ms, span_ms, received_ms)
    ? { at_ms: rebuilt_ms, rebuilt: true }
    : 'untimed';
}

/** Whether a unit's stamp can be true for a message received then, whose last fact was `span_ms` after its first. */
export const believable = (at_ms: number, span_ms: number, received_ms: number): boolean =>
  at_ms > 0 && at_ms >= received_ms - limits.behind_ms && at_ms + span_ms <= received_ms + limits.ahead_ms;
