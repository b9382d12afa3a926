import type { Locale } from '@brina/domain/language/locales';
import { translate } from '@brina/domain/language/messages';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { Caller } from '#core/access/caller.ts';
import type { Db } from '#core/db/database.ts';
import { userInfoOf } from './account.queries.ts';
import { exportMessages as texts } from './account-export.messages.ts';

/** Rows read and packed at a time: of a long list only what is packed stays in memory. */
const page_rows = 1_000;

/**
 * Everything the portal holds about the caller as a person (S2.27; GDPR, art. 15 and 20): a zip of JSON files, moments in ISO 8601,
 * with a page that explains them in `locale`. No secrets, and nothing about anybody else.
 */
export async function exportOf(db: Db, caller: Caller, locale: Locale): Promise<Uint8Array> {
  const {
    preferences,
    memberships,
    ownCompany: _,
    company: __,
    membership: ___,
    ...profile
  } = await userInfoOf(db, caller);
  const zip = zipping();
  zip.text('README.txt', readme(locale));
  zip.json('profile.json', profile);
  zip.json('preferences.json', preferences);
  zip.json('memberships.json', memberships);
  zip.json('company.json', await companyOf(db, caller));
  zip.json('consents.json', await consentsOf(db, caller));
  zip.json('sessions.json', await sessionsOf(db, caller));
  await zip.list(
    'mails.json',
    pages((from) => mailsOf(db, caller, from)),
  );
  await zip.list(
    'activity.json',
    pages((from) => activityOf(db, caller, from)),
  );
  return zip.end();
}

const files = [
  'profile',
  'preferences',
  'memberships',
  'company',
  'consents',
  'sessions',
  'mails',
  'activity',
] as const;

const readme = (locale: Locale): string =>
  [
    translate(texts, locale, 'title'),
    '',
    translate(texts, locale, 'intro'),
    '',
    ...files.map((file) => `${file}.json: ${translate(texts, locale, file)}`),
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

/** Reads rows in the order of their ids, a page after the other; the id itself is nobody's business. */
async function* pages<R extends { id: string }>(read: (after: string) => Promise<R[]>): AsyncGenerator<object[]> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await read(after);
    yield rows.map(({ id: _, ...row }) => row);
    const last = rows.at(-1);
    if (!last || rows.length < page_rows) return;
    after = last.id;
  }
}

const moment = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** The person's own company, which is not always the one the session acts for. */
async function companyOf(db: Db, { userId }: Caller) {
  const company = await db
    .selectFrom('company as c')
    .innerJoin('app_user as u', 'u.company_id', 'c.id')
    .where('u.id', '=', userId)
    .select(['c.name', 'c.sector', 'c.type', 'c.country', 'c.city', 'c.address', 'c.district', 'c.postal_code'])
    .select(['c.phone', 'c.tax_code', 'c.time_zone', 'c.created_at'])
    .executeTakeFirst();
  return company ? { ...company, created_at: moment(company.created_at) } : null;
}

async function consentsOf(db: Db, { userId }: Caller) {
  const rows = await db
    .selectFrom('consent')
    .where('user_id', '=', userId)
    .select(['document', 'version', 'language', 'accepted', 'at'])
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map(({ at, ...row }) => ({ at: moment(at), ...row }));
}

async function sessionsOf(db: Db, { userId }: Caller) {
  const rows = await db
    .selectFrom('session')
    .where('user_id', '=', userId)
    .select(['device', 'address', 'remember_me', 'created_at', 'expires_at', 'ended_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ created_at, expires_at, ended_at, ...row }) => ({
    ...row,
    created_at: moment(created_at),
    expires_at: moment(expires_at),
    ended_at: moment(ended_at),
  }));
}

async function mailsOf(db: Db, { email }: Caller, after: string) {
  const rows = await db
    .selectFrom('mail')
    .where((eb) => eb(eb.fn('lower', ['recipient']), '=', email.toLowerCase()))
    .where('id', '>', after)
    .select(['id', 'kind', 'recipient', 'language', 'created_at', 'sent_at'])
    .orderBy('id')
    .limit(page_rows)
    .execute();
  return rows.map(({ created_at, sent_at, ...row }) => ({
    ...row,
    created_at: moment(created_at),
    sent_at: moment(sent_at),
  }));
}

async function activityOf(db: Db, { userId }: Caller, after: string) {
  const rows = await db
    .selectFrom('audit')
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .select(['id', 'at', 'action', 'on_kind', 'on_id', 'address'])
    .orderBy('id')
    .limit(page_rows)
    .execute();
  return rows.map(({ at, ...row }) => ({ at: moment(at), ...row }));
}
