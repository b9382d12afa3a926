import { createHash, randomInt } from 'node:crypto';
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

/** Half of some files, drawn by the seed: which of them are drawn says nothing about which others are. */
export function halfOf(files: readonly string[], seed: number): string[] {
  const lot = (file: string): string => createHash('sha256').update(`${seed} ${file}`).digest('hex');
  return files.filter((file) => lot(file) < '8');
}
