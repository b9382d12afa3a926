/** By what a probe is checked: melting ice, boiling water, or a reference thermometer beside it. */
export const checkMethods = ['ICE', 'BOILING', 'REFERENCE'] as const;
export type CheckMethod = (typeof checkMethods)[number];

/** Boiling point of water by height above the sea, °C at m; straight between, and the weather moves it by some tenths. */
const boiling: readonly (readonly [altitude_m: number, value_C: number])[] = [
  [0, 100],
  [500, 98.3],
  [1000, 96.6],
  [1500, 94.9],
  [2000, 93.2],
];
/** Higher than that no value stands. */
export const altitude_max_m = 2000;

/** By how much a probe may read wrong, K. In boiling water the weather has its part. */
const tolerance_K: Readonly<Record<CheckMethod, number>> = { ICE: 0.5, BOILING: 1, REFERENCE: 0.5 };

export type CheckSetting =
  | { method: 'ICE' }
  | { method: 'BOILING'; altitude_m: number }
  | { method: 'REFERENCE'; reference_C: number };

/** What a good probe reads, °C. */
export function expectedBy(setting: CheckSetting): number {
  if (setting.method === 'ICE') return 0;
  if (setting.method === 'REFERENCE') return setting.reference_C;
  const altitude_m = Math.min(altitude_max_m, Math.max(0, setting.altitude_m));
  const next = boiling.findIndex(([height]) => height >= altitude_m);
  const [above, below] = [boiling[next] ?? [0, 100], boiling[next - 1]];
  if (!below) return above[1];
  return below[1] + ((altitude_m - below[0]) / (above[0] - below[0])) * (above[1] - below[1]);
}

/** Hundredths of a kelvin: what a scale shows is exact, its difference in binary is not. */
const hundredth = (value: number): number => Math.round(value * 100) / 100 + 0;

/** What a check finds. `error_K` is above 0 where the probe reads too high. */
export type CheckFinding = {
  expected_C: number;
  limit_K: number;
  /** As it was found, and as it was left. */
  error_K: number;
  left_K: number;
  foundGood: boolean;
  leftGood: boolean;
};

/** Judges a check; without `after_C` the probe was left as it was found. */
export function judgeCheck(setting: CheckSetting, before_C: number, after_C: number | null): CheckFinding {
  const expected_C = hundredth(expectedBy(setting));
  const limit_K = tolerance_K[setting.method];
  const [error_K, left_K] = [before_C, after_C ?? before_C].map((value) => hundredth(value - expected_C)) as [
    number,
    number,
  ];
  const isGood = (error: number): boolean => Math.abs(error) <= limit_K;
  return { expected_C, limit_K, error_K, left_K, foundGood: isGood(error_K), leftGood: isGood(left_K) };
}
