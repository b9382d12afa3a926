import type { Preferences } from '@brina/contract/calls/people/account';
import { letterOffPath } from '@brina/contract/calls/record/subscriptions';
import { verifyPath } from '@brina/contract/calls/record/verify';
import { filled } from '@brina/contract/wire/paths';
import { defaultPreferences } from '@brina/domain/constants';
import { minute_ms } from '@brina/domain/language/durations';
import { formatFor } from '@brina/domain/language/reader';
import { type Caller, loadAsker } from '#core/access/caller.ts';
import type { Db } from '#core/db/database.ts';
import { isDatabaseTrouble } from '#core/db/database-errors.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { queueMail } from '#core/mail/mail.ts';
import { type Reader, readerOf } from '#core/mail/reader.ts';
import { makeMailedLink } from '#features/record/inspection/mailed-link.ts';
import { bookOfCompany } from '#features/record/ledger/entries.queries.ts';
import { latestCheckpoint } from '#features/record/ledger/proof.ts';
import { sealNow } from '#features/record/ledger/seal.ts';
import {
  beginPeriod,
  dueSubscriptions,
  endIfLapsed,
  getsOwnersLetters,
  keptLocale,
  makerOf,
  movedSubscriptions,
  putOff,
  type SubscriptionRow,
  someMade,
  subscriptionOf,
} from './due.queries.ts';
import { type PeriodFacts, periodFacts, type Told } from './facts.queries.ts';
import { type LetterReader, periodMail } from './letters.mail.ts';
import { type OffSubject, offToken } from './off-token.ts';

/** A letter that could not be made is tried again after so long. */
export const letterAgain_ms = 10 * minute_ms;
/** One that fails so often is given up. */
const attempts_max = 5;

/** Time zones of kitchens seldom change: so often it is looked whether one has, which of ten thousand companies takes 0.2 s. */
const moved_ms = 10 * minute_ms;

type LetterParts = Pick<Parts, 'db' | 'clock' | 'log' | 'links' | 'address' | 'ledgerKeys' | 'pageKey'>;

/**
 * The round of the letters about records (S3.5, B2.9): finds subscriptions whose day, week or month is over since 07:00 of their kitchen, and
 * notes who gets a letter; then makes one letter a turn. What was noted is never noted again, and a letter is queued by the transaction that
 * takes it from those that wait: whatever happens in between, a reader has one about a period at most. After a time without a portal it is
 * about the latest period alone.
 * @returns what the round does; it says whether there may be more to do
 */
export function periodLetters(parts: LetterParts): () => Promise<boolean> {
  const { db, clock } = parts;
  let looked: number | undefined;
  return async () => {
    if (await writeNext(parts)) return true;
    const now = clock.now();
    let due = await db.read((tx) => dueSubscriptions(tx, now));
    if (due.length === 0 && (looked === undefined || Math.abs(now - looked) >= moved_ms)) {
      due = await db.read((tx) => movedSubscriptions(tx, now));
      if (due.length === 0) looked = now;
    }
    let begun = 0;
    for (const id of due) if (await begin(parts, id)) begun += 1;
    return begun > 0;
  };
}

/**
 * Ends subscriptions whose maker may not see any more what they are of, some in a turn: written down it stays so, and what their letters opened
 * stays closed, whoever gets a right back.
 * @returns what the round does; it says whether there are more to look at
 */
export function lapsedSubscriptions({ db, clock }: Pick<Parts, 'db' | 'clock'>): () => Promise<boolean> {
  let after: string | null = null;
  return async () => {
    const { some, lapsed } = await db.read(async (tx) => {
      const some = await someMade(tx, after);
      const lapsed: string[] = [];
      for (const one of some) if (!(await makerOf(tx, one))) lapsed.push(one.id);
      return { some, lapsed };
    });
    for (const id of lapsed) await db.write((tx) => endIfLapsed(tx, id, clock.now()));
    after = some.at(-1)?.id ?? null;
    return after !== null;
  };
}

/** Begins with a subscription that is due; one that cannot be begun holds up no other. @returns whether it was */
async function begin({ db, clock, log }: LetterParts, id: string): Promise<boolean> {
  try {
    await db.write((tx) => beginPeriod(tx, id, clock.now()));
    return true;
  } catch (err) {
    if (isDatabaseTrouble(err)) throw err;
    log.error({ event: 'subscription.failed', subscription: id, err }, 'a subscription could not be begun');
    await db.write((tx) => putOff(tx, id, clock.now() + letterAgain_ms));
    return false;
  }
}

/** Makes the letter that has waited longest. @returns whether one was due */
async function writeNext(parts: LetterParts): Promise<boolean> {
  const { db, clock, log } = parts;
  const due = await db.write((tx) => beginNext(tx, clock.now()));
  if (!due) return false;
  if (due.attempts > attempts_max) {
    await db.write((tx) => takeLetter(tx, due));
    return true;
  }
  await writeLetter(parts, due).catch((err: unknown) => {
    log.error({ event: 'letter.failed', from: due.from_day, err }, 'a letter about records could not be made');
    // The round waits until the database is well again; this letter has lost its turn all the same.
    if (isDatabaseTrouble(err)) throw err;
  });
  return true;
}

type Due = NonNullable<Awaited<ReturnType<typeof beginNext>>>;

/** The letter that is due, with how often it was begun. It is put off at once: one that cannot be made holds up no other. */
async function beginNext(db: Db, now: number) {
  const due = await db
    .selectFrom('period_letter')
    .select(['id', 'subscription', 'user_id', 'receiver', 'from_day', 'to_day', 'time_zone', 'attempts'])
    .where('due_at', '<=', timestamp(now))
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!due) return undefined;
  const attempts = due.attempts + 1;
  await db
    .updateTable('period_letter')
    .set({ attempts, due_at: timestamp(now + letterAgain_ms) })
    .where('id', '=', due.id)
    .execute();
  return { ...due, attempts };
}

/** What a letter is made from: for whom its records are read, and what they come to. */
type Read = { one: SubscriptionRow; caller: Caller; told: Told; facts: PeriodFacts };

async function writeLetter(parts: LetterParts, due: Due): Promise<void> {
  const { db, clock } = parts;
  const read = await db.read((tx) => readLetter(tx, due, clock.now()));
  await db.write(async (tx) => {
    // Somebody else has made it, or nobody is to make it any more.
    if (!(await takeLetter(tx, due)) || !read) return;
    const reader =
      due.receiver === null ? await ownReader(tx, read, parts) : await mailedReader(tx, read, due.receiver, parts);
    if (!reader) return;
    const { one, told, facts } = read;
    const { to } = reader;
    // What leaves the house is in a checkpoint. After all else: it locks the book.
    await sealNow(tx, one.company_id, parts);
    const book = await bookOfCompany(tx, one.company_id);
    const mail = periodMail({
      ...reader,
      every: one.every,
      days: told,
      facts,
      note: (book && (await latestCheckpoint(tx, book.id))?.note) ?? null,
      verify: parts.links.page(to, verifyPath),
      host: new URL(parts.address()).host,
    });
    await queueMail(tx, mail, clock.now());
  });
}

async function readLetter(db: Db, due: Due, now: number): Promise<Read | undefined> {
  const one = await subscriptionOf(db, due.subscription);
  if (!one) return undefined;
  const caller =
    one.user_id !== null
      ? await makerOf(db, one)
      : await loadAsker(db, { userId: due.user_id ?? '', companyId: one.company_id, membershipId: null });
  if (!caller) return undefined;
  const { laboratory_id: laboratory, appliance } = one;
  const told = { from: due.from_day, to: due.to_day, timeZone: due.time_zone, laboratory, appliance };
  return { one, caller, told, facts: await periodFacts(db, caller, told, now) };
}

/** Takes a letter out of those that wait. @returns whether it still waited */
async function takeLetter(db: Db, { id }: Due): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('period_letter').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The caller as the reader of a letter, as it stands now; nobody where it has left, or has switched them off, since it was noted. */
async function ownReader(db: Db, read: Read, { links, pageKey }: LetterParts): Promise<LetterReader | undefined> {
  const { one, caller, told } = read;
  const person = await db
    .selectFrom('app_user as u')
    .select(['u.email', 'u.language', 'u.first_name', 'u.last_name', 'u.preferences'])
    .where('u.id', '=', caller.userId)
    .where('u.status', '=', 'ACTIVE')
    .$if(one.user_id === null, (query) => query.where('u.company_id', '=', one.company_id).where(getsOwnersLetters))
    .executeTakeFirst();
  if (!person) return undefined;
  const to = { ...readerOf(person), ...(one.locale !== null && { locale: keptLocale(one) }) };
  const [of, id]: [OffSubject, string] = one.user_id === null ? ['owner', caller.userId] : ['subscription', one.id];
  const scope = {
    ...(one.laboratory_id !== null && { labId: one.laboratory_id }),
    ...(one.appliance !== null && { serialNumber: await serialOf(db, one.appliance) }),
  };
  return {
    to,
    why: of,
    format: formatFor({ ...asReads(caller, person.preferences), locale: to.locale, timeZone: told.timeZone }),
    records: { url: links.records(to, { from: told.from, to: told.to, ...scope }), until: null },
    off: offUrl(links, to, offToken(of, id, pageKey)),
  };
}

/**
 * A further address as the reader of a letter, which has a link of its own to the records. It had confirmed when the letter was noted; what it
 * is asked anew since is of later ones.
 */
async function mailedReader(
  db: Db,
  { one, caller, told }: Read,
  receiver: string,
  { links, pageKey, clock }: LetterParts,
): Promise<LetterReader | undefined> {
  const found = await db
    .selectFrom('mail_receiver as r')
    .innerJoin('app_user as u', (join) => join.on('u.id', '=', caller.userId))
    .select(['r.address', 'u.preferences'])
    .where('r.id', '=', receiver)
    .executeTakeFirst();
  if (!found) return undefined;
  const to = { to: found.address, locale: keptLocale(one), name: '' };
  const link = await makeMailedLink(db, { caller, company: one.company_id, receiver, told }, clock.now());
  return {
    to,
    why: 'receiver',
    format: formatFor({ ...asReads(caller, found.preferences), locale: to.locale, timeZone: told.timeZone }),
    records: { url: links.page(to, link.path), until: link.until },
    off: offUrl(links, to, offToken('receiver', receiver, pageKey)),
  };
}

const offUrl = (links: LetterParts['links'], to: Reader, token: string): string =>
  links.page(to, filled(letterOffPath, { token }));

async function serialOf(db: Db, appliance: number): Promise<string> {
  const { serial } = await db
    .selectFrom('appliance')
    .select('serial')
    .where('id', '=', appliance)
    .executeTakeFirstOrThrow();
  return serial;
}

function asReads({ measurement }: Caller, preferences: unknown) {
  const { hours_display_system: hours } = { ...defaultPreferences, ...(preferences as Partial<Preferences>) };
  return { measurement, hours };
}
