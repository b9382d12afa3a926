/** The people at a holding cabinet: its doors in the hours of service, and what is put in. */
import { modesOf } from '@brina/domain/appliance/families/families';
import { hour_ms, minute_ms, second_ms } from '@brina/domain/language/durations';
import type { Appliance } from '../appliance.ts';
import { midnightAfter, midnightBefore } from '../kitchen.ts';
import { type Random, random } from '../random.ts';
import { type Kitchen } from './kitchen-day.ts';

/** Service: first and last hour, the busy ones among them, and openings a day. */
const service = {
  restaurant: {
    hours: [9, 23],
    busy: [
      [11.5, 14.5],
      [18.5, 22],
    ],
    openings: [60, 110],
  },
  pastry: { hours: [4.5, 17], busy: [[5, 9]], openings: [60, 90] },
} as const satisfies Readonly<Record<string, Service>>;
type Service = {
  readonly hours: readonly [number, number];
  readonly busy: readonly (readonly [number, number])[];
  readonly openings: readonly [number, number];
};

/** An always busy kitchen opens as often as this the whole day. */
const always_ms = 4 * minute_ms;
/** A frozen store is opened less often: what is needed today was taken out in the morning. */
const frozenShare = 0.6;
/** Busy hours see so many times the openings of the others. */
const busyTimes = 3;
const full = 0.8;
/** Now and then something new is put in, a part of what is there. */
const stocks = 0.06;
const stockShare = 0.08;
const tray_mm = 60;

/** The work, as the instants at which somebody does the next thing. */
export function* cabinetWork(kitchen: Kitchen, appliance: Appliance): Generator<number, undefined, void> {
  const { state } = appliance;
  yield state.true_ms + minute_ms;
  // It is filled when it is cold, with food that is.
  while (!state.chambers.every(({ load }) => load) && !state.zones.every(({ steady }) => steady))
    yield state.true_ms + 5 * minute_ms;
  if (!state.chambers.every(({ load }) => load)) appliance.hands.stock(full, tray_mm);
  while (true) {
    const midnight = midnightBefore(state.true_ms, kitchen.timeZone);
    const isAlways = kitchen.routine === 'always' && state.true_ms >= kitchen.present_ms;
    const hands = random(kitchen.seed, kitchen.serial, 'service', isAlways ? Math.floor(state.true_ms) : midnight);
    if (isAlways) {
      yield state.true_ms + (always_ms * hands.between(0.5, 1.5)) / kitchen.pace;
      yield* open(kitchen, appliance, hands);
      continue;
    }
    for (const at_ms of openings(kitchen, midnight, hands, isFrozen(appliance))) {
      if (at_ms <= state.true_ms) continue;
      yield at_ms;
      yield* open(kitchen, appliance, hands);
    }
    const tomorrow = midnightAfter(midnight, kitchen.timeZone);
    yield Math.max(
      kitchen.routine === 'always' ? Math.min(tomorrow, kitchen.present_ms) : tomorrow,
      state.true_ms + second_ms,
    );
  }
}

/** Whether it holds frozen food in each of its zones. */
const isFrozen = ({ model, state }: Appliance): boolean =>
  state.zones.every(({ mode, before, air }) => (air ?? modesOf(model)[before ?? mode]?.air?.default ?? 0) < -5);

/** Moments of a day at which a door is opened, in order. */
function openings(kitchen: Kitchen, midnight: number, hands: Random, frozen: boolean): number[] {
  const {
    hours,
    busy,
    openings: count,
  }: Service = service[kitchen.routine === 'pastry' || kitchen.routine === 'bakery' ? 'pastry' : 'restaurant'];
  const [from, to] = hours;
  const isBusy = (hour: number): boolean => busy.some(([start, end]) => hour >= start && hour < end);
  const moments: number[] = [];
  const wanted = Math.round(hands.whole(...count) * (frozen ? frozenShare : 1));
  while (moments.length < wanted) {
    const hour = hands.between(from, to);
    if (isBusy(hour) || hands.chance(1 / busyTimes)) moments.push(midnight + hour * hour_ms);
  }
  return moments.sort((a, b) => a - b);
}

/** Opens a door, looks for something, and shuts it. */
function* open(kitchen: Kitchen, appliance: Appliance, hands: Random): Generator<number, void, void> {
  const door = appliance.state.doors.length > 1 && hands.chance(0.5) ? 2 : 1;
  appliance.hands.openDoor(true, door);
  yield appliance.state.true_ms + (hands.between(7, 32) * second_ms) / kitchen.pace;
  if (hands.chance(stocks)) appliance.hands.addFood(stockShare, 2);
  appliance.hands.openDoor(false, door);
}
