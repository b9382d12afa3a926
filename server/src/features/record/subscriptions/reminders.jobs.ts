import type { Preferences } from '@brina/contract/calls/people/account';
import { letterOffPath } from '@brina/contract/calls/record/subscriptions';
import { filled } from '@brina/contract/wire/paths';
import { defaultPreferences } from '@brina/domain/constants';
import type { Db } from '#core/db/database.ts';
import type { Parts } from '#core/feature.ts';
import { queueMail } from '#core/mail/mail.ts';
import { readerOf } from '#core/mail/reader.ts';
import { companyThatWaits, takeWaiting } from '#features/record/actions/waiting.queries.ts';
import { getsOwnersLetters } from './due.queries.ts';
import { offToken } from './off-token.ts';
import { waitingMail } from './reminders.mail.ts';

type ReminderParts = Pick<Parts, 'db' | 'clock' | 'links' | 'address' | 'pageKey'>;

/**
 * One round: tells the owners of a company of the actions of which nobody has said for a day what was done, once each, whatever they are about
 * (B2.5). Of a power cut that spoilt the food of eight units it is one letter.
 * @returns whether there was any, and may be more to do
 */
export async function tellOwners({ db, clock, ...parts }: ReminderParts): Promise<boolean> {
  const now = clock.now();
  const company = await db.read((tx) => companyThatWaits(tx, now));
  if (company === undefined) return false;
  await db.write((tx) => writeReminders(tx, company, parts, now));
  return true;
}

async function writeReminders(
  db: Db,
  company: string,
  { links, address, pageKey }: Omit<ReminderParts, 'db' | 'clock'>,
  now: number,
): Promise<void> {
  const waiting = await takeWaiting(db, company, now);
  // Somebody else has told of them.
  if (waiting.length === 0) return;
  const owners = await db
    .selectFrom('app_user as u')
    .select(['u.id', 'u.email', 'u.language', 'u.first_name', 'u.last_name', 'u.preferences'])
    .where('u.company_id', '=', company)
    .where(getsOwnersLetters)
    .execute();
  for (const { id, preferences, ...owner } of owners) {
    const to = readerOf(owner);
    const { hours_display_system: hours } = { ...defaultPreferences, ...(preferences as Partial<Preferences>) };
    const records = links.records(to, { needs: 'true' });
    const off = links.page(to, filled(letterOffPath, { token: offToken('owner', id, pageKey) }));
    await queueMail(db, waitingMail({ to, hours, waiting, records, off, host: new URL(address()).host }), now);
  }
}
