import { second_ms } from '@brina/domain/language/durations';

/** Below this a difference from the server's clock is its rounding to whole seconds and the way there and back. */
const offsetNoise_ms = 2 * second_ms;

let serverOffset_ms = 0;

/**
 * The present moment in epoch ms, by the server's clock: ages and remaining times are counted from stamps the server made, and a
 * tablet on a kitchen wall may be minutes off.
 */
export const now = (): number => Date.now() + serverOffset_ms;

/** Learns the server's clock from the `Date` header of a reply, whose request left at `sent_ms` of our own clock. */
export function learnServerTime(dateHeader: string | null, sent_ms: number): void {
  const server_ms = Date.parse(dateHeader ?? '');
  if (Number.isNaN(server_ms)) return;
  // The header is cut to whole seconds: on average the moment was half a second later.
  const offset_ms = server_ms + 500 - (sent_ms + Date.now()) / 2;
  if (Math.abs(offset_ms - serverOffset_ms) > offsetNoise_ms) serverOffset_ms = offset_ms;
}

/** The present moment for a request that leaves now, by our own clock: the counterpart of `learnServerTime`. */
export const ownClock = (): number => Date.now();
