import { signUpPreferences } from '@brina/domain/constants';
import { type Locale, wireLocale } from '@brina/domain/locales';
import type { Role } from '@brina/domain/roles';
import { newId } from '#core/ids.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';

/** A user to be made. What is left out has the default of a new account (S3.1, S2.46). */
export type NewUser = {
  email: string;
  /** By `hashPassword`, made before the transaction. */
  passwordHash: string;
  role: Role;
  companyId?: string;
  language: Locale;
  names: { first: string; last: string };
  flags?: {
    status?: 'ACTIVE' | 'INACTIVE';
    tos?: boolean;
    pro?: boolean;
    cycleLibrary?: boolean;
    energyPanel?: boolean;
  };
};

/** Makes a user and returns its id (the `oid` of its tokens). Throws when the e-mail is taken, whatever its case. */
export async function createUser(db: Db, user: NewUser, now_ms: number): Promise<string> {
  const id = newId(now_ms);
  const { status = 'INACTIVE', tos = false, pro = false, cycleLibrary = false, energyPanel = false } = user.flags ?? {};
  await db
    .insertInto('app_user')
    .values({
      id,
      email: user.email,
      password_hash: user.passwordHash,
      role: user.role,
      status,
      tos,
      // Languages are stored as they travel (S3.22).
      language: wireLocale(user.language),
      first_name: user.names.first,
      last_name: user.names.last,
      pro,
      cycle_library: cycleLibrary,
      energy_panel: energyPanel,
      preferences: jsonb(signUpPreferences),
      company_id: user.companyId ?? null,
      created_at: timestamp(now_ms),
    })
    .execute();
  return id;
}
