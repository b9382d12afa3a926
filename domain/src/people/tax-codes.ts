/**
 * Which tax codes a company may give, by country (S5.3): the value-added tax number or the national code. What has no form that
 * the country knows is refused. A check digit that is wrong is asked about only: registries give out numbers that no published
 * rule foresees, and no company is kept out by ours. A country without a row takes any letters and digits.
 */
import { taxCodeLength_min } from '../constants.ts';
import * as rules from './tax-code-rules.ts';

export type TaxCodeRow = {
  /** Codes without the country's prefix; as wide as any that are in use. */
  readonly form: RegExp;
  /** What may stand before a code; the country's own code unless it says so. */
  readonly prefix?: RegExp;
  /** Rules of ours for the check digits; a code that passes one of them, or one of `checks`, is right. */
  readonly rules?: readonly rules.TaxCodeRule[];
  /** Modules of the package stdnum in the folder of the country. A row without checks and rules is right by its form. */
  readonly checks?: readonly string[];
  /** As they are stored, one for each kind. */
  readonly examples: readonly string[];
};

/** The countries whose codes are checked. */
export const taxCodes: Readonly<Record<string, TaxCodeRow>> = {
  // A small business has no VAT number, only that of its tax office, nine digits.
  AT: { form: /^(U?\d{8}|\d{9})$/, checks: ['uid', 'tin'], examples: ['ATU13585627', '980800130'] },
  AU: { form: /^(\d{9}|\d{11})$/, checks: ['abn', 'acn'], examples: ['83914571673', '004085616'] },
  BE: { form: /^\d{9,10}$/, rules: [rules.belgianEnterprise], examples: ['BE0403019261'] },
  BG: {
    form: /^(\d{9,10}|\d{13})$/,
    rules: [rules.bulgarianCompany, rules.bulgarianPerson],
    examples: ['BG175074752', '7523169263'],
  },
  BR: {
    form: /^(\d{11}|[A-Z0-9]{12}\d\d)$/,
    rules: [rules.brazilianCompany],
    checks: ['cpf'],
    examples: ['16727230000197', '39053344705'],
  },
  CA: { form: /^\d{9}([A-Z]{2}\d{4})?$/, checks: ['bn'], examples: ['123026635', '123026635RC0001'] },
  CH: {
    form: /^(CHE)?\d{9}(MWST|TVA|IVA|TPV|HR)?$/,
    prefix: /^CH(?!E)/,
    rules: [rules.swissCompany],
    examples: ['CHE107787577', 'CHE107787577IVA'],
  },
  CN: { form: /^[A-Z0-9]{18}$/, rules: [rules.chineseCompany], examples: ['91110000600037341L'] },
  CY: { form: /^\d{8}[A-Z]$/, checks: ['vat'], examples: ['CY10259033P'] },
  CZ: {
    form: /^\d{8,10}$/,
    rules: [rules.czechCompany, rules.birthNumber, rules.czechSpecial],
    examples: ['CZ25123891'],
  },
  // A VAT number has a check digit; what a tax office of a Land gives out, ten to thirteen digits, has none that is published.
  DE: {
    form: /^(\d{9,11}|\d{13,14})$/,
    rules: [rules.germanTaxOffice, rules.germanBusiness],
    checks: ['vat'],
    examples: ['DE136695976', '18181508155', '36574261809', 'DE13669597600001'],
  },
  DK: { form: /^\d{8}$/, checks: ['cvr'], examples: ['DK13585628'] },
  EE: { form: /^\d{8,9}$/, checks: ['kmkr', 'registrikood'], examples: ['EE100931558', '12345678'] },
  ES: { form: /^[A-Z0-9]\d{7}[A-Z0-9]$/, checks: ['nif'], examples: ['B58378431', '54362315K', 'X2482300W'] },
  FI: { form: /^\d{8}$/, checks: ['alv', 'ytunnus'], examples: ['FI20774740'] },
  FR: {
    form: /^([A-Z0-9]{2}\d{9}|\d{9}|\d{14})$/,
    checks: ['tva', 'siren', 'siret'],
    examples: ['FR40303265045', '552008443', '73282932000074'],
  },
  // XI is the spelling of a British number that trades goods from Northern Ireland.
  GB: {
    form: /^(\d{9}|\d{12}|\d{10}K?|GD[0-4]\d\d|HA[5-9]\d\d|(GD|HA)8888\d{5})$/,
    prefix: /^(GB|XI)/,
    checks: ['vat', 'utr'],
    examples: ['GB980780684', '1955839661'],
  },
  GR: { form: /^\d{8,9}$/, prefix: /^(EL|GR)/, checks: ['vat'], examples: ['EL094259216'] },
  HR: { form: /^\d{11}$/, checks: ['oib'], examples: ['HR33392005961'] },
  HU: { form: /^\d{8}(\d{3})?$/, rules: [rules.hungarianCompany], examples: ['HU12892312', '12892312241'] },
  ID: {
    form: /^\d{15,16}$/,
    rules: [rules.indonesianCompany, rules.indonesianPerson],
    examples: ['013000666091000', '3201234505900001'],
  },
  IE: { form: /^(\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/, checks: ['vat'], examples: ['IE6433435F'] },
  IL: { form: /^\d{8,9}$/, rules: [rules.luhn], examples: ['516179157', '039337423'] },
  IN: {
    form: /^(\d\d[A-Z]{5}\d{4}[A-Z][A-Z0-9]{3}|[A-Z]{5}\d{4}[A-Z])$/,
    checks: ['gstin', 'pan'],
    examples: ['27AAPFU0939F1ZV', 'AAPFU0939F'],
  },
  IT: {
    form: /^(\d{11}|[A-Z]{6}[0-9L-NP-V]{2}[A-EHLMPRST][0-9L-NP-V]{2}[A-Z][0-9L-NP-V]{3}[A-Z])$/,
    rules: [rules.italianPerson],
    checks: ['iva'],
    examples: ['00743110157', 'RSSMRA85T10A562S'],
  },
  // T stands before the number of an issuer of qualified invoices. The twelve digits of a person's number (My Number) are refused:
  // by law it may be asked for by the authorities, employers and banks only, and a portal must not keep it.
  JP: { form: /^\d{13}$/, prefix: /^(JP|T)/, checks: ['cn'], examples: ['7000012050002'] },
  // Of numbers in use not all end with the check digit that is told of them.
  KR: { form: /^[1-9]\d\d(?!00)\d{2}(?!0000)\d{5}$/, examples: ['1168200276'] },
  LT: { form: /^(\d{9}|\d{12})$/, checks: ['pvm'], examples: ['LT119511515'] },
  LU: {
    form: /^(\d{8}|\d{11}|\d{13})$/,
    rules: [rules.luxembourgMatricule],
    checks: ['tva'],
    examples: ['LU15027442', '1893120105732'],
  },
  LV: { form: /^\d{11}$/, rules: [rules.latvianPerson], checks: ['pvn'], examples: ['LV40003521600'] },
  MT: { form: /^\d{8}$/, checks: ['vat'], examples: ['MT11679112'] },
  MX: {
    form: /^([A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}|[A-ZÑ&]{4}\d{6})$/,
    rules: [rules.mexicanTaxPayer],
    examples: ['MAB9307148T4', 'GODE561231GR8'],
  },
  NL: { form: /^\d{7,9}B\d\d$/, rules: [rules.dutchTaxPayer], examples: ['NL004495445B01'] },
  NO: { form: /^\d{9}(MVA)?$/, checks: ['mva', 'orgnr'], examples: ['NO995525828MVA', '988077917'] },
  NZ: { form: /^\d{8,9}$/, checks: ['ird'], examples: ['49091850'] },
  // Who is not registered for VAT may have no NIP, and is known by its PESEL.
  PL: { form: /^\d{10,11}$/, checks: ['nip', 'pesel'], examples: ['PL8567346215', '44051401359'] },
  PT: { form: /^\d{9}$/, checks: ['nipc'], examples: ['PT501964843'] },
  RO: {
    form: /^(\d{2,10}|\d{13})$/,
    rules: [rules.romanianCompany, rules.romanianPerson],
    examples: ['RO18547290'],
  },
  RU: { form: /^(\d{10}|\d{12})$/, checks: ['inn'], examples: ['7707083893', '500100732259'] },
  SE: { form: /^(\d{10}|\d{12})$/, checks: ['vat', 'orgnr'], examples: ['SE123456789701', '1234567897'] },
  SG: { form: /^(\d{8,9}[A-Z]|[TSR]\d\d[A-Z]{2}\d{4}[A-Z])$/, checks: ['uen'], examples: ['00192200M', '197401143C'] },
  SI: { form: /^\d{8}$/, checks: ['ddv'], examples: ['SI50223054'] },
  SK: {
    form: /^\d{8,10}$/,
    rules: [rules.slovakTaxPayer, rules.birthNumber, rules.czechCompany],
    examples: ['SK2022749619'],
  },
  TH: { form: /^\d{13}$/, checks: ['tin'], examples: ['1234545678781'] },
  TR: { form: /^\d{10,11}$/, checks: ['vkn', 'tckimlik'], examples: ['4540536920', '17291716060'] },
  UA: { form: /^\d{8,12}$/, checks: ['edrpou', 'rntrc'], examples: ['32855961', '1759013776'] },
  // An EIN has no check digit, and a list of its prefixes would refuse those that are given out later.
  US: { form: /^\d{9}$/, examples: ['911144442'] },
  // Since July 2025 a household business has the personal number of its owner as tax code (Circular 86/2024/TT-BTC).
  VN: {
    form: /^(\d{10}|\d{12,13})$/,
    rules: [rules.vietnamesePerson],
    checks: ['mst'],
    examples: ['0100233488', '001099012345'],
  },
  ZA: { form: /^\d{10}$/, checks: ['tin', 'vat'], examples: ['0001339050', '4030196086'] },
};

/**
 * A tax code as it is stored: in upper case, letters and digits of full width as others, without spaces, dots, commas, colons,
 * dashes, slashes, brackets and what cannot be seen.
 */
export const compactTaxCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}ー−.,:;/\\()[\]'’]/gu, '')
    .toUpperCase();

/** Letters and digits, and the two signs that stand in Mexican codes (S5.3). */
export const taxCodePattern = /^[A-Z0-9Ñ&]+$/;

/** Whether a compact code is letters and digits, at least two: all that can be asked where nothing says more (S5.3). */
const hasPlainForm = (code: string): boolean => code.length >= taxCodeLength_min && /^[A-Z0-9]+$/.test(code);

/** `unlikely`: of a form that the country knows, with a wrong check digit or an impossible day of birth. */
export type TaxCodeVerdict = 'right' | 'unlikely' | 'invalid';

/**
 * What a compact code (`compactTaxCode`) is as a company's tax code in that country (S5.3).
 * @param passes whether a code passes a check of the package, by the row's name for it; one that throws has not passed
 */
export function taxCodeVerdict(
  country: string,
  code: string,
  passes: (check: string, code: string) => boolean,
): TaxCodeVerdict {
  const row = Object.hasOwn(taxCodes, country) ? taxCodes[country] : undefined;
  if (!row) return hasPlainForm(code) ? 'right' : 'invalid';
  const { form, prefix = new RegExp(`^${country}`), rules: own = [], checks = [] } = row;
  const spellings = [...new Set([code, code.replace(prefix, '')])].filter((one) => form.test(one));
  if (spellings.length === 0) return 'invalid';
  const isRight = (one: string): boolean =>
    own.some((rule) => rule(one)) ||
    checks.some((check) => {
      try {
        return passes(check, one);
      } catch {
        return false;
      }
    });
  const isUnchecked = own.length + checks.length === 0;
  return isUnchecked || spellings.some(isRight) ? 'right' : 'unlikely';
}
