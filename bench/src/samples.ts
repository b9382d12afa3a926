/** Values by metric. */
export type Sample = Record<string, number>;

/** Samples of a message are so far apart. */
export const sampleEvery_ms = 10_000;

/** What a chiller measures while it runs, of the kinds that there are: temperatures, settings, states, counters. */
export const sampleOf = (n: number): Sample => ({
  TCell: -20 + (n % 200) / 10,
  TCore1: 60 - (n % 600) / 10,
  TEvap1: -25 + (n % 50) / 10,
  TCondenser1: 38 + (n % 30) / 10,
  cellSetTemp: -18,
  compressorState: 1,
  evapFanPercentage: 100,
  door: 0,
  powerState: 1,
  instantPower: 1200 + (n % 100),
  energyCounter: 1_000_000 + n,
  mainsVoltage: 229 + (n % 20) / 10,
});

/** The same chiller with its door open: its air is warm. */
export const warmSampleOf = (n: number): Sample => ({ ...sampleOf(n), TCell: 9 + (n % 20) / 10, door: 1 });
