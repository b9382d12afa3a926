import { type RawBuilder, sql } from 'kysely';
import type { Caller } from './access/caller.ts';
import type { Db } from './db/database.ts';
import type { ColumnOf, Table } from './db/tables.ts';

/** Files of the copy of one's data, in their order; the account feature explains each to its reader. */
export const copyFiles = [
  'profile',
  'preferences',
  'memberships',
  'company',
  'consents',
  'sessions',
  'mails',
  'activity',
] as const;
export type CopyFile = (typeof copyFiles)[number];

/** Whose rows are looked for. */
type Person = { userId: string; email: string };

/** Who is erased. `pseudonym` stands where the e-mail stood. */
type Erased = Person & { pseudonym: string; now: number };

type Values = Readonly<Record<string, unknown>>;

/** What becomes of rows: they go; they stay with other values; they stay; or they go with those of the table they refer to. */
type Fate<Of> = 'go' | { become: Values | ((of: Of) => Values) } | { stay: string } | { goWith: Table };

/** What becomes of rows that have this id in this column, as far as they fulfil `only`. */
type FateBy<Column extends string> = {
  by: Column;
  only?: RawBuilder<unknown>;
  rows: 'go' | { become: Values | ((of: { now: number }) => Values) };
};

/** What befalls others than a person, and of what the id is by which rows are found. */
export type Parting =
  /** Somebody leaves a company that had invited it, or is taken out: id of the membership. */
  | 'leave'
  /** A company has no USER left: its id. */
  | 'lastUser'
  /** A company has nobody left at all: its id. */
  | 'lastPerson'
  /** A company lets go of an appliance: the appliance's number. */
  | 'release';

/** What rows of a table say of persons, and what becomes of it. */
export type PersonRow<Column extends string = string> = {
  /** Columns that name a person, or tell of one. */
  columns: readonly Column[];
  /** Which rows are a person's; absent: they are a company's or an appliance's, and are found by those. */
  whose?(person: Person): RawBuilder<unknown>;
  /** What of it stands in the copy of one's data: columns of one's rows in the order of their ids, or what is read; or why nothing does. */
  copy:
    | { file: CopyFile; columns: readonly Column[] }
    | { file: CopyFile; read(db: Db, caller: Caller): Promise<unknown> }
    | { not: string };
  /** What becomes of a person's rows when its account is erased (GDPR, art. 17). */
  erase: Fate<Erased>;
} & { readonly [Event in Parting]?: FateBy<Column> };

/** Rows by table; a table may have several, each for columns of its own. */
export type Persons = { readonly [T in Table]?: readonly PersonRow<ColumnOf<T>>[] };

/** Every row of every feature. */
export type PersonRows = readonly (PersonRow & { table: string })[];

/** The rows of several features as one list, in their order. */
export const personRows = (features: readonly { persons?: Persons }[]): PersonRows =>
  features.flatMap(({ persons = {} }) =>
    Object.entries(persons).flatMap(([table, rows]) => rows.map((row: PersonRow) => ({ table, ...row }))),
  );

/** Rows whose column has the person's id. */
export const withUserId =
  (column: string) =>
  ({ userId }: Person): RawBuilder<unknown> =>
    sql`${sql.ref(column)} = ${userId}`;

/** Rows whose column has the person's e-mail, in any case. */
export const withEmail =
  (column: string) =>
  ({ email }: Person): RawBuilder<unknown> =>
    sql`lower(${sql.ref(column)}) = lower(${email}::text)`;

/** Does to every table what erasing a person does to it: last to its account, which says whose other rows are. */
export async function erasePerson(db: Db, rows: PersonRows, person: Erased): Promise<void> {
  const ofAccount = ({ table }: { table: string }): boolean => table === 'app_user';
  for (const { table, whose, erase } of [...rows.filter((row) => !ofAccount(row)), ...rows.filter(ofAccount)]) {
    if (!whose || (typeof erase === 'object' && !('become' in erase))) continue;
    await befall(db, table, whose(person), erase === 'go' ? erase : valuesOf(erase.become, person));
  }
}

/** Does to every table what a parting does to it. */
export async function partWith(
  db: Db,
  rows: PersonRows,
  event: Parting,
  { id, now }: { id: string | number; now: number },
): Promise<void> {
  for (const row of rows) {
    const fate = row[event];
    if (!fate) continue;
    const where = sql`${sql.ref(fate.by)} = ${id} and ${fate.only ?? sql`true`}`;
    await befall(db, row.table, where, fate.rows === 'go' ? fate.rows : valuesOf(fate.rows.become, { now }));
  }
}

const valuesOf = <Of>(become: Values | ((of: Of) => Values), of: Of): Values =>
  typeof become === 'function' ? become(of) : become;

async function befall(db: Db, table: string, where: RawBuilder<unknown>, what: 'go' | Values): Promise<void> {
  if (what === 'go') {
    await sql`delete from ${sql.table(table)} where ${where}`.execute(db);
    return;
  }
  const set = Object.entries(what).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update ${sql.table(table)} set ${sql.join(set)} where ${where}`.execute(db);
}
