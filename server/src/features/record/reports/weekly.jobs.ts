import type { Preferences } from '@brina/contract/calls/people/account';
import { letterOffPath } from '@brina/contract/calls/record/period-reports';
import { verifyPath } from '@brina/contract/calls/record/verify';
import { filled } from '@brina/contract/wire/paths';
import { defaultPreferences } from '@brina/domain/constants';
import { minute_ms } from '@brina/domain/language/durations';
import { formatFor, type Reader } from '@brina/domain/language/reader';
import { type Caller, loadAsker } from '#core/access/caller.ts';
import type { Db } from '#core/db/database.ts';
import { isDatabaseTrouble } from '#core/db/database-errors.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { queueMail } from '#core/mail/mail.ts';
import { readerOf } from '#core/mail/reader.ts';
import { bookOfCompany } from '#features/record/ledger/entries.queries.ts';
import { latestCheckpoint } from '#features/record/ledger/proof.ts';
import { sealNow } from '#features/record/ledger/seal.ts';
import { offToken } from './off-token.ts';
import { weeklyMail } from './weekly.mail.ts';
import { beginWeek, getsLetters, type UntoldWeek, untoldWeeks, weekFacts } from './weekly.queries.ts';

/** A letter that could not be made is tried again after so long. */
export const letterAgain_ms = 10 * minute_ms;
/** One that fails so often is given up. */
const attempts_max = 5;
/** Companies whose people are found in one turn. */
const begun_max = 50;

type LetterParts = Pick<Parts, 'db' | 'clock' | 'log' | 'links' | 'address' | 'ledgerKeys' | 'pageKey'>;

/**
 * The round of the weekly letters (S3.5, B2.9): finds companies whose week is over since Monday, 07:00 of their kitchen, and notes who
 * gets a letter; then makes one letter a turn. What was noted is never noted again, and a letter is queued by the transaction that takes it
 * from those that wait: whatever happens in between, a person has one about a week at most. After a time without a portal it is about the
 * latest week alone.
 * @returns what the round does; it says whether there may be more to do
 */
export function weeklyLetters(parts: LetterParts): () => Promise<boolean> {
  const { db, clock } = parts;
  let untold: UntoldWeek[] = [];
  return async () => {
    if (await writeNext(parts)) return true;
    if (untold.length === 0) untold = await db.read((tx) => untoldWeeks(tx, clock.now()));
    const some = untold.splice(0, begun_max);
    for (const week of some) await db.write((tx) => beginWeek(tx, week, clock.now()));
    return some.length > 0;
  };
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
    log.error({ event: 'letter.failed', monday: due.monday, err }, 'a weekly letter could not be made');
    // The round waits until the database is well again; this letter has lost its turn all the same.
    if (isDatabaseTrouble(err)) throw err;
  });
  return true;
}

type Due = NonNullable<Awaited<ReturnType<typeof beginNext>>>;

/** The letter that is due, with how often it was begun. It is put off at once: one that cannot be made holds up no other. */
async function beginNext(db: Db, now: number) {
  const due = await db
    .selectFrom('weekly_letter')
    .select(['user_id', 'company_id', 'monday', 'sunday', 'time_zone', 'attempts'])
    .where('due_at', '<=', timestamp(now))
    .orderBy('due_at')
    .orderBy('user_id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!due) return undefined;
  const attempts = due.attempts + 1;
  await db
    .updateTable('weekly_letter')
    .set({ attempts, due_at: timestamp(now + letterAgain_ms) })
    .where('user_id', '=', due.user_id)
    .where('company_id', '=', due.company_id)
    .where('monday', '=', due.monday)
    .execute();
  return { ...due, attempts };
}

async function writeLetter(parts: LetterParts, due: Due): Promise<void> {
  const { db, clock, links, address, pageKey } = parts;
  const week = { from: due.monday, to: due.sunday, timeZone: due.time_zone };
  const read = await db.read(async (tx) => {
    const caller = await loadAsker(tx, { userId: due.user_id, companyId: due.company_id, membershipId: null });
    return caller && { caller, facts: await weekFacts(tx, caller, week, clock.now()) };
  });
  await db.write(async (tx) => {
    // Somebody else has made it, or will not make it any more.
    if (!(await takeLetter(tx, due)) || !read) return;
    const person = await personOf(tx, due);
    if (!person) return;
    const { caller, facts } = read;
    const to = readerOf(person);
    // What leaves the house is in a checkpoint. After all else: it locks the book.
    await sealNow(tx, due.company_id, parts);
    const book = await bookOfCompany(tx, due.company_id);
    const mail = weeklyMail({
      to,
      format: formatFor(asReads(caller, person, due.time_zone)),
      week,
      facts,
      note: (book && (await latestCheckpoint(tx, book.id))?.note) ?? null,
      urls: {
        records: links.records(to, week),
        verify: links.page(to, verifyPath),
        off: links.page(to, filled(letterOffPath, { token: offToken(due.user_id, pageKey) })),
      },
      host: new URL(address()).host,
    });
    await queueMail(tx, mail, clock.now());
  });
}

/** Takes a letter out of those that wait. @returns whether it still waited */
async function takeLetter(db: Db, { user_id, company_id, monday }: Due): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('weekly_letter')
    .where('user_id', '=', user_id)
    .where('company_id', '=', company_id)
    .where('monday', '=', monday)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Who gets a letter, as it stands now: it may have left, or have switched it off, since it was noted. */
const personOf = (db: Db, { user_id, company_id }: Due) =>
  db
    .selectFrom('app_user as u')
    .select(['u.email', 'u.language', 'u.first_name', 'u.last_name', 'u.preferences'])
    .where('u.id', '=', user_id)
    .where('u.company_id', '=', company_id)
    .where(getsLetters)
    .executeTakeFirst();

function asReads({ locale, measurement }: Caller, { preferences }: { preferences: unknown }, timeZone: string): Reader {
  const { hours_display_system: hours } = { ...defaultPreferences, ...(preferences as Partial<Preferences>) };
  return { locale, measurement, hours, timeZone };
}
