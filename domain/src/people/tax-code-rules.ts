/**
 * Check digits of tax codes, by the rules that the registries publish. A rule takes a code of the form of its country, without
 * the country's prefix, and says whether its check digits, and the date of birth in it, are right.
 */
export type TaxCodeRule = (code: string) => boolean;

const digitsOf = (code: string): number[] => Array.from(code, Number);
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
/** Σ value · weight, of as many values as there are weights. */
const weighted = (values: readonly number[], weights: readonly number[]): number =>
  sumOf(weights.map((weight, at) => weight * (values[at] ?? 0)));
const digitAt = (code: string, at: number): number => Number(code[at]);
const rest = (value: number, by: number): number => ((value % by) + by) % by;

/** Whether there is such a day. Where only two digits of the year are written, it is one of this century or of the last. */
function isDay(year: number, month: number, day: number): boolean {
  const full = year < 100 ? 2000 + year : year;
  const date = new Date(Date.UTC(full, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && month >= 1;
}

/** Luhn (ISO/IEC 7812-1, annex B): every second digit from the right counts twice. */
export const luhn: TaxCodeRule = (code) =>
  sumOf(
    digitsOf(code)
      .toReversed()
      .map((digit, at) => (at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0))),
  ) %
    10 ===
  0;

/** Enterprise number: the last two digits are 97 less the rest of the others by 97; today's numbers begin with 0 or 1. */
export const belgianEnterprise: TaxCodeRule = (code) => {
  const ten = code.padStart(10, '0');
  return /^[01]/.test(ten) && 97 - (Number(ten.slice(0, 8)) % 97) === Number(ten.slice(8));
};

/** Bulgarian companies (EIK): nine digits, thirteen for a branch, each with a second row of weights where the first gives 10. */
export const bulgarianCompany: TaxCodeRule = (code) => {
  const digits = digitsOf(code);
  const check = (part: number[], weights: number[], second: number[]): number => {
    const first = weighted(part, weights) % 11;
    return first < 10 ? first : (weighted(part, second) % 11) % 10;
  };
  const isMain = check(digits, [1, 2, 3, 4, 5, 6, 7, 8], [3, 4, 5, 6, 7, 8, 9, 10]) === digits[8];
  if (code.length === 9) return isMain;
  return code.length === 13 && isMain && check(digits.slice(8), [2, 7, 3, 5], [4, 9, 5, 7]) === digits[12];
};

/** Bulgarian sole traders, ten digits: a citizen's number with the day of birth, a foreigner's, or one given by the tax office. */
export const bulgarianPerson: TaxCodeRule = (code) => {
  if (code.length !== 10) return false;
  const digits = digitsOf(code);
  const last = digits[9];
  const month = Number(code.slice(2, 4));
  const [century, offset] = month > 40 ? [2000, 40] : month > 20 ? [1800, 20] : [1900, 0];
  const isBorn = isDay(century + Number(code.slice(0, 2)), month - offset, Number(code.slice(4, 6)));
  const isCitizen = isBorn && (weighted(digits, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === last;
  const isForeigner = weighted(digits, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10 === last;
  const isOther = rest(-weighted(digits, [4, 3, 2, 7, 6, 5, 4, 3, 2]), 11) === last;
  return isCitizen || isForeigner || isOther;
};

/** CNPJ: since 2026 with letters, each of which counts as its place in ASCII less 48 (Receita Federal, IN RFB 2.229/2024). */
export const brazilianCompany: TaxCodeRule = (code) => {
  if (code.length !== 14 || /^(.)\1+$/.test(code)) return false;
  const values = Array.from(code, (character) => (character.codePointAt(0) ?? 0) - 48);
  const check = (weights: number[]): number => (rest(-weighted(values, weights), 11) % 11) % 10;
  const weights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
  return check(weights) === values[12] && check([6, ...weights]) === values[13];
};

const socialCreditCharacters = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** Unified social credit code (GB 32100-2015): powers of three modulo 31; a rest of 0 gives the check character 0. */
export const chineseCompany: TaxCodeRule = (code) => {
  const values = Array.from(code, (character) => socialCreditCharacters.indexOf(character));
  if (code.length !== 18 || values.includes(-1)) return false;
  const sum = values.slice(0, 17).reduce((total, value, at) => total + value * (3 ** at % 31), 0);
  return rest(-sum, 31) === values[17];
};

/** Czech and Slovak company number (IČO), eight digits. */
export const czechCompany: TaxCodeRule = (code) =>
  code.length === 8 && (rest(-weighted(digitsOf(code), [8, 7, 6, 5, 4, 3, 2]), 11) || 1) % 10 === digitAt(code, 7);

/**
 * Czech and Slovak birth number: nine digits without a check digit until 1953, then ten that eleven divides, or whose first
 * nine leave 10 and the last is 0. Women have 50 added to the month, and since 2004 a full day may add 20.
 */
export const birthNumber: TaxCodeRule = (code) => {
  if (code.length !== 9 && code.length !== 10) return false;
  const monthAs = Number(code.slice(2, 4));
  const month = monthAs - ([70, 50, 20].find((added) => monthAs > added) ?? 0);
  const written = Number(code.slice(0, 2));
  const isOld = code.length === 9;
  const year = isOld || written >= 54 ? 1900 + written : 2000 + written;
  if (isOld && written > 53 && written < 80) return false;
  const isBorn = isDay(isOld && written >= 80 ? year - 100 : year, month, Number(code.slice(4, 6)));
  return isBorn && (isOld || (Number(code.slice(0, 9)) % 11) % 10 === digitAt(code, 9));
};

/** Czech tax payers without a birth number: nine digits that begin with 6. */
export const czechSpecial: TaxCodeRule = (code) => {
  if (!/^6\d{8}$/.test(code)) return false;
  const sum = weighted(digitsOf(code.slice(1)), [8, 7, 6, 5, 4, 3, 2]) % 11;
  return rest(8 - rest(10 - sum, 11), 10) === digitAt(code, 8);
};

/** What a German tax office gives out: ten to thirteen digits, by rules that differ by Land and year. */
export const germanTaxOffice: TaxCodeRule = (code) => code.length >= 10 && code.length <= 13;

/** Wirtschafts-IdNr: nine digits as those of a VAT number, by ISO 7064 mod 11,10, and five for one of several activities. */
export const germanBusiness: TaxCodeRule = (code) => {
  if (code.length !== 14 || code.endsWith('00000')) return false;
  const product = digitsOf(code.slice(0, 8)).reduce((last, digit) => (((last + digit) % 10 || 10) * 2) % 11, 10);
  return (11 - product) % 10 === digitAt(code, 8);
};

/** Hungarian tax number: eight digits; the national form adds the kind of tax and the county, which have no check. */
export const hungarianCompany: TaxCodeRule = (code) => weighted(digitsOf(code), [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0;

/** NPWP: Luhn over the first nine digits; in its form of 16 digits a 0 comes before them. */
export const indonesianCompany: TaxCodeRule = (code) =>
  luhn(code.length === 16 ? code.slice(1, 10) : code.slice(0, 9)) && (code.length !== 16 || code[0] === '0');

/** NIK, which has been the NPWP of a citizen since 2024: place, day of birth (40 added for women), a running number. */
export const indonesianPerson: TaxCodeRule = (code) => {
  const [, day = '', month = '', year = '', running = ''] = /^\d{6}(\d\d)(\d\d)(\d\d)(\d{4})$/.exec(code) ?? [];
  return isDay(Number(year), Number(month), Number(day) % 40) && running !== '0000';
};

const oddValues = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

/** Codice fiscale (D.M. 12 marzo 1974): letters stand for digits where two persons would share one; 40 is added for women. */
export const italianPerson: TaxCodeRule = (code) => {
  const values = Array.from(code, (character) => Number.parseInt(character, 36) % 36);
  const digits = Array.from(code, (character) => {
    const alias = 'LMNPQRSTUV'.indexOf(character);
    return alias < 0 ? character : String(alias);
  });
  const numberAt = (at: number): number => Number(`${digits[at]}${digits[at + 1]}`);
  const month = 'ABCDEHLMPRST'.indexOf(code[8] ?? '') + 1;
  const day = numberAt(9);
  if (!isDay(numberAt(6), month, day > 40 ? day - 40 : day)) return false;
  const ordinal = (value: number): number => (value > 9 ? value - 10 : value);
  const sum = sumOf(
    values.slice(0, 15).map((value, at) => (at % 2 === 0 ? (oddValues[ordinal(value)] ?? 0) : ordinal(value))),
  );
  return sum % 26 === ordinal(values[15] ?? 0);
};

/** Personal code of a Latvian sole trader: of those given out since 2017, which begin with 32, nothing can be checked. */
export const latvianPerson: TaxCodeRule = (code) => code.startsWith('32');

/**
 * Luxembourg's national number. A person's, thirteen digits: day of birth, a running number, the check digit by Luhn, a second
 * one that is not looked at. Of a legal person's, eleven digits, the year of founding alone can be checked.
 */
export const luxembourgMatricule: TaxCodeRule = (code) => {
  if (code.length === 11) return /^(18|19|20)/.test(code);
  const isBorn = isDay(Number(code.slice(0, 4)), Number(code.slice(4, 6)), Number(code.slice(6, 8)));
  return code.length === 13 && isBorn && luhn(code.slice(0, 12));
};

/**
 * RFC: initials and the day of founding or birth. Its check digit proves nothing: the tax office itself has given out numbers
 * in which it is another.
 */
export const mexicanTaxPayer: TaxCodeRule = (code) => {
  const [, year = '', month = '', day = ''] = /^[A-ZÑ&]{3,4}(\d\d)(\d\d)(\d\d)/.exec(code) ?? [];
  return isDay(Number(year), Number(month), Number(day));
};

/** Dutch VAT number: of a company with the check of its nine digits, since 2020 of a sole trader modulo 97; 00 is no branch. */
export const dutchTaxPayer: TaxCodeRule = (code) => {
  const whole = code.padStart(12, '0');
  const sum = weighted(digitsOf(whole.slice(0, 9)), [9, 8, 7, 6, 5, 4, 3, 2, -1]);
  if (sum % 11 === 0 && /[1-9].*B/.test(whole) && !whole.endsWith('B00')) return true;
  const spelled = Array.from(`NL${whole}`, (character) => Number.parseInt(character, 36)).join('');
  return BigInt(spelled) % 97n === 1n;
};

/** CUI of a company: up to nine digits and the check digit. */
export const romanianCompany: TaxCodeRule = (code) => {
  const digits = digitsOf(code.padStart(10, '0'));
  return code.length <= 10 && ((10 * weighted(digits, [7, 5, 3, 2, 1, 7, 5, 3, 2])) % 11) % 10 === digits[9];
};

/** CNP of a sole trader: sex and century, day of birth, county, number, check digit. */
export const romanianPerson: TaxCodeRule = (code) => {
  const [, kind = '', year = '', month = '', day = ''] = /^([1-9])(\d\d)(\d\d)(\d\d)\d{6}$/.exec(code) ?? [];
  const century = { 3: 1800, 4: 1800, 5: 2000, 6: 2000 }[kind] ?? 1900;
  if (!isDay(century + Number(year), Number(month), Number(day))) return false;
  const check = weighted(digitsOf(code), [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
  return (check === 10 ? 1 : check) === digitAt(code, 12);
};

/** Slovak VAT number: ten digits that eleven divides, the third of which tells the kind of tax payer. */
export const slovakTaxPayer: TaxCodeRule = (code) => /^[1-9]\d[2-47-9]\d{7}$/.test(code) && Number(code) % 11 === 0;

/** Swiss enterprise number (UID), with or without CHE before it and the word for VAT after it. */
export const swissCompany: TaxCodeRule = (code) => {
  const digits = digitsOf(code.replace(/\D/g, ''));
  return rest(-weighted(digits, [5, 4, 3, 2, 7, 6, 5, 4]), 11) === digits[8];
};

/** Personal number of a citizen: a province from 001 to 096, sex and century, year of birth, six digits by chance. */
export const vietnamesePerson: TaxCodeRule = (code) => code.length === 12 && /^0(0[1-9]|[1-8]\d|9[0-6])/.test(code);
