/**
 * The people of a kitchen: when they load an appliance and with what, how long they leave its door open, when they take the food
 * out, and now and then a batch that was laid too thick. Everything follows from the seed.
 */
import type { ModelRow } from '@brina/domain/families/family';
import type { Appliance } from './appliance.ts';
import { cycleCode } from './appliance.ts';
import { midnightAfter, midnightBefore, weekdayOf, zoneOffset_ms } from './kitchen.ts';
import { type Random, random } from './random.ts';

/** `always`: a new cycle two minutes after the last; `idle`: nobody uses it. */
export const routines = ['restaurant', 'pastry', 'always', 'idle'] as const;
export type Routine = (typeof routines)[number];

/** Whose appliance it is and where the seed puts it. */
export type Kitchen = {
  readonly routine: Routine;
  readonly serial: string;
  readonly model: ModelRow;
  readonly timeZone: string;
  readonly seed: number;
  /** Seconds of the process in a second. */
  readonly pace: number;
  /** From then on `always` is always; before, its past is a restaurant's. */
  readonly present_ms: number;
  /** Local midnight of a day on which one batch is certain to be late; null: only by chance. */
  readonly lateDay_ms: number | null;
};

/** One batch somebody means to make. */
type Batch = {
  readonly at_ms: number;
  readonly function: 0 | 1;
  readonly product: string;
  readonly lot: string;
  readonly load_kg: number;
  readonly depth_mm: number;
  readonly food: number;
  readonly soft: boolean;
};

type Products = readonly [string, ...string[]];
type Menu = {
  /** First and last hour at which a cycle is started, local. */
  readonly hours: readonly [number, number];
  /** Weekday on which the kitchen is closed, 0 Sunday. */
  readonly closed: number;
  readonly batches: readonly [number, number];
  readonly chilled: Products;
  readonly frozen: Products;
  /** Share of batches that are frozen. */
  readonly freezing: number;
};

const menus = {
  restaurant: {
    hours: [9.5, 22.2],
    closed: 1,
    batches: [2, 5],
    chilled: [
      'Ragù',
      'Lasagne',
      'Vitello arrosto',
      'Risotto base',
      'Brodo',
      'Caponata',
      'Parmigiana',
      'Verdure al vapore',
    ],
    frozen: ['Gnocchi', 'Polpette', 'Fondo bruno'],
    freezing: 0.15,
  },
  pastry: {
    hours: [4.5, 15.5],
    closed: 0,
    batches: [3, 6],
    chilled: ['Crema pasticcera', 'Bavarese', 'Pan di Spagna', 'Frolla', 'Ganache'],
    frozen: ['Croissant', 'Semifreddo', 'Mousse', 'Bignè'],
    freezing: 0.4,
  },
} as const satisfies Readonly<Record<string, Menu>>;

const hour_ms = 3_600_000;
/** An appliance that is always busy from the present on is free and empty by then: its longest cycle is over. */
const freeBefore_ms = 6 * hour_ms;
const second_ms = 1000;
/** Food colder than this has been chilled already. */
const warmFood = 20;

/** Somebody at the appliance, doing what is due. */
export type Cook = {
  /** When the next thing is done, by the true clock. */
  readonly next_ms: number;
  /** Does it. The appliance has lived to `next_ms`. */
  act(): void;
};

/** What the cook has hands on: an appliance, and whether it has power. */
export type AtHand = { readonly appliance: Appliance; readonly plugIn: boolean };

/** Brings a cook to an appliance. */
export function createCook(kitchen: Kitchen, unit: AtHand): Cook {
  const steps = work(kitchen, unit);
  let next_ms = steps.next().value ?? Number.POSITIVE_INFINITY;
  return {
    get next_ms() {
      return next_ms;
    },
    act() {
      // Nobody works at an appliance without power; they come back when it is there again.
      next_ms = unit.plugIn ? (steps.next().value ?? Number.POSITIVE_INFINITY) : next_ms + 60 * second_ms;
    },
  };
}

/** The work, as the instants at which somebody does the next thing. */
function* work(kitchen: Kitchen, { appliance }: AtHand): Generator<number, undefined, void> {
  if (kitchen.routine === 'idle') return undefined;
  const now = (): number => appliance.state.true_ms;
  // A cook who finds food from before a reboot first takes care of it.
  yield* finish(kitchen, appliance, random(kitchen.seed, kitchen.serial, 'found', Math.floor(now())));
  while (true) {
    if (kitchen.routine === 'always' && now() >= kitchen.present_ms) {
      yield* alwaysWork(kitchen, appliance);
      continue;
    }
    const midnight = midnightBefore(now(), kitchen.timeZone);
    yield* day(kitchen, appliance, midnight);
    const tomorrow = Math.max(midnightAfter(midnight, kitchen.timeZone), now() + second_ms);
    yield kitchen.routine === 'always' ? Math.max(Math.min(tomorrow, kitchen.present_ms), now()) : tomorrow;
  }
}

function* day(kitchen: Kitchen, appliance: Appliance, midnight: number): Generator<number, void, void> {
  const hands = random(kitchen.seed, kitchen.serial, 'hands', midnight);
  const { batches, defrost_ms } = planDay(kitchen, midnight);
  for (const batch of batches) {
    // After a reboot the hours that are over are not made up for.
    if (batch.at_ms < appliance.state.true_ms) continue;
    if (kitchen.routine === 'always' && batch.at_ms >= kitchen.present_ms - freeBefore_ms) return;
    yield batch.at_ms;
    yield* make(kitchen, appliance, batch, hands);
    yield* finish(kitchen, appliance, hands);
  }
  if (defrost_ms !== null && defrost_ms > appliance.state.true_ms) {
    yield defrost_ms;
    appliance.start({ function: 14 });
  }
}

function* alwaysWork(kitchen: Kitchen, appliance: Appliance): Generator<number, void, void> {
  const at = appliance.state.true_ms;
  const hands = random(kitchen.seed, kitchen.serial, 'always', Math.floor(at));
  const midnight = midnightBefore(at, kitchen.timeZone);
  yield* make(
    kitchen,
    appliance,
    batchAt(kitchen, menus.restaurant, midnight, at, appliance.state.counters.cycles, hands),
    hands,
  );
  // Whatever kept the cycle from starting, the next attempt is made later.
  yield appliance.state.true_ms + (60 * second_ms) / kitchen.pace;
  while (appliance.state.cycleState === cycleCode.running)
    yield appliance.state.true_ms + (10 * second_ms) / kitchen.pace;
  yield appliance.state.true_ms + (90 * second_ms) / kitchen.pace;
  yield* takeOut(kitchen, appliance, hands);
}

/** Opens, fills, shuts and starts. */
function* make(kitchen: Kitchen, appliance: Appliance, batch: Batch, hands: Random): Generator<number, void, void> {
  const after = (seconds: number): number => appliance.state.true_ms + (seconds * second_ms) / kitchen.pace;
  if (appliance.state.run) yield* takeOut(kitchen, appliance, hands);
  appliance.openDoor(true);
  yield after(hands.between(15, 30));
  appliance.load({ mass_kg: batch.load_kg, depth_mm: batch.depth_mm }, batch.food);
  yield after(hands.between(15, 45));
  appliance.openDoor(false);
  yield after(hands.between(6, 20));
  appliance.start({
    function: batch.function,
    ...(batch.soft ? { program: 'soft' } : {}),
    load_kg: batch.load_kg,
    product: batch.product,
    lot: batch.lot,
  });
  // Now and then somebody looks in, or adds a tray.
  if (!hands.chance(0.15)) return;
  yield after(hands.between(600, 1800));
  appliance.openDoor(true);
  yield after(hands.between(8, 35));
  appliance.openDoor(false);
}

/** Waits for the end and takes the food out. */
function* finish(kitchen: Kitchen, appliance: Appliance, hands: Random): Generator<number, void, void> {
  const { state } = appliance;
  if (!state.load) return;
  while (state.cycleState === cycleCode.running) yield state.true_ms + (30 * second_ms) / kitchen.pace;
  const busy = kitchen.routine === 'always' && state.true_ms >= kitchen.present_ms;
  yield state.true_ms + ((busy ? 1.5 : hands.between(3, 45)) * 60 * second_ms) / kitchen.pace;
  yield* takeOut(kitchen, appliance, hands);
}

function* takeOut(kitchen: Kitchen, appliance: Appliance, hands: Random): Generator<number, void, void> {
  appliance.openDoor(true);
  yield appliance.state.true_ms + (hands.between(20, 45) * second_ms) / kitchen.pace;
  appliance.unload();
  appliance.stop();
  appliance.openDoor(false);
}

/**
 * Whoever starts a cycle from afar has somebody in the kitchen who filled the appliance before: puts warm food in when it would
 * otherwise chill nothing.
 */
export function fillBeforeStart(appliance: Appliance, args: Readonly<Record<string, unknown>>, hands: Random): void {
  const { load, nodes } = appliance.state;
  const cools = args.function === 0 || args.function === 1;
  const isWarm = load !== null && nodes.core > warmFood;
  if (!cools || isWarm || appliance.mayStart(args)) return;
  const capacity_kg = args.function === 1 ? appliance.model.freeze_kg : appliance.model.chill_kg;
  const mass_kg = typeof args.load_kg === 'number' ? args.load_kg : capacity_kg * 0.6;
  appliance.load({ mass_kg, depth_mm: hands.whole(24, 32) }, tenth(hands.between(71, 80)), 'settled');
}

/** The batches of a local day, in order, and a defrost after work. */
function planDay(kitchen: Kitchen, midnight: number): { batches: Batch[]; defrost_ms: number | null } {
  const menu: Menu = kitchen.routine === 'pastry' ? menus.pastry : menus.restaurant;
  const dice = random(kitchen.seed, kitchen.serial, 'day', midnight);
  const lateDay = midnight === kitchen.lateDay_ms;
  if (weekdayOf(midnight, kitchen.timeZone) === menu.closed && !lateDay) return { batches: [], defrost_ms: null };
  const wanted = dice.whole(...menu.batches);
  const [opens, closes] = menu.hours;
  const slot = (closes - opens) / wanted;
  const batches = Array.from({ length: wanted }, (_, i) => {
    const at = midnight + (opens + (i + dice.between(0.1, 0.7)) * slot) * hour_ms;
    const batch = batchAt(kitchen, menu, midnight, at, i + 1, dice);
    return lateDay && i === 0 ? tooThick(batch, kitchen.model) : batch;
  });
  return { batches, defrost_ms: dice.chance(0.7) ? midnight + (closes + 1.5 + dice.between(0, 0.5)) * hour_ms : null };
}

function batchAt(kitchen: Kitchen, menu: Menu, midnight: number, at_ms: number, n: number, dice: Random): Batch {
  const { model } = kitchen;
  const frozen = dice.chance(menu.freezing);
  const date = new Date(midnight + zoneOffset_ms(midnight, kitchen.timeZone))
    .toISOString()
    .slice(2, 10)
    .replaceAll('-', '');
  const batch: Batch = {
    at_ms,
    function: frozen ? 1 : 0,
    product: dice.pick(frozen ? menu.frozen : menu.chilled),
    lot: `L${date}-${n}`,
    load_kg: tenth((frozen ? model.freeze_kg : model.chill_kg) * dice.between(0.45, frozen ? 0.8 : 0.92)),
    depth_mm: Math.round(dice.between(22, frozen ? 30 : 33)),
    food: tenth(dice.between(71, 84)),
    soft: false,
  };
  if (dice.chance(0.06)) return tooThick(batch, model);
  // Delicate food goes through gentle air, in thin layers.
  return !frozen && dice.chance(0.12)
    ? { ...batch, soft: true, depth_mm: 20, load_kg: tenth(model.chill_kg * 0.4) }
    : batch;
}

/** A chill nobody should have laid like this: it misses its time by half an hour. */
const tooThick = (batch: Batch, model: ModelRow): Batch => ({
  ...batch,
  function: 0,
  soft: false,
  depth_mm: 46,
  load_kg: tenth(model.chill_kg * 0.95),
});

const tenth = (value: number): number => Math.round(value * 10) / 10;
