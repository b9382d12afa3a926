import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseCsv, writeCsv } from './csv.ts';

describe('CSV', () => {
  it('keeps quotes, commas and line ends of a field', () => {
    const rows = [
      ['a', 'say "no", twice', 'two\nlines'],
      ['', 'é', 'last'],
    ];
    assert.deepEqual(parseCsv(writeCsv(rows)), rows);
    assert.deepEqual(parseCsv('a,b\nc,'), [
      ['a', 'b'],
      ['c', ''],
    ]);
  });
});
