/** How long records are kept (B2.12): never shorter than the law of a kitchen's country asks for. Times in whole years. */

/** What a country asks for, and where that stands. */
type Floor = { readonly years: number; readonly source: string };

const eu: Floor = { years: 1, source: 'EU 37/2005, art. 2 (quick-frozen); EU 852/2004, art. 5 names no time' };

/** By ISO 3166-1 code. Where two kinds of food differ it is the longer time: a book does not know which food was in a unit. */
const floors: Readonly<Record<string, Floor>> = {
  ...Object.fromEntries(
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL RO SE SI SK'
      .split(' ')
      .map((code) => [code, eu]),
  ),
  PT: { years: 2, source: 'ASAE, as practice has it' },
  US: { years: 2, source: '21 CFR 117.315; frozen food, 9 CFR 417.5(e)' },
  AU: { years: 1, source: 'FSC 3.2.2A (3 months)' },
  JP: { years: 1, source: 'large-scale cooking manual (1 year)' },
};

/** Years that records of a kitchen in this country are kept at least, by law; 0 where no time is known. */
export const retentionFloor_years = (country: string): number =>
  Object.hasOwn(floors, country) ? (floors[country]?.years ?? 0) : 0;

/** Years that the privacy notice promises for the records of every kitchen. */
const promised_years = 5;

/**
 * Years that records are kept: what is promised, or the longest that any country asks for. One time for all, so that a kitchen that moves,
 * or whose country is changed afterwards, is never below the floor of the time of a record.
 */
export const recordsKept_years = Math.max(promised_years, ...Object.values(floors).map(({ years }) => years));

/** Years that a plan may name: not below what is promised, nor for longer than anybody can be asked to answer for. */
export const planKeeps_years = { min: recordsKept_years, max: 10 } as const;

/**
 * What is of before this moment is not kept any more: the first of a month, so that records go by whole months. Epoch ms, UTC.
 * @param now epoch ms
 * @param years that it is kept, by the plan of its time
 */
export function recordsKeptFrom(now: number, years = recordsKept_years): number {
  const today = new Date(now);
  return Date.UTC(today.getUTCFullYear() - years, today.getUTCMonth());
}
