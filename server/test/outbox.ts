import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Eml, readEml } from '#core/mail/eml.ts';
import type { TestPortal } from './portal.ts';

/** A mail in the outbox, with its kind and the addresses that stand in it. */
export type OutboxMail = Eml & { kind: string; links: string[] };

/** The mails that a portal without a mail server has sent to somebody, the oldest first, after everything due is done. */
export async function mailsTo(portal: TestPortal, email: string): Promise<OutboxMail[]> {
  await portal.settled();
  const folder = join(portal.config.dataDir, 'outbox');
  const files = await readdir(folder).catch(() => []);
  const mails = await Promise.all(
    files.sort().map(async (file) => {
      const mail = readEml(await readFile(join(folder, file), 'utf8'));
      return { ...mail, kind: file.split('-')[1] ?? '', links: mail.text.match(/https?:\/\/\S+/g) ?? [] };
    }),
  );
  // The host of an address travels in lower case.
  return mails.filter(({ to }) => to.toLowerCase() === email.toLowerCase());
}
