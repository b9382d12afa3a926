/** Tables as text (RFC 4180), read with the liberties that spreadsheets take. */

/** A record of a file and the line it begins at, from 1. */
export type CsvRecord = { readonly line: number; readonly cells: readonly string[] };

/** What may part the columns: where a comma is the decimal sign, spreadsheets write semicolons. */
export type CsvSeparator = ',' | ';' | '\t';

/** What a spreadsheet would run as a formula, with what may already guard it; a number with its sign is none. */
const formula = /^'*(?:[=@\t\r]|[+-](?![\d.,]*$))/;

/**
 * Rows as text, each ended by CRLF; what would break a column is quoted, and what a spreadsheet would run as a formula has an apostrophe
 * before it, as spreadsheets spell a text.
 */
export function csvText(rows: readonly (readonly (string | number)[])[], separator: CsvSeparator = ','): string {
  const cell = (value: string | number): string => {
    const text = formula.test(String(value)) ? `'${value}` : String(value);
    return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(cell).join(separator)}\r\n`).join('');
}

/**
 * The records of a text: quoted cells or not, either end of line, a byte order mark; lines without any word are none. The apostrophe
 * before what would be a formula is none of the cell.
 * @param separator absent: the one that the first line with words has most often, a comma where it has none
 */
export function csvRecords(text: string, separator?: CsvSeparator): CsvRecord[] {
  const plain = text.replace(/^\uFEFF/, '');
  return new Reading(plain, separator ?? separatorOf(plain)).records;
}

function separatorOf(text: string): CsvSeparator {
  const lines = text.replace(/"[^"]*"/g, '').split('\n');
  const first = lines.find((line) => /\w/.test(line)) ?? '';
  const count = (separator: string): number => first.split(separator).length;
  return ([',', ';', '\t'] as const).reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** One pass over a text, character by character. */
class Reading {
  readonly records: CsvRecord[] = [];
  #line = 1;
  #begins = 1;
  #cells: string[] = [];
  #cell = '';
  /** Whether only blanks stand in the cell so far: what is quoted may follow them. */
  #isBlank = true;
  #isQuoted = false;

  constructor(text: string, separator: CsvSeparator) {
    for (let at = 0; at < text.length; at++) {
      const one = text.charAt(at);
      if (one === '\n') this.#line += 1;
      if (!this.#isQuoted) this.#plain(one, separator);
      else if (one !== '"') this.#cell += one;
      else if (text[at + 1] === '"') {
        this.#cell += one;
        at += 1;
      } else this.#isQuoted = false;
    }
    this.#endRecord();
  }

  #plain(one: string, separator: CsvSeparator): void {
    if (one === '"' && this.#isBlank) {
      this.#cell = '';
      this.#isBlank = false;
      this.#isQuoted = true;
    } else if (one === separator) this.#endCell();
    else if (one === '\n') this.#endRecord();
    else if (one !== '\r') {
      this.#cell += one;
      this.#isBlank &&= one.trim() === '';
    }
  }

  #endCell(): void {
    this.#cells.push(this.#cell.startsWith("'") && formula.test(this.#cell) ? this.#cell.slice(1) : this.#cell);
    this.#cell = '';
    this.#isBlank = true;
  }

  #endRecord(): void {
    this.#endCell();
    if (this.#cells.some((cell) => cell.trim() !== '')) this.records.push({ line: this.#begins, cells: this.#cells });
    this.#cells = [];
    this.#begins = this.#line;
  }
}
