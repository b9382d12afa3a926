/** Whoever starts a cycle from afar has somebody in the kitchen who filled the appliance before. */
import { families } from '@brina/domain/appliance/families/families';
import type { FunctionKey } from '@brina/domain/appliance/functions';
import type { Appliance } from '../appliance.ts';
import type { Random } from '../random.ts';

/** What goes in before a function: its temperature, and whether what is there would do. */
type Filling = { readonly food: readonly [from: number, to: number]; readonly serves: (core: number) => boolean };
const warm: Filling = { food: [71, 80], serves: (core) => core > 20 };
const chilled: Filling = { food: [3, 6], serves: (core) => core > -2 && core < 40 };
const frozen: Filling = { food: [-20, -18], serves: (core) => core < -2 };

const fillings: { readonly [Key in FunctionKey]?: Filling } = {
  chilling: warm,
  softChillCore: warm,
  hardChillCore: warm,
  softChillTime: warm,
  hardChillTime: warm,
  freezing: warm,
  freezeCore: warm,
  freezeTime: warm,
  softFreeze: warm,
  thawing: frozen,
  tempering: frozen,
  lowTempCooking: chilled,
  pasteurisation: chilled,
  readyToServe: chilled,
  parasite20: chilled,
  parasite35: chilled,
};

/** Puts food in that fits a start, when the start would be accepted and what is there does not fit. */
export function fillBeforeStart(appliance: Appliance, args: Readonly<Record<string, unknown>>, hands: Random): void {
  const { model, state } = appliance;
  const chamber = state.chambers[0];
  const key = families[model.family].functions[Number(args.function)]?.key;
  const filling = key && fillings[key];
  if (!filling || !chamber || model.kind !== 'blast') return;
  if ((chamber.load && filling.serves(chamber.nodes.core)) || typeof appliance.prepare('startCycle', args) === 'string')
    return;
  const capacity_kg = key === 'freezing' ? model.freeze_kg : model.chill_kg;
  const mass_kg = typeof args.load_kg === 'number' ? args.load_kg : capacity_kg * 0.6;
  const food = Math.round(hands.between(...filling.food) * 10) / 10;
  appliance.hands.load({ mass_kg, depth_mm: hands.whole(24, 32) }, food, 'settled');
}
