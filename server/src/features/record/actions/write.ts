import type { Action, ActionInput, SubjectKind } from '@brina/contract/calls/record/actions';
import { type ActionState, discarded_kg } from '@brina/domain/haccp/actions/action';
import type { MissingKind } from '@brina/domain/haccp/missing/missing';
import { sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { markDue } from '#features/record/alarms/alarms.ingest.ts';
import { append } from '#features/record/ledger/append.ts';
import type { NamedSigner } from '#features/record/signatures/signers.ts';

type ActionSubject = Action['subjects'][number];

/** A record that an action is about, with the unit and the kitchen of its time. */
export type Subject = {
  id: string;
  kind: SubjectKind;
  /** Null: what a whole kitchen lacks, by whose name it is called then. */
  appliance: number | null;
  appliance_name: string;
  laboratory_id: string | null;
  /** Beginning of an excursion, epoch ms; null: the whole record. */
  excursion: number | null;
  /** Of a missing record, what is missing, and from when on, epoch ms. */
  missing: (NonNullable<ActionSubject['missing']> & { from: number }) | null;
};

type MissingColumns = { missing: MissingKind | null; missing_day: string | null; missing_from: number | null };

/** What is missing, as an action keeps it. Food that was put in is of a moment, all else of the day. */
export const missingOfSubject = ({ missing, missing_day, missing_from }: MissingColumns): ActionSubject['missing'] =>
  missing === null || missing_day === null
    ? null
    : { kind: missing, day: missing_day, at: missing === 'warmLoad' ? missing_from : null };

/** What a revision of an action keeps. */
export type ActionContent = Omit<ActionInput, 'state'> & {
  state: ActionState;
  cost: NonNullable<ActionInput['cost']> | null;
  /** Of one that was verified where nobody else could. */
  samePerson?: true;
};

/** An action as nobody has said anything of it yet. */
export const untouched = (now: number): ActionContent => ({
  state: 'open',
  reason: '',
  cause: null,
  causeText: '',
  dispositions: [],
  measured: null,
  at: now,
  lateReason: '',
  prevention: '',
  cost: null,
});

type Written = {
  id: string;
  company: string;
  revision: number;
  subjects: readonly Subject[];
  content: ActionContent;
  /** Null: a record did it by what it says. */
  by: (NamedSigner & { userId: string }) | null;
};

/** Keeps a new action, all but its first revision. */
export async function insertAction(
  db: Db,
  { id, company, subjects, by }: Pick<Written, 'id' | 'company' | 'subjects' | 'by'>,
  now: number,
): Promise<void> {
  await db
    .insertInto('action')
    .values({
      id,
      company_id: company,
      opened_by: by?.signer.id ?? null,
      created_at: timestamp(now),
      revision: 0,
      state: 'open',
    })
    .execute();
  await insertSubjects(db, id, subjects);
}

/** Names records that an action is about. */
export async function insertSubjects(db: Db, action: string, subjects: readonly Subject[]): Promise<void> {
  await db
    .insertInto('action_subject')
    .values(
      subjects.map(({ excursion, missing, ...subject }) => ({
        ...subject,
        action,
        excursion_at: excursion === null ? null : timestamp(excursion),
        ...(missing && {
          missing: missing.kind,
          missing_day: missing.day,
          missing_from: timestamp(missing.from),
        }),
      })),
    )
    .execute();
}

/**
 * Writes a revision of an action, and enters it into the book of its company: comes last in the transaction, but for a signature on it.
 * @returns the revision as it stands in the book, to be signed
 */
export async function writeAction(db: Db, written: Written, now: number) {
  const { id, company, revision, subjects, content, by } = written;
  const { state, cause } = content;
  await db
    .insertInto('action_revision')
    .values({
      action: id,
      revision,
      created_at: timestamp(now),
      state,
      cause,
      signer: by?.signer.id ?? null,
      user_id: by?.userId ?? null,
      content: jsonb(content),
    })
    .execute();
  await db
    .updateTable('action')
    .set({ revision, state, cause, discarded_kg: discarded_kg(content.dispositions) })
    .where('id', '=', id)
    .execute();
  if (by && content.dispositions.length > 0) await tellRules(db, written, now);
  const serials = await serialsOf(db, subjects);
  // What is missing is in no book: what it is stands here.
  const about = subjects.map(({ kind, id: subject, excursion, missing, appliance, laboratory_id }) => ({
    kind,
    id: subject,
    excursion,
    ...(missing && {
      missing: missing.kind,
      day: missing.day,
      ...(missing.at !== null && { at: missing.at }),
      serialNumber: (appliance !== null && serials.get(appliance)) || null,
      laboratory: laboratory_id,
    }),
  }));
  const entered = { v: 1, subjects: about, ...content, person: by?.signer ?? null };
  const isNew = revision === 1;
  const entry = { company, kind: 'action', id, isNew, rev: revision, at: now, content: entered } as const;
  const place = (await append(db, [...(by?.entries ?? []), entry])).at(-1);
  if (!place) throw new Error(`action ${id} entered no book`);
  return { kind: entry.kind, id, revision, hash: place.hash };
}

/**
 * Tells the alarm rules of units that somebody has said what became of their food: once an action, and where the unit has begun nothing
 * since, of whose food nobody has said anything.
 */
async function tellRules(db: Db, { id, subjects }: Written, now: number): Promise<void> {
  for (const { id: subject, kind } of subjects) {
    if (kind !== 'batch') continue;
    const { rows } = await sql<{ appliance: number }>`
      insert into food_fate (action, appliance, at)
      select ${id}::uuid, b.appliance, ${timestamp(now)} from batch b
      where b.id = ${subject}::uuid and not exists (
        select from batch later where later.appliance = b.appliance and later.started_at > b.started_at)
      on conflict do nothing returning appliance`.execute(db);
    await markDue(
      db,
      rows.map(({ appliance }) => ({ appliance, from_at: now, due_at: now })),
    );
  }
}

/** The records that an action is about, as they were named first. */
export async function subjectsOf(db: Db, action: string): Promise<Subject[]> {
  const rows = await db
    .selectFrom('action_subject')
    .select(['id', 'appliance', 'appliance_name', 'laboratory_id', 'excursion_at as excursion'])
    .select(['missing_day', 'missing_from'])
    .select([sql<SubjectKind>`kind`.as('kind'), sql<MissingKind | null>`missing`.as('missing')])
    .where('action', '=', action)
    .orderBy('id')
    .execute();
  return rows.map(({ missing, missing_day, missing_from, ...row }) => {
    const what = missingOfSubject({ missing, missing_day, missing_from });
    return { ...row, missing: what && missing_from !== null ? { ...what, from: missing_from } : null };
  });
}

/** The serial numbers of the units that subjects are of, by the units' numbers. */
export async function serialsOf(db: Db, subjects: readonly Subject[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('appliance')
    .select(['id', 'serial'])
    .where('id', '=', anyOf(unitsOf(subjects)))
    .execute();
  return new Map(rows.map(({ id, serial }) => [id, serial]));
}

/** The numbers of the units that subjects are of. */
export const unitsOf = (subjects: readonly Subject[]): number[] =>
  subjects.flatMap(({ appliance }) => (appliance === null ? [] : [appliance]));
