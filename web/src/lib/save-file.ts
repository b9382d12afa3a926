import { type CsvSeparator, csvText } from '@brina/domain/language/csv';

/** Hands a file of the portal to the browser, which puts it among the downloads. */
export function saveFile({ name, type, data }: { name: string; type: string; data: Uint8Array }): void {
  const address = URL.createObjectURL(new Blob([new Uint8Array(data)], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the file over by the next turn.
  setTimeout(() => URL.revokeObjectURL(address));
}

/** A table as a file, with the mark that tells spreadsheets its encoding. */
export const csvFile = (rows: readonly (readonly (string | number)[])[], separator?: CsvSeparator): Uint8Array =>
  new TextEncoder().encode(`\u{FEFF}${csvText(rows, separator)}`);
