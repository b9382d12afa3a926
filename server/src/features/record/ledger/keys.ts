import type { KeyObject } from 'node:crypto';
import { day_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Database, Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { keptSettingWithin, settingIfKept } from '#core/db/settings.ts';
import type { Parts } from '#core/feature.ts';
import { derivedId } from '#core/ids.ts';
import { append, type NewEntry } from './append.ts';
import { hexOf } from './parts/entry.ts';
import { keyId, publicBytes } from './parts/note.ts';

/** How long a key that another one followed signs beside it. */
const signsAlong_ms = 30 * day_ms;
/** Age of a key at which the next one is made. */
const renewed_ms = 365 * day_ms;
/** Books that are told of a key in one transaction. */
const told_max = 50;

const hostSetting = 'ledger.host';

/** The host in the names of all books, as it was when the first of them was signed: a log that changed its name would be another log. */
export const hostOf = (db: Db, address: () => string): Promise<string> =>
  keptSettingWithin(db, hostSetting, () => new URL(address()).host);

/** The same for who only reads; before anything was signed it is not settled. */
export const hostIfKept = (db: Db): Promise<string | undefined> => settingIfKept(db, hostSetting);

export const originOfBook = (host: string, book: string): string => `${host}/book/${book}`;
export const originOfLog = (host: string): string => `${host}/log`;

/**
 * The keys that sign now: the newest, and those that it followed not long ago. A newest that nobody knows yet is noted.
 * @param keys of the file, newest first
 * @throws Error when the newest is one that another one followed: an old file
 */
export async function signingKeys(db: Db, keys: readonly KeyObject[], now: number): Promise<KeyObject[]> {
  const [newest] = keys;
  if (!newest) throw new Error('No key signs the books.');
  const known = await knownKeys(db);
  const newestKnown = known.find((row) => publicBytes(newest).equals(row.public));
  const isKnown = newestKnown !== undefined;
  if (isKnown && newestKnown.until_at !== null)
    throw new Error(
      'The newest key that signs the books is one that another one followed: put back the file of the keys.',
    );
  if (!isKnown) await noteNewest(db, keys, now, known.length > 0);
  const rows = isKnown ? known : await knownKeys(db);
  return keys.filter((key) => {
    const row = rows.find((one) => publicBytes(key).equals(one.public));
    return row !== undefined && (row.until_at === null || row.until_at > now);
  });
}

/** All keys that sign or have signed, the first one first. */
export const knownKeys = (db: Db) =>
  db
    .selectFrom('ledger_key')
    .select(['public', 'from_at', 'until_at', 'reason'])
    .orderBy('from_at')
    .orderBy('public')
    .execute();

/** A key that is not in the file any more, since somebody took it out, signs no longer from now on. */
async function noteNewest(db: Db, keys: readonly KeyObject[], now: number, isLater: boolean): Promise<void> {
  const [newest, ...former] = keys.map(publicBytes);
  if (!newest) return;
  const isKept = sql<boolean>`public = any(${former}::bytea[])`;
  await db
    .updateTable('ledger_key')
    .set({
      until_at: sql<number>`case when ${isKept} then ${timestamp(now + signsAlong_ms)} else ${timestamp(now)} end`,
      reason: sql<string>`case when ${isKept} then 'renewed' else 'withdrawn' end`,
    })
    .where('until_at', 'is', null)
    .execute();
  await db
    .insertInto('ledger_key')
    .values({ public: newest, from_at: timestamp(now), until_at: null, reason: isLater ? 'renewed' : 'first' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

type KeyParts = { db: Database } & Pick<Parts, 'ledgerKeys' | 'clock' | 'address'>;

/** Makes the next key when the newest is a year old. */
export async function renewKeys({ db, ledgerKeys, clock }: KeyParts): Promise<void> {
  const now = clock.now();
  const newest = await db.read(async (tx) => (await knownKeys(tx)).at(-1));
  if (!newest) return;
  if (newest.from_at <= now - renewed_ms) await ledgerKeys.renew();
  await db.write((tx) => signingKeys(tx, ledgerKeys.all(), now));
}

/**
 * Enters the newest key, and when those before it end, into books that do not know it yet.
 * @returns whether there were any
 */
export const tellBooks = ({ db, clock, address }: KeyParts): Promise<boolean> =>
  db.write(async (tx) => {
    const known = await knownKeys(tx);
    const newest = known.at(-1);
    if (!newest || known.length === 1) return false;
    const id = entryIdOf(newest.public);
    const books = await tx
      .selectFrom('ledger_book as b')
      .select(['b.id', 'b.company_id'])
      .where('b.company_id', 'is not', null)
      .where('b.opened_at', '<', timestamp(newest.from_at))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(selectFrom('ledger_entry as e').select('e.ix').whereRef('e.book', '=', 'b.id').where('e.id', '=', id)),
        ),
      )
      .orderBy('b.company_id')
      .limit(told_max)
      .execute();
    if (books.length === 0) return false;
    const told = await numbersTold(tx, books, known);
    const host = await hostOf(tx, address);
    const now = clock.now();
    const ending = known.filter(({ until_at }) => until_at !== null && until_at >= newest.from_at);
    await append(
      tx,
      books.flatMap(({ id: book, company_id }) =>
        [newest, ...ending].map((key): NewEntry => {
          const name = originOfBook(host, book);
          const keyEntry = entryIdOf(key.public);
          return {
            company: company_id ?? '',
            kind: 'key',
            id: keyEntry,
            rev: 1 + (told.get(`${book} ${keyEntry}`) ?? 0),
            at: now,
            content: {
              keyId: hexOf(keyId(name, key.public)),
              public: hexOf(key.public),
              from: key.from_at,
              ...(key.until_at !== null && { until: key.until_at }),
              reason: key.reason,
            },
          };
        }),
      ),
    );
    return true;
  });

/** How often books were told of keys before. */
async function numbersTold(
  db: Db,
  books: readonly { id: string }[],
  keys: readonly { public: Uint8Array }[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('ledger_entry')
    .select(['book', 'id', ({ fn }) => fn.max('rev').as('rev')])
    .where('book', '=', anyOf(books.map(({ id }) => id)))
    .where('id', '=', anyOf(keys.map((key) => entryIdOf(key.public))))
    .groupBy(['book', 'id'])
    .execute();
  return new Map(rows.map(({ book, id, rev }) => [`${book} ${id}`, rev]));
}

const entryIdOf = (publicKey: Uint8Array): string => derivedId('ledgerKey', hexOf(publicKey));
