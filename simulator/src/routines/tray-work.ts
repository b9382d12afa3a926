/** Food by the tray: a run that goes on, with a timer for each tray, which somebody takes out when it is done. */
import { families } from '@brina/domain/appliance/families/families';
import type { BlastModelRow, FamilyRow } from '@brina/domain/appliance/families/family';
import { second_ms } from '@brina/domain/language/durations';
import type { Appliance } from '../appliance.ts';
import type { Random } from '../random.ts';

/** What is pulled down by the tray during service: thin, and warm from the pan. */
const products = ['Arancini', 'Supplì', 'Verdure grigliate', 'Crocchette'] as const;
const food = { mass_kg: 4, depth_mm: 15, core_C: 45 } as const;

/** So many trays are in it from the first minute; of each the time is a little longer. */
const trays_first = 3;
/** So often a tray that is done makes room for the next one. */
const trays_more = 2;

/** The function of a model that has timers of trays or trolleys, by its code. */
const timedOf = (model: BlastModelRow): number => {
  const rows: FamilyRow['functions'] = families[model.family].functions;
  return Number(Object.entries(rows).find(([, row]) => row.timers)?.[0]);
};

/** Fills a free blast chiller of trays, sets a timer a tray, takes out what is done and puts the next one in, and ends the run. */
export function* trayWork(
  { model, pace }: { model: BlastModelRow; pace: number },
  appliance: Appliance,
  hands: Random,
): Generator<number, void, void> {
  const { state } = appliance;
  const after = (seconds: number): number => state.true_ms + (seconds * second_ms) / pace;
  function* door(seconds: number, act: () => void): Generator<number, void, void> {
    appliance.hands.openDoor(true);
    yield after(seconds);
    act();
    appliance.hands.openDoor(false);
  }
  const set = (tray: number, min: number): void =>
    void appliance.press('setTrayTimer', { tray, min, product: hands.pick(products) });
  const done = (): number | undefined =>
    Object.entries(appliance.panel?.timers.left_min ?? {}).flatMap(([tray, left_min]) =>
      left_min === 0 ? [Number(tray)] : [],
    )[0];

  yield* door(hands.between(20, 40), () => appliance.hands.load(food, food.core_C));
  yield after(hands.between(6, 20));
  if (appliance.press('startCycle', { function: timedOf(model) }) !== null) return;
  for (let tray = 1; tray <= trays_first; tray++) set(tray, 4 + 2 * tray + hands.whole(0, 2));
  for (let taken = 0; taken < trays_first + trays_more && appliance.panel; taken++) {
    while (done() === undefined && state.run && state.cycleState === 1) yield after(10);
    const tray = done();
    if (tray === undefined) return;
    // Nobody stands by: the chef sees to it a little later.
    yield after(hands.between(45, 150));
    yield* door(hands.between(15, 30), () => {});
    if (taken < trays_more) set(tray, 6 + hands.whole(0, 4));
    else appliance.press('setTrayTimer', { tray, min: null });
  }
}
