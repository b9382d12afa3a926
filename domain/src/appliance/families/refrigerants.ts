/** Refrigerants of the models: what a passport and a leak check have to know of them. */
import type { ModelRow, Refrigerant } from './family.ts';

/** Global warming potential over 100 years, by the assessment report its number is taken from, and the safety class (ISO 817). */
export type RefrigerantRow = { readonly gwp: number; readonly gwpBasis: 'AR4'; readonly safetyClass: 'A1' | 'A3' };

/** Regulation (EU) 517/2014 counts by the fourth report; the one of 2024 lists R290 at 0.02 by the sixth. */
export const refrigerants: Readonly<Record<Refrigerant, RefrigerantRow>> = {
  R290: { gwp: 3, gwpBasis: 'AR4', safetyClass: 'A3' },
  R452A: { gwp: 2140, gwpBasis: 'AR4', safetyClass: 'A1' },
  R404A: { gwp: 3922, gwpBasis: 'AR4', safetyClass: 'A1' },
  R744: { gwp: 1, gwpBasis: 'AR4', safetyClass: 'A1' },
};

/** Refrigerant of all circuits of a model together, kg. */
export const chargeOf = ({ circuits, charge_g }: Pick<ModelRow, 'circuits' | 'charge_g'>): number =>
  (circuits * charge_g) / 1000;

/** What that charge weighs as carbon dioxide, t: kg × GWP / 1000. */
export const co2eOf = (model: Pick<ModelRow, 'circuits' | 'charge_g' | 'refrigerant'>): number =>
  (chargeOf(model) * refrigerants[model.refrigerant].gwp) / 1000;
