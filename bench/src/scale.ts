import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: {
    appliances: { type: 'string' },
    rows: { type: 'string', default: '10000000' },
    minutes: { type: 'string', default: '2' },
    samples: { type: 'string', default: '1000000' },
    sizes: { type: 'string', default: '100,1000,5000' },
  },
  allowPositionals: true,
});

/** Parts that were asked for; none means all. */
export const asked: readonly string[] = positionals;
/** Units of the bench's fleet. */
export const appliances = Number(values.appliances ?? 200);
/** Units of the part `fleet`. */
export const fleetSize = Number(values.appliances ?? 1000);
/** Samples that the fleet of the part `backlog` has kept. */
export const backlogSamples = Number(values.samples);
/** Units of the part `growth`, one size after the other. */
export const growthSizes: readonly number[] = values.sizes.split(',').map(Number);
/** How long a fleet is counted in these two. */
export const minutes = Number(values.minutes);
/** Samples in the database of the part `big`. */
export const rows = Number(values.rows);
