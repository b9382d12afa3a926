/** What a chiller measures while it runs, of the kinds that there are: temperatures, settings, states, counters. */
export const sampleOf = (n: number): Record<string, number> => ({
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
