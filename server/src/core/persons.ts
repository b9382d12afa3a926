import { type RawBuilder, sql } from 'kysely';
import type { Caller } from './access/caller.ts';
import type { Db } from './db/database.ts';
import type { ColumnOf, Table } from './db/tables.ts';
import { inOrder } from './in-order.ts';

/** Files of the copy of one's data, in their order; the account feature explains each to its reader. */
export const copyFiles = [
  'profile',
  'preferences',
  'memberships',
  'company',
  'consents',
  'sessions',
  'factors',
  'drafts',
  'pins',
  'mails',
  'activity',
] as const;
export type CopyFile = (typeof copyFiles)[number];

/** Whose rows are looked for. */
type Person = { userId: string; email: string };

/** Who is erased. `pseudonym` stands where the e-mail stood. */
type Erased = Person & { pseudonym: string; now: number };

type Values<Column extends string> = { readonly [C in Column]?: unknown };

/** What rows become: these values in these columns. */
type Become<Column extends string, Of> = { become: Values<Column> | ((of: Of) => Values<Column>) };

/** What becomes of rows that are found by an id, in this column or by this condition, as far as they fulfil `only`. */
type FateBy<Column extends string> = {
  by: Column | ((id: string | number) => RawBuilder<unknown>);
  only?: RawBuilder<unknown>;
  rows: 'go' | Become<Column, { now: number }>;
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
  | 'release'
  /** A company takes an appliance: the appliance's number. What was before is the former company's, or nobody's. */
  | 'claim'
  /** A person has another role: its id. */
  | 'otherRole'
  /** A person has a role that no company can invite: its id. */
  | 'notInvited';

/** The copy of one's data has nothing of it, for this reason. */
type NotCopied = { not: string };
/** What is read for the copy. */
type Read = { file: CopyFile; read(db: Db, caller: Caller): Promise<unknown> };

/** What columns of a table say of persons, and what becomes of it. */
export type PersonRow<Column extends string = string> = {
  /** Columns that name a person, or tell of one. */
  columns: readonly Column[];
  /** Tables that come first: theirs are found by these. */
  after?: readonly Table[];
} & (
  | {
      /** Which rows are a person's. */
      whose(person: Person): RawBuilder<unknown>;
      /** What of it stands in the copy of one's data: columns of one's rows in the order of their ids, or what is read. */
      copy: { file: CopyFile; columns: readonly Column[] } | Read | NotCopied;
      /** What becomes of a person's rows when its account is erased (GDPR, art. 17): they go, become something else, or stay and why. */
      erase: 'go' | Become<Column, Erased> | { stay: string };
    }
  | {
      /** They are a company's or an appliance's, and are found by those: of a person alone nothing can become of them. */
      whose?: undefined;
      copy: Read | NotCopied;
      /** They stay, and why; or they go with those of the table that they refer to. */
      erase: { stay: string } | { goWith: Table };
    }
) & { readonly [Event in Parting]?: FateBy<Column> };

/** Columns that could hold the name of somebody and hold nobody's: why. */
export type Impersonal<Column extends string = string> = { columns: readonly Column[]; nobody: string };

type Said<Column extends string = string> = readonly (PersonRow<Column> | Impersonal<Column>)[] | { nobody: string };

/** Rows by table; a table may have several, each for columns of its own. Or a whole table that tells of nobody: why. */
export type Persons = {
  readonly [T in Table]?: Said<ColumnOf<T>>;
};

/** Every row of every feature. */
export type PersonRows = readonly (PersonRow & { table: string })[];

/**
 * What several features say of persons, as one list in the order that the rows say.
 * @throws Error when two features say something of one table, or as {@link inOrder}
 */
export function personRows(features: readonly { persons?: Persons }[]): PersonRows {
  const tables = features.flatMap(({ persons = {} }) => Object.entries(persons).map(tableOf));
  return inOrder(tables).flatMap(({ name, rows }) => rows.map((row) => ({ table: name, ...row })));
}

const tableOf = ([name, said]: [string, Said]) => {
  const rows = 'nobody' in said ? [] : said.filter((row) => 'copy' in row);
  return { name, after: rows.flatMap(({ after = [] }) => after), rows };
};

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

/** Does to every table what erasing a person does to it. */
export async function erasePerson(db: Db, rows: PersonRows, person: Erased): Promise<void> {
  for (const { table, whose, erase } of rows) {
    if (!whose || (typeof erase === 'object' && 'stay' in erase)) continue;
    await befall(db, table, whose(person), erase === 'go' ? erase : becomes(erase, person));
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
    await befall(db, row.table, foundBy(fate, id), fate.rows === 'go' ? fate.rows : becomes(fate.rows, { now }));
  }
}

/** Which rows a parting is about. */
export function foundBy({ by, only = sql`true` }: FateBy<string>, id: string | number): RawBuilder<unknown> {
  return sql`${typeof by === 'string' ? sql`${sql.ref(by)} = ${id}` : by(id)} and (${only})`;
}

/** The values that rows have from then on. */
export const becomes = <Of>({ become }: Become<string, Of>, of: Of): Values<string> =>
  typeof become === 'function' ? become(of) : become;

async function befall(db: Db, table: string, where: RawBuilder<unknown>, what: 'go' | Values<string>): Promise<void> {
  if (what === 'go') {
    await sql`delete from ${sql.table(table)} where ${where}`.execute(db);
    return;
  }
  const set = Object.entries(what).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update ${sql.table(table)} set ${sql.join(set)} where ${where}`.execute(db);
}
