/**
 * The people at a blast chiller: when they load it and with what, how long they leave its door open, when they take the food out, and
 * now and then a batch that was laid too thick.
 */

import { families } from '@brina/domain/appliance/families/families';
import { type BlastModelRow, type FamilyRow } from '@brina/domain/appliance/families/family';
import type { FunctionKey } from '@brina/domain/appliance/functions';
import type { StartCycleArgs } from '@brina/domain/cycles/cycle-plan';
import { hour_ms, minute_ms, second_ms } from '@brina/domain/language/durations';
import type { RecipeSector } from '@brina/domain/recipes/recipe';
import type { Appliance } from '../appliance.ts';
import { cycleCode } from '../appliance-state.ts';
import { midnightAfter, midnightBefore, weekdayOf, zoneOffset_ms } from '../kitchen.ts';
import { type Random, random } from '../random.ts';
import { type Kitchen, type Oddity } from './kitchen-day.ts';
import { type KitchenCycle, startOf as startOfCycle, takenCycle } from './own-cycles.ts';
import { trayWork } from './tray-work.ts';

/** Whose blast chiller it is. */
export type BlastKitchen = Kitchen & { readonly model: BlastModelRow };

/** One batch somebody means to make. */
type Batch = {
  readonly at_ms: number;
  readonly freezes: boolean;
  readonly product: string;
  readonly lot: string;
  readonly load_kg: number;
  readonly depth_mm: number;
  readonly food: number;
  readonly soft: boolean;
  /** The cycle of the kitchen's own that it is made with; null: a favourite, or what the function does by itself. */
  readonly cycle: KitchenCycle | null;
  /** What goes wrong with it; absent: nothing but what chance brings. */
  readonly oddity?: Oddity;
};

type Products = readonly [string, ...string[]];
type Menu = {
  readonly sector: RecipeSector;
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
    sector: 'gastronomy',
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
    sector: 'pastry',
    hours: [4.5, 15.5],
    closed: 0,
    batches: [3, 6],
    chilled: ['Crema pasticcera', 'Bavarese', 'Pan di Spagna', 'Frolla', 'Ganache'],
    frozen: ['Croissant', 'Semifreddo', 'Mousse', 'Bignè'],
    freezing: 0.4,
  },
} as const satisfies Readonly<Record<string, Menu>>;

/** An appliance that is always busy from the present on is free and empty by then: its longest cycle is over. */
const freeBefore_ms = 6 * hour_ms;
/** Of so many batches somebody sets the values by hand. */
const freeShare = 0.05;
/** Of so many batches with a cycle of the kitchen's own one is stopped at once and begun anew. */
const againShare = 0.04;
/** So many of the runs of an appliance that is always busy are food by the tray. */
const traysShare = 0.25;
/** Whoever ends a batch before it is cold does so after these minutes: it is lukewarm. */
const stoppedAfter_min = [24, 32] as const;
/** How warm food from the refrigerator is, °C. */
const fromFridge = [0.8, 1.6] as const;
/** A plug is out for minutes in which the food is being cooled. */
const plugOut_min = { from: 26, to: 34 } as const;
/** Nobody defrosts a colder cell, °C. */
const mayDefrostAbove = -15;

/** The code of a function in the family's numbering; SF has several of a kind, and the first is meant. */
function codeOf(model: BlastModelRow, ...keys: readonly FunctionKey[]): number {
  const rows: FamilyRow['functions'] = families[model.family].functions;
  const found = keys.flatMap((key) => Object.entries(rows).find(([, row]) => row.key === key) ?? [])[0];
  return Number(found);
}

/** Code of the function that a batch is made with. */
const functionOf = (model: BlastModelRow, batch: Batch): number => {
  if (batch.freezes) return codeOf(model, 'freezing', 'freezeCore');
  return model.family === 'SF' && batch.soft
    ? codeOf(model, 'softChillCore')
    : codeOf(model, 'chilling', 'hardChillCore');
};

/** The work, as the instants at which somebody does the next thing. */
export function* blastWork(kitchen: BlastKitchen, appliance: Appliance): Generator<number, undefined, void> {
  const now = (): number => appliance.state.true_ms;
  // A cook who finds food from before a reboot first takes care of it; in the past, nobody else had the needle in hand.
  if (now() < kitchen.present_ms) appliance.hands.hangNeedle(false);
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

function* day(kitchen: BlastKitchen, appliance: Appliance, midnight: number): Generator<number, void, void> {
  const hands = random(kitchen.seed, kitchen.serial, 'hands', midnight);
  const { batches, defrost_ms } = planDay(kitchen, midnight);
  for (const batch of batches) {
    // After a reboot the hours that are over are not made up for.
    if (batch.at_ms < appliance.state.true_ms) continue;
    if (kitchen.routine === 'always' && batch.at_ms >= kitchen.present_ms - freeBefore_ms) return;
    yield batch.at_ms;
    yield* make(kitchen, appliance, batch, hands);
    yield* finish(kitchen, appliance, hands);
    if (batch.oddity === 'needleInAir') appliance.hands.hangNeedle(false);
  }
  if (defrost_ms !== null && defrost_ms > appliance.state.true_ms) {
    yield defrost_ms;
    // Of a cell that has just frozen the walls would take the heat, and the ice stay.
    while ((appliance.readings.air[0] ?? 0) < mayDefrostAbove) yield appliance.state.true_ms + 5 * minute_ms;
    appliance.press('startCycle', { function: codeOf(kitchen.model, 'defrosting') });
  }
}

function* alwaysWork(kitchen: BlastKitchen, appliance: Appliance): Generator<number, void, void> {
  const at = appliance.state.true_ms;
  const hands = random(kitchen.seed, kitchen.serial, 'always', Math.floor(at));
  if (random(kitchen.seed, kitchen.serial, 'trays', Math.floor(at)).chance(traysShare)) {
    yield* trayWork(kitchen, appliance, hands);
    yield* takeOut(kitchen, appliance, hands);
    return;
  }
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
function* make(
  kitchen: BlastKitchen,
  appliance: Appliance,
  batch: Batch,
  hands: Random,
): Generator<number, void, void> {
  const after = (seconds: number): number => appliance.state.true_ms + (seconds * second_ms) / kitchen.pace;
  if (appliance.state.run) yield* takeOut(kitchen, appliance, hands);
  appliance.hands.openDoor(true);
  yield after(hands.between(15, 30));
  appliance.hands.load({ mass_kg: batch.load_kg, depth_mm: batch.depth_mm }, batch.food);
  if (batch.oddity === 'needleInAir') appliance.hands.hangNeedle(true);
  yield after(hands.between(15, 45));
  appliance.hands.openDoor(false);
  yield after(hands.between(6, 20));
  appliance.press('startCycle', startOf(kitchen, appliance, batch));
  if (batch.oddity === 'stopped') {
    yield after(hands.between(...stoppedAfter_min) * 60);
    appliance.press('stopCycle');
    return;
  }
  if (batch.cycle && random(kitchen.seed, kitchen.serial, 'again', Math.floor(batch.at_ms)).chance(againShare)) {
    // A tray was forgotten: stopped, and begun once more.
    yield after(hands.between(120, 400));
    appliance.press('stopCycle');
    yield after(hands.between(40, 90));
    appliance.press('startCycle', startOf(kitchen, appliance, batch));
  }
  // Now and then somebody looks in, or adds a tray.
  if (!hands.chance(0.15)) return;
  yield after(hands.between(600, 1800));
  appliance.hands.openDoor(true);
  yield after(hands.between(8, 35));
  appliance.hands.openDoor(false);
}

/** What is pressed for a batch: the kitchen's own cycle, else a favourite that does what is wanted, else the function by itself. */
function startOf(kitchen: BlastKitchen, appliance: Appliance, batch: Batch): StartCycleArgs {
  const plain: StartCycleArgs = {
    function: functionOf(kitchen.model, batch),
    ...(batch.soft && kitchen.model.family !== 'SF' ? { program: 'soft' } : {}),
  };
  const isFree = random(kitchen.seed, kitchen.serial, 'free', Math.floor(batch.at_ms)).chance(freeShare);
  const { package: unitPackage, cycleEnds: ends } = appliance.standing;
  const own = batch.cycle && startOfCycle(batch.cycle, kitchen.model, { package: unitPackage, ends: ends ?? null });
  const known = isFree ? null : (own ?? appliance.panel?.favourites.sameAs(plain));
  return { ...(known ?? plain), load_kg: batch.load_kg, product: batch.product, lot: batch.lot };
}

/** Waits for the end and takes the food out. */
function* finish(kitchen: BlastKitchen, appliance: Appliance, hands: Random): Generator<number, void, void> {
  const { state } = appliance;
  if (!state.chambers[0]?.load) return;
  while (state.cycleState === cycleCode.running) yield state.true_ms + (30 * second_ms) / kitchen.pace;
  const busy = kitchen.routine === 'always' && state.true_ms >= kitchen.present_ms;
  yield state.true_ms + ((busy ? 1.5 : hands.between(3, 45)) * 60 * second_ms) / kitchen.pace;
  yield* takeOut(kitchen, appliance, hands);
}

function* takeOut(kitchen: BlastKitchen, appliance: Appliance, hands: Random): Generator<number, void, void> {
  appliance.hands.openDoor(true);
  yield appliance.state.true_ms + (hands.between(20, 45) * second_ms) / kitchen.pace;
  appliance.hands.unload();
  appliance.press('stopCycle');
  appliance.hands.openDoor(false);
}

/** The batches of a local day, in order, and a defrost after work. */
function planDay(kitchen: BlastKitchen, midnight: number): { batches: Batch[]; defrost_ms: number | null } {
  const menu: Menu = kitchen.routine === 'restaurant' || kitchen.routine === 'always' ? menus.restaurant : menus.pastry;
  const dice = random(kitchen.seed, kitchen.serial, 'day', midnight);
  const oddity = kitchen.oddDays?.get(midnight);
  const isClosed = oddity === 'closed' || (weekdayOf(midnight, kitchen.timeZone) === menu.closed && !oddity);
  if (isClosed) return { batches: [], defrost_ms: null };
  const wanted = dice.whole(...menu.batches);
  const [opens, closes] = menu.hours;
  const slot = (closes - opens) / wanted;
  const batches = Array.from({ length: wanted }, (_, i) => {
    const at = midnight + (opens + (i + dice.between(0.1, 0.7)) * slot) * hour_ms;
    const batch = batchAt(kitchen, menu, midnight, at, i + 1, dice);
    return oddity && i === 0 ? gone(batch, oddity, kitchen.model, dice) : batch;
  });
  return { batches, defrost_ms: dice.chance(0.7) ? midnight + (closes + 1.5 + dice.between(0, 0.5)) * hour_ms : null };
}

function batchAt(kitchen: BlastKitchen, menu: Menu, midnight: number, at_ms: number, n: number, dice: Random): Batch {
  const { model } = kitchen;
  const frozen = dice.chance(menu.freezing);
  const date = new Date(midnight + zoneOffset_ms(midnight, kitchen.timeZone))
    .toISOString()
    .slice(2, 10)
    .replaceAll('-', '');
  const product = dice.pick(frozen ? menu.frozen : menu.chilled);
  const batch: Batch = {
    at_ms,
    freezes: frozen,
    product,
    lot: `L${date}-${n}`,
    load_kg: tenth((frozen ? model.freeze_kg : model.chill_kg) * dice.between(0.45, frozen ? 0.8 : 0.92)),
    depth_mm: Math.round(dice.between(22, frozen ? 30 : 33)),
    food: tenth(dice.between(71, 84)),
    soft: false,
    cycle: null,
  };
  if (dice.chance(0.06)) return tooThick(batch, model);
  // Delicate food goes through gentle air, in thin layers.
  if (!frozen && dice.chance(0.12)) return { ...batch, soft: true, depth_mm: 20, load_kg: tenth(model.chill_kg * 0.4) };
  const taste = random(kitchen.seed, kitchen.serial, 'cycle', Math.floor(at_ms));
  const cycle = takenCycle(kitchen.cycles ?? [], { sector: menu.sector, freezes: frozen }, taste);
  return cycle ? { ...batch, cycle, product: cycle.product } : batch;
}

/** A batch with which something goes wrong: a plain chill, so that nothing else decides how it ends. */
function gone(batch: Batch, oddity: Oddity, model: BlastModelRow, dice: Random): Batch {
  if (oddity === 'tooThick') return tooThick(batch, model);
  const plain = { ...batch, freezes: false, soft: false, cycle: null, depth_mm: 28, oddity } as const;
  const load_kg = tenth(model.chill_kg * 0.7);
  return oddity === 'coldFood'
    ? { ...plain, load_kg, food: tenth(dice.between(...fromFridge)) }
    : { ...plain, load_kg };
}

/** When the plug is out on an odd day, from and to, epoch ms; null: on other days. */
export function plugOutOn(kitchen: BlastKitchen, midnight: number): readonly [from: number, to: number] | null {
  const [first] = planDay(kitchen, midnight).batches;
  if (first?.oddity !== 'plugPulled') return null;
  return [first.at_ms + plugOut_min.from * minute_ms, first.at_ms + plugOut_min.to * minute_ms];
}

/** A chill nobody should have laid like this: it misses its time by half an hour. */
const tooThick = (batch: Batch, model: BlastModelRow): Batch => ({
  ...batch,
  freezes: false,
  soft: false,
  cycle: null,
  depth_mm: 46,
  load_kg: tenth(model.chill_kg * 0.95),
});

const tenth = (value: number): number => Math.round(value * 10) / 10;
