import type { AmendmentOfRecord, NoteOfRecord, ReadingOfRecord } from '@brina/contract/calls/record/remarks';
import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';

type Said = 'id' | 'by' | 'role' | 'enteredAt';
/** What is kept of each kind of remark. */
export type Reading = Omit<ReadingOfRecord, Said>;
export type Note = Omit<NoteOfRecord, Said>;
export type Amendment = Omit<AmendmentOfRecord, Said>;

type Row = { kind: string; subject: string; id: string; by: string; role: string; enteredAt: number; content: unknown };

const remarksOn = (db: Db, subjects: readonly string[]): Promise<Row[]> =>
  db
    .selectFrom('remark as r')
    .innerJoin('signer as p', 'p.id', 'r.signer')
    .select(['r.kind', 'r.subject', 'r.id', 'r.created_at as enteredAt', 'p.role', 'r.content'])
    .select(sql<string>`coalesce(p.name, p.initials)`.as('by'))
    .where('r.subject', '=', anyOf(subjects))
    .orderBy('r.created_at')
    .orderBy('r.id')
    .execute();

/** What people have said of a record, in the order in which they did. */
export async function remarksOf(
  db: Db,
  subject: string,
): Promise<{ readings: ReadingOfRecord[]; notes: NoteOfRecord[]; amendments: AmendmentOfRecord[] }> {
  const rows = await remarksOn(db, [subject]);
  const all = <T>(kind: string): T[] =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ id, by, role, enteredAt, content }) => ({
        id,
        by,
        role,
        enteredAt,
        ...(content as object),
      })) as T[];
  return { readings: all('reading'), notes: all('note'), amendments: all('amendment') };
}

/** What was told of the food of a batch at its start and can be typed wrong, or is said only afterwards. */
export type Amendable = {
  product: string | null;
  lot: string | null;
  load_kg: number | null;
  cookedAt: number | null;
};

type Changes = readonly Pick<Amendment, 'field' | 'now'>[];

/** What somebody has corrected of the food, as it is now. */
export const amendedBy = (amendments: Changes): Partial<Amendable> =>
  Object.fromEntries(
    amendments.filter(({ field }) => field !== 'continues').map(({ field, now }) => [field, now] as const),
  );

/** What somebody has said of a batch that its judge goes by; what nobody said is absent. */
export type SaidOfBatch = {
  cookedAt?: number | null;
  /** When the run began that it goes on with; null: it goes on with none, whatever the needle says. */
  continues?: number | null;
};

/** What was said of a batch that its judge goes by. */
export async function saidOf(db: Db, batch: string): Promise<SaidOfBatch> {
  const { amendments } = await remarksOf(db, batch);
  return Object.fromEntries(amendments.map(({ field, now }) => [field, now]));
}

/** What was corrected of batches; those of which nothing was are absent. */
export async function amendedOf(db: Db, batches: readonly string[]): Promise<Map<string, Partial<Amendable>>> {
  if (batches.length === 0) return new Map();
  const rows = (await remarksOn(db, batches)).filter(({ kind }) => kind === 'amendment');
  const ofBatch = Map.groupBy(rows, ({ subject }) => subject);
  return new Map(
    Array.from(ofBatch, ([batch, some]) => [batch, amendedBy(some.map(({ content }) => content as Amendment))]),
  );
}

/**
 * SQL of product or lot of a batch `b` as somebody has corrected it, else as it was told.
 * @param told what it was told to be
 */
export const asAmended = (field: 'product' | 'lot', told: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`nullif(coalesce((
    select coalesce(m.content->>'now', '') from remark m
    where m.subject = b.id and m.kind = 'amendment' and m.content->>'field' = ${sql.lit(field)}
    order by m.created_at desc, m.id desc limit 1), ${told}), '')`;
