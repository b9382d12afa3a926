/** The plan that a new kitchen begins with: what its country asks for, as far as it names numbers. */
import { type RuleId, rules, storageLimits } from '../rules.ts';
import { type FoodPlan, makersPlan, type RuleChoice } from './food-plan.ts';

type CountryRow = {
  readonly chill: RuleId;
  readonly freeze?: RuleId;
  /** Where it is another than the one that holds without a choice. */
  readonly reheat?: RuleId;
  readonly thaw?: RuleId;
  /** Rules that stand beside: the law where it names no time. */
  readonly beside?: readonly RuleId[];
  /** Where the country limits storage of chilled food below what most kitchens' plans say, °C. */
  readonly chilled_max_C?: number;
};

/** By ISO 3166-1 code. The limits of storage are those of the rule's own source. */
const countryRows: Readonly<Record<string, CountryRow>> = {
  GB: { chill: 'UK_COOKCHILL_1989', freeze: 'UK_COOKFREEZE', beside: ['UK_LAW'] },
  IE: { chill: 'IE_FSAI_15', beside: ['EU_852'] },
  FR: { chill: 'FR_2009', reheat: 'REHEAT_FR_2009', thaw: 'THAW_FR', chilled_max_C: 3 },
  IT: { chill: 'IT_HACCP', freeze: 'IT_FREEZE', beside: ['EU_852'], chilled_max_C: 4 },
  ES: { chill: 'ES_RD1021', chilled_max_C: 4 },
  DE: { chill: 'DE_DIN10536', beside: ['EU_852'] },
  NL: { chill: 'NL_HORECA', beside: ['EU_852'] },
  CH: { chill: 'CHILL_90', beside: ['CH'] },
  US: { chill: 'US_FDA', reheat: 'REHEAT_US_FDA', thaw: 'THAW_US' },
  CA: { chill: 'CA', chilled_max_C: 4 },
  AU: { chill: 'AU_322' },
  JP: { chill: 'JP_MHLW' },
  RU: { chill: 'RU_SANPIN' },
};

const newest = (id: RuleId): RuleChoice => ({ id, version: null });

/** The plan of a country; the maker's own where it names no numbers, or is not known. */
export function countryPlan(country: string): FoodPlan {
  const row = Object.hasOwn(countryRows, country) ? countryRows[country] : undefined;
  if (!row) return makersPlan;
  const hot_min_C = rules[row.chill].certain ? hotOf(row.chill) : undefined;
  return {
    ...makersPlan,
    primary: {
      chill: newest(row.chill),
      freeze: newest(row.freeze ?? 'FREEZE_240'),
      ...(row.reheat && { reheat: newest(row.reheat) }),
      ...(row.thaw && { thaw: newest(row.thaw) }),
    },
    further: (row.beside ?? []).map(newest),
    hold: {
      ...storageLimits,
      ...(row.chilled_max_C !== undefined && { chilled_max_C: row.chilled_max_C }),
      ...(hot_min_C !== undefined && { hot_min_C }),
    },
  };
}

const hotOf = (id: RuleId): number | undefined => {
  const rule = rules[id];
  return 'hotHold_min_C' in rule ? rule.hotHold_min_C : undefined;
};
