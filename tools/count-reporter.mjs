/**
 * Reporter for `node --test`: shows only what failed and the figures that tests tell as diagnostics, and writes the count into
 * the file that COUNT_REPORT_FILE names. A run that ends before its summary leaves no file: it crashed.
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
  /** @type {Set<string>} */
  const failed = new Set();
  for await (const { type, data } of events) {
    if (type === 'test:stdout' || type === 'test:stderr') {
      const file = place(data.file);
      output.set(file, [...(output.get(file) ?? []).slice(-50), data.message]);
    } else if (type === 'test:fail' && !ofItsTests(data)) {
      failed.add(place(data.file));
      yield failure(data);
    } else if (type === 'test:diagnostic' && data.file !== undefined) {
      yield `  ${data.message}\n`;
    } else if (type === 'test:summary' && data.file === undefined) {
      writeFileSync(String(process.env.COUNT_REPORT_FILE), JSON.stringify(countOf(data.counts)));
    }
  }
  for (const file of failed) {
    const written = output.get(file)?.join('').trimEnd();
    if (written) yield `  ${file} wrote:\n${indented(written)}\n`;
  }
}

/** @param {Record<'passed' | 'failed' | 'cancelled' | 'skipped' | 'todo', number>} counts */
const countOf = ({ passed, failed, cancelled, skipped, todo }) => ({
  passed,
  failed: failed + cancelled,
  skipped: skipped + todo,
});

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

/**
 * node:test gives paths as it got them and absolute ones.
 * @param {string} [file]
 */
const place = (file = '') => relative('', file);

/** @param {string} text */
const indented = (text) => text.replace(/^/gm, '      ');
