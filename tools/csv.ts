/** Rows as CSV (RFC 4180): every field quoted, lines ended by CRLF, so that any spreadsheet reads it. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')}\r\n`).join('');

/** Rows of a CSV text, quoted or not, with either end of line; a byte order mark is skipped. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  // A field, quoted or plain, and what ends it: a comma, an end of line or the end of the text.
  for (const [, quoted, plain = '', end] of text
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    if (end === '' && row.length === 0 && plain === '' && quoted === undefined) break;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
    if (end === '') break;
  }
  return rows;
}
