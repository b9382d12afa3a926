/** What a row of equally spaced looks at something says of it. */
export type Growth = {
  /** From the first look to the last along the straight line that fits best. */
  growth: number;
  /** How far the looks lie from that line: from the lowest to the highest. */
  noise: number;
  isGrowing: boolean;
};

/**
 * Growth is what stands out of the same looks' own noise twice: on a busy machine both become larger, and of sixteen looks at
 * something that stays not one row in a hundred thousand does so. What filled up soon has grown too, but bends; and growth below
 * `least`, a share of the first look, may be what a program learns of its work.
 */
export function judgeGrowth(looks: readonly number[], least = 0.02): Growth {
  const middle = (looks.length - 1) / 2;
  const mean = looks.reduce((sum, one) => sum + one, 0) / looks.length;
  const spread = looks.reduce((sum, _, i) => sum + (i - middle) ** 2, 0);
  const slope = looks.reduce((sum, one, i) => sum + (i - middle) * (one - mean), 0) / spread;
  const rest = looks.map((one, i) => one - mean - slope * (i - middle));
  const growth = slope * (looks.length - 1);
  const noise = Math.max(...rest) - Math.min(...rest);
  return { growth, noise, isGrowing: growth > 2 * noise && growth > least * (looks[0] ?? 0) };
}
