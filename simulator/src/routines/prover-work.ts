/** The people of a bakery: dough goes in for the night and comes out before opening, and a direct batch or two by day. */

import { hour_ms, minute_ms, second_ms } from '@brina/domain/language/durations';
import { localMinute } from '@brina/domain/language/local-minute';
import type { Appliance } from '../appliance.ts';
import { cycleCode } from '../appliance-state.ts';
import { midnightAfter, midnightBefore, weekdayOf } from '../kitchen.ts';
import { type Random, random } from '../random.ts';
import { type Kitchen } from './kitchen-day.ts';

/** Weekday on which nothing is proved by day, 0 Sunday; dough for the next morning goes in every evening. */
const closed = 0;
/** Hours in which it does: by six in the evening a plan stands. */
const evening_h = [15.5, 17.5] as const;
const direct = 2;
const dough_mm = 40;

/** The work, as the instants at which somebody does the next thing. */
export function* proverWork(kitchen: Kitchen, appliance: Appliance): Generator<number, undefined, void> {
  const { state } = appliance;
  yield* collect(kitchen, appliance, random(kitchen.seed, kitchen.serial, 'found', Math.floor(state.true_ms)));
  while (true) {
    if (kitchen.routine === 'always' && state.true_ms >= kitchen.present_ms) {
      const hands = random(kitchen.seed, kitchen.serial, 'always', Math.floor(state.true_ms));
      yield* batch(kitchen, appliance, hands);
      yield state.true_ms + (2 * minute_ms) / kitchen.pace;
      continue;
    }
    const midnight = midnightBefore(state.true_ms, kitchen.timeZone);
    yield* day(kitchen, appliance, midnight);
    const tomorrow = Math.max(midnightAfter(midnight, kitchen.timeZone), state.true_ms + second_ms);
    yield kitchen.routine === 'always' ? Math.max(Math.min(tomorrow, kitchen.present_ms), state.true_ms) : tomorrow;
  }
}

function* day(kitchen: Kitchen, appliance: Appliance, midnight: number): Generator<number, void, void> {
  const { state } = appliance;
  const hands = random(kitchen.seed, kitchen.serial, 'bakery', midnight);
  const weekday = weekdayOf(midnight, kitchen.timeZone);
  const hours = [hands.between(8, 9.5), hands.between(12, 13)].slice(0, hands.whole(1, 2));
  const evening = midnight + hands.between(...evening_h) * hour_ms;
  if (weekday !== closed) {
    for (const hour of hours) {
      const at_ms = midnight + hour * hour_ms;
      if (at_ms <= state.true_ms) continue;
      yield at_ms;
      yield* batch(kitchen, appliance, hands);
    }
  }
  if (evening <= state.true_ms) return;
  yield evening;
  yield* night(kitchen, appliance, midnight, hands);
}

/** Dough for the next morning: stopped, kept cold, woken and proved by the clock. */
function* night(
  kitchen: Kitchen,
  appliance: Appliance,
  midnight: number,
  hands: Random,
): Generator<number, void, void> {
  yield* fill(kitchen, appliance, hands);
  const tomorrow = midnightAfter(midnight, kitchen.timeZone);
  const readyAt = localMinute(tomorrow + hands.between(4.5, 5.5) * hour_ms, kitchen.timeZone);
  appliance.press('setProofingPlan', { readyAt });
  yield* collect(kitchen, appliance, hands);
}

/** A batch that is proved at once. */
function* batch(kitchen: Kitchen, appliance: Appliance, hands: Random): Generator<number, void, void> {
  if (appliance.state.chambers[0]?.load) return;
  yield* fill(kitchen, appliance, hands);
  appliance.press('setMode', { mode: direct, time_min: hands.whole(50, 90) });
  yield* collect(kitchen, appliance, hands);
}

function* fill(kitchen: Kitchen, appliance: Appliance, hands: Random): Generator<number, void, void> {
  const after = (seconds: number): number => appliance.state.true_ms + (seconds * second_ms) / kitchen.pace;
  appliance.hands.openDoor(true);
  yield after(hands.between(30, 80));
  appliance.hands.stock(hands.between(0.5, 0.9), dough_mm, hands.between(20, 24));
  appliance.hands.openDoor(false);
  yield after(hands.between(8, 20));
}

/** Waits for the end and takes the dough out to the oven. */
function* collect(kitchen: Kitchen, appliance: Appliance, hands: Random): Generator<number, void, void> {
  const { state } = appliance;
  if (!state.chambers[0]?.load) return;
  while (state.cycleState === cycleCode.running) yield state.true_ms + minute_ms / kitchen.pace;
  yield state.true_ms + (hands.between(3, 25) * minute_ms) / kitchen.pace;
  appliance.hands.openDoor(true);
  yield state.true_ms + (hands.between(40, 90) * second_ms) / kitchen.pace;
  appliance.hands.unload();
  if (state.run) appliance.press('stopCycle');
  appliance.hands.openDoor(false);
}
