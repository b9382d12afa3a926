/** Random numbers that a seed decides, so that a fleet, and what goes wrong in it, can be repeated. */
export type Random = {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** From `low` up to `high`. */
  between(low: number, high: number): number;
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  /** Whether something of this probability happens. */
  chance(probability: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** Normally distributed around 0 with deviation 1. */
  normal(): number;
};

/**
 * Makes a source of random numbers. Parts of the seed are joined, so that `(7, serial, day)` gives each unit and each day its own
 * sequence, which no other draw shifts. The generator is xorshift32 behind an FNV-1a hash of the seed.
 */
export function random(...seed: readonly (string | number)[]): Random {
  let state = hash(seed.join('/'));
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  // The first numbers of neighbouring seeds resemble each other.
  for (let i = 0; i < 8; i++) next();
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    // The sum of four uniform numbers, stretched to deviation 1: smooth enough for sensor noise, and bounded.
    normal: () => (next() + next() + next() + next() - 2) * Math.sqrt(3),
  };
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return value === 0 ? 1 : value;
}
