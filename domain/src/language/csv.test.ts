import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type CsvSeparator, csvRecords, csvText } from './csv.ts';

describe('tables as text', () => {
  it('quote what would break a column, and nothing else', () => {
    assert.equal(csvText([['a', 'b;c', 'say "no"', 3]]), 'a,b;c,"say ""no""",3\r\n');
    assert.equal(csvText([['1,5', 'b;c']], ';'), '1,5;"b;c"\r\n');
    for (const one of ['=1+1', '+cmd|x', '-2+3', '@SUM(A1)', "'=1"]) assert.equal(csvText([[one]]), `'${one}\r\n`, one);
    for (const one of ['-18.5', '-18,5', '+4', '−3', 'a=b', "O'Neill"])
      assert.equal(csvText([[one]], ';'), `${one}\r\n`, one);
  });

  it('come back as they were written, whatever stands in them', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'ü', '語', ' ', '"', ',', ';', '\t', '\n', '\r\n') });
    const separators = fc.constantFrom<CsvSeparator>(',', ';', '\t');
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1 })), separators, (rows, separator) => {
        const read = csvRecords(`\uFEFF${csvText(rows, separator)}`, separator).map(({ cells }) => cells);
        assert.deepEqual(
          read,
          rows.filter((row) => row.some((one) => one.trim() !== '')),
        );
      }),
    );
  });

  it('tell the line a record begins at, past cells of several lines and blank lines', () => {
    assert.deepEqual(csvRecords('"a" "b",c')[0]?.cells, ['a "b"', 'c']);
    const records = csvRecords('a;"b\nc";d\r\n\r\n;;\ne;f;g');
    assert.deepEqual(records, [
      { line: 1, cells: ['a', 'b\nc', 'd'] },
      { line: 5, cells: ['e', 'f', 'g'] },
    ]);
  });

  it('take a time that grows with their length: ten times the text is not a hundred times the work', () => {
    // What is looked at again for each character that follows would not end within the time a test has.
    for (const text of [','.repeat(1_000_000), ' '.repeat(1_000_000), `a${'"'.repeat(1_000_000)}`])
      assert.equal(csvRecords(text).length, text.startsWith('a') ? 1 : 0);
  });
});
