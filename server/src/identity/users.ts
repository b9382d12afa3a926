import { defaultPreferences } from '@brina/domain/constants';
import { type Locale, wireLocale } from '@brina/domain/language/locales';
import { legalVersions } from '@brina/domain/people/legal';
import type { Role } from '@brina/domain/people/roles';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { newId } from '#core/ids.ts';
import type { PasswordOwner } from './weak-passwords.ts';

/** A user to be made. What is left out has the default of a new account (S3.1, S2.46). */
export type NewUser = {
  email: string;
  /** By `hashPassword`, made before the transaction. */
  passwordHash: string;
  role: Role;
  companyId?: string;
  language: Locale;
  names: { first: string; last: string };
  /** Where the person is (ISO 3166-1 alpha-2). */
  country?: string;
  /** What was chosen at the sign-up; the others are `defaultPreferences`. */
  preferences?: Readonly<Partial<Record<keyof typeof defaultPreferences, boolean | string>>>;
  flags?: {
    status?: 'ACTIVE' | 'INACTIVE';
    tos?: boolean;
    pro?: boolean;
    cycleLibrary?: boolean;
    energyPanel?: boolean;
  };
};

/** Of whose data a new password must contain nothing. */
export async function passwordOwnerOf(db: Db, userId: string): Promise<PasswordOwner> {
  const user = await db
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.id', 'u.company_id')
    .where('u.id', '=', userId)
    .select(['u.email', 'u.first_name', 'u.last_name', 'c.name as company'])
    .executeTakeFirstOrThrow();
  return { email: user.email, names: [user.first_name, user.last_name], company: user.company ?? '' };
}

/** Makes a user and returns its id (the `oid` of its tokens). Throws when the e-mail is taken, whatever its case. */
export async function createUser(db: Db, user: NewUser, now_ms: number): Promise<string> {
  const row = rowOf(user, now_ms);
  await db.insertInto('app_user').values(row).execute();
  return row.id;
}

/** Like {@link createUser}; `undefined` when the e-mail is taken, also by somebody who takes it at this very moment. */
export async function createUserUnlessKnown(db: Db, user: NewUser, now_ms: number): Promise<string | undefined> {
  const made = await db
    .insertInto('app_user')
    .values(rowOf(user, now_ms))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id;
}

function rowOf(user: NewUser, now_ms: number) {
  const { status = 'INACTIVE', tos = false, pro = false, cycleLibrary = true, energyPanel = false } = user.flags ?? {};
  return {
    id: newId(now_ms),
    email: user.email,
    password_hash: user.passwordHash,
    role: user.role,
    status,
    // Whether the terms in force are accepted follows from the version (S4.3).
    tos_version: tos ? legalVersions.terms : null,
    // Languages are stored as they travel (S3.22).
    language: wireLocale(user.language),
    first_name: user.names.first,
    last_name: user.names.last,
    country: user.country ?? '',
    pro,
    cycle_library: cycleLibrary,
    energy_panel: energyPanel,
    preferences: jsonb({ ...defaultPreferences, ...user.preferences }),
    company_id: user.companyId ?? null,
    created_at: timestamp(now_ms),
  };
}
