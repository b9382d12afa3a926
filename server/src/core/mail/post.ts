import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { htmlLang, type Locale } from '@brina/domain/language/locales';
import { createTransport } from 'nodemailer';
import type { Operator } from '../operator.ts';
import { htmlLetter, plainLetter } from './letter.ts';
import type { MailContent } from './mail.ts';

/** A mail on its way. `id` makes its Message-ID: a mail that went twice is one to the program that gets it. */
export type Outgoing = { id: string; kind: string; to: string; locale: Locale; content: MailContent; at: number };

/** Hands one mail over; rejects with what the mail server said (`code`, `responseCode`, `command`). */
export type Post = (mail: Outgoing) => Promise<void>;

type PostParts = {
  /** `smtp://` or `smtps://`, with a user and a password where the server wants them; null: the outbox. */
  smtpUrl: string | null;
  /** Folder that gets a file for each mail where there is no mail server. */
  outboxDir: string;
  /** `Name <address>`. */
  from: string;
  /** Who is named under each letter. */
  operator: Operator;
};

/** The mail server that is configured, or else the outbox. */
export const openPost = ({ smtpUrl, outboxDir, ...sender }: PostParts): Post =>
  smtpUrl === null ? outbox(outboxDir, sender) : mailServer(new URL(smtpUrl), sender);

type Sender = Pick<PostParts, 'from' | 'operator'>;

/** Nothing of a mail may make the composer open a file or an address. */
const closed = { disableFileAccess: true, disableUrlAccess: true } as const;

/** A round waits this long for one answer of the mail server before it tries again later. */
const answer_ms = 15_000;

function mailServer({ protocol, hostname, port, username, password }: URL, sender: Sender): Post {
  const transport = createTransport({
    ...closed,
    host: hostname.replace(/^\[|\]$/g, ''),
    secure: protocol === 'smtps:',
    ...(port !== '' && { port: Number(port) }),
    // A password never travels in the clear.
    ...(username !== '' && {
      requireTLS: true,
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    connectionTimeout: answer_ms,
    greetingTimeout: answer_ms,
    socketTimeout: answer_ms,
  });
  return async (mail) => {
    await transport.sendMail(composed(mail, sender));
  };
}

/** A file for each mail, written beside and renamed, for the owner only: there are secrets in it. */
function outbox(folder: string, sender: Sender): Post {
  const transport = createTransport({ ...closed, streamTransport: true, buffer: true, newline: 'windows' });
  return async (mail) => {
    const { message } = await transport.sendMail(composed(mail, sender));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const time = new Date(mail.at).toISOString().replace(/[-:]/g, '');
    const file = join(folder, `${time}-${mail.kind}-${mail.id}.eml`);
    await writeFile(`${file}.new`, message, { mode: 0o600 });
    await rename(`${file}.new`, file);
  };
}

const composed = ({ id, to, locale, content, at }: Outgoing, { from, operator }: Sender) => ({
  from,
  // As an object: no address that somebody typed is read as a list of several.
  to: { name: '', address: to },
  subject: oneLine(content.subject),
  text: plainLetter(content, locale, operator),
  html: htmlLetter(content, locale, operator),
  textEncoding: 'quoted-printable' as const,
  messageId: `<${id}@${/@([^\s>]+)>?$/.exec(from)?.[1] ?? 'localhost'}>`,
  date: new Date(at),
  headers: {
    // So that no absence note answers it (RFC 3834, 5).
    'Auto-Submitted': 'auto-generated',
    'Content-Language': htmlLang(locale),
    ...(content.unsubscribe && {
      'List-Unsubscribe': `<${content.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
});

const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
