/** A fact before anybody owns it; moments are epoch ms. */
export type Placed = {
  at_ms: number;
  /** What is to be added to have it by our clock. */
  error_ms: number;
  /** Whether its moment is known only by when it was received. */
  isByReceipt: boolean;
  received_ms: number;
};

/**
 * The moment at which a fact stands, so that it is the history of whoever held the unit then (docs/SECURITY.md); undefined: it is
 * nobody's.
 *
 * A clock that is some seconds off moves nothing from one owner to another: a fact that by our clock lies on the other side of a
 * hand-over has its moment by our clock. Where the clock was off by more, what is received after a hand-over is not the former owner's,
 * and what it says to have been before is not shown to the next one.
 * @param handOvers_ms when the unit was given away or claimed, as far as it matters: the last of each
 */
export function momentInHands(handOvers_ms: readonly number[], fact: Placed): number | undefined {
  const { at_ms, error_ms, isByReceipt, received_ms } = fact;
  for (const handOver_ms of handOvers_ms) {
    if (received_ms < handOver_ms) continue;
    if (isByReceipt && at_ms < handOver_ms) return undefined;
    if (at_ms < handOver_ms !== at_ms + error_ms < handOver_ms) return at_ms + error_ms;
  }
  return at_ms;
}
