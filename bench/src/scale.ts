import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: { appliances: { type: 'string', default: '200' }, rows: { type: 'string', default: '10000000' } },
  allowPositionals: true,
});

/** Parts that were asked for; none means all. */
export const asked: readonly string[] = positionals;
/** Units of the bench's fleet. */
export const appliances = Number(values.appliances);
/** Samples in the database of the part `big`. */
export const rows = Number(values.rows);
