/** How sure a forecast is (B2.14): it is said as a range, narrower the more of the curve is there. Times min, temperatures °C. */

/** What a range goes by. */
export type Sureness = {
  readonly minutes: number;
  readonly remaining_min: number;
  readonly kind: 'chill' | 'freeze';
  /** Whether the needle has a point near the surface besides. */
  readonly hasOuter: boolean;
  readonly core: number;
  readonly from_C: number;
  readonly target: number;
  /** A door stood open, or somebody changed the set-point, just now. */
  readonly isDisturbed: boolean;
};

const least_min = 3;
const plateau = { from: -1, to: -5 } as const;

/** Half of the range, min. */
export const marginOf = (sureness: Sureness): number =>
  Math.max(least_min, shareOf(sureness) * (sureness.isDisturbed ? 2 : 1) * sureness.remaining_min);

function shareOf({ minutes, kind, hasOuter, core, from_C, target }: Sureness): number {
  if (kind === 'freeze') return core > plateau.from ? 0.2 : core > plateau.to ? 0.15 : 0.08;
  if (hasOuter) return minutes < 20 ? 0.35 : minutes < 30 ? 0.25 : 0.12;
  if (core <= (from_C + target) / 2) return 0.15;
  return minutes < 20 ? 0.5 : minutes < 30 ? 0.4 : 0.3;
}
