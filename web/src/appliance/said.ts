import type { StartCycleArgs } from '@brina/domain/cycles/cycle-plan';

/** What is said of the food on one appliance: kg, product and lot. */
export type Said = {
  readonly kg: number | null;
  readonly product: string;
  readonly lot: string;
  /** Timers of trays that begin with it; absent: those of the cycle itself. */
  readonly trays?: NonNullable<StartCycleArgs['trays']>;
};

export const unsaid: Said = { kg: null, product: '', lot: '' };

/** What is said as arguments of a start; what is not said stays away. */
export const argsOf = ({ kg, product, lot, trays }: Said): Readonly<Record<string, unknown>> => ({
  ...(kg !== null && { load_kg: kg }),
  ...(product.trim() && { product: product.trim() }),
  ...(lot.trim() && { lot: lot.trim() }),
  ...(trays && { trays }),
});
