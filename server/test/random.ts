import { createHash, randomInt } from 'node:crypto';

/** Numbers from 0 up to 1 for a seed (mulberry32): what a test did can be done again. */
export function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const given = process.env['BRINA_TEST_SEED'];

/** Of what chance decides in this run: `BRINA_TEST_SEED`, else chosen here and told when something fails. */
export const runSeed = given === undefined ? randomInt(1, 2 ** 31) : Number(given);
if (!Number.isInteger(runSeed) || runSeed < 1) throw new Error(`BRINA_TEST_SEED is ${given}: a number from 1 is meant`);
if (given === undefined)
  process.on('exit', (code) => void (code !== 0 && console.error(`BRINA_TEST_SEED=${runSeed} repeats this`)));

/**
 * Random numbers of the run's seed for one purpose. Each name has a sequence of its own: who draws more does not change what
 * another draws. It begins anew with each test file: which files ran before it in the same process changes nothing.
 */
export function seededRandom(name: string): () => number {
  let begun: string | undefined;
  let next: () => number;
  return () => {
    const file = process.env['BRINA_TEST_FILE'] ?? '';
    if (file !== begun)
      next = randomOf(createHash('sha256').update(`${runSeed} ${file} ${name}`).digest().readInt32LE());
    begun = file;
    return next();
  };
}

/** So many hexadecimal digits. */
export const hexOf = (random: () => number, digits: number): string =>
  Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');
