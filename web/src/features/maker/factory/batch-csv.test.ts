import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serialOf } from '@brina/domain/appliance/serial-number';
import { csvText } from '@brina/domain/language/csv';
import { locales } from '@brina/domain/language/locales';
import { translate } from '@brina/domain/language/messages';
import { batchMessages } from './batch.messages.ts';
import { batchColumns, batchSample, readBatch } from './batch-csv.ts';

const year = 2026;
/** As a German screen calls the columns. */
const names = { serialNumber: 'Seriennummer', brand: 'Marke', domain: 'Markt', gamma: 'Kategorie', model: 'Modell' };
const ownOf = (locale: (typeof locales)[number]) =>
  (['line', 'reason'] as const).map((column) => translate(batchMessages, locale, column));
const options = { year, names, ignored: locales.flatMap(ownOf) };
const first = serialOf('MF', 2026, 1);
const second = serialOf('CP', 2026, 2);
const good = `${first},IRINOX,STANDARD,ABBATTITORE,MF Next L 45`;
const read = (text: string) => readBatch(new TextEncoder().encode(text), options);
const readLines = (bytes: Uint8Array) => {
  const file = readBatch(bytes, options);
  assert.ok('lines' in file);
  return file.lines;
};
const linesOf = (text: string) => readLines(new TextEncoder().encode(text));
const faultsOf = (text: string) => linesOf(text).map(({ faults }) => faults.map(({ code }) => code));

describe('a file of appliances', () => {
  it('is read with a header in any order, or without one', () => {
    assert.deepEqual(faultsOf(good), [[]]);
    const [named] = linesOf(
      `Model;gamma;DOMAIN;brand;serialnumber\r\nMF Next L 45;abbattitore;standard;IRINOX;${first}\r\n`,
    );
    assert.ok(named && 'appliance' in named);
    assert.deepEqual(named.appliance, {
      serialNumber: first,
      brand: 'IRINOX',
      domain: 'STANDARD',
      gamma: 'ABBATTITORE',
      model: 'MF Next L 45',
    });
    assert.equal(named.line, 2);
  });

  it('a header may use the words of the screen', () => {
    const header = 'Kategorie;Serial number;MARKT;marke;Modell';
    assert.deepEqual(faultsOf(`${header}\nABBATTITORE;${first};STANDARD;IRINOX;MF Next L 45`), [[]]);
  });

  it('a header with other names, or without a column, is told as such and no line as wrong', () => {
    assert.deepEqual(read(`serial,brand,market,gamma,model\n${good}`), {
      fault: 'header',
      unknown: ['serial', 'market'],
      missing: ['serialNumber', 'domain'],
    });
    const missing = ['brand', 'domain', 'gamma'];
    assert.deepEqual(read(`serialNumber,model\n${first},MF Next L 45`), { fault: 'header', unknown: [], missing });
    // Wrong values are those of a line.
    assert.deepEqual(faultsOf('MF26,IRINOX,MARS,OVEN,X 1').length, 1);
  });

  it('S7.25 a report of lines that were not created is read as it was saved, in whatever language, its reasons deleted or not', () => {
    const row = good.split(',');
    for (const locale of locales) {
      const [line = '', reason = ''] = ownOf(locale);
      const head = [line, ...batchColumns, reason];
      assert.deepEqual(faultsOf(csvText([head, ['7', ...row, 'It exists, already.']])), [[]], locale);
      assert.deepEqual(faultsOf(csvText([head, ['7', ...row]], ';')), [[]], locale);
      // What is missing of a line's own columns is still told.
      assert.ok(
        faultsOf(csvText([head, ['7', ...row.slice(0, 4)]]))
          .flat()
          .includes('columns'),
        locale,
      );
    }
    assert.deepEqual(read(`Line,${batchColumns.join(',')},Remark\n7,${good},-`), {
      fault: 'header',
      unknown: ['Remark'],
      missing: [],
    });
  });

  it('a byte order mark, quotes with separators and line breaks in them, blank lines and tabs are no trouble', () => {
    const quoted = linesOf(`\uFEFF${first},"Irinox, ""Works""\n2",STANDARD,ABBATTITORE,MF Next L 45\n\n;;;;\n`);
    assert.equal(quoted[0]?.cells.brand, 'Irinox, "Works"\n2');
    assert.deepEqual(faultsOf(good.replaceAll(',', '\t')), [[]]);
    const spaced = linesOf(`\n\n${good}\n`);
    assert.equal(spaced[0]?.line, 3);
  });

  it('reads what spreadsheets write: blank columns behind, a line that names the separator, older alphabets', () => {
    const header = 'serialNumber;brand;domain;gamma;model';
    const row = `${first};Kälte & Öfen;STANDARD;ABBATTITORE;MF Next L 45`;
    const brands = (bytes: Uint8Array) => readLines(bytes).map(({ cells, faults }) => [cells.brand, faults.length]);
    const whole = [['Kälte & Öfen', 0]];
    assert.deepEqual(brands(new TextEncoder().encode(`${header};;\n${row};;\n`)), whole);
    assert.deepEqual(brands(new TextEncoder().encode(`sep=;\r\n${header}\r\n${row}`)), whole);
    assert.deepEqual(brands(new TextEncoder().encode(`\n\n${row}`)), whole);
    assert.deepEqual(brands(Buffer.from(`${header}\n${row}`, 'latin1')), whole);
    assert.deepEqual(brands(Buffer.from(`\uFEFF${header}\n${row}`, 'utf16le')), whole);
    assert.deepEqual(brands(Buffer.from(`\uFEFF${header}\n${row}`, 'utf16le').swap16()), whole);
  });

  it('a file that is no text is said to be none, instead of a hundred wrong lines', () => {
    const workbook = new Uint8Array([0x50, 0x4b, 3, 4, 0x14, 0, 6, 0, 8, 0, 0x0a, 0x2c, 0x0a, 0xff, 0x2c]);
    assert.deepEqual(readBatch(workbook, options), { fault: 'no_text' });
    assert.deepEqual(readBatch(new Uint8Array(), options), { fault: 'empty' });
  });

  it('S8.20 S3.26 says of each line everything that is wrong with it', () => {
    assert.deepEqual(
      faultsOf(
        [
          `${first.slice(0, 9)}${(Number(first[9]) + 1) % 10},IRINOX,STANDARD,ABBATTITORE,MF Next L 45`,
          `MF,IRINOX,STANDARD,ABBATTITORE,MF Next L 45`,
          `${second},IRINOX,STANDARD,ABBATTITORE,MF Next L 45`,
          `${first},,MARS,TOASTER,XX 1`,
          `${serialOf('MF', 2026, 3)},IRINOX,STANDARD,CONSERVATORE,MF Next L 45`,
          `${serialOf('MF', 2026, 4)},IRINOX`,
        ].join('\n'),
      ),
      [
        ['serial_check_digit'],
        ['serial_format'],
        ['serial_family'],
        ['brand_missing', 'domain_unknown', 'gamma_unknown', 'model_not_registered'],
        ['gamma_mismatch'],
        ['columns', 'domain_unknown', 'gamma_unknown', 'model_not_registered'],
      ],
    );
  });

  it('finds a number that stands twice, however it is spelt, and says where', () => {
    const spelt = `${first.slice(0, 2).toLowerCase()} ${first.slice(2, 4)}-${first.slice(4)}`;
    const [, twice] = linesOf(`${good}\n${good.replace(first, spelt)}`);
    assert.deepEqual(twice?.faults, [{ code: 'duplicate', line: 1 }]);
  });

  it('refuses an empty file and one too long to look through; its own sample is good', () => {
    assert.deepEqual(read('\uFEFF\n \n'), { fault: 'empty' });
    assert.deepEqual(read('serialNumber,brand,domain,gamma,model\n'), { fault: 'empty' });
    assert.deepEqual(read(Array.from({ length: 501 }, () => good).join('\n')), { fault: 'too_long' });
    assert.equal(faultsOf(batchSample(names)).flat().length, 0);
  });
});
