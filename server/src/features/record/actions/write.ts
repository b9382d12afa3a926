import type { ActionInput, SubjectKind } from '@brina/contract/calls/record/actions';
import { type ActionState, discarded_kg } from '@brina/domain/haccp/actions/action';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { markDue } from '#features/record/alarms/alarms.ingest.ts';
import { append } from '#features/record/ledger/append.ts';
import type { NamedSigner } from '#features/record/signatures/signers.ts';

/** A record that an action is about, with the unit and the kitchen of its time. */
export type Subject = {
  id: string;
  kind: SubjectKind;
  appliance: number;
  appliance_name: string;
  laboratory_id: string | null;
  /** Beginning of an excursion, epoch ms; null: the whole record. */
  excursion: number | null;
};

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
      subjects.map(({ excursion, ...subject }) => ({
        ...subject,
        action,
        excursion_at: excursion === null ? null : timestamp(excursion),
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
  const about = subjects.map(({ kind, id: subject, excursion }) => ({ kind, id: subject, excursion }));
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
  for (const { id: subject, kind, appliance } of subjects) {
    if (kind !== 'batch') continue;
    const { rows } = await sql<{ appliance: number }>`
      insert into food_fate (action, appliance, at)
      select ${id}::uuid, b.appliance, ${timestamp(now)} from batch b
      where b.id = ${subject}::uuid and not exists (
        select from batch later where later.appliance = b.appliance and later.started_at > b.started_at)
      on conflict do nothing returning appliance`.execute(db);
    if (rows.length > 0) await markDue(db, [{ appliance, from_at: now, due_at: now }]);
  }
}

/** The records that an action is about, as they were named first. */
export async function subjectsOf(db: Db, action: string): Promise<Subject[]> {
  return db
    .selectFrom('action_subject')
    .select(['id', 'appliance', 'appliance_name', 'laboratory_id', 'excursion_at as excursion'])
    .select(sql<SubjectKind>`kind`.as('kind'))
    .where('action', '=', action)
    .orderBy('id')
    .execute();
}
