import type { Locale } from '@brina/domain/language/locales';
import { wireLocale } from '@brina/domain/language/locales';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { newId } from '#core/ids.ts';

/** What a mail says, in words of its reader's language. The layout makes HTML and plain text of it. */
export type MailContent = {
  subject: string;
  /** First line of the letter, large. */
  title: string;
  paragraphs: readonly string[];
  /** What a list of mails shows beside the subject; absent: the second paragraph. */
  preview?: string;
  /** What there is in numbers, a row each. */
  facts?: readonly { term: string; detail: string }[];
  /** A code to be typed, shown large. */
  code?: string;
  /** The one thing to do: a button, and the address in full for readers of plain text. */
  action?: { label: string; url: string };
  /** Small print after it: how long it is good for, what to do if it was not you. */
  after?: readonly string[];
  /** A text that stands as it is, line by line, for whoever keeps the letter: a signed checkpoint. */
  verbatim?: string;
  /** Other places to go to, small, at its end. */
  links?: readonly { label: string; url: string }[];
  /** Where such letters are switched off by one POST without a word more (RFC 8058); mail programs have a button for it. */
  unsubscribe?: string;
};

/** A mail to be sent. `kind` names it in the log and the outbox (`account.confirm`). */
export type Mail = { kind: string; to: string; locale: Locale; content: MailContent };

/**
 * Lets a mail be sent: a row of the transaction that makes it necessary, so that neither is without the other. A round
 * sends it and then forgets what it said (docs/SECURITY.md).
 */
export async function queueMail(db: Db, mail: Mail, now: number): Promise<void> {
  await db
    .insertInto('mail')
    .values({
      id: newId(now),
      kind: mail.kind,
      recipient: mail.to,
      language: wireLocale(mail.locale),
      content: jsonb(mail.content),
      created_at: timestamp(now),
      due_at: timestamp(now),
      sent_at: null,
      failed_at: null,
      last_error: null,
    })
    .execute();
}
