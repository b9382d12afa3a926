import { type TaxCodeVerdict, taxCodes } from '../tax-codes.ts';

/** A tax code as somebody types it, and what browser and server must both say of it (S5.3). */
type TaxCodeCase = { country: string; code: string; verdict: TaxCodeVerdict };

/** Codes in use beside the examples: every kind of tax payer, and every way to spell them. */
const right: Readonly<Record<string, string>> = {
  AT: 'ATU 1358 5627, U13585627, 98 0800130, 98-080/0130, 98 080/0130',
  AU: '83 914 571 673',
  BE: 'BE (0)403.019.261, 0403.019.261, 403019261, be 0403-019-261, BE(0)468.561.072',
  BG: '831919536, 835014925, 7111042925, 7523169263, 7542011030, 8032056031, 7153849522, 7501020018, 8001010008',
  BR: '16.727.230/0001-97, 12.ABC.345/01DE-35, 390.533.447-05',
  CH: 'CHE-107.787.577 IVA, CHE107787577MWST, 107.787.577',
  CN: '911522010783762860, 91340600MA2PBP2120, 91620105L015101280, 92340603MA2UK1TD00, 92340604MA2PENA300',
  CZ: '640903926, 654123789, 682127228, 7103192745, CZ 25123891',
  DE: '136695976, 123/456/7890, DE136695976-00001, DE 136 695 976-00012',
  FR: 'FR 40 303 265 045, 732 829 320 00074',
  GB: 'GB 980 7806 84, XI980780684, gb980780684',
  GR: 'EL: 094279805, GR 094279805, 094279805, EL 094.259.216',
  HU: '12892312-2-41',
  ID: '03.026.787.6-805.000, 755023033513000, 01.300.066.6-091.000',
  IL: '39337423',
  IT: 'IT 00743110157, 007 4311-0157, rccmnl83s18d969h, RSSMRA45C12F2LRI',
  JP: 'T7000012050002, 7-0000-1205-0002, ７００００１２０５０００２',
  KR: '116-82-00276, 306-82-00417, 728-86-00316, 206-18-12345',
  LU: 'LU 150 274 42, 1893 12 01 057 32, 2004 2204 528',
  LV: '328673-00679',
  MX: 'AÑE9902224Z4, B&D9605298Y3, GODE 561231 GR8, COMG-600703, mab930714 8t4',
  NL: 'NL 0044.95.445.B.01, NL4495445B01',
  NO: 'NO 995 525 828 MVA',
  PL: '856-734-62-15, 440514 01359',
  RO: 'RO 185 472 90, 1630615123457',
  SK: '1078449064, SK 202 274 96 19, 7103192745',
  US: '91-1144442',
  VN: '0100233488-001, 001 099 012 345',
};

/** Of the right form, but with a wrong check digit, or an impossible day of birth. */
const unlikely: Readonly<Record<string, string>> = {
  AT: 'ATU13585628, 980800131',
  AU: '83914571674',
  BE: 'BE0403019262, BE2000021323',
  BG: 'BG175074753, BG1037735942, 7523169264',
  BR: '16727230000198, 12ABC34501DE36, 39053344706, 00000000000000',
  CA: '123026636',
  CH: 'CHE107787578',
  CN: '91110000600037342L, 911522010783762861',
  CY: 'CY10259034P',
  CZ: 'CZ25123892, 640903927, 7113192745',
  DE: 'DE136695977, DE136695977-00001, DE136695976-00000',
  DK: 'DK13585629',
  EE: 'EE100931559',
  ES: 'B58378432, 54362315L',
  FI: 'FI20774741',
  FR: 'FR40303265046, 732829321',
  GB: 'GB980780685, XI980780685',
  GR: 'EL094259217',
  HR: 'HR33392005962',
  HU: 'HU12892313, 12892313241',
  ID: '013000667091000, 3201233202900001',
  IE: 'IE6433436F',
  IL: '516179158',
  IN: '27AAPFU0939F2ZV',
  IT: '00743110158, RCCMNL83S18D969I, CNTCHR83T32D969H',
  JP: '7000012050003',
  LT: 'LT119511516',
  LU: 'LU15027443, 1893120105742, 1893130105732, 30042204528',
  LV: 'LV40003521601',
  MT: 'MT11679113',
  MX: 'MAB9302308T4, GODE561331GR8',
  NL: 'NL004495446B01, NL009122746B00',
  NO: 'NO995525829MVA',
  NZ: '49091851',
  PL: 'PL8567346216, 44051401358',
  PT: 'PT501964844',
  RO: 'RO18547291, 1631315123457',
  RU: '7707083894',
  SE: 'SE123456789702',
  SG: '00192201M',
  SI: 'SI50223055',
  SK: 'SK2022749610',
  TH: '1234545678782',
  TR: '4540536921',
  UA: '32855962',
  VN: '0100233489, 097099012345',
  ZA: '0001339051',
};

/** Of no form that the country knows. */
const invalid: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.keys(taxCodes).map((country) => [country, `${country}, X, 7, A_1, ${'7'.repeat(30)}`])),
  DE: 'DE123, DE, IT00743110157',
  GB: 'ZZ100, ZZ980780684',
  IT: 'DE136695976, 0074311015, Ñ0743110157',
  JP: '123456789018',
  US: '12-345678',
};

const casesOf = (table: Readonly<Record<string, string>>, verdict: TaxCodeVerdict): TaxCodeCase[] =>
  Object.entries(table).flatMap(([country, codes]) => codes.split(', ').map((code) => ({ country, code, verdict })));

/** Right ones, unlikely ones and wrong ones of every country. */
export const taxCodeCases: readonly TaxCodeCase[] = [
  ...casesOf(
    Object.fromEntries(Object.entries(taxCodes).map(([country, { examples }]) => [country, examples.join(', ')])),
    'right',
  ),
  ...casesOf(right, 'right'),
  ...casesOf(unlikely, 'unlikely'),
  ...casesOf(invalid, 'invalid'),
];
