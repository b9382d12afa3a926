/**
 * The product channel: air of the chamber, filtered as food would filter it. While the fan stands the probe misleads, so a short
 * opening of the door and a defrost weigh less; a long opening or an endless defrost count in full.
 */

import { minute_ms } from '../../language/durations.ts';
import type { ProductState } from './state.ts';

const food_ms = 25 * minute_ms;
const misled_ms = 120 * minute_ms;
/** An opening up to here is forgiven, and so long after it closes. */
const shortOpening_ms = 3 * minute_ms;
const afterOpening_ms = 2 * minute_ms;
/** So long after a defrost the probe still misleads. */
const misledAfterDefrost_ms = 15 * minute_ms;
const perDefrost_ms = 60 * minute_ms;
/** Samples this far apart are steps; beyond, the air between them is a straight line. */
const step_ms = 3 * minute_ms;
const bridged_ms = 60 * minute_ms;
const unproven_ms = 75 * minute_ms;

/** A channel that starts with the next air it gets. */
export const newProduct = (): ProductState => ({
  value: null,
  air: 0,
  at: 0,
  unforgiven: null,
  doorUntil: 0,
  defrostUntil: 0,
  touched: false,
  notProvenUntil: 0,
});

/** Starts anew with the next air: after stand-by and at a change of mode. */
export function restartProduct(product: ProductState): void {
  product.value = null;
  product.unforgiven = null;
  product.touched = false;
}

/** The door opened or closed. `openSince` is null once it is shut. */
export function productDoor(
  product: ProductState,
  openSince: number | null,
  closed: { since: number; at: number } | null,
): void {
  if (openSince !== null) {
    product.unforgiven ??= product.value;
    product.touched = true;
  } else if (closed && closed.at - closed.since <= shortOpening_ms) {
    product.doorUntil = closed.at + afterOpening_ms;
  }
}

/** A defrost that began at `since` is under way, or ended at `endedAt`. */
export function productDefrost(product: ProductState, since: number, endedAt: number | null): void {
  const forgiven = since + perDefrost_ms;
  product.defrostUntil = endedAt === null ? forgiven : Math.min(forgiven, endedAt + misledAfterDefrost_ms);
}

/**
 * Takes in the air of a sample.
 * @param start the value to begin with, where a valid core says it better than the air
 * @param warming the food would rather be too cold: hot holding
 */
export function productAir(
  product: ProductState,
  at: number,
  air: number,
  facts: { readonly doorSince: number | null; readonly start: number | null; readonly warming: boolean },
): void {
  const elapsed_ms = at - product.at;
  if (product.value === null) {
    product.value = facts.start ?? air;
    product.unforgiven = facts.doorSince === null ? null : product.value;
  } else if (elapsed_ms > bridged_ms) {
    product.value = facts.warming ? Math.min(product.value, air) : Math.max(product.value, air);
    product.unforgiven = null;
    product.notProvenUntil = at + unproven_ms;
  } else if (elapsed_ms > 0) {
    const misled =
      facts.doorSince !== null ||
      product.touched ||
      product.at < product.doorUntil ||
      product.at < product.defrostUntil;
    const before = product.value;
    product.value = stepped(before, product.air, air, elapsed_ms, misled ? misled_ms : food_ms);
    forgive(product, before, at, air, elapsed_ms, facts.doorSince);
  }
  product.air = air;
  product.at = at;
  product.touched = false;
}

/** An opening that turned out long counts in full from its beginning. */
function forgive(
  product: ProductState,
  before: number,
  at: number,
  air: number,
  elapsed_ms: number,
  doorSince: number | null,
): void {
  const inDefrost = product.at < product.defrostUntil;
  if (product.unforgiven !== null)
    product.unforgiven = stepped(product.unforgiven, product.air, air, elapsed_ms, inDefrost ? misled_ms : food_ms);
  if (doorSince === null) {
    if (at >= product.doorUntil) product.unforgiven = null;
  } else if (at - doorSince > shortOpening_ms) {
    product.value = product.unforgiven ?? stepped(before, product.air, air, elapsed_ms, food_ms);
    product.unforgiven = product.value;
  }
}

/** One step of the filter; over a hole the air is a straight line from one sample to the next. */
function stepped(value: number, from: number, to: number, elapsed_ms: number, tau_ms: number): number {
  if (elapsed_ms <= step_ms) return value + (to - value) * -Math.expm1(-elapsed_ms / tau_ms);
  const steps = Math.ceil(elapsed_ms / minute_ms);
  const share = -Math.expm1(-elapsed_ms / steps / tau_ms);
  let filtered = value;
  for (let step = 1; step <= steps; step += 1) filtered += (from + ((to - from) * step) / steps - filtered) * share;
  return filtered;
}
