/**
 * Reporter for `node --test`: shows only what failed, and writes the count into the file that BRINA_COUNT_FILE names.
 * A run that ends before its summary leaves no file: it crashed.
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { inspect } from 'node:util';

/**
 * @param {AsyncIterable<{ type: string, data: any }>} events
 * @returns {AsyncGenerator<string>}
 */
export default async function* countReporter(events) {
  /** @type {Map<string, string[]>} */
  const output = new Map();
  for await (const { type, data } of events) {
    if (type === 'test:stdout' || type === 'test:stderr') {
      output.set(data.file, [...(output.get(data.file) ?? []).slice(-50), data.message]);
    } else if (type === 'test:fail' && !ofItsTests(data)) {
      yield failure(data);
    } else if (type === 'test:summary' && data.file !== undefined && !data.success) {
      const written = output.get(data.file)?.join('').trimEnd();
      if (written) yield `  ${place(data.file)} wrote:\n${indented(written)}\n`;
    } else if (type === 'test:summary' && data.file === undefined) {
      const { passed, failed, cancelled, skipped, todo } = data.counts;
      const count = { passed, failed: failed + cancelled, skipped: skipped + todo };
      writeFileSync(String(process.env.BRINA_COUNT_FILE), JSON.stringify(count));
    }
  }
}

/**
 * Whether a suite or file failed for no other reason than that tests in it did.
 * @param {any} data
 */
const ofItsTests = (data) => data.details?.error?.failureType === 'subtestsFailed' || Boolean(data.todo);

/** @param {any} data */
function failure({ name, file, line, details }) {
  const error = details.error?.cause ?? details.error;
  const words = error instanceof Error ? (error.stack ?? error.message) : inspect(error);
  return `  ✗ ${name}  (${place(file)}:${line})\n${indented(words)}\n`;
}

/** @param {string | undefined} file */
const place = (file) => (file === undefined ? '' : relative(process.cwd(), file));

/** @param {string} text */
const indented = (text) => text.replace(/^/gm, '      ');
