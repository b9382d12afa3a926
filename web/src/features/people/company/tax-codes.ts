import { compactTaxCode, hasTaxCodeForm, taxCodes } from '@brina/domain/people/tax-codes';

type Check = { validate(code: string): { isValid: boolean } };

/** The checks of each country, one chunk a country: only the chosen one's is loaded. */
const checksOf: Readonly<Record<string, () => Promise<unknown>>> = {
  AT: () => import('stdnum/lib/esm/at/index.js'),
  AU: () => import('stdnum/lib/esm/au/index.js'),
  BE: () => import('stdnum/lib/esm/be/index.js'),
  BG: () => import('stdnum/lib/esm/bg/index.js'),
  BR: () => import('stdnum/lib/esm/br/index.js'),
  CA: () => import('stdnum/lib/esm/ca/index.js'),
  CH: () => import('stdnum/lib/esm/ch/index.js'),
  CN: () => import('stdnum/lib/esm/cn/index.js'),
  CY: () => import('stdnum/lib/esm/cy/index.js'),
  CZ: () => import('stdnum/lib/esm/cz/index.js'),
  DE: () => import('stdnum/lib/esm/de/index.js'),
  DK: () => import('stdnum/lib/esm/dk/index.js'),
  EE: () => import('stdnum/lib/esm/ee/index.js'),
  ES: () => import('stdnum/lib/esm/es/index.js'),
  FI: () => import('stdnum/lib/esm/fi/index.js'),
  FR: () => import('stdnum/lib/esm/fr/index.js'),
  GB: () => import('stdnum/lib/esm/gb/index.js'),
  GR: () => import('stdnum/lib/esm/gr/index.js'),
  HR: () => import('stdnum/lib/esm/hr/index.js'),
  HU: () => import('stdnum/lib/esm/hu/index.js'),
  ID: () => import('stdnum/lib/esm/id/index.js'),
  IE: () => import('stdnum/lib/esm/ie/index.js'),
  IL: () => import('stdnum/lib/esm/il/index.js'),
  IN: () => import('stdnum/lib/esm/in/index.js'),
  IT: () => import('stdnum/lib/esm/it/index.js'),
  JP: () => import('stdnum/lib/esm/jp/index.js'),
  KR: () => import('stdnum/lib/esm/kr/index.js'),
  LT: () => import('stdnum/lib/esm/lt/index.js'),
  LU: () => import('stdnum/lib/esm/lu/index.js'),
  LV: () => import('stdnum/lib/esm/lv/index.js'),
  MT: () => import('stdnum/lib/esm/mt/index.js'),
  MX: () => import('stdnum/lib/esm/mx/index.js'),
  NL: () => import('stdnum/lib/esm/nl/index.js'),
  NO: () => import('stdnum/lib/esm/no/index.js'),
  NZ: () => import('stdnum/lib/esm/nz/index.js'),
  PL: () => import('stdnum/lib/esm/pl/index.js'),
  PT: () => import('stdnum/lib/esm/pt/index.js'),
  RO: () => import('stdnum/lib/esm/ro/index.js'),
  RU: () => import('stdnum/lib/esm/ru/index.js'),
  SE: () => import('stdnum/lib/esm/se/index.js'),
  SG: () => import('stdnum/lib/esm/sg/index.js'),
  SI: () => import('stdnum/lib/esm/si/index.js'),
  SK: () => import('stdnum/lib/esm/sk/index.js'),
  TH: () => import('stdnum/lib/esm/th/index.js'),
  TR: () => import('stdnum/lib/esm/tr/index.js'),
  UA: () => import('stdnum/lib/esm/ua/index.js'),
  VN: () => import('stdnum/lib/esm/vn/index.js'),
  ZA: () => import('stdnum/lib/esm/za/index.js'),
};

/**
 * Whether a tax code as typed may be a company's in that country (S5.3), by the checks that the server makes again. Rejects
 * when the country's checks cannot be loaded.
 */
export async function checkTaxCode(country: string, typed: string): Promise<boolean> {
  const code = compactTaxCode(typed);
  if (!hasTaxCodeForm(code)) return false;
  const names = taxCodes[country]?.checks ?? [];
  if (names.length === 0) return true;
  const checks = (await checksOf[country]?.()) as Record<string, Check> | undefined;
  return names.some((name) => checks?.[name]?.validate(code).isValid);
}
