/**
 * Which tax codes a company may give, by country (S5.3): the value-added tax number or the national code. The checks are
 * those of the package stdnum, named as it names them; a code that passes one of them is right. A country without a row
 * takes any letters and digits.
 */
import { taxCodeLength_min } from '../constants.ts';

/** `checks`: modules of stdnum in the folder of the country; `examples` show the form, one for each kind. */
export type TaxCodeRow = { readonly checks: readonly string[]; readonly examples: readonly string[] };

/** The countries whose codes are checked. */
export const taxCodes: Readonly<Record<string, TaxCodeRow>> = {
  AT: { checks: ['uid'], examples: ['ATU13585627'] },
  AU: { checks: ['abn', 'acn'], examples: ['83914571673', '004085616'] },
  BE: { checks: ['vat'], examples: ['BE0403019261'] },
  BG: { checks: ['vat'], examples: ['BG175074752'] },
  BR: { checks: ['cnpj', 'cpf'], examples: ['16727230000197', '39053344705'] },
  CA: { checks: ['bn'], examples: ['123026635', '123026635RC0001'] },
  CH: { checks: ['uid', 'vat'], examples: ['CHE107787577', 'CHE107787577IVA'] },
  CN: { checks: ['uscc'], examples: ['91110000600037341L'] },
  CY: { checks: ['vat'], examples: ['CY10259033P'] },
  CZ: { checks: ['dic'], examples: ['CZ25123891'] },
  DE: { checks: ['vat', 'stnr', 'idnr'], examples: ['DE136695976', '18181508155', '36574261809'] },
  DK: { checks: ['cvr'], examples: ['DK13585628'] },
  EE: { checks: ['kmkr', 'registrikood'], examples: ['EE100931558', '12345678'] },
  ES: { checks: ['nif'], examples: ['B58378431', '54362315K', 'X2482300W'] },
  FI: { checks: ['alv', 'ytunnus'], examples: ['FI20774740'] },
  FR: { checks: ['tva', 'siren', 'siret'], examples: ['FR40303265045', '552008443', '73282932000074'] },
  GB: { checks: ['vat', 'utr'], examples: ['GB980780684', '1955839661'] },
  GR: { checks: ['vat'], examples: ['EL094259216'] },
  HR: { checks: ['oib'], examples: ['HR33392005961'] },
  HU: { checks: ['anum'], examples: ['HU12892312'] },
  ID: { checks: ['npwp'], examples: ['013000666091000'] },
  IE: { checks: ['vat'], examples: ['IE6433435F'] },
  IL: { checks: ['hp', 'idnr'], examples: ['516179157', '039337423'] },
  IN: { checks: ['gstin', 'pan'], examples: ['27AAPFU0939F1ZV', 'AAPFU0939F'] },
  IT: { checks: ['iva', 'codicefiscale'], examples: ['00743110157', 'RSSMRA85T10A562S'] },
  JP: { checks: ['cn'], examples: ['7000012050002'] },
  KR: { checks: ['brn'], examples: ['1168200276'] },
  LT: { checks: ['pvm'], examples: ['LT119511515'] },
  LU: { checks: ['tva'], examples: ['LU15027442'] },
  LV: { checks: ['pvn'], examples: ['LV40003521600'] },
  MT: { checks: ['vat'], examples: ['MT11679112'] },
  MX: { checks: ['rfc'], examples: ['MAB9307148T4', 'GODE561231GR8'] },
  NL: { checks: ['btw'], examples: ['NL004495445B01'] },
  NO: { checks: ['mva', 'orgnr'], examples: ['NO995525828MVA', '988077917'] },
  NZ: { checks: ['ird'], examples: ['49091850'] },
  PL: { checks: ['nip'], examples: ['PL8567346215'] },
  PT: { checks: ['nipc'], examples: ['PT501964843'] },
  RO: { checks: ['cui'], examples: ['RO18547290'] },
  RU: { checks: ['inn'], examples: ['7707083893', '500100732259'] },
  SE: { checks: ['vat', 'orgnr'], examples: ['SE123456789701', '1234567897'] },
  SG: { checks: ['uen'], examples: ['00192200M', '197401143C'] },
  SI: { checks: ['ddv'], examples: ['SI50223054'] },
  SK: { checks: ['dph'], examples: ['SK2022749619'] },
  TH: { checks: ['tin'], examples: ['1234545678781'] },
  TR: { checks: ['vkn', 'tckimlik'], examples: ['4540536920', '17291716060'] },
  UA: { checks: ['edrpou', 'rntrc'], examples: ['32855961', '1759013776'] },
  // An EIN has no check digit, and a list of its prefixes would refuse those that are given out later.
  US: { checks: [], examples: ['911144442'] },
  VN: { checks: ['mst'], examples: ['0100233488'] },
  ZA: { checks: ['tin', 'vat'], examples: ['0001339050', '4030196086'] },
};

/** A tax code as it is stored: without spaces, dots, dashes and slashes, in upper case. */
export const compactTaxCode = (typed: string): string => typed.replace(/[\s.\-/]/g, '').toUpperCase();

/** Whether a compact code is letters and digits, at least two: all that can be asked where nothing checks more (S5.3). */
export const hasTaxCodeForm = (code: string): boolean => code.length >= taxCodeLength_min && /^[A-Z0-9]+$/.test(code);
