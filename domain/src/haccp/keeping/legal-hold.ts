/** Legal hold: what a dispute or an authority needs is not removed, however old it is, until the hold is lifted (B2.12). */
import { day_ms } from '../../language/durations.ts';

/** What a hold can cover: all records of a company, those of one kitchen, or those of one lot. */
export const holdScopes = ['company', 'kitchen', 'lot'] as const;

export type HoldScope =
  | { readonly kind: 'company' }
  | { readonly kind: 'kitchen'; readonly labId: string }
  | { readonly kind: 'lot'; readonly lot: string };

/** Characters of the reason for which a hold is set or lifted. */
export const holdReason = { min: 5, max: 500 } as const;

/** Lifting takes effect after so long: who lifted it in error, or was made to, has time to set another. */
export const holdLiftWait_ms = 7 * day_ms;

/** What of a record a hold looks at: kitchens and lots of all that it is about. */
export type Holdable = { readonly labIds: readonly string[]; readonly lots: readonly string[] };

/** Lots are compared as people write them: the case and blanks around do not matter. */
const lotKey = (lot: string): string => lot.trim().toLowerCase();

/** Whether a hold keeps a record. */
export function isCovered(scope: HoldScope, { labIds, lots }: Holdable): boolean {
  if (scope.kind === 'company') return true;
  if (scope.kind === 'kitchen') return labIds.includes(scope.labId);
  return lots.map(lotKey).includes(lotKey(scope.lot));
}
