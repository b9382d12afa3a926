import { taxCodes } from '../tax-codes.ts';

/** A tax code and whether it is right: browser and server must both say so (S5.3). */
type TaxCodeCase = { country: string; code: string; isRight: boolean };

/** Neighbours of an example that are right too: their schemes leave some of the characters unchecked. */
const rightToo = new Set(
  (
    'BR49053344705 CA123026635RC1001 CA123026635RC0101 CA123026635RC0011 CA123026635RC0002 ' +
    'DE28181508155 DE19181508155 DE18281508155 DE18191508155 DE18182508155 DE18181608155 DE18181518155 DE18181509155 ' +
    'DE18181508255 DE18181508165 DE18181508156 DE46574261809 DE37574261809 DE36674261809 DE36584261809 DE36575261809 ' +
    'DE36574361809 DE36574271809 DE36574262809 DE36574261909 DE36574261819 DE36574261800 ESC58378431 GB1955939661 ' +
    'ID013000666191000 ID013000666001000 ID013000666092000 ID013000666091100 ID013000666091010 ID013000666091001 ' +
    'INBAPFU0939F INABPFU0939F INAAQFU0939F INAAPGU0939F INAAPFV0939F INAAPFU1939F INAAPFU0039F INAAPFU0949F ' +
    'INAAPFU0930F INAAPFU0939G MXMBB9307148T4 MXMAB9307158T4 MXGOEE561231GR8 MXGODE561231HR8 NLNL004495445B11 ' +
    'NLNL004495445B02 TH1334545678781 TH1244545678781 ZA4130196086 ZA4040196086 ZA4031196086 ZA4030296086 ' +
    'ZA4030106086 ZA4030197086 ZA4030196186 ZA4030196096 ZA4030196087'
  ).split(' '),
);

/** The code with each of its characters replaced by the next one, one at a time. */
const neighbours = (code: string): string[] =>
  Array.from(code, (character, at) => {
    const next = { 9: '0', Z: 'A' }[character] ?? String.fromCharCode((character.codePointAt(0) ?? 0) + 1);
    return code.slice(0, at) + next + code.slice(at + 1);
  });

/** Every example of the table, and its neighbours where the country has a check. */
export const taxCodeCases: readonly TaxCodeCase[] = Object.entries(taxCodes).flatMap(([country, row]) => [
  ...row.examples.map((code) => ({ country, code, isRight: true })),
  ...(row.checks.length === 0 ? [] : row.examples.flatMap(neighbours)).map((code) => ({
    country,
    code,
    isRight: rightToo.has(country + code),
  })),
]);
