import { randomInt } from 'node:crypto';
import { Fault } from '../fault.ts';

const largest = 2 ** 31 - 1;

/** A seed by chance, 1 … 2³¹ − 1. */
export const randomSeed = (): number => randomInt(1, largest + 1);

/** The seed of a run: the one asked for, else the one of the run that started this one, else a random one. */
export function seedOf(asked: string | undefined = process.env.BRINA_TEST_SEED): number {
  if (asked === undefined) return randomSeed();
  const seed = Number(asked);
  if (Number.isInteger(seed) && seed >= 1 && seed <= largest) return seed;
  throw new Fault(`A seed is a whole number from 1 to ${largest}, not "${asked}".`);
}
