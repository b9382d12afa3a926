import { initialsOf } from '@brina/domain/haccp/signing';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { newId } from '#core/ids.ts';
import type { NewEntry } from '#features/record/ledger/append.ts';

/** A person as contents of a book name it. The full name stands in the content of the entry `id` alone, and goes with the account. */
export type Signer = { id: string; initials: string; role: string };

/** A person with its name as it is now, and what enters the book where it is named there for the first time. */
export type NamedSigner = { signer: Signer; name: string; entries: readonly NewEntry[] };

/**
 * Who has done something, by its signer `p` and its account `u`: by name, or by initials once the account was deleted. What was done before it
 * entered the book has no signer, and no name once its account is gone.
 */
export const doneBy = sql<string | null>`coalesce(
  p.name, p.initials, case when u.erased_at is null then trim(u.first_name || ' ' || u.last_name) end)`;

/**
 * Who the caller is in the book of its company: one entry of the kind `person` for a person, a name and a role. `entries` go before what
 * refers to it, by the same `append`.
 */
export async function signerOf(
  db: Db,
  caller: Pick<Caller, 'userId' | 'role' | 'member'>,
  company: string,
  now: number,
): Promise<NamedSigner> {
  const user = await db
    .selectFrom('app_user')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', caller.userId)
    .executeTakeFirstOrThrow();
  const name = `${user.first_name} ${user.last_name}`.trim() || user.email;
  const role = caller.member?.role ?? caller.role;
  const known = await knownSigner(db, { user: caller.userId, company, name, role });
  if (known) return { signer: known, name, entries: [] };
  const signer = { id: newId(now), initials: initialsOf(name), role };
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('signer')
    .values({ ...signer, company_id: company, user_id: caller.userId, name, created_at: timestamp(now) })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) {
    // It signed elsewhere at the same moment, and stands in the book by now.
    const other = await knownSigner(db, { user: caller.userId, company, name, role });
    if (other) return { signer: other, name, entries: [] };
  }
  const content = { v: 1, name, initials: signer.initials, role };
  return { signer, name, entries: [{ company, kind: 'person', id: signer.id, rev: 1, at: now, content }] };
}

const knownSigner = (
  db: Db,
  { user, company, name, role }: { user: string; company: string; name: string; role: string },
): Promise<Signer | undefined> =>
  db
    .selectFrom('signer')
    .select(['id', 'initials', 'role'])
    .where('user_id', '=', user)
    .where('company_id', '=', company)
    .where('name', '=', name)
    .where('role', '=', role)
    .executeTakeFirst();
