import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { fromWireLocale } from '@brina/domain/language/locales';
import type { Clock } from '../clock.ts';
import type { Database, Db } from '../db/database.ts';
import { timestamp } from '../db/instants.ts';
import type { Log } from '../log.ts';
import type { MailContent } from './mail.ts';
import type { Post } from './post.ts';

/** Pauses between tries double from a minute to six hours. */
export const longestPause_ms = 6 * hour_ms;
const pause_ms = (tries: number): number => Math.min(minute_ms * 2 ** Math.min(tries - 1, 16), longestPause_ms);
/** A mail that could not be handed over for so long is given up (RFC 5321, 4.5.4.1 asks for days). */
const givenUpAfter_ms = 2 * day_ms;

type Claimed = {
  id: string;
  kind: string;
  recipient: string;
  language: string;
  content: MailContent;
  created_at: number;
  tries: number;
};

/**
 * Sends the mail that is due longest. Its next try is written before it is sent, in a transaction of its own: none is open
 * while the mail server is asked, and after a crash in between the mail goes again (at least once, with the same
 * Message-ID).
 * @returns whether one was due
 */
export async function sendDueMail(parts: { db: Database; clock: Clock; log: Log; post: Post }): Promise<boolean> {
  const { db, clock, log, post } = parts;
  const mail = await db.write((tx) => claimDue(tx, clock.now()));
  if (!mail) return false;
  const { id, kind, tries } = mail;
  try {
    await post({
      id,
      kind,
      to: mail.recipient,
      locale: fromWireLocale(mail.language),
      content: mail.content,
      at: clock.now(),
    });
  } catch (error) {
    const reason = reasonOf(error);
    const refused = isRecipientRefused(error);
    const givenUp = refused || clock.now() - mail.created_at >= givenUpAfter_ms;
    await db.write((tx) => noteFailure(tx, id, { reason, givenUp, now: clock.now() }));
    // Neither the address nor what the mail server said, which often repeats it.
    const facts = { mail: id, kind, tries, reason };
    if (givenUp && !refused) log.error({ event: 'mail.failed', ...facts }, 'a mail could not be sent and is given up');
    else log.warn({ event: givenUp ? 'mail.refused' : 'mail.delayed', ...facts }, 'a mail could not be handed over');
    return true;
  }
  await db.write((tx) =>
    tx
      .updateTable('mail')
      .set({ sent_at: timestamp(clock.now()), content: null, last_error: null })
      .where('id', '=', id)
      .execute(),
  );
  return true;
}

async function claimDue(db: Db, now: number): Promise<Claimed | undefined> {
  const due = await db
    .selectFrom('mail')
    .select(['id', 'kind', 'recipient', 'language', 'content', 'created_at', 'tries'])
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('due_at', '<=', timestamp(now))
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!due) return undefined;
  const tries = due.tries + 1;
  await db
    .updateTable('mail')
    .set({ tries, due_at: timestamp(now + pause_ms(tries)) })
    .where('id', '=', due.id)
    .execute();
  return { ...due, tries, content: due.content as MailContent };
}

async function noteFailure(
  db: Db,
  id: string,
  { reason, givenUp, now }: { reason: string; givenUp: boolean; now: number },
): Promise<void> {
  await db
    .updateTable('mail')
    .set({ last_error: reason, ...(givenUp && { failed_at: timestamp(now), content: null }) })
    .where('id', '=', id)
    .execute();
}

type MailFault = { code?: unknown; responseCode?: unknown; command?: unknown };

/** `EENVELOPE 550`: what kind of fault it was, without what the mail server said about whom. */
const reasonOf = (error: unknown): string => {
  const { code, responseCode } = error as MailFault;
  return (
    [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ') || 'fault'
  );
};

/** No such mailbox: to try again would change nothing (RFC 5321, 4.2.1). Other refusals may be ours to mend. */
const isRecipientRefused = (error: unknown): boolean => {
  const { command, responseCode } = error as MailFault;
  return command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 550 && responseCode < 560;
};
