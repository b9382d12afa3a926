import type { ExpressionBuilder } from 'kysely';
import type { Db } from '#core/db/database.ts';
import type { Tables } from '#core/db/tables.ts';
import { type Reader, readerOf } from '#core/mail/reader.ts';

/** Who has an e-mail address, and how a mail greets that person. */
export type Account = { id: string; companyId: string | null; isActive: boolean; reader: Reader };

/** The account with this address, whatever its case, locked until the transaction ends. */
export const accountByEmail = (db: Db, email: string): Promise<Account | undefined> =>
  accountWhere(db, { column: 'email', value: email });

/** The id of who has this address, whatever its case, for who only reads. */
export const idByEmail = async (db: Db, email: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('app_user')
      .where(hasEmail(email))
      .where('erased_at', 'is', null)
      .select('id')
      .executeTakeFirst()
  )?.id;

/** The account with this id, locked until the transaction ends. */
export const accountById = (db: Db, id: string): Promise<Account | undefined> =>
  accountWhere(db, { column: 'id', value: id });

async function accountWhere(
  db: Db,
  { column, value }: { column: 'id' | 'email'; value: string },
): Promise<Account | undefined> {
  const row = await db
    .selectFrom('app_user')
    .where(column === 'id' ? (eb) => eb('id', '=', value) : hasEmail(value))
    .where('erased_at', 'is', null)
    .select(['id', 'company_id', 'status', 'email', 'language', 'first_name', 'last_name'])
    .forUpdate()
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      companyId: row.company_id,
      isActive: row.status === 'ACTIVE',
      reader: readerOf(row),
    }
  );
}

const hasEmail = (email: string) => (eb: ExpressionBuilder<Tables, 'app_user'>) =>
  eb(eb.fn('lower', ['email']), '=', eb.fn('lower', [eb.cast<string>(eb.val(email), 'text')]));
