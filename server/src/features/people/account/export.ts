import type { Locale } from '@brina/domain/language/locales';
import { translate } from '@brina/domain/language/messages';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import type { Db } from '#core/db/database.ts';
import { copyFiles, type PersonRow, type PersonRows } from '#core/persons.ts';
import { exportMessages as texts } from './account-export.messages.ts';

/** Rows read and packed at a time: of a long list only what is packed stays in memory. */
const page_rows = 1_000;

/**
 * Everything the portal holds about the caller as a person (S2.27; GDPR, art. 15 and 20), as the rows of all features say: a zip of
 * JSON files, moments in ISO 8601, with a page that explains them in `locale`. No secrets, and nothing about anybody else.
 */
export async function exportOf(db: Db, persons: PersonRows, caller: Caller, locale: Locale): Promise<Uint8Array> {
  const zip = zipping();
  zip.text('README.txt', readme(locale));
  for (const name of copyFiles) {
    for (const { table, whose, copy } of persons) {
      if ('not' in copy || copy.file !== name) continue;
      if ('read' in copy) zip.json(`${name}.json`, await copy.read(db, caller));
      else if (whose) await zip.list(`${name}.json`, rowsOf(db, { table, whose, columns: copy.columns }, caller));
    }
  }
  return zip.end();
}

const readme = (locale: Locale): string =>
  [
    translate(texts, locale, 'title'),
    '',
    translate(texts, locale, 'intro'),
    '',
    ...copyFiles.map((file) => `${file}.json: ${translate(texts, locale, file)}`),
    '',
    translate(texts, locale, 'without'),
    '',
  ].join('\n');

/** A zip that is packed while its files are read. */
function zipping() {
  const packed: Uint8Array[] = [];
  const zip = new Zip((fault, chunk) => {
    if (fault) throw fault;
    packed.push(chunk);
  });
  const add = (name: string): ZipDeflate => {
    const file = new ZipDeflate(name);
    zip.add(file);
    return file;
  };
  const text = (name: string, content: string): void => add(name).push(strToU8(content), true);
  return {
    text,
    json: (name: string, content: unknown): void => text(name, `${JSON.stringify(content, null, 2)}\n`),
    /** A JSON array of rows that come page by page. */
    async list(name: string, rows: AsyncIterable<unknown[]>): Promise<void> {
      const file = add(name);
      let separator = '[\n';
      for await (const page of rows) {
        for (const row of page) {
          file.push(strToU8(`${separator}  ${JSON.stringify(row)}`));
          separator = ',\n';
        }
      }
      file.push(strToU8(separator === '[\n' ? '[]\n' : '\n]\n'), true);
    },
    end(): Uint8Array {
      zip.end();
      return Buffer.concat(packed);
    },
  };
}

type Listed = { table: string; whose: NonNullable<PersonRow['whose']>; columns: readonly string[] };

/** A person's rows in the order of their ids, a page after the other; the id itself is nobody's business. */
async function* rowsOf(db: Db, { table, whose, columns }: Listed, caller: Caller): AsyncGenerator<object[]> {
  const named = sql.join(columns.map((column) => sql.ref(column)));
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await sql<{ id: string } & Record<string, unknown>>`
      select id, ${named} from ${sql.table(table)} where ${whose(caller)} and id > ${after}::uuid
      order by id limit ${page_rows}`.execute(db);
    yield rows.map(({ id: _, ...row }) => Object.fromEntries(Object.entries(row).map(shown)));
    const last = rows.at(-1);
    if (!last || rows.length < page_rows) return;
    after = last.id;
  }
}

/** Columns of moments are named so throughout the schema. */
const isMoment = (column: string): boolean => column === 'at' || column.endsWith('_at');

const shown = ([column, value]: [string, unknown]): [string, unknown] =>
  isMoment(column) && typeof value === 'number' ? [column, new Date(value).toISOString()] : [column, value];
