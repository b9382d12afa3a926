import type { Locale } from '@brina/domain/language/locales';
import { translate } from '@brina/domain/language/messages';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { Database, Db } from '#core/db/database.ts';
import { makeVerifyPage, verifierText } from '#features/record/verify/verify-page.ts';
import { anchorsOf, filesOf } from './anchored.queries.ts';
import { bookOfCompany, entriesFrom, entryLines } from './entries.queries.ts';
import { hostOf, knownKeys, originOfBook, originOfLog } from './keys.ts';
import { ledgerExportMessages as texts } from './ledger-export.messages.ts';
import { jcs } from './parts/jcs.ts';
import { keyLine } from './parts/note.ts';
import { type Sealer, sealNow } from './seal.ts';

/** Read and packed at a time: of a long book only what is packed stays in memory, and others have their turn between. */
const pieces = { entries: 1_000, contents: 20, checkpoints: 100 };

/**
 * Packs the whole book of a company as it is now, with a checkpoint that has all of it, in many transactions: what enters meanwhile stays
 * out. The page that explains it is added last, in the language of its reader.
 */
export async function packBook(
  database: Database,
  company: string,
  sealer: Sealer,
): Promise<{ finish(locale: Locale): Uint8Array }> {
  const zip = new Packing(sealer.clock.now());
  const book = await database.write(async (db) => {
    await sealNow(db, company, sealer);
    return bookOfCompany(db, company);
  });
  const { id, size } = book ?? { id: '', size: 0 };
  await zip.lines('entries.jsonl', entriesOf(database, id, size));
  const gone = new Gone();
  await zip.lines('contents.jsonl', contentsOf(database, id, size, gone));
  await zip.lines('removed.jsonl', [gone.lines()]);
  await zip.lines('checkpoints.txt', checkpointsOf(database, id, size));
  await zip.lines('keys.txt', [await database.write((db) => keysOf(db, id, sealer))]);
  const anchors = book ? await database.read((db) => anchorsOf(db, id, size)) : [];
  for (const anchor of anchors)
    for (const [name, data] of await database.read((db) => filesOf(db, id, anchor))) zip.data(name, data);
  // What verifies it without us goes with it.
  zip.text('verify.mjs', verifierText());
  zip.text('verify.html', makeVerifyPage().html);
  return {
    finish: (locale) => {
      zip.text('README.txt', readme(locale, new Set(anchors.map(({ kind }) => kind))));
      return zip.end();
    },
  };
}

async function* entriesOf(database: Database, book: string, size: number): AsyncGenerator<string[]> {
  for (let from = 0; from < size; from += pieces.entries)
    yield await database.read((db) => entryLines(db, book, from, Math.min(pieces.entries, size - from)));
}

async function* contentsOf(database: Database, book: string, size: number, gone: Gone): AsyncGenerator<string[]> {
  for (let from = 0; from < size; from += pieces.contents) {
    const limit = Math.min(pieces.contents, size - from);
    const some = await database.read((db) => entriesFrom(db, book, from, limit));
    for (const one of some) gone.note(one);
    yield some.flatMap(({ entry: { ix }, content }) => (content === null ? [] : [jcs({ content, ix })]));
  }
}

async function* checkpointsOf(database: Database, book: string, size: number): AsyncGenerator<string[]> {
  let last = 0;
  while (last < size) {
    const after = last;
    const some = await database.read((db) =>
      db
        .selectFrom('ledger_checkpoint')
        .select(['size', 'note'])
        .where('book', '=', book)
        .where('size', '>', after)
        .where('size', '<=', size)
        .orderBy('size')
        .limit(pieces.checkpoints)
        .execute(),
    );
    if (some.length === 0) return;
    last = some.at(-1)?.size ?? size;
    // A note ends its own last line.
    yield some.map(({ note }) => note);
  }
}

/** Lines for a verifier: every key, by the names that notes of the book and of the log have. */
export async function keysOf(db: Db, book: string, { address }: Pick<Sealer, 'address'>): Promise<string[]> {
  const host = await hostOf(db, address);
  const keys = await knownKeys(db);
  return keys.flatMap((key) => [originOfBook(host, book), originOfLog(host)].map((name) => keyLine(name, key.public)));
}

/** Contents that are not there any more, and the entries that name them: those come later than they. */
class Gone {
  readonly #missing: number[] = [];
  readonly #removals: { by: number; from: number; to: number }[] = [];

  note({ entry, content }: Awaited<ReturnType<typeof entriesFrom>>[number]): void {
    if (content === null) this.#missing.push(entry.ix);
    const ranges = entry.kind === 'removal' ? content?.['ranges'] : undefined;
    if (Array.isArray(ranges))
      for (const [from, to] of ranges as [number, number][]) this.#removals.push({ by: entry.ix, from, to });
  }

  lines(): string[] {
    return this.#missing.flatMap((ix) => {
      const removal = this.#removals.find(({ from, to }) => from <= ix && ix <= to);
      return removal ? [jcs({ by: removal.by, ix })] : [];
    });
  }
}

const readme = (locale: Locale, anchors: ReadonlySet<'rfc3161' | 'witness'>): string =>
  [
    translate(texts, locale, 'title'),
    '',
    translate(texts, locale, 'intro'),
    '',
    `entries.jsonl: ${translate(texts, locale, 'entries')}`,
    `contents.jsonl: ${translate(texts, locale, 'contents')}`,
    `removed.jsonl: ${translate(texts, locale, 'removed')}`,
    `checkpoints.txt: ${translate(texts, locale, 'checkpoints')}`,
    `keys.txt: ${translate(texts, locale, 'keys')}`,
    ...(anchors.has('rfc3161')
      ? [
          `anchors/*-rfc3161.tsr: ${translate(texts, locale, 'stamps')}`,
          '    openssl ts -verify -data FILE.txt -in FILE.tsr -CAfile CA.pem',
        ]
      : []),
    ...(anchors.has('witness') ? [`anchors/*-witness.txt: ${translate(texts, locale, 'witnessed')}`] : []),
    ...(anchors.size > 0
      ? [
          `anchors/*.tlog-proof: ${translate(texts, locale, 'anchored')}`,
          '    node verify.mjs FILE.tlog-proof --key keys.txt',
        ]
      : []),
    `verify.html: ${translate(texts, locale, 'page')}`,
    `verify.mjs: ${translate(texts, locale, 'verify')}`,
    '',
    translate(texts, locale, 'imported'),
    translate(texts, locale, 'anchor'),
    '',
  ].join('\n');

/** A zip that is packed while its files are read, one after the other. */
class Packing {
  readonly #at: number;
  readonly #packed: Uint8Array[] = [];
  readonly #zip = new Zip((fault, chunk) => {
    if (fault) throw fault;
    this.#packed.push(chunk);
  });

  constructor(at: number) {
    this.#at = at;
  }

  #add(name: string): ZipDeflate {
    const file = new ZipDeflate(name);
    // Without one the library writes the time twice, and may write two.
    file.mtime = this.#at;
    this.#zip.add(file);
    return file;
  }

  text(name: string, text: string): void {
    this.data(name, strToU8(text));
  }

  data(name: string, data: Uint8Array): void {
    this.#add(name).push(data, true);
  }

  async lines(name: string, pages: AsyncIterable<string[]> | Iterable<string[]>): Promise<void> {
    const file = this.#add(name);
    for await (const page of pages) file.push(strToU8(page.map((line) => `${line}\n`).join('')));
    file.push(new Uint8Array(0), true);
  }

  end(): Uint8Array {
    this.#zip.end();
    return Buffer.concat(this.#packed);
  }
}
