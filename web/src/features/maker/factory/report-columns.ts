import { locales } from '@brina/domain/language/locales';
import { loadOne, type Shipped, textsOf } from '../../../lib/catalogues.ts';
import { batchMessages } from './batch.messages.ts';

/** What the report of lines that were not created has beside their columns. */
const reportColumns = ['line', 'reason'] as const;

/**
 * The report's own columns as every language names them: whoever mends it may read another one than who saved it. A language whose
 * texts do not come is left out.
 */
export async function reportColumnNames(): Promise<string[]> {
  const shipped = batchMessages as unknown as Shipped;
  await Promise.allSettled(locales.map((locale) => loadOne(shipped, locale)));
  return locales.flatMap((locale) =>
    reportColumns.flatMap((column) => {
      const name = textsOf(shipped, locale)?.[column];
      return typeof name === 'string' ? [name] : [];
    }),
  );
}
