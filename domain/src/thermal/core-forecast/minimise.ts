/** The least of a smooth function of few numbers, without its slopes: the simplex of Nelder and Mead (1965). */

type Corner = { readonly at: readonly number[]; readonly value: number };

/**
 * @param start where the search begins
 * @param search how far the first simplex reaches from there, in each direction; so many times at most the worst corner is replaced, each
 *   for one or two values; corners that differ by less than `enough` are as good as one
 * @returns the best point that was seen; `start` where the function is a number nowhere
 */
export function minimised(
  value: (at: readonly number[]) => number,
  start: readonly number[],
  { reach, steps, enough }: { readonly reach: number; readonly steps: number; readonly enough: number },
): readonly number[] {
  const corner = (at: readonly number[]): Corner => {
    const found = value(at);
    return { at, value: Number.isNaN(found) ? Number.POSITIVE_INFINITY : found };
  };
  const corners = [start, ...start.map((_, side) => start.map((x, i) => (i === side ? x + reach : x)))].map(corner);
  const byValue = (a: Corner, b: Corner): number => a.value - b.value;
  corners.sort(byValue);
  for (let step = 0; step < steps; step += 1) {
    const worst = corners.pop() as Corner;
    const [best] = corners as [Corner];
    if (worst.value - best.value < enough) break;
    const middle = start.map((_, i) => corners.reduce((sum, { at }) => sum + (at[i] as number), 0) / corners.length);
    const towards = (share: number): Corner => corner(middle.map((x, i) => x + share * ((worst.at[i] as number) - x)));
    const mirrored = towards(-1);
    let next = mirrored;
    if (mirrored.value < best.value) {
      const farther = towards(-2);
      if (farther.value < mirrored.value) next = farther;
    } else if (mirrored.value >= (corners.at(-1) as Corner).value) {
      const nearer = towards(mirrored.value < worst.value ? -0.5 : 0.5);
      if (nearer.value < Math.min(worst.value, mirrored.value)) next = nearer;
      else {
        corners.push(worst);
        for (const [i, { at }] of corners.entries())
          if (i > 0) corners[i] = corner(at.map((x, side) => (x + (best.at[side] as number)) / 2));
        corners.sort(byValue);
        continue;
      }
    }
    corners.push(next);
    corners.sort(byValue);
  }
  return (corners[0] as Corner).at;
}
