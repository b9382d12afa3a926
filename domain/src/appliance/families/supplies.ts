import type { ModelRow } from './family.ts';

/** Electrical supplies as a rating plate writes them: voltage, phases with neutral, frequency. The same in every language. */
export const supplies: Readonly<Record<ModelRow['supply'], string>> = {
  '230V 1N': '230 V 1N~ 50 Hz',
  '400V 3N': '400 V 3N~ 50 Hz',
};
