import { compactTaxCode, type TaxCodeVerdict, taxCodes, taxCodeVerdict } from '@brina/domain/people/tax-codes';

type Check = { validate(code: string): { isValid: boolean } };

/** The package’s checks of each country that has some, one chunk a country: only the chosen one’s is loaded. */
const checksOf: Readonly<Record<string, () => Promise<unknown>>> = {
  AT: () => import('stdnum/lib/esm/at/index.js'),
  AU: () => import('stdnum/lib/esm/au/index.js'),
  BR: () => import('stdnum/lib/esm/br/index.js'),
  CA: () => import('stdnum/lib/esm/ca/index.js'),
  CY: () => import('stdnum/lib/esm/cy/index.js'),
  DE: () => import('stdnum/lib/esm/de/index.js'),
  DK: () => import('stdnum/lib/esm/dk/index.js'),
  EE: () => import('stdnum/lib/esm/ee/index.js'),
  ES: () => import('stdnum/lib/esm/es/index.js'),
  FI: () => import('stdnum/lib/esm/fi/index.js'),
  FR: () => import('stdnum/lib/esm/fr/index.js'),
  GB: () => import('stdnum/lib/esm/gb/index.js'),
  GR: () => import('stdnum/lib/esm/gr/index.js'),
  HR: () => import('stdnum/lib/esm/hr/index.js'),
  IE: () => import('stdnum/lib/esm/ie/index.js'),
  IN: () => import('stdnum/lib/esm/in/index.js'),
  IT: () => import('stdnum/lib/esm/it/index.js'),
  JP: () => import('stdnum/lib/esm/jp/index.js'),
  LT: () => import('stdnum/lib/esm/lt/index.js'),
  LU: () => import('stdnum/lib/esm/lu/index.js'),
  LV: () => import('stdnum/lib/esm/lv/index.js'),
  MT: () => import('stdnum/lib/esm/mt/index.js'),
  NO: () => import('stdnum/lib/esm/no/index.js'),
  NZ: () => import('stdnum/lib/esm/nz/index.js'),
  PL: () => import('stdnum/lib/esm/pl/index.js'),
  PT: () => import('stdnum/lib/esm/pt/index.js'),
  RU: () => import('stdnum/lib/esm/ru/index.js'),
  SE: () => import('stdnum/lib/esm/se/index.js'),
  SG: () => import('stdnum/lib/esm/sg/index.js'),
  SI: () => import('stdnum/lib/esm/si/index.js'),
  TH: () => import('stdnum/lib/esm/th/index.js'),
  TR: () => import('stdnum/lib/esm/tr/index.js'),
  UA: () => import('stdnum/lib/esm/ua/index.js'),
  VN: () => import('stdnum/lib/esm/vn/index.js'),
  ZA: () => import('stdnum/lib/esm/za/index.js'),
};

/**
 * What a tax code as typed is as a company’s in that country (S5.3), by the checks that the server makes again. Rejects when the
 * country’s checks cannot be loaded, or are missing here: then nobody could tell a wrong code from a right one.
 */
export async function judgeTaxCode(country: string, typed: string): Promise<TaxCodeVerdict> {
  const checks = (taxCodes[country]?.checks ?? []).length > 0 ? await loadChecks(country) : {};
  return taxCodeVerdict(country, compactTaxCode(typed), (name, one) => checks[name]?.validate(one).isValid === true);
}

async function loadChecks(country: string): Promise<Readonly<Record<string, Check>>> {
  const load = checksOf[country];
  if (!load) throw new Error(`No checks of the tax codes of ${country} are shipped.`);
  return (await load()) as Readonly<Record<string, Check>>;
}
